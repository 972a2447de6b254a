"""The counts of Pig 10: every sum that is said, what follows a card, and who wins with which cards."""

from collections.abc import Callable
from itertools import product

from ...engine.bags import count
from ...engine.kernel import Numbers, kernel
from ...lab.counts import OWN, SEATS, Watch
from .rules import ADD, SET, SUBTRACT, TEN, Pig10State, call

KINDS = 11
VALUES = 10  # of the pile, before a card is laid
MOST = 16  # copies of a card that can be told apart, none included

EMPTY = 3  # the way of a card on an empty middle; the others are ADD, SUBTRACT and SET
SUMS = OWN  # by way, pile value and card
SUMS_LENGTH = 4 * VALUES * KINDS
MAY = SUMS + SUMS_LENGTH  # turns at which ten can be called
THEN = MAY + 1  # by card: what comes of it
TEN_NOW, OVER_NOW, NEXT_TEN, NEXT_OVER, GOES_ON, LAST = range(6)
OUTCOMES = 6
HAD = THEN + KINDS * OUTCOMES  # by card and number of it drawn in a game: seats, and what they won in parts of SHARE
END = HAD + KINDS * MOST * 2

GOT = 0  # of each card, by seat
BEFORE = SEATS * KINDS  # one more than the card laid last, while its pile lies there
MEMORY = BEFORE + 1

WAYS = (ADD, SUBTRACT, SET, EMPTY)


@kernel
def sum_at(way: int, value: int, card: int) -> int:
    """Where a card laid in some way on some pile value is counted."""
    return SUMS + (way * VALUES + value) * KINDS + card


@kernel
def had_at(card: int, copies: int) -> int:
    return HAD + (card * MOST + copies) * 2


@kernel
def drawn(state: Pig10State, card: int, memory: Numbers) -> None:
    memory[GOT + state.turn * KINDS + card] += 1


@kernel
def before(state: Pig10State, move: int, memory: Numbers, counts: Numbers) -> int:
    card = move >> 2
    way = move & 3 if state.laid else EMPTY
    counts[sum_at(way, state.value, card)] += 1
    counts[MAY] += count(state.hands[state.turn], TEN - state.value) > 0
    called = call(state, move)
    follow(memory[BEFORE], called, counts)
    memory[BEFORE] = card + 1 if called < TEN else 0
    if called >= TEN:
        counts[THEN + card * OUTCOMES + (TEN_NOW if called == TEN else OVER_NOW)] += 1
    return 1


@kernel
def follow(earlier: int, called: int, counts: Numbers) -> None:
    """Count how the next player used the card before."""
    if earlier:
        outcome = NEXT_TEN if called == TEN else NEXT_OVER if called > TEN else GOES_ON
        counts[THEN + (earlier - 1) * OUTCOMES + outcome] += 1


@kernel
def over(state: Pig10State, shares: Numbers, memory: Numbers, counts: Numbers) -> None:
    if memory[BEFORE]:
        counts[THEN + (memory[BEFORE] - 1) * OUTCOMES + LAST] += 1
    for seat in range(state.players):
        for card in range(KINDS):
            place = had_at(card, memory[GOT + seat * KINDS + card])
            counts[place] += 1
            counts[place + 1] += shares[seat]


WATCH = Watch[Pig10State](END - OWN, MEMORY, drawn=drawn, before=before, over=over)


def called(way: int, value: int, card: int) -> int:
    """The number that is said."""
    if way in (SET, EMPTY):
        return card
    return value - card if way == SUBTRACT else value + card


def laid(fits: Callable[[int, int, int], bool]) -> list[int]:
    """Where cards are counted that were laid in some way on some value."""
    calls = product(WAYS, range(VALUES), range(KINDS))
    return [sum_at(way, value, card) for way, value, card in calls if fits(way, value, card)]


def saying(*answers: int) -> list[int]:
    return laid(lambda way, value, card: called(way, value, card) in answers)


def had(card: int) -> list[int]:
    """By how many of it a seat drew in a game."""
    return [had_at(card, copies) for copies in range(MOST)]
