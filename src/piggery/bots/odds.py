"""Odds: what somebody may hold, counted exactly from the cards that nobody has seen."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ..engine.bags import count, size
from ..games.contract import GameType, S
from ..words import Line, line


def unseen(game: GameType[S], view: S) -> int:
    """The cards that the reader of a view cannot see, as a bag: in hands, in the draw pile, under other cards."""
    return view.deck - game.known(view)


def none_of(wanted: int, cards: int, hand: int) -> Fraction:
    """The chance that `hand` of `cards` cards, drawn blindly, are none of the `wanted` ones.

    >>> none_of(1, 4, 2)
    Fraction(1, 2)
    """
    return Fraction(comb(cards - wanted, hand), comb(cards, hand))


def holds(game: GameType[S], view: S, kinds: Iterable[int], seats: Iterable[int]) -> Fraction:
    """The chance that one of these seats holds a card of one of these kinds; the seats' hands are all unseen."""
    bag = unseen(game, view)
    wanted = sum(count(bag, card) for card in set(kinds))
    return 1 - none_of(wanted, size(bag), sum(view.held[seat] for seat in seats))


def times(chance: Fraction) -> Line:
    """A chance as it is said to a child: so many times out of a hundred."""
    if chance in (0, 1):
        return line("coach.always" if chance else "coach.never")
    n = round(100 * chance)
    if n in (0, 100):
        return line("coach.nearly" if n else "coach.hardly")
    return line("coach.times", n=n)
