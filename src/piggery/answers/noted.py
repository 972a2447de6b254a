"""What a review says of a game's positions and moves, as it travels: to a page, and back to be summed up."""

from collections.abc import Mapping

from msgspec import Struct, convert
from msgspec.structs import asdict

from ..bots.search import Thought
from ..study.chances import SeatChances
from ..study.review import Note
from ..study.telling import tell_note
from ..table.wire import Said
from ..words import Line


class PositionChances(Struct, frozen=True):
    """The chance of every seat to win before a move, or at the end, as a spectator sees it."""

    ply: int
    chances: tuple[float, ...]
    errors: tuple[float, ...]


class MoveNote(Struct, frozen=True):
    """One move: what it was worth.

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
    exact: bool = False  # worked out, not searched
    unit: str = ""  # of `loss` and `error`; the chance to win, where it is empty


def chances_at(ply: int, found: SeatChances) -> PositionChances:
    chances, errors = (tuple(round(one, 6) for one in many) for many in found)
    return PositionChances(ply, chances, errors)


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
