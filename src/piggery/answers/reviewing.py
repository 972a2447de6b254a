"""The review of a game, a slice at a time, as a page can grow with it.

Where searches are slow, a first look at every position on a few deals gives a rough graph at once. Then come the moves
at which it changes most, so that turning points are there soon; then every other position, which settles the graph;
then every other move. Whoever asks keeps what was found and says what it has: a review goes on from there, after
another page and another day, too.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from ..bots.model import model_of
from ..bots.search import Effort, is_compiled
from ..core.record import Record, load
from ..engine.kernel import bits, generator
from ..errors import BadRecord
from ..study.chances import SeatChances
from ..study.review import Decision, decisions, end, judgement, outlook
from .noted import MoveNote, PositionChances, chances_at, judged

SEED = 0  # the same game is judged the same way every time, and
GAME_SEED = bits(generator(SEED))  # … whichever of its plies come first
LONG = 200  # moves; where there are more, each is looked at on fewer deals
FEWEST = 8  # deals
ROUGH, FEWEST_ROUGH = 8, 4  # a first look takes the eighth part of the deals, but not fewer than four
MOST_PLIES = 3000  # of a game that is shown, or reviewed
Looked = Literal["sketch", "chances", "moves"]
Count = Annotated[int, Meta(ge=0, le=MOST_PLIES + 1)]
Plies = Annotated[list[Count], Meta(max_length=MOST_PLIES + 1)]


class ReviewProgress(Struct, frozen=True, forbid_unknown_fields=True):
    """What whoever asks has by now."""

    sketched: Annotated[Count, Meta(description="positions that were looked at roughly, from the first on")] = 0
    settled: Annotated[Plies, Meta(description="positions that were searched")] = []
    judged: Annotated[Plies, Meta(description="moves that were judged")] = []
    first: Annotated[Plies, Meta(description="moves that come before the others, as the summary says")] = []


class ReviewSlice(Struct, frozen=True):
    """A slice of a review: rough chances, chances, or notes. `of` is the number of all moves."""

    sketch: list[PositionChances]
    chances: list[PositionChances]
    notes: list[MoveNote]
    of: int
    through: bool  # what comes next is of another kind: a moment to sum up
    done: bool


class OpenGame(NamedTuple):
    """A game that is looked at: its moves, and the plies of its positions, the last of which is the end."""

    text: str
    record: Record
    moves: list[Decision]
    plies: list[int]


class Reviewing:
    """Remembers the game that was looked at last; all else is said by whoever asks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.last: OpenGame | None = None

    def look(self, text: str, has: ReviewProgress, milliseconds: float, share: float = 1.0) -> ReviewSlice:
        """What comes next, as much as there is time for, at least one thing. Where many ask, each has a share of the
        deals."""
        until = self.clock() + milliseconds / 1000
        self.last = game = self.last if self.last and self.last.text == text else open_game(text)
        search, (part, plies) = GameSearch(game, effort(game.record, share)), following(game, has)
        in_time = self._until(until, plies)
        sketch = [search.rough(ply) for ply in in_time] if part == "sketch" else []
        chances = [search.position(ply) for ply in in_time] if part == "chances" else []
        notes = [search.note(ply) for ply in in_time] if part == "moves" else []
        settled = {*has.settled, *(one.ply for one in chances)}
        known = {*has.judged, *(one.ply for one in notes)}
        return ReviewSlice(
            sketch, chances, notes, len(game.moves),
            through=len(sketch) + len(chances) + len(notes) == len(plies),
            done=settled.issuperset(game.plies) and known.issuperset(game.plies[:-1]),
        )  # fmt: skip

    def _until(self, until: float, plies: Sequence[int]) -> Iterator[int]:
        """As many of these as there is time for."""
        for ply in plies:
            yield ply
            if self.clock() >= until:
                return


def open_game(text: str) -> OpenGame:
    record = load(text)
    moves = list(decisions(record))
    if not moves:
        raise BadRecord("record.no_moves")
    return OpenGame(text, record, moves, [move.ply.number for move in moves] + [len(record.plies)])


def following(game: OpenGame, has: ReviewProgress) -> tuple[Looked, Sequence[int]]:
    """What is to be found next, and at which plies, in this order."""
    *moves, _ = positions = game.plies
    if has.sketched < len(positions) and not is_compiled(game.record.rules.name):
        return "sketch", positions[has.sketched :]
    first = [ply for ply in dict.fromkeys(has.first) if ply in moves]
    ends = [end for ply in first for end in positions[positions.index(ply) :][:2]]
    plans: list[tuple[Looked, Sequence[int], Sequence[int]]] = [
        ("chances", ends, has.settled),
        ("moves", first, has.judged),
        ("chances", positions, has.settled),
        ("moves", moves, has.judged),
    ]
    lefts = ((part, without(wanted, known)) for part, wanted, known in plans)
    return next(((part, left) for part, left in lefts if left), ("moves", []))


def without(plies: Iterable[int], known: Iterable[int]) -> list[int]:
    """These plies, each once, but not those that are known."""
    there = set(known)
    return [ply for ply in dict.fromkeys(plies) if ply not in there]


class GameSearch(NamedTuple):
    """Finds the same at a ply whatever was looked at before."""

    game: OpenGame
    effort: Effort

    def rough(self, ply: int) -> PositionChances:
        return chances_at(ply, self._chances(ply, roughly(self.effort)))

    def position(self, ply: int) -> PositionChances:
        return chances_at(ply, self._chances(ply, self.effort))

    def note(self, ply: int) -> MoveNote:
        return judged(judgement(self.game.record, self._move(ply), self.effort, GAME_SEED))

    def _chances(self, ply: int, effort: Effort) -> SeatChances:
        record, moves = self.game.record, self.game.moves
        if ply == self.game.plies[-1]:
            return end(record, moves[-1], effort, GAME_SEED)
        return outlook(record, self._move(ply), effort, GAME_SEED)

    def _move(self, ply: int) -> Decision:
        return self.game.moves[self.game.plies.index(ply)]


def roughly(effort: Effort) -> Effort:
    return Effort(deals=max(FEWEST_ROUGH, effort.deals // ROUGH))


def effort(record: Record, share: float = 1.0) -> Effort:
    """As many deals as can be tried while somebody is still waiting."""
    deals = int(share * model_of(record.rules).slice)
    return Effort(deals=max(FEWEST, deals * LONG // max(LONG, len(record.plies))))
