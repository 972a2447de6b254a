"""A game, move by move: what each move was worth by what its player could know, and how the chances went.

A move is judged by the chance to win; where that hardly differs from move to move, by the score: cards, or points.
Every ply has random numbers of its own: what is found at a ply follows from what could be known at it, and from nothing
else. So plies may be looked at in any order.
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
    verdict: str  # a catalogue key; empty where the move is not judged yet
    shift: tuple[float, ...]  # what the choice did to the chance of every seat; nothing unless it is certain
    round: int  # how many rounds were over
    story: tuple[Line, ...]  # what everybody saw
    better: Line  # the best move in a word
    before: tuple[float, ...] = ()  # the chance of every seat, as a spectator sees it
    after: tuple[float, ...] = ()  # … when the next one is to move
    errors: tuple[float, ...] = ()  # half of the 95 % intervals of `before`
    exact: bool = False  # worked out to the last card, not searched
    unit: str = ""  # of `loss` and `error`, where the move is judged by the score: see `Story`; else it is the chance

    @property
    def sure(self) -> bool:
        """Whether the loss is more than its error."""
        return self.loss > self.error

    @property
    def good(self) -> bool:
        return self.verdict in ("review.best", "review.good")

    def between(self, here: SeatChances, then: SeatChances) -> "Note":
        """The same note with the chances before the move and after it."""
        return self._replace(before=here.chances, after=then.chances, errors=here.errors)


class Decision(NamedTuple):
    """A ply at which somebody chose, and what had happened before it."""

    ply: Ply
    past: tuple[PastTurn, ...]


def review(record: Record, rng: Numbers, effort: Effort) -> Iterator[Note]:
    """The notes of a game, one for every move, as they are found."""
    seed = bits(rng)
    last: tuple[Note, SeatChances] | None = None
    for decision in decisions(record):
        here = outlook(record, decision, effort, seed)
        if last:
            yield last[0].between(last[1], here)
        last = judgement(record, decision, effort, seed), here
    if last is None:
        raise BadRecord("record.no_moves")
    yield last[0].between(last[1], end(record, decision, effort, seed))


def decisions(record: Record) -> Iterator[Decision]:
    """Every move of a record; what others did not play is told by their last turns in this round."""
    rules = record.rules
    past: deque[PastTurn] = deque(maxlen=2 * len(record.seats))
    for ply in replay(record):
        if ply.move != "-":
            yield Decision(ply._replace(after=ply.after.copy()), tuple(past))
            past.append(PastTurn(view_of(rules, ply.before, -1), parse_move(rules, ply.before, ply.move)))
        if rules.rounds_over(ply.after) > rules.rounds_over(ply.before):
            past.clear()


def outlook(record: Record, decision: Decision, effort: Effort, seed: int) -> SeatChances:
    """The chance of every seat before a move, as a spectator sees it."""
    ply, past = decision
    return public(record.rules, ply.before, past, effort, generator(seed, LOOKS * ply.number))


def end(record: Record, last: Decision, effort: Effort, seed: int) -> SeatChances:
    """The result; of a game that was stopped early, the chances then. Cards still to be drawn change nothing."""
    *_, ply = replay(record)
    if record.rules.over(ply.after):
        return result(record.rules, ply.after)
    if ply.after.due:
        return outlook(record, last, effort, seed)
    return public(record.rules, ply.after, (), effort, generator(seed, LOOKS * len(record.plies)))


def unjudged(record: Record, decision: Decision) -> Note:
    """A move of which nothing is known but what everybody saw."""
    rules, ply = record.rules, decision.ply
    move, nothing = parse_move(rules, ply.before, ply.move), (0.0,) * ply.before.players
    return Note(
        ply=ply.number,
        seat=ply.before.turn,
        move=move,
        text=ply.move,
        thoughts=(),
        best=move,
        loss=0.0,
        error=0.0,
        verdict="",
        shift=nothing,
        round=rules.rounds_over(ply.before),
        story=_sentences(record, ply),
        better=story_of(rules).phrase(view_of(rules, ply.before, ply.before.turn), move, record.names),
    )


def judgement(record: Record, decision: Decision, effort: Effort, seed: int) -> Note:
    """What a move was worth, by what its player could know; the chances before and after it are not in it."""
    rules, ply, seat = record.rules, decision.ply, decision.ply.before.turn
    rng, move = generator(seed, LOOKS * ply.number + 1), parse_move(rules, ply.before, ply.move)
    view = view_of(rules, ply.before, seat)
    thoughts, rows = _thoughts(rules, view, decision.past, effort, rng)
    lost, by_chance = judged(thoughts, move, view.players), chance_lost(thoughts, move)
    if (lost.sure or by_chance.sure) and liked(rules, view, decision.past, move, rng):
        lost, by_chance = Loss(move, scored=lost.scored), Loss(move)
    part = lost.loss / model_of(rules).stake if lost.scored else fair(lost.loss, view.players)
    return unjudged(record, decision)._replace(
        thoughts=thoughts,
        best=lost.best,
        loss=lost.loss,
        error=lost.error,
        verdict=verdict(len(thoughts), lost.best == move, part if lost.sure else 0.0),
        shift=_shift(rows, by_chance.best, move) if by_chance.sure else (0.0,) * view.players,
        better=story_of(rules).phrase(view, lost.best, record.names),
        exact=bool(thoughts) and certain(rules, view),
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
