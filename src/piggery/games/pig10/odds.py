"""Odds of Pig 10: how likely the next player makes ten, or can only go over."""

from fractions import Fraction

from ...bots.odds import holds
from ...engine.bags import members, one
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


def calls_with(view: Pig10State, card: int) -> list[int]:
    """The calls that the seat to move could make if it held only this card."""
    alone = view.copy()
    alone.hands[alone.turn] = one(card)
    return [rules.call(alone, move) for move in members(rules.legal(alone))]


def hit(view: Pig10State, move: int) -> Fraction:
    """The chance that the next player can make ten after a move."""
    after = after_turn(view, move)
    makers = [card for card in range(rules.KINDS) if rules.TEN in calls_with(after, card)]
    return _next_holds(view, after, makers)


def bust(view: Pig10State, move: int) -> Fraction:
    """The chance that the next player can only go over, and the one who moved wins the pile by it."""
    after = after_turn(view, move)
    if not after.laid or (after.turn - 1) % view.players != view.turn:
        return Fraction(0)
    savers = [card for card in range(rules.KINDS) if min(calls_with(after, card)) <= rules.TEN]
    return _next_holds(view, after, savers, lacks=True)


def _next_holds(view: Pig10State, after: Pig10State, kinds: list[int], lacks: bool = False) -> Fraction:
    if after.turn == view.turn:  # nobody else has a card
        return Fraction(0)
    chance = holds(GAME, view, kinds, [after.turn])
    return 1 - chance if lacks else chance
