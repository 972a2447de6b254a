"""What can be measured of Pig 10: where calls are counted."""

from collections.abc import Callable

from .counts import EMPTY, KINDS, VALUES, WAYS, sum_at
from .rules import SET, SUBTRACT, TEN


def called(way: int, value: int, card: int) -> int:
    """The number that is said."""
    if way in (SET, EMPTY):
        return card
    return value - card if way == SUBTRACT else value + card


def laid(fits: Callable[[int, int, int], bool]) -> list[int]:
    """Where cards are counted that were laid in some way on some value."""
    return [
        sum_at(way, value, card)
        for way in WAYS
        for value in range(VALUES)
        for card in range(KINDS)
        if fits(way, value, card)
    ]


def saying(answer: int) -> list[int]:
    return laid(lambda way, value, card: called(way, value, card) == answer)


TENS = saying(TEN)
OVERS = [place for answer in range(TEN + 1, 2 * TEN + 1) for place in saying(answer)]
