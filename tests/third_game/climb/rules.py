"""Climb: lay a card; for each step above the card on top you win a point. The rules in words: docs/your-own-game.md."""

from piggery.engine.bags import kinds, one, size, take, unpack
from piggery.engine.kernel import Fields, Numbers, kernel, state
from piggery.games.contract import Options

SEATS, HAND, HIGHEST = 4, 4, 8
STANDARD = sum(4 * one(card) for card in range(1, HIGHEST + 1))


@state(hands=SEATS, held=SEATS, points=SEATS)
class ClimbState(Fields):
    players: int
    turn: int
    due: int
    begun: int
    top: int
    costly: int  # slide="costly": going down costs a point
    left: int
    stock: int
    deck: int
    laid: int  # every card that was laid, a bag
    hands: list[int]
    held: list[int]
    points: list[int]


def start(players: int, first: int, deck: int, options: Options) -> ClimbState:
    state = ClimbState()
    state.players, state.deck, state.costly = players, deck, int(options["slide"] == "costly")
    reset(state, first)
    return state


@kernel
def reset(state: ClimbState, first: int) -> None:
    state.turn = first
    state.begun = 0
    state.top = 0
    state.laid = 0
    state.stock = state.deck
    state.left = size(state.deck)
    state.due = HAND
    for seat in range(state.players):
        state.hands[seat] = 0
        state.held[seat] = 0
        state.points[seat] = 0


@kernel
def legal(state: ClimbState) -> int:
    """Any card of the hand; the move is four times the card."""
    return 0 if state.due else kinds(state.hands[state.turn])


@kernel
def play(state: ClimbState, move: int) -> None:
    card = move >> 2
    seat = state.turn
    state.begun = 1
    state.hands[seat] -= one(card)
    state.held[seat] -= 1
    state.laid += one(card)
    state.points[seat] += card - state.top if card > state.top else -state.costly * (card < state.top)
    state.top = card
    if state.left:
        state.due = 1
    else:
        pass_on(state)


@kernel
def draw(state: ClimbState, card: int) -> None:
    state.stock -= one(card)
    state.left -= 1
    state.due -= 1
    state.hands[state.turn] += one(card)
    state.held[state.turn] += 1
    if state.due == 0:
        pass_on(state)


@kernel
def pass_on(state: ClimbState) -> None:
    state.turn = state.turn + 1 if state.turn + 1 < state.players else 0
    if state.begun == 0 and state.held[state.turn] == 0:
        state.due = HAND


@kernel
def over(state: ClimbState) -> int:
    return state.due == 0 and state.held[state.turn] == 0


@kernel
def score(state: ClimbState, seat: int) -> int:
    return state.points[seat]


@kernel
def show(state: ClimbState, seat: int, view: ClimbState) -> None:
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
    cards = state.stock + state.laid
    for seat in range(state.players):
        cards += state.hands[seat]
    return cards


@kernel
def guess(view: ClimbState, cards: Numbers, rng: Numbers) -> None:
    n = unpack(view.deck - known(view), cards)
    for seat in range(view.players):
        for _ in range(view.held[seat] - size(view.hands[seat])):
            n = take(view.hands, seat, cards, n, rng)
    for i in range(n):
        view.stock += one(cards[i])
