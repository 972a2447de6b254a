"""The graph of a review: the chance of every seat, move by move, as an SVG that needs nothing else.

Lines differ by their dashes, not only by their colours, and are named where they end; on a phone, under the picture.
A page gives the colours itself, and the heading.
"""

from collections.abc import Container, Iterable, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

from ..core.record import Record
from ..core.story import game_title
from ..words import Line, say
from .account import GameSummary, errors_after, moved
from .review import Note
from .telling import percent, tell_turning

ROOM = 20  # between two names at the right
LONGEST, BRIEF = 11, 9  # letters of a name, beside the picture and under it
COLUMNS, ROW = 2, 24  # of names under the picture
TIGHT = 26  # between two numbers of turning points
AHEAD = 0.05  # how far a line must lead to be named there, too
BLUR = 0.012  # errors that are smaller than this are not drawn
DASHES = ("", "10 5", "2 4", "14 4 2 4", "6 3", "1 3", "18 5", "8 3 2 3 2 3")
WIDTHS = (2.6, 2.4, 2.8, 2.2, 2.2, 3, 2, 2.2)
MARK = "<!-- piggery review -->"  # so that it is known again as one of ours
SCOPE = ".piggery-graph"  # so that the picture may lie in a page among others
STYLE = (
    "text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif }",
    ".line, .tie { fill: none; stroke-linejoin: round }",
    ".tie { stroke-opacity: .6 }",
    ".rough { stroke-opacity: .4 }",
    ".band { fill-opacity: .13; stroke: none }",
    ".round { stroke-dasharray: 3 5 }",
)
PAINTS = (  # what is painted how, by day and by night; the lines of the seats come last
    (".paper", "fill", "#fffdf9", "#221a1d"),
    (".ink, .badge", "fill", "#33272a", "#f6ecee"),
    (".soft", "fill", "#6b5c60", "#bfb0b4"),
    (".number", "fill", "#fffdf9", "#221a1d"),
    (".grid", "stroke", "#e4dadb", "#43363a"),
    (".round", "stroke", "#a5969a", "#8a7a7f"),
    (".mark", "stroke", "#33272a", "#f6ecee"),
)
INKS = (
    ("#a83a5b", "#1f5f9e", "#2f7a3f", "#8a5a00", "#6a3fa0", "#00757a", "#b0420c", "#555555"),
    ("#ff9db8", "#8cc4ff", "#8fdc9b", "#f2c063", "#c9a8ff", "#6fdcdf", "#ffa273", "#c8c8c8"),
)


class Form(NamedTuple):
    """The size of a picture, the lines at its edges, and what is in it."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    wide: int  # between the names of two rounds
    numbers: int  # under the picture, about
    alone: bool = False  # with its own colours and heading
    narrow: bool = False  # names are under the picture


ALONE = Form(960, 540, left=64, right=744, top=108, bottom=476, wide=84, numbers=12, alone=True)
WIDE = Form(960, 440, left=64, right=744, top=40, bottom=376, wide=84, numbers=12)
NARROW = Form(360, 320, left=54, right=340, top=36, bottom=264, wide=70, numbers=6, narrow=True)
SHORT = NARROW._replace(height=296)  # of a game that has no rounds


class Plot(NamedTuple):
    """Where things lie: points are numbered from the first move's position to the end."""

    points: int
    form: Form

    def x(self, point: float) -> float:
        form = self.form
        return form.left + (form.right - form.left) * point / max(1, self.points - 1)

    def y(self, chance: float) -> float:
        return self.form.top + (self.form.bottom - self.form.top) * (1 - chance)

    def points_text(self, points: Iterable[tuple[int, float]]) -> str:
        return " ".join(f"{self.x(n):.1f},{self.y(chance):.1f}" for n, chance in points)


def graph(
    record: Record, notes: Sequence[Note], summary: GameSummary, language: str = "en", form: Form = ALONE,
    moves: int = 0, rough: Container[int] = (),
) -> str:  # fmt: skip
    """The whole picture; where there are to be more `moves` than notes, with room for them. Lines to and
    from positions that are `rough` are pale: these are numbered from the first on."""
    drawing = Drawing(Plot(max(moves, len(notes)) + 1, form), record.names, notes, summary, language, rough)
    parts = [*drawing.head(game_title(record.rules.name)), *drawing.grid(), *drawing.rounds(), *drawing.bands()]
    parts += [*drawing.lines(), *(drawing.legend() if form.narrow else drawing.labels()), *drawing.marks(), "</svg>"]
    return "\n".join(parts) + "\n"


