"""What comes of a move of Un, deux, truie: what it costs, what could follow, how often the next player can answer."""

from fractions import Fraction
from typing import NamedTuple

from ...bots.odds import holds
from ...engine.bags import count, members
from ..contract import Action
from . import GAME, moves, rules
from .mind import shed
from .moves import action
from .rules import DRAW, DUNG, LUCKY, TruieState


class Outcome(NamedTuple):
    """The consequences of a move."""

    move: int
    done: Action
    points: int  # that leave the hand with the cards
    top: int
    draws: int  # cards drawn after it
    left: int  # cards in the hand then
    owes: int  # whether a grunt is due
    out: bool  # whether it ends the round

    @property
    def kind(self) -> str:
        return self.done.kind

    @property
    def cards(self) -> tuple[int, ...]:
        """That leave the hand."""
        return self.done.cards

    @property
    def gives(self) -> bool:
        return self.kind == moves.HEAP


def turn_of(view: TruieState, move: int) -> Outcome:
    after = view.copy()
    rules.play(after, move)
    done = action(view, move)
    ended = GAME.ends_round(view, after)
    draws = 0 if ended else after.due
    left = view.held[view.turn] - len(done.cards) + draws
    top = view.top if ended else after.top
    out = ended and move != DRAW
    return Outcome(move, done, shed(view, move), top, draws=draws, left=left, owes=after.owes, out=out)


class Follow(NamedTuple):
    """What could be laid in one's next turn of the cards that are left, if the top stays as it is."""

    ends: bool = False  # all of them: the round would be over
    sums: bool = False  # two pigs
    match: bool = False

    @property
    def fits(self) -> bool:
        return self.ends or self.sums or self.match


def follow(view: TruieState, turn: Outcome) -> Follow:
    """Nothing is foreseen where a card is drawn first."""
    if turn.draws or turn.out or turn.kind in (moves.DRAWS, moves.GRUNTS):
        return Follow()
    after = view.copy()
    rules.lay(after, turn.move)
    after.demand = 0
    legal = rules.legal(after)
    match = rules.slot(after.top)
    few = after.held[view.turn] - count(after.hands[view.turn], DUNG) <= 2
    ends = few and any(turn_of(after, then).out for then in members(legal))
    return Follow(ends, bool(legal & rules.SLOTS & ~match), bool(legal & match))


def stuck(view: TruieState) -> Fraction:
    """How often the next player could not please a farmer."""
    return 1 - holds(GAME, view, [view.top, LUCKY], [rules.seat_after(view, 1)])


def has(view: TruieState, value: int) -> Fraction:
    """How often the next player holds a pig of this value."""
    return holds(GAME, view, [value], [rules.seat_after(view, 1)])
