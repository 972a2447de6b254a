"""Two settings against each other, on the same deals: whatever somebody wants to compare."""

from ..core.story import game_title
from ..sim.summary import Mean
from ..words import Line, both, line
from . import measures as m
from .answer import PLAYERS, Answer, Cell, Inquiry, Side
from .figures import field, grouped
from .house import starter_column
from .part import Column, lab_of
from .setting import Setting
from .style import INK, Panel, Sheet
from .tally import Tally, clear, difference

LONGEST = 3  # differences that the finding names
LEAST_ERROR = 1e-9


def setting(ask: Inquiry, side: Side) -> Setting:
    """A side; where it does not say, as asked for both, or as usual."""
    bots = side.bots or ask.line_up
    players = side.players or ask.table(max(PLAYERS, len(bots)))
    return ask.setting(players, bots, side.copies, side.options)


def settings(ask: Inquiry) -> list[Setting]:
    return [setting(ask, ask.a), setting(ask, ask.b)]


def shown(one: Setting, other: Setting) -> list[Column]:
    """The measures of a setting, against another; what a bot wins only where there are bots to tell apart."""
    apart = one.seatings > 1 or other.seatings > 1 or one.bots[0] != other.bots[0]
    return [
        Column("lab.turns", m.turns),
        starter_column(one.players),
        *([Column("lab.compare.first", m.won(0), 100)] if apart else []),
        Column("lab.compare.score", m.score(one.players), 1, 2),
        *lab_of(one.rules).compared,
    ]


def finding(ask: Inquiry, found: list[tuple[Column, Mean]], games: int) -> Line:
    there = [(one, mean) for one, mean in found if mean.value == mean.value and clear(mean, len(found))]
    said = {"a": label(ask.a.text), "b": label(ask.b.text), "game": game_title(ask.game)}
    if not there:
        return line("lab.compare.none", games=grouped(games), **said)
    strongest = sorted(there, key=lambda one: -abs(one[1].value) / (one[1].error or LEAST_ERROR))[:LONGEST]
    told = [line("lab.compare.more", what=line(one.key), change=one.change(mean)) for one, mean in strongest]
    return line("lab.compare.found", told=both(told), **said)


def label(text: str) -> Line | str:
    return " ".join(text.split()) or line("lab.rules.plain")


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    a, b = tallies
    rows: list[list[Cell]] = []
    lines: list[list[object]] = []
    found: list[tuple[Column, Mean]] = []
    for one, other in zip(shown(a.setting, b.setting), shown(b.setting, a.setting), strict=True):
        first, second, more = a.mean(one.of), b.mean(other.of), difference(a, b, one.of, other.of)
        rows.append([line(one.key), one.spread(first), one.spread(second), one.spread(more, sign=True)])
        lines.append([field(one.key), *one.pair(first), *one.pair(second), *one.pair(more)])
        found.append((one, more))
    return Answer(
        finding=finding(ask, found, a.games),
        who=_who(ask, a.setting, b.setting),
        headings=[line("lab.measure"), line("lab.compare.a"), line("lab.compare.b"), line("lab.compare.difference")],
        rows=rows,
        fields=["measure", "a", "a_error", "b", "b_error", "difference", "difference_error"],
        lines=lines,
        draw=lambda sheet: draw(sheet, found),
        legend=line("lab.legend.clear"),
        notes=[line("lab.compare.note", a=label(ask.a.text), b=label(ask.b.text))],
    )


def _who(ask: Inquiry, a: Setting, b: Setting) -> Line:
    said = [
        line("lab.who", players=one.players, bots=[line(f"level.{name}") for name in dict.fromkeys(one.bots)])
        for one in (a, b)
    ]
    return said[0] if a.bots == b.bots else line("lab.compare.who", a=said[0], b=said[1])


def draw(sheet: Sheet, found: list[tuple[Column, Mean]]) -> None:
    """One strip per measure, each on a scale of its own; 0 is no difference."""
    there = [(one, mean) for one, mean in found if mean.value == mean.value]
    room = {"left": 0.36, "right": 0.8, "bottom": sheet.bottom, "top": sheet.top - 0.03, "hspace": 0.55}
    grid = sheet.figure.add_gridspec(len(there), 1, **room)
    for row, (one, mean) in enumerate(there):
        _strip(Panel(sheet.figure.add_subplot(grid[row, 0]), sheet.say), one, mean, clear(mean, len(found)))
    sheet.figure.text(0.58, sheet.bottom - 0.058, sheet.say(line("lab.compare.axis")), ha="center", va="top", size=11)


def _strip(panel: Panel, one: Column, mean: Mean, found: bool) -> None:
    value, error = mean.value * one.scale, mean.error * one.scale
    panel.dot(value, 0, error, found, across=True)
    axes = panel.axes
    axes.axvline(0, color=INK, lw=1.2)
    reach = 1.25 * (abs(value) + error) or 1
    axes.set_xlim(-reach, reach)
    axes.set_ylim(-1, 1)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(labelsize=9)
    panel.signed(axes.xaxis)
    panel.note(line(one.key), (0, 0.5), (-12, 0), size=11.5, ha="right", coords="axes fraction")
    panel.note(one.spread(mean, sign=True), (1, 0.5), (12, 0), size=11.5, bold=found, coords="axes fraction")
