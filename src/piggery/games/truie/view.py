"""Un, deux, truie as one seat sees it: what it may know, what it may guess, and why a card cannot be played."""

from ...engine.bags import fill, kinds, members, unpack
from ...engine.kernel import Numbers, kernel
from ...words import Line, line
from . import rules as truie
from .moves import sum_cards
from .rules import DUNG, FARMER, LUCKY, SLOTS, TEN, TruieState, known, passes, slot, sums


@kernel
def over(state: TruieState) -> int:
    return state.over


@kernel
def score(state: TruieState, seat: int) -> int:
    return state.scores[seat]


def rounds_over(state: TruieState) -> int:
    """How many rounds have been counted."""
    return state.round - 1 + (state.over if state.top else 0)


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
    for s in range(state.players):
        view.held[s] = state.held[s]
        view.scores[s] = state.scores[s]
        if s == seat or state.over:  # at the end all hands are laid open and counted
            view.hands[s] = state.hands[s]


@kernel
def guess(view: TruieState, cards: Numbers, rng: Numbers) -> None:
    """Fill the unknown places of a view with unseen cards, each way equally likely; `cards` is room to work in."""
    n = unpack(view.deck - known(view), cards)
    for s in range(view.players):
        n = fill(view.hands, s, view.held[s], cards, n, rng)
    view.stock += view.deck - known(view)


def why_not(state: TruieState, card: int) -> Line | None:
    """Why this card cannot be played by the seat to move."""
    key = _why(state, card)
    return line(key, top=state.top) if key else None


def _why(state: TruieState, card: int) -> str:
    if state.owes:
        return "why.grunt"
    if card == DUNG:
        return "" if passes(state, state.hands[state.turn], _pigs(state)) else "why.heap"
    if card == LUCKY:
        return ""
    if state.demand == FARMER:
        return "" if card == state.top or _passing(state, card) else "why.farmer"
    if card > TEN or card == state.top or _passing(state, card) or _summing(state, card):
        return ""
    return "why.sum"


def _pigs(state: TruieState) -> int:
    return (kinds(state.hands[state.turn]) >> 4) & SLOTS


def _passing(state: TruieState, card: int) -> bool:
    """Whether a pig of this value passes a dung heap."""
    return bool(passes(state, state.hands[state.turn], _pigs(state) & slot(card)) & ((1 << 5) - 1) << truie.PASS)


def _summing(state: TruieState, card: int) -> bool:
    """Whether a pig of this value is part of some sum, first or second."""
    moves = members(sums(state.hands[state.turn], _pigs(state), state.top))
    return any(card in sum_cards(state, move) for move in moves)
