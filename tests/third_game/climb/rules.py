"""Climb: lay a card, win a point for each step up. The rules in words: docs/your-own-game.md.

A move is four times the card that is laid: a set of moves has its bits where a bag counts its cards.
"""

from piggery.engine.bags import fill, kinds, one, size, unpack
from piggery.engine.kernel import Fields, Numbers, kernel, state
from piggery.games.contract import Options

SEATS, HAND, HIGHEST, COPIES = 4, 4, 8, 4
STANDARD = sum(COPIES * one(card) for card in range(1, HIGHEST + 1))


@state(hands=SEATS, held=SEATS, points=SEATS)
class ClimbState(Fields):
    players: int
    turn: int
    due: int  # cards that the seat in turn draws before anything else
    begun: int  # whether a card has been laid
    top: int  # the card on top; 0 before the first one
    costly: int  # house rule: going down costs a point
    left: int  # cards in the draw pile …
    stock: int  # … and those of them that are known, a bag
    deck: int  # every card of the game, a bag
    laid: int  # every card that was laid, a bag
    hands: list[int]  # a bag for each seat …
    held: list[int]  # … and how many cards that seat holds, known or not
    points: list[int]


def start(players: int, first: int, deck: int, options: Options) -> ClimbState:
    state = ClimbState()
    state.players = players
    state.deck = deck
    state.costly = int(options["slide"] == "costly")
    reset(state, first)
    return state


@kernel
def reset(state: ClimbState, first: int) -> None:
    """Rule 1: a shuffled deck, and the first player about to be dealt a hand."""
    state.turn = first
    state.due = HAND
    state.begun = 0
    state.top = 0
    state.laid = 0
    state.stock = state.deck
    state.left = size(state.deck)
    for seat in range(state.players):
        state.hands[seat] = 0
        state.held[seat] = 0
        state.points[seat] = 0


@kernel
def legal(state: ClimbState) -> int:
    """Rule 2: any card of the hand. The set is empty while cards are due, and when the game is over."""
    return 0 if state.due else kinds(state.hands[state.turn])


@kernel
def play(state: ClimbState, move: int) -> None:
    """Lay a card and count it; then draw, or pass the turn on."""
    card = move >> 2
    seat = state.turn
    state.points[seat] += gain(state, card)
    state.begun = 1
    state.top = card
    state.laid += one(card)
    state.hands[seat] -= one(card)
    state.held[seat] -= 1
    if state.left:
        state.due = 1  # rule 4
    else:
        pass_on(state)


@kernel
def gain(state: ClimbState, card: int) -> int:
    """Rule 3: a point for each step up. Going down is free, or costs a point."""
    if card >= state.top:
        return card - state.top
    return -state.costly


@kernel
def draw(state: ClimbState, card: int) -> None:
    """The seat in turn takes this card from the draw pile."""
    state.hands[state.turn] += one(card)
    state.held[state.turn] += 1
    state.stock -= one(card)
    state.left -= 1
    state.due -= 1
    if state.due == 0:
        pass_on(state)


@kernel
def pass_on(state: ClimbState) -> None:
    """The turn goes to the next seat: to be dealt a hand before the first move, to play after it."""
    state.turn = state.turn + 1 if state.turn + 1 < state.players else 0
    if state.begun == 0 and state.held[state.turn] == 0:
        state.due = HAND


@kernel
def over(state: ClimbState) -> int:
    """Rule 5: whoever is to play has no card."""
    return state.due == 0 and state.held[state.turn] == 0


@kernel
def score(state: ClimbState, seat: int) -> int:
    return state.points[seat]


@kernel
def show(state: ClimbState, seat: int, view: ClimbState) -> None:
    """Write into a blank `view` what `seat` may know: all but the other hands and the draw pile."""
    view.players = state.players
    view.turn = state.turn
    view.due = state.due
    view.begun = state.begun
    view.top = state.top
    view.costly = state.costly
    view.left = state.left
    view.deck = state.deck
    view.laid = state.laid
    for s in range(state.players):
        view.held[s] = state.held[s]
        view.points[s] = state.points[s]
    if seat >= 0:
        view.hands[seat] = state.hands[seat]


@kernel
def known(state: ClimbState) -> int:
    """Every card that can be named: in a state all of them, in a view those that were seen."""
    cards = state.stock + state.laid
    for seat in range(state.players):
        cards += state.hands[seat]
    return cards


@kernel
def guess(view: ClimbState, cards: Numbers, rng: Numbers) -> None:
    """Deal the cards that were not seen to the places that are not known; `cards` is room to work in."""
    n = unpack(view.deck - known(view), cards)
    for seat in range(view.players):
        n = fill(view.hands, seat, view.held[seat], cards, n, rng)
    view.stock += view.deck - known(view)
