"""A game, move by move: what each move was worth by what its player could know, and how the chances went.

A move is judged by the chance to win; where that hardly differs from move to move, by the score: cards, or points.
Every ply has random numbers of its own: a note follows from what could be known at its ply, and from nothing else.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..bots.endings import certain, solved
from ..bots.model import model_of
from ..bots.search import Effort, PastTurn, Search, Thought
from ..core.record import Ply, Record, replay
from ..core.story import story_of, tell
from ..engine.bags import many
from ..engine.kernel import Numbers, bits, generator
from ..errors import BadRecord
from ..games.checks import parse_move, view_of
from ..games.contract import GameType, State
from ..words import Line
from .chances import AllSeatsSearch, SeatChances, public, result
from .judging import Loss, chance_lost, fair, judged, verdict

QUIET = ("story.draws", "story.round_score")
LOOKS = 2  # streams of random numbers a ply: one for the seat to move, one for a spectator


class Note(NamedTuple):
    """One move: what it was worth, and what everybody saw of it."""

    ply: int
    seat: int
    move: int
    text: str
    thoughts: tuple[Thought, ...]  # of every move there was, the best first; empty where there was one
    best: int
    loss: float  # of the mover's chance, or score, against the best move
    error: float  # half of the 95 % interval of it, wide enough for whichever move had come out best
    verdict: str  # a catalogue key
    shift: tuple[float, ...]  # what the choice did to the chance of every seat; nothing unless it is certain
    before: tuple[float, ...]  # the chance of every seat, as a spectator sees it
    after: tuple[float, ...]  # … when the next one is to move
    errors: tuple[float, ...]  # half of the 95 % intervals of `before`
    round: int  # how many rounds were over
    story: tuple[Line, ...]  # what everybody saw
    better: Line  # the best move in a word
    exact: bool = False  # worked out to the last card, not searched
    unit: str = ""  # of `loss` and `error`, where the move is judged by the score: see `Story`; else it is the chance

    @property
    def sure(self) -> bool:
        """Whether the loss is more than its error."""
        return self.loss > self.error

    @property
    def good(self) -> bool:
        return self.verdict in ("review.best", "review.good")


class Decision(NamedTuple):
    """A ply at which somebody chose, and what had happened before it."""

    ply: Ply
    past: tuple[PastTurn, ...]


def review(record: Record, rng: Numbers, effort: Effort, since: int = 0) -> Iterator[Note]:
    """The notes of a game, one for every move, as they are found; those before the ply `since` are known already."""
    seed = bits(rng)
    last: Note | None = None
    for decision in decisions(record):
        ply, past = decision
        if ply.number < since:
            continue
        found = public(record.rules, ply.before, past, effort, generator(seed, LOOKS * ply.number))
        if last:
            yield last._replace(after=found.chances)
        last = _note(record, decision, found, effort, generator(seed, LOOKS * ply.number + 1))
    if last is None:
        raise BadRecord("record.no_moves")
    yield last._replace(after=_end(record, last, effort, generator(seed, LOOKS * len(record.plies))))


def decisions(record: Record) -> Iterator[Decision]:
    """Every move of a record; what others did not play is told by their last turns in this round."""
    rules = record.rules
    past: deque[PastTurn] = deque(maxlen=2 * len(record.seats))
    for ply in replay(record):
        if ply.move != "-":
            yield Decision(ply, tuple(past))
            past.append(PastTurn(view_of(rules, ply.before, -1), parse_move(rules, ply.before, ply.move)))
        if rules.rounds_over(ply.after) > rules.rounds_over(ply.before):
            past.clear()


def _end(record: Record, last: Note, effort: Effort, rng: Numbers) -> tuple[float, ...]:
    """The result; of a game that was stopped early, the chances then. Cards still to be drawn change nothing."""
    *_, ply = replay(record)
    if record.rules.over(ply.after):
        return result(record.rules, ply.after).chances
    return last.before if ply.after.due else public(record.rules, ply.after, (), effort, rng).chances


def _note(record: Record, decision: Decision, found: SeatChances, effort: Effort, rng: Numbers) -> Note:
    rules, ply, seat = record.rules, decision.ply, decision.ply.before.turn
    view = view_of(rules, ply.before, seat)
    move = parse_move(rules, ply.before, ply.move)
    thoughts, rows = _thoughts(rules, view, decision.past, effort, rng)
    exact = bool(thoughts) and certain(rules, view)
    lost, by_chance = judged(thoughts, move, view.players), chance_lost(thoughts, move)
    if (lost.sure or by_chance.sure) and liked(rules, view, decision.past, move, rng):
        lost, by_chance = Loss(move, scored=lost.scored), Loss(move)
    part = lost.loss / model_of(rules).stake if lost.scored else fair(lost.loss, view.players)
    return Note(
        ply=ply.number,
        seat=seat,
        move=move,
        text=ply.move,
        thoughts=thoughts,
        best=lost.best,
        loss=lost.loss,
        error=lost.error,
        verdict=verdict(len(thoughts), lost.best == move, part if lost.sure else 0.0),
        shift=_shift(rows, by_chance.best, move) if by_chance.sure else (0.0,) * view.players,
        before=found.chances,
        after=found.chances,
        errors=found.errors,
        round=rules.rounds_over(ply.before),
        story=_sentences(record, ply),
        better=story_of(rules).phrase(view, lost.best, record.names),
        exact=exact,
        unit=story_of(rules).unit if lost.scored else "",
    )


def _shift(rows: dict[int, tuple[float, ...]], best: int, move: int) -> tuple[float, ...]:
    return tuple(after - better for better, after in zip(rows[best], rows[move], strict=True))


def _sentences(record: Record, ply: Ply) -> tuple[Line, ...]:
    """The story of a ply, but for what goes without saying: a card drawn in some games, the deal of a new round."""
    rules = record.rules
    story, keys = story_of(rules), (*QUIET, story_of(rules).turned_up)
    quiet = story.quiet_draws or rules.rounds_over(ply.after) > rules.rounds_over(ply.before)
    return tuple(one for one in tell(record, ply, -1) if not (quiet and one.key in keys))


def _thoughts(
    rules: GameType, view: State, past: Sequence[PastTurn], effort: Effort, rng: Numbers
) -> tuple[tuple[Thought, ...], dict[int, tuple[float, ...]]]:
    """The mover's thoughts on every move, and the chances of all seats after each."""
    if many(rules.legal(view)) < 2:
        return (), {}
    if endings := solved(rules, view):
        return endings.chances(view)
    everyone = AllSeatsSearch(rules, view, past, effort)
    return tuple(everyone.run(rng)), everyone.rows()


def liked(rules: GameType, view: State, past: Sequence[PastTurn], move: int, rng: Numbers) -> bool:
    """Whether the coach would advise the move without a search, where that was learned by many games."""
    known = model_of(rules).knows(view) and not certain(rules, view)
    return known and Search(rules, view, past).favourite(rng) == move