def height(form: Form, seats: int) -> int:
    """With the names under it."""
    return form.height + (ROW * -(-seats // COLUMNS) if form.narrow else 0)


def heads(notes: Sequence[Note], summary: GameSummary, form: Form, moves: int = 0) -> list[float]:
    """Where the numbers of the turning points stand."""
    plot = Plot(max(moves, len(notes)) + 1, form)
    return spread([plot.x(notes.index(note) + 0.5) for note in summary.turning], TIGHT, form.left, form.right)


def spread(places: Sequence[float], room: float, least: float, most: float) -> list[float]:
    """The places in the same order, but so far apart, and within their limits as far as these reach."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    found = list(places)
    edge = least
    for n in order:
        found[n] = edge = max(found[n], edge)
        edge += room
    edge = most
    for n in reversed(order):
        found[n] = edge = min(found[n], edge)
        edge -= room
    return found


class Drawing(NamedTuple):
    """The parts of one picture, each as lines of SVG."""

    plot: Plot
    names: Sequence[str]
    notes: Sequence[Note]
    summary: GameSummary
    language: str
    rough: Container[int] = ()

    def sentence(self, what: Line | str, **values: object) -> str:
        return escape(say(what, self.language, **values))

    def chances(self, seat: int) -> list[float]:
        """The chance of a seat at every point."""
        return [note.before[seat] for note in self.notes] + [self.notes[-1].after[seat]]

    def score(self, seat: int, longest: int) -> str:
        """The name of a seat, so long at most, and the chance it ends with."""
        return self.sentence("score.line", player=_short(self.names[seat], longest), n=percent(self.chances(seat)[-1]))

    def head(self, game: Line | str) -> Iterable[str]:
        form, title = self.plot.form, self.sentence("review.graph", game=game)
        about = self.sentence("review.graph_rough" if self.rough else "review.graph_about")
        box = f"0 0 {form.width} {height(form, len(self.names))}"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" class="{SCOPE[1:]}" '
            f'aria-labelledby="graph-title graph-about" lang="{self.language}">'
        )
        yield f'<title id="graph-title">{title}</title>'
        yield f'<desc id="graph-about">{about} {self.description()}</desc>'
        if form.alone:
            yield MARK
            yield f"<style>\n{_scoped(STYLE)}\n{_scoped(_paints(night=False))}"
            yield f"@media (prefers-color-scheme: dark) {{\n{_scoped(_paints(night=True))}\n}}\n</style>"
            yield f'<rect class="paper" width="{form.width}" height="{form.height}" rx="12"/>'
            yield _text(form.left - 44, 36, title, "ink", 'font-size="22" font-weight="700"')
            yield _text(form.left - 44, 58, about, "soft", 'font-size="14"')

    def description(self) -> str:
        """The graph in words: where everybody ends, and the turning points."""
        ends = [self.score(seat, len(name)) for seat, name in enumerate(self.names)]
        turning = [self.sentence(what) for note in self.summary.turning for what in tell_turning(note, self.names)]
        return ", ".join(ends) + ". " + " ".join(turning)

    def grid(self) -> Iterable[str]:
        form = self.plot.form
        for quarter in range(5):
            y, said = self.plot.y(quarter / 4), self.sentence(percent(quarter / 4))
            yield f'<line class="grid" x1="{form.left}" x2="{form.right}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield _text(form.left - 8, y + 4, said, "soft", 'font-size="13" text-anchor="end"')
        base, step = form.bottom + 20, _step(self.plot.points, form.numbers)
        for point, note in enumerate(self.notes):
            if note.ply % step == 0:
                yield _text(self.plot.x(point), base, str(note.ply), "soft", _middle(13))
        if not form.narrow:
            yield _text(form.right + 8, base, self.sentence("review.graph_move"), "soft", 'font-size="13"')

    def rounds(self) -> Iterable[str]:
        """Where a round begins, if there are more than one."""
        form, notes = self.plot.form, self.notes
        starts = [n for n, note in enumerate(notes) if n == 0 or note.round > notes[n - 1].round]
        if len(starts) < 2:
            return
        room = min(form.wide, (form.right - form.left) / len(starts))
        labels = spread([self.plot.x(point) for point in starts], room, form.left, form.right - room)
        for point, label in zip(starts, labels, strict=True):
            x, number = self.plot.x(point), notes[point].round + 1
            if point:
                yield f'<line class="round" x1="{x:.1f}" x2="{x:.1f}" y1="{form.top}" y2="{form.bottom}"/>'
            said = self.sentence("review.graph_round", n=number) if room == form.wide else str(number)
            yield _text(label, form.bottom + 44, said, "ink", 'font-size="13" font-weight="600"')

    def bands(self) -> Iterable[str]:
        """How far the chances can be trusted, where that can be seen."""
        for seat in range(len(self.names)):
            errors = [note.errors[seat] for note in self.notes]
            if sum(errors) / len(errors) < BLUR:
                continue
            pairs = list(zip(self.chances(seat), [*errors, errors_after(self.notes)[-1][seat]], strict=True))
            above = [(n, min(1.0, chance + error)) for n, (chance, error) in enumerate(pairs)]
            below = [(n, max(0.0, chance - error)) for n, (chance, error) in enumerate(pairs)]
            yield f'<polygon class="band f{seat}" points="{self.plot.points_text(above + below[::-1])}"/>'

    def lines(self) -> Iterable[str]:
        for seat in range(len(self.names)):
            for pale, points in self._pieces(list(enumerate(self.chances(seat)))):
                kind = f"line rough s{seat}" if pale else f"line s{seat}"
                yield f'<polyline class="{kind}" {_pen(seat)} points="{self.plot.points_text(points)}"/>'

    def _pieces(self, points: Sequence[tuple[int, float]]) -> Iterable[tuple[bool, list[tuple[int, float]]]]:
        """A line, cut where it begins to be pale, or is so no longer."""
        steps = groupby(pairwise(points), key=lambda step: step[0][0] in self.rough or step[1][0] in self.rough)
        for pale, found in steps:
            piece = list(found)
            yield pale, [piece[0][0], *(end for _, end in piece)]

    def labels(self) -> Iterable[str]:
        """A name at the end of each line, moved apart where they would cover each other, and where it led."""
        ends, form = [self.plot.y(chance) for chance in self.notes[-1].after], self.plot.form
        right = self.plot.x(len(self.notes))
        for seat, (end, y) in enumerate(zip(ends, spread(ends, ROOM, form.top, form.bottom), strict=True)):
            tie = f"{right:.1f},{end:.1f} {right + 12:.1f},{y:.1f} {right + 34:.1f},{y:.1f}"
            yield f'<polyline class="tie s{seat}" {_pen(seat)} points="{tie}"/>'
            yield _text(right + 40, y + 5, self.score(seat, LONGEST), f"f{seat}", 'font-size="14" font-weight="600"')
        yield from self.leads()

    def legend(self) -> Iterable[str]:
        """A name to each line, under the picture."""
        room = self.plot.form.width / COLUMNS
        for seat in range(len(self.names)):
            x, y = 10 + room * (seat % COLUMNS), self.plot.form.height + ROW * (seat // COLUMNS) + 6
            yield f'<polyline class="line s{seat}" {_pen(seat)} points="{x:.1f},{y} {x + 26:.1f},{y}"/>'
            yield _text(x + 31, y + 5, self.score(seat, BRIEF), f"f{seat}", 'font-size="13" font-weight="600"')

    def leads(self) -> Iterable[str]:
        """Who did not win is named where the lead was greatest: many lines end together."""
        top = max(self.notes[-1].after)
        for seat, name in enumerate(self.names):
            leads = [_lead(note.before, seat) for note in self.notes]
            if self.notes[-1].after[seat] < top and max(leads) >= AHEAD:
                point = leads.index(max(leads))
                x, y = self.plot.x(point), self.plot.y(self.notes[point].before[seat]) - 9
                yield _text(x, y, escape(_short(name, LONGEST)), f"f{seat}", f'{_middle(14)} font-weight="600"')

    def marks(self) -> Iterable[str]:
        """Numbers over the turning points, and rings where the line turns."""
        top, notes = self.plot.form.top, self.notes
        places = heads(notes, self.summary, self.plot.form, self.plot.points - 1)
        for number, (note, head) in enumerate(zip(self.summary.turning, places, strict=True), 1):
            seat, x = moved(note), self.plot.x(notes.index(note) + 1)
            y = self.plot.y(note.after[seat])
            yield f'<polyline class="tie mark" points="{head:.1f},{top - 8} {x:.1f},{top + 6} {x:.1f},{y - 6:.1f}"/>'
            yield f'<circle class="paper s{seat}" cx="{x:.1f}" cy="{y:.1f}" r="4.5" stroke-width="2"/>'
            yield f'<circle class="badge" cx="{head:.1f}" cy="{top - 14}" r="11"/>'
            yield _text(head, top - 9.5, str(number), "number", 'font-size="13" font-weight="700" text-anchor="middle"')


def _scoped(styles: Iterable[str]) -> str:
    return "\n".join(f"{SCOPE} {style.replace(', .', f', {SCOPE} .')}" for style in styles)


def _paints(night: bool) -> Iterable[str]:
    for place, how, *colours in PAINTS:
        yield f"{place} {{ {how}: {colours[night]} }}"
    for seat, colour in enumerate(INKS[night]):
        yield f".s{seat} {{ stroke: {colour} }}"
        yield f".f{seat} {{ fill: {colour} }}"


def _step(moves: int, numbers: int) -> int:
    """So far apart that about as many numbers as wanted stand under the graph."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if moves <= numbers * step)


def _pen(seat: int) -> str:
    dashes = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    return f'stroke-width="{WIDTHS[seat]}"{dashes}'


def _lead(chances: Sequence[float], seat: int) -> float:
    return chances[seat] - max(chance for other, chance in enumerate(chances) if other != seat)


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _text(x: float, y: float, said: str, kind: str, more: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" {more}>{said}</text>'


def _middle(size: int) -> str:
    return f'font-size="{size}" text-anchor="middle"'
