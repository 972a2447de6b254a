"""Odds: what somebody may hold, counted exactly from the cards that nobody has seen."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb
from typing import Any

from ..engine.bags import count, size
from ..games.contract import Rules
from ..games.pig10 import rules as pig10
from ..words import Line, line


def unseen(rules: Rules, view: Any) -> int:
    """The cards that the reader of a view cannot see, as a bag: in hands, in the draw pile, under other cards."""
    bag: int = view.deck - rules.known(view)
    return bag


def none_of(wanted: int, cards: int, hand: int) -> Fraction:
    """The chance that `hand` of `cards` cards, drawn blindly, are none of the `wanted` ones.

    >>> none_of(1, 4, 2)
    Fraction(1, 2)
    """
    return Fraction(comb(cards - wanted, hand), comb(cards, hand))


def some_of(wanted: int, cards: int, hand: int) -> Fraction:
    return 1 - none_of(wanted, cards, hand)


def holds(rules: Rules, view: Any, kinds: Iterable[int], seats: Iterable[int]) -> Fraction:
    """The chance that one of these seats holds a card of one of these kinds; the seats' hands are all unseen."""
    bag = unseen(rules, view)
    wanted = sum(count(bag, card) for card in set(kinds))
    return some_of(wanted, size(bag), sum(view.held[seat] for seat in seats))


def times(chance: Fraction) -> Line:
    """A chance as it is said to a child: so many times out of a hundred."""
    if chance in (0, 1):
        return line("coach.always" if chance else "coach.never")
    n = round(100 * chance)
    if n in (0, 100):
        return line("coach.nearly" if n else "coach.hardly")
    return line("coach.times", n=n)


# Pig 10


def after_turn(view: Any, move: int) -> Any:
    """The pile as the next player finds it, whatever is drawn before."""
    after = view.copy()
    pig10.play(after, move)
    if after.due:
        after.due = 0
        pig10.pass_on(after)
    return after


def kinds_that(view: Any, fit: Callable[[list[int]], bool]) -> list[int]:
    """The kinds of cards whose calls, laid by the seat to move, are as wanted."""
    found = []
    for card in range(pig10.TEN + 1):
        alone = view.copy()
        alone.hands[alone.turn] = 1 << (4 * card)
        moves = pig10.legal(alone)
        if fit([pig10.call(alone, move) for move in range(moves.bit_length()) if moves >> move & 1]):
            found.append(card)
    return found


def makers(view: Any) -> list[int]:
    """The kinds that make ten."""
    return kinds_that(view, lambda calls: pig10.TEN in calls)


def savers(view: Any) -> list[int]:
    """The kinds that need not go over ten."""
    return kinds_that(view, lambda calls: min(calls) <= pig10.TEN)


def hit(rules: Rules, view: Any, move: int) -> Fraction:
    """The chance that the next player can make ten after a move."""
    after = after_turn(view, move)
    return _next_holds(rules, view, after, makers(after))


def bust(rules: Rules, view: Any, move: int) -> Fraction:
    """The chance that the next player can only go over, and the one who moved wins the pile by it."""
    after = after_turn(view, move)
    if not after.laid or (after.turn - 1) % view.players != view.turn:
        return Fraction(0)
    return _next_holds(rules, view, after, savers(after), lacks=True)


def _next_holds(rules: Rules, view: Any, after: Any, kinds: list[int], lacks: bool = False) -> Fraction:
    if after.turn == view.turn:  # nobody else has a card
        return Fraction(0)
    chance = holds(rules, view, kinds, [after.turn])
    return 1 - chance if lacks else chance
