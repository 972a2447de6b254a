"""What was found of a game comes to this: turning points, luck and skill, a picture. Half of it may be missing yet."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from ..core.record import Record, final, sheet
from ..errors import Malformed
from ..study import account
from ..study.chances import SeatChances
from ..study.graph import NARROW, SHORT, WIDE, Form, graph, heads, height
from ..study.review import Decision, Note, unjudged
from ..study.telling import tell_cards, tell_how, tell_seat, tell_turning
from ..table.wire import Said
from .noted import MoveNote, PositionChances, note_of
from .reviewing import OpenGame, open_game


class ReviewFound(Struct, frozen=True, forbid_unknown_fields=True):
    """All that was found of a game."""

    sketch: list[PositionChances]
    chances: list[PositionChances]
    notes: list[MoveNote]


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
    """The sum of what was found. Before the graph is settled, turning points are those so far. `seats` tells luck and
    skill of each, once all moves are judged, `how` what moves are judged by."""

    settled: bool
    points: list[TurningPoint]
    first: list[int]  # the moves that should come before the others
    seats: list[list[Said]]
    cards: Said
    how: Said
    over: bool
    drawn: GraphPicture


class Found:
    """What was found of a game, put in order."""

    def __init__(self, game: OpenGame, found: ReviewFound) -> None:
        self.game, self.found = game, found
        self.settled = {one.ply for one in found.chances}
        known = {one.ply: one for one in [*found.sketch, *found.chances]}
        self.positions = [known[ply] for ply in game.plies if ply in known]
        if not self.positions:
            raise Malformed("wire.shape", text="no chances")
        self.moves = {one.ply: one for one in found.notes}

    @cached_property
    def notes(self) -> list[Note]:
        """A note of every move before which the chances are known; some may not be judged yet."""
        return self._between(self.positions)

    def _between(self, positions: Sequence[PositionChances]) -> list[Note]:
        known = [SeatChances(one.chances, one.errors) for one in positions]
        pairs = zip(known, [*known[1:], known[-1]], strict=True)
        return [self._note(move).between(*pair) for move, pair in zip(self.game.moves, pairs, strict=False)]

    def _note(self, move: Decision) -> Note:
        one = self.moves.get(move.ply.number)
        return note_of(one) if one else unjudged(self.game.record, move)

    @property
    def rough(self) -> set[int]:
        """Which of the positions, numbered from the first on, were not searched."""
        return {n for n, one in enumerate(self.positions) if one.ply not in self.settled}

    @cached_property
    def searched(self) -> list[int]:
        """The moves of which the chances before and after were searched."""
        return [ply for ply, then in pairwise(self.game.plies) if {ply, then} <= self.settled]

    def promising(self) -> list[int]:
        """Where the rough graph changes most, as long as one of these moves was not searched."""
        if len(self.found.sketch) < len(self.game.plies):
            return []
        plies = [note.ply for note in account.promising(self._between(self.found.sketch))]
        return [] if set(plies) <= set(self.searched) else plies

    def turning(self) -> tuple[Note, ...]:
        """Turning points among the moves that were searched; none before that is done where they may be."""
        whole = len(self.positions) == len(self.game.plies)
        return account.turning_points(self.notes, self.searched) if whole and not self.promising() else ()


def sum_up(text: str, found: ReviewFound, language: str, narrow: bool) -> ReviewSummary:
    """The sum of what was found, and its picture in a language."""
    game = open_game(text)
    record, names, known = game.record, game.record.names, Found(game, found)
    summary = account.summary(known.notes)._replace(turning=known.turning())
    return ReviewSummary(
        settled=not known.rough and len(known.positions) == len(game.plies),
        points=[TurningPoint(note.ply, tell_turning(note, names)) for note in summary.turning],
        first=known.promising() or [note.ply for note in summary.turning],
        seats=[tell_seat(seat, names[seat.seat]) for seat in summary.seats],
        cards=tell_cards(summary),
        how=tell_how(record.rules),
        over=bool(record.rules.over(final(record))),
        drawn=_drawn(known, summary, language, form_of(record, known.notes, narrow)),
    )


def form_of(record: Record, notes: Sequence[Note], narrow: bool) -> Form:
    if not narrow:
        return WIDE
    return NARROW if notes[-1].round or len(sheet(record)) > 1 else SHORT


def _drawn(known: Found, summary: account.GameSummary, language: str, form: Form) -> GraphPicture:
    record, notes, many = known.game.record, known.notes, len(known.game.moves)
    tall = height(form, len(record.seats))
    return GraphPicture(
        svg=graph(record, notes, summary, language, form, moves=many, rough=known.rough),
        left=form.left / form.width,
        right=form.right / form.width,
        top=form.top / tall,
        bottom=form.bottom / tall,
        heads=[x / form.width for x in heads(notes, summary, form, many)],
    )
