"""Puzzles of Un, deux, truie: how hard one is, read off the position and its best move."""

from ...engine.bags import count, many, members
from ...study.grades import Grading, Sums, Thinking
from ...study.puzzles import Puzzles
from . import moves, rules
from .odds import Outcome, turn_of
from .reasons import ALL_HEAPS, NEARLY_OUT
from .rules import DUNG, FARMER, HOG, LUCKY, TruieState

FEW_SUMS = 2  # as many as can be compared at a glance
HALF = 5


def grading(view: TruieState, best: int) -> Grading:
    turn = turn_of(view, best)
    tags = tuple(tag for tag, on in _tags(view, turn).items() if on)
    return Grading(_sums(view, turn), _thinking(view, turn), tags)


def _sums(view: TruieState, turn: Outcome) -> Sums:
    if turn.gives:
        return Sums.TWICE if LUCKY in turn.cards else Sums.TO_TEN
    if turn.kind != moves.SUM:
        return Sums.TO_FIVE
    if LUCKY in turn.cards or many(rules.sums(view.hands[view.turn], moves.pigs(view), view.top)) > FEW_SUMS:
        return Sums.TWICE  # the number that is missing and then the sum; or one sum after the other
    top = turn.done.value
    if top < view.top:
        return Sums.BEYOND
    return Sums.TO_FIVE if top <= HALF else Sums.TO_TEN


def _thinking(view: TruieState, turn: Outcome) -> Thinking:
    others = [turn_of(view, move) for move in members(rules.legal(view)) if move != turn.move]
    if turn.out:
        return Thinking.TAKE
    if turn.kind == moves.DRAWS:
        return Thinking.PLAN
    if turn.gives or view.demand == HOG:
        return Thinking.LEAVE
    if turn.kind in (moves.LAYS_FARMER, moves.LAYS_HOG) or LUCKY in turn.cards or LUCKY in _offered(others):
        return Thinking.COUNTING if _hurry(view) else Thinking.ODDS
    if any(other.points > turn.points for other in others):
        return Thinking.PLAN if not _special(view, turn, others) else Thinking.ODDS
    return Thinking.LEAVE if len(others) > 1 else Thinking.TAKE


def _offered(turns: list[Outcome]) -> set[int]:
    """Every card that these moves lay."""
    return {card for turn in turns for card in turn.cards}


def _special(view: TruieState, turn: Outcome, others: list[Outcome]) -> bool:
    """Whether only special cards would rid one of more."""
    pigs = [other for other in others if not set(other.cards) & {FARMER, HOG, LUCKY, DUNG}]
    return all(other.points <= turn.points for other in pigs)


def _hurry(view: TruieState) -> bool:
    """Whether somebody is nearly out."""
    return any(view.held[rules.seat_after(view, k)] <= NEARLY_OUT for k in range(1, view.players))


def _tags(view: TruieState, turn: Outcome) -> dict[str, bool]:
    return {
        "out": turn.out,
        "same": turn.kind == moves.MATCH,
        "sum": turn.kind == moves.SUM,
        "minus": turn.kind == moves.SUM and turn.done.value < view.top,
        "lucky": LUCKY in turn.cards,
        "heap": turn.gives or count(view.hands[view.turn], DUNG) >= ALL_HEAPS,
        "hog": turn.kind == moves.LAYS_HOG or view.demand == HOG,
        "farmer": turn.kind == moves.LAYS_FARMER or view.demand == FARMER,
        "ending": _hurry(view),
        "counting": turn.gives,
        "wait": turn.kind == moves.DRAWS,
    }


PUZZLES = Puzzles[TruieState](grading)
