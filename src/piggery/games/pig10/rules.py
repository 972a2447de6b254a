"""Pig 10: play a card, call the pile value, hit ten exactly. The rules in words: docs/rules-pig10.md.

A move is a card and the way it changes the pile value: added, taken away, or set to the card's own number. The set of
legal moves has four bits for each card, one for each way, so that a hand turns into its moves by masking.
"""

from ...engine.bags import MOST, fill, kinds, one, size, unpack
from ...engine.kernel import Fields, Numbers, kernel, state, tabled
from ..contract import Options

SEATS = 8
HAND = 3
TEN = 10
FROG = 0
PIGMAID = 5
COPIES = (7, 8, 8, 8, 8, 5, 8, 8, 8, 8, 4)  # of 0, 1, 2 … 10
STANDARD = sum(copies * one(card) for card, copies in enumerate(COPIES))
KINDS = len(COPIES)
MOST_CARDS = MOST * KINDS
EMPTY = TEN  # a value from here on leaves nothing in the middle

ADD, SUBTRACT, SET = 0, 1, 2  # the way is the low two bits of a move, the card the rest


@state(hands=SEATS, held=SEATS, won=SEATS, wins=SEATS, middle=MOST_CARDS)
class Pig10State(Fields):
    """The whole truth of a position. In a view, or a half-remembered one, a bag lacks the cards nobody can name,
    but its count has them: `held`, `wins` and `left` count what `hands`, `won` and `stock` hold."""

    players: int
    turn: int
    due: int  # cards the seat in turn draws before anything else
    begun: int  # whether a card has been played since the deal
    value: int  # of the pile
    open: int  # the moves that the pile allows to somebody who holds every card
    laid: int  # how many cards lie in the middle
    pile: int  # the same cards as a bag
    left: int
    stock: int
    deck: int  # every card of the game
    hands: list[int]
    held: list[int]
    won: list[int]
    wins: list[int]
    middle: list[int]  # the cards in the middle as they were laid; `laid` of them count


def start(players: int, first: int, deck: int, options: Options) -> Pig10State:
    state = Pig10State()
    state.players = players
    state.deck = deck
    reset(state, first)
    return state


@kernel
def reset(state: Pig10State, first: int) -> None:
    """A shuffled deck, and the first player about to be dealt three cards (rule 1)."""
    state.turn = first
    state.due = HAND
    state.begun = state.value = state.laid = state.pile = 0
    state.open = ways(EMPTY, 0)
    state.stock = state.deck
    state.left = size(state.deck)
    for seat in range(state.players):
        state.hands[seat] = state.held[seat] = 0
        state.won[seat] = state.wins[seat] = 0


@kernel
def legal(state: Pig10State) -> int:
    """The set of moves open to the seat to move; empty while cards are due, and when the game is over."""
    if state.due:
        return 0
    held = kinds(state.hands[state.turn])
    every_way = held | held << SUBTRACT | held << SET
    return every_way & state.open


def look(state: Pig10State) -> None:
    """Set what is open by what lies in the middle; `play` does it by itself."""
    state.open = ways(state.value, state.middle[state.laid - 1]) if state.laid else ways(EMPTY, 0)


@tabled(EMPTY + TEN, KINDS)
def ways(value: int, last: int) -> int:
    """Rule 4: the moves of somebody who holds every card, on a pile of this value with this card on top."""
    adds = sum(one(card) for card in range(KINDS))
    if value >= EMPTY:
        return adds  # an empty middle takes the card's own number
    may_add = adds & ~one(FROG)
    may_subtract = one(PIGMAID) if value >= PIGMAID else 0
    same = one(last) | one(value) if value else 0  # on 0, setting and adding are one move
    return may_add | may_subtract << SUBTRACT | (one(FROG) | same) << SET


@kernel
def call(state: Pig10State, move: int) -> int:
    """The pile value that a move calls."""
    return called(state.value, move)


