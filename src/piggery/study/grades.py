"""How hard a puzzle is: the arithmetic that its best move takes, the thinking, and what it is about.

Both are read off the position and the best move alone. The grade is the thinking, and one more where the arithmetic is
more than adding up to ten. docs/puzzles.md has the table.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

from ..bots.odds import unseen
from ..engine.bags import count, kinds, many, members
from ..games.contract import Rules
from ..games.pig10 import coach as coach_pig10
from ..games.pig10 import rules as pig10
from ..games.registry import GAMES
from ..games.truie import coach as coach_truie
from ..games.truie import rules as truie
from ..games.truie.rules import DRAW, DUNG, FARMER, HOG, LAY_FARMER, LAY_HOG, LUCKY

HARDEST = 5
FEW = Fraction(1, 4)  # of the copies of a card: so few unseen ones are worth counting
NEARLY_OUT = 2  # cards
FEW_SUMS = 2  # so many can be compared at a glance
HALF = 5
LIKELY = Fraction(1, 10)
SAME_ODDS = Fraction(1, 50)


class Sums(IntEnum):
    """The arithmetic of the best move."""

    TO_FIVE = 1  # or nothing to reckon at all
    TO_TEN = 2
    BEYOND = 3  # taking away, or over ten
    TWICE = 4  # two steps, one after the other


class Thinking(IntEnum):
    TAKE = 1  # what is there
    LEAVE = 2  # look at what comes of it
    ODDS = 3
    COUNTING = 4
    PLAN = 5


class Grading(NamedTuple):
    sums: Sums
    thinking: Thinking
    tags: tuple[str, ...]

    @property
    def grade(self) -> int:
        return min(HARDEST, self.thinking + (self.sums >= Sums.BEYOND))


def grading(rules: Rules, view: Any, best: int) -> Grading:
    """What it takes to find this move."""
    return _GRADINGS[rules.name](view, best)


# Pig 10


def _pig10(view: Any, best: int) -> Grading:
    turns = {move: coach_pig10.turn_of(view, move) for move in members(pig10.legal(view))}
    thinking = _pig10_thinking(view, turns, best)
    return Grading(_pig10_sums(view, turns, best), thinking, tuple(_pig10_tags(view, turns, best)))


def _under(turns: dict[int, Any]) -> list[Any]:
    return [turn for turn in turns.values() if turn.call < pig10.TEN]


def _pig10_sums(view: Any, turns: dict[int, Any], best: int) -> Sums:
    turn = turns[best]
    if turn.way == pig10.SUBTRACT or turn.over:
        return Sums.BEYOND
    if turn.call < pig10.TEN and len(_under(turns)) > 2:
        return Sums.TWICE  # one's own call, and what it leaves to make ten, for each of three or more
    if not view.laid or turn.way == pig10.SET or turn.call <= HALF:
        return Sums.TO_FIVE
    return Sums.TO_TEN


def _pig10_thinking(view: Any, turns: dict[int, Any], best: int) -> Thinking:
    turn, under = turns[best], _under(turns)
    if turn.call == pig10.TEN:
        return Thinking.TAKE
    if any(other.call == pig10.TEN for other in turns.values()):
        return Thinking.PLAN
    if turn.over:
        return Thinking.PLAN if under else Thinking.LEAVE
    if len(under) == 1:
        return Thinking.LEAVE
    if not view.left:
        return Thinking.PLAN if view.held[view.turn] > 1 else Thinking.COUNTING
    if any(_danger(other) < _danger(turn) - SAME_ODDS for other in under):
        return Thinking.PLAN
    return Thinking.COUNTING if _few(view, turn) else Thinking.ODDS


def _danger(turn: Any) -> Fraction:
    """What the next player may win by it, less what one wins oneself."""
    danger: Fraction = turn.hit - turn.bust
    return danger


def _few(view: Any, turn: Any) -> bool:
    """Whether most of the cards that would make ten from here have been seen."""
    needed = pig10.TEN - turn.call
    return bool(count(unseen(GAMES["pig10"], view), needed) <= FEW * pig10.COPIES[needed])


def _pig10_tags(view: Any, turns: dict[int, Any], best: int) -> Iterator[str]:
    turn = turns[best]
    yield from (tag for tag, on in _pig10_kinds(view, turn).items() if on)
    if turn.call < pig10.TEN and _few(view, turn):
        yield "counting"
    if not view.left:
        yield "ending"
    if turn.call != pig10.TEN and any(other.call == pig10.TEN for other in turns.values()):
        yield "wait"


def _pig10_kinds(view: Any, turn: Any) -> dict[str, bool]:
    return {
        "ten": turn.call == pig10.TEN,
        "over": turn.over,
        "trap": turn.call < pig10.TEN and turn.bust >= LIKELY,
        "frog": turn.card == pig10.FROG,
        "pigmaid": turn.card == pig10.PIGMAID,
        "minus": turn.way == pig10.SUBTRACT,
        "same": turn.way == pig10.SET and turn.card != pig10.FROG,
    }


# Un, deux, truie


def _truie(view: Any, best: int) -> Grading:
    turn = coach_truie.turn_of(view, best)
    return Grading(_truie_sums(view, turn), _truie_thinking(view, turn), tuple(_truie_tags(view, turn)))


def _is_sum(view: Any, turn: Any) -> bool:
    return bool(turn.move < truie.NAME and truie.new_top(turn.move) != view.top)


def _truie_sums(view: Any, turn: Any) -> Sums:
    if turn.gives:
        return Sums.TWICE if LUCKY in turn.cards else Sums.TO_TEN
    if not _is_sum(view, turn):
        return Sums.TO_FIVE
    if LUCKY in turn.cards or many(truie.sums(*_pigs(view), view.top)) > FEW_SUMS:
        return Sums.TWICE  # the number that is missing and then the sum; or one sum after the other
    top = truie.new_top(turn.move)
    if top < view.top:
        return Sums.BEYOND
    return Sums.TO_FIVE if top <= HALF else Sums.TO_TEN


def _pigs(view: Any) -> tuple[int, int]:
    """The hand, and the values of its pigs."""
    hand = view.hands[view.turn]
    return hand, (kinds(hand) >> 4) & truie.SLOTS


def _truie_thinking(view: Any, turn: Any) -> Thinking:
    others = [coach_truie.turn_of(view, move) for move in members(truie.legal(view)) if move != turn.move]
    if turn.out:
        return Thinking.TAKE
    if turn.move == DRAW:
        return Thinking.PLAN
    if turn.gives or view.demand == HOG:
        return Thinking.LEAVE
    if turn.move in (LAY_FARMER, LAY_HOG) or LUCKY in turn.cards or LUCKY in _offered(others):
        return Thinking.COUNTING if _hurry(view) else Thinking.ODDS
    if any(other.points > turn.points for other in others):
        return Thinking.PLAN if not _special(view, turn, others) else Thinking.ODDS
    return Thinking.LEAVE if len(others) > 1 else Thinking.TAKE


def _offered(turns: list[Any]) -> set[int]:
    """Every card that these moves lay."""
    return {card for turn in turns for card in turn.cards}


def _special(view: Any, turn: Any, others: list[Any]) -> bool:
    """Whether only special cards would rid one of more."""
    pigs = [other for other in others if not set(other.cards) & {FARMER, HOG, LUCKY, DUNG}]
    return bool(all(other.points <= turn.points for other in pigs))


def _hurry(view: Any) -> bool:
    """Whether somebody is nearly out."""
    return any(view.held[truie.seat_after(view, k)] <= NEARLY_OUT for k in range(1, view.players))


def _truie_tags(view: Any, turn: Any) -> Iterator[str]:
    yield from (tag for tag, on in _truie_kinds(view, turn).items() if on)
    if _hurry(view):
        yield "ending"
    if turn.gives:
        yield "counting"
    if turn.move == DRAW:
        yield "wait"


def _truie_kinds(view: Any, turn: Any) -> dict[str, bool]:
    pig = turn.move < truie.NAME
    return {
        "out": turn.out,
        "same": pig and not _is_sum(view, turn),
        "sum": _is_sum(view, turn),
        "minus": _is_sum(view, turn) and truie.new_top(turn.move) < view.top,
        "lucky": LUCKY in turn.cards,
        "heap": turn.gives or count(view.hands[view.turn], DUNG) >= coach_truie.ALL_HEAPS,
        "hog": turn.move == LAY_HOG or view.demand == HOG,
        "farmer": turn.move == LAY_FARMER or view.demand == FARMER,
    }


_GRADINGS: dict[str, Callable[[Any, int], Grading]] = {"pig10": _pig10, "truie": _truie}
