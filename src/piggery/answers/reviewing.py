"""The review of a game on a device, a slice at a time, as a page can grow with it; what it comes to, and its picture.

Whoever asks keeps the notes and says what it has: a review goes on from there, after another page and another day, too.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, convert
from msgspec.structs import asdict

from ..bots.model import model_of
from ..bots.search import Effort, Thought
from ..core.record import Record, final, load, sheet
from ..engine.kernel import generator
from ..study import account
from ..study.graph import NARROW, SHORT, WIDE, Form, graph, heads, height
from ..study.review import Note, review
from ..study.telling import tell_cards, tell_how, tell_note, tell_seat, tell_turning
from ..table.wire import Said
from ..words import Line

SEED = 0  # the same game is judged the same way every time
LONG = 200  # moves; where there are more, each is looked at on fewer deals
FEWEST = 8  # deals


class MoveNote(Struct, frozen=True):
    """One move: what it was worth, and the chance of every seat to win, as a spectator sees it.

    Where the chance to win hardly hung on the move, `unit` says what it was judged by instead: cards, points.
    """

    ply: int
    seat: int
    round: int
    choice: bool  # there was another move
    best: bool
    verdict: Said
    more: list[Said]  # what it cost, and what would have been better
    better: Said
    story: tuple[Said, ...]
    loss: float
    error: float
    shift: tuple[float, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    exact: bool = False  # worked out, not searched
    unit: str = ""  # of `loss` and `error`; the chance to win, where it is empty


class ReviewSlice(Struct, frozen=True):
    """A slice of a review; `of` is the number of all moves."""

    notes: list[MoveNote]
    of: int
    done: bool


class TurningPoint(Struct, frozen=True):
    """A turning point."""

    ply: int
    lines: list[Said]


class GraphPicture(Struct, frozen=True):
    """The chances as an SVG; where its lines lie, and the numbers of the turning points, in parts of its size."""

    svg: str
    left: float
    right: float
    top: float
    bottom: float
    heads: list[float]


class ReviewSummary(Struct, frozen=True):
    """What the notes so far come to. `seats` tells luck and skill of each, `how` what moves are judged by."""

    points: list[TurningPoint]
    seats: list[list[Said]]
    cards: Said
    how: Said
    over: bool
    drawn: GraphPicture


class RunningReview(NamedTuple):
    """A review that is going on, and the ply it has come to."""

    text: str
    ply: int
    notes: Iterator[Note]


class Reviewing:
    """One review at a time; another one takes its place."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.going: RunningReview | None = None

    def look(self, text: str, since: int, milliseconds: float, share: float = 1.0) -> ReviewSlice:
        """The notes from the ply `since` on, as many as there is time for, at least one. Where many ask, each has a
        share of the deals."""
        record = load(text)
        numbers, end = moves(record), self.clock() + milliseconds / 1000
        notes: list[Note] = []
        going = self._from(record, text, since, share)
        while since <= numbers[-1] and not (notes and self.clock() >= end):
            notes.append(next(going))
            since = notes[-1].ply + 1
        self.going = RunningReview(text, since, going)
        return ReviewSlice([judged(note) for note in notes], len(numbers), since > numbers[-1])

    def _from(self, record: Record, text: str, since: int, share: float) -> Iterator[Note]:
        if self.going and self.going[:2] == (text, since):
            return self.going.notes
        return review(record, generator(SEED), effort(record, share), since)


def effort(record: Record, share: float = 1.0) -> Effort:
    """As many deals as can be tried while somebody is still waiting."""
    deals = int(share * model_of(record.rules).slice)
    return Effort(deals=max(FEWEST, deals * LONG // max(LONG, len(record.plies))))


def moves(record: Record) -> list[int]:
    """The plies at which somebody moved; where nobody did, the end, for `review` to complain."""
    return [n for n, ply in enumerate(record.plies) if ply.partition(" ")[0] != "-"] or [len(record.plies)]


def sum_up(text: str, found: Sequence[MoveNote], language: str, narrow: bool) -> ReviewSummary:
    """The sum of these notes, and their picture in a language. Turning points are known when the whole game is."""
    record, notes = load(text), [note_of(one) for one in found]
    summary, names = account.summary(notes), record.names
    if len(notes) < len(moves(record)):
        summary = summary._replace(turning=())
    return ReviewSummary(
        points=[TurningPoint(note.ply, tell_turning(note, names)) for note in summary.turning],
        seats=[tell_seat(seat, names[seat.seat]) for seat in summary.seats],
        cards=tell_cards(summary),
        how=tell_how(record.rules),
        over=bool(record.rules.over(final(record))),
        drawn=_drawn(record, notes, summary, language, form_of(record, notes, narrow)),
    )


def form_of(record: Record, notes: Sequence[Note], narrow: bool) -> Form:
    if not narrow:
        return WIDE
    return NARROW if notes[-1].round or len(sheet(record)) > 1 else SHORT


def _drawn(
    record: Record, notes: Sequence[Note], summary: account.GameSummary, language: str, form: Form
) -> GraphPicture:
    many, tall = len(moves(record)), height(form, len(record.seats))
    return GraphPicture(
        svg=graph(record, notes, summary, language, form, many),
        left=form.left / form.width,
        right=form.right / form.width,
        top=form.top / tall,
        bottom=form.bottom / tall,
        heads=[x / form.width for x in heads(notes, summary, form, many)],
    )


def judged(note: Note) -> MoveNote:
    """A note as it travels: as it is, but for what only the engine needs."""
    _, *more = tell_note(note)[len(note.story) :]
    same = {name: _short(value) for name, value in note._asdict().items()}
    told = {"choice": bool(note.thoughts), "best": note.best == note.move, "verdict": Line(note.verdict), "more": more}
    return convert(same | told, MoveNote)


def _short(value: object) -> object:
    """Chances and other fractions to six places."""
    if isinstance(value, tuple) and not isinstance(value, Line):
        return tuple(map(_short, value))
    return round(value, 6) if isinstance(value, float) else value


def note_of(one: MoveNote) -> Note:
    """A note that has travelled. Of the thoughts it knows only whether there were any."""
    same = {name: value for name, value in asdict(one).items() if name in Note._fields}
    thoughts = (Thought(0, 0.0, 0.0, 0.0),) if one.choice else ()
    missing = {"move": 0, "text": "", "thoughts": thoughts, "best": 0 if one.best else 1, "verdict": one.verdict.key}
    story, better = tuple(map(_line, one.story)), _line(one.better)
    return Note(**same | missing | {"story": story, "better": better})


def _line(one: Line) -> Line:
    return Line(one.key, _values(one.values))


def _values(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _value(value) for name, value in values.items()}


def _value(value: object) -> object:
    """Lines within lines travel as lists."""
    if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
        return _line(Line(*value))
    return [_value(part) for part in value] if isinstance(value, list) else value