@tabled(TEN, KINDS << 2)
def called(value: int, move: int) -> int:
    card = move >> 2
    way = move & 3
    if way == ADD:
        return value + card
    if way == SUBTRACT:
        return value - card
    return card


@kernel
def play(state: Pig10State, move: int) -> None:
    """Lay a card and call. Whoever wins the pile takes it; then the player draws, or the turn passes."""
    seat = state.turn
    card = move >> 2
    value = called(state.value, move)
    state.begun = 1
    state.hands[seat] -= one(card)
    state.held[seat] -= 1
    state.middle[state.laid] = card
    state.laid += 1
    state.pile += one(card)
    right = seat - 1 if seat else state.players - 1
    winner = seat if value == TEN else right  # rule 5: exactly ten wins the middle, over ten the right neighbour does
    sweep(state, winner, value >= TEN)
    state.open = ways(value, card)
    state.value = value * (value < TEN)
    if state.left:
        state.due = 1  # rule 6
    else:
        pass_on(state)


@kernel
def sweep(state: Pig10State, winner: int, won: int) -> None:
    """If it is won, the winner takes the middle. Nobody can foretell it, a processor neither: so no branch here."""
    state.won[winner] += state.pile * won
    state.wins[winner] += state.laid * won
    state.pile *= 1 - won
    state.laid *= 1 - won


@kernel
def draw(state: Pig10State, card: int) -> None:
    """The seat in turn takes this card from the draw pile."""
    seat = state.turn
    state.hands[seat] += one(card)
    state.held[seat] += 1
    state.stock -= one(card)
    state.left -= 1
    state.due -= 1
    if state.due == 0:
        pass_on(state)


@kernel
def pass_on(state: Pig10State) -> None:
    """The turn goes to the next seat: to be dealt a hand before the first move, to play one after it."""
    seat = state.turn + 1 if state.turn + 1 < state.players else 0
    while state.begun and state.held[seat] == 0 and seat != state.turn:
        seat = seat + 1 if seat + 1 < state.players else 0  # rule 7: a seat without cards is skipped
    state.turn = seat
    if state.begun == 0 and state.held[seat] == 0:
        state.due = min(HAND, state.left)  # rule 1


@kernel
def over(state: Pig10State) -> int:
    """Rule 7: nobody holds a card."""
    return state.due == 0 and state.held[state.turn] == 0


@kernel
def score(state: Pig10State, seat: int) -> int:
    return state.wins[seat]


@kernel
def unclaimed(state: Pig10State) -> int:
    """Rule 7: cards in the middle at the end belong to nobody."""
    return state.laid


@kernel
def show(state: Pig10State, seat: int, view: Pig10State) -> None:
    """Write into a blank `view` what `seat` may know; a seat below 0 is a spectator."""
    view.players = state.players
    view.turn = state.turn
    view.due = state.due
    view.begun = state.begun
    view.value = state.value
    view.open = state.open
    view.laid = state.laid
    view.pile = state.pile
    view.left = state.left
    view.deck = state.deck
    for s in range(state.players):
        view.held[s] = state.held[s]
        view.won[s] = state.won[s]
        view.wins[s] = state.wins[s]
    for i in range(state.laid):
        view.middle[i] = state.middle[i]
    if seat >= 0:
        view.hands[seat] = state.hands[seat]


@kernel
def known(state: Pig10State) -> int:
    """Every card that can be named: in a state all of them, in a view the seen ones."""
    cards = state.stock + state.pile
    for seat in range(state.players):
        cards += state.hands[seat] + state.won[seat]
    return cards


@kernel
def guess(view: Pig10State, cards: Numbers, rng: Numbers) -> None:
    """Fill the unknown places of a view with unseen cards, each way equally likely; `cards` is room to work in."""
    n = unpack(view.deck - known(view), cards)
    for s in range(view.players):
        n = fill(view.hands, s, view.held[s], cards, n, rng)
        n = fill(view.won, s, view.wins[s], cards, n, rng)
    view.stock += view.deck - known(view)
