"""Puzzles of Pig 10: how hard one is, read off the position and its best move."""

from fractions import Fraction

from ...bots.odds import unseen
from ...engine.bags import count, members
from ...study.grades import Grading, Sums, Thinking
from ...study.puzzles import Puzzles
from . import GAME, rules
from .coach import Call, turn_of
from .moves import SETS, SUBTRACTS
from .rules import Pig10State

FEW = Fraction(1, 4)  # of the copies of a card: so few unseen ones are worth counting
HALF = 5
LIKELY = Fraction(1, 10)
SAME_ODDS = Fraction(1, 50)


def grading(view: Pig10State, best: int) -> Grading:
    turns = {move: turn_of(view, move) for move in members(rules.legal(view))}
    tags = tuple(tag for tag, on in _tags(view, turns, best).items() if on)
    return Grading(_sums(view, turns, best), _thinking(view, turns, best), tags)


def _under(turns: dict[int, Call]) -> list[Call]:
    return [turn for turn in turns.values() if turn.call < rules.TEN]


def _sums(view: Pig10State, turns: dict[int, Call], best: int) -> Sums:
    turn = turns[best]
    if turn.kind == SUBTRACTS or turn.over:
        return Sums.BEYOND
    if turn.call < rules.TEN and len(_under(turns)) > 2:
        return Sums.TWICE  # one's own call, and what it leaves to make ten, for each of three or more
    if not view.laid or turn.kind == SETS or turn.call <= HALF:
        return Sums.TO_FIVE
    return Sums.TO_TEN


def _thinking(view: Pig10State, turns: dict[int, Call], best: int) -> Thinking:
    turn, under = turns[best], _under(turns)
    if turn.call == rules.TEN:
        return Thinking.TAKE
    if any(other.call == rules.TEN for other in turns.values()):
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


def _danger(turn: Call) -> Fraction:
    """The next player's chance to win the pile, less one's own."""
    return turn.hit - turn.bust


def _few(view: Pig10State, turn: Call) -> bool:
    """Whether most of the cards that would make ten from here have been seen."""
    needed = rules.TEN - turn.call
    return count(unseen(GAME, view), needed) <= FEW * rules.COPIES[needed]


def _tags(view: Pig10State, turns: dict[int, Call], best: int) -> dict[str, bool]:
    turn = turns[best]
    return {
        "ten": turn.call == rules.TEN,
        "over": turn.over,
        "trap": turn.call < rules.TEN and turn.bust >= LIKELY,
        "frog": turn.card == rules.FROG,
        "pigmaid": turn.card == rules.PIGMAID,
        "minus": turn.kind == SUBTRACTS,
        "same": turn.kind == SETS and turn.card != rules.FROG,
        "counting": turn.call < rules.TEN and _few(view, turn),
        "ending": not view.left,
        "wait": turn.call != rules.TEN and any(other.call == rules.TEN for other in turns.values()),
    }


PUZZLES = Puzzles[Pig10State](grading)
