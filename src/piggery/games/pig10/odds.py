"""Odds of Pig 10: how likely the next player makes ten, or can only go over."""

from collections.abc import Callable
from fractions import Fraction

from ...bots.odds import holds
from . import GAME, rules
from .rules import Pig10State


def after_turn(view: Pig10State, move: int) -> Pig10State:
    """The pile as the next player finds it, whatever is drawn before."""
    after = view.copy()
    rules.play(after, move)
    if after.due:
        after.due = 0
        rules.pass_on(after)
    return after


def kinds_that(view: Pig10State, fit: Callable[[list[int]], bool]) -> list[int]:
    """The kinds of cards whose calls, laid by the seat to move, are as wanted."""
    found = []
    for card in range(rules.TEN + 1):
        alone = view.copy()
        alone.hands[alone.turn] = 1 << (4 * card)
        moves = rules.legal(alone)
        if fit([rules.call(alone, move) for move in range(moves.bit_length()) if moves >> move & 1]):
            found.append(card)
    return found


def makers(view: Pig10State) -> list[int]:
    """The kinds that make ten."""
    return kinds_that(view, lambda calls: rules.TEN in calls)


def savers(view: Pig10State) -> list[int]:
    """The kinds that need not go over ten."""
    return kinds_that(view, lambda calls: min(calls) <= rules.TEN)


def hit(view: Pig10State, move: int) -> Fraction:
    """The chance that the next player can make ten after a move."""
    after = after_turn(view, move)
    return _next_holds(view, after, makers(after))


def bust(view: Pig10State, move: int) -> Fraction:
    """The chance that the next player can only go over, and the one who moved wins the pile by it."""
    after = after_turn(view, move)
    if not after.laid or (after.turn - 1) % view.players != view.turn:
        return Fraction(0)
    return _next_holds(view, after, savers(after), lacks=True)


def _next_holds(view: Pig10State, after: Pig10State, kinds: list[int], lacks: bool = False) -> Fraction:
    if after.turn == view.turn:  # nobody else has a card
        return Fraction(0)
    chance = holds(GAME, view, kinds, [after.turn])
    return 1 - chance if lacks else chance
