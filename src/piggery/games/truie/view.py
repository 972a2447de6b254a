"""Un, deux, truie as one seat sees it: what it may know, and what it may guess."""

from ...engine.bags import fill, one, unpack
from ...engine.kernel import Numbers, kernel
from .rules import TruieState


@kernel
def show(state: TruieState, seat: int, view: TruieState) -> None:
    """Write into a blank `view` what `seat` may know; a seat below 0 is a spectator."""
    view.players = state.players
    view.turn = state.turn
    view.due = state.due
    view.over = state.over
    view.top = state.top
    view.top_card = state.top_card
    view.demand = state.demand
    view.owes = state.owes
    view.idle = state.idle
    view.round = state.round
    view.starter = state.starter
    view.left = state.left
    view.gone = state.gone
    view.spent = state.spent
    view.deck = state.deck
    view.rounds = state.rounds
    view.copycat = state.copycat
    view.auto = state.auto
    view.draws_last = state.draws_last
    for s in range(state.players):
        view.held[s] = state.held[s]
        view.scores[s] = state.scores[s]
        if s == seat or state.over:  # at the end all hands are laid open and counted
            view.hands[s] = state.hands[s]


@kernel
def known(state: TruieState) -> int:
    """Every card that can be named: in a state all of them, in a view the seen ones."""
    cards = state.stock + state.spent
    if state.top:
        cards += one(state.top_card)
    for seat in range(state.players):
        cards += state.hands[seat]
    return cards


@kernel
def guess(view: TruieState, cards: Numbers, rng: Numbers) -> None:
    """Fill the unknown places of a view with unseen cards, each way equally likely; `cards` is room to work in."""
    n = unpack(view.deck - known(view), cards)
    for s in range(view.players):
        n = fill(view.hands, s, view.held[s], cards, n, rng)
    view.stock += view.deck - known(view)
