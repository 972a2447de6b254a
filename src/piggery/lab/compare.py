"""Two settings against each other, on the same deals: whatever somebody wants to compare."""

from typing import NamedTuple

from ..bots.levels import nearest
from ..core.story import game_title
from ..sim.play import seated
from ..sim.summary import Mean
from ..words import Line, both, line
from . import measures as m
from .answer import STRONG, Answer, Cell, Inquiry, LabQuestion, Side
from .figures import change, grouped, pair, spread
from .part import lab_of
from .setting import Setting
from .style import INK, Panel, Sheet
from .tally import Measure, Tally, clear, difference_of

PLAYERS = 4
LONGEST = 3  # differences that the finding names
LEAST_ERROR = 1e-9


class Comparison(NamedTuple):
    key: str
    a: Measure
    b: Measure
    scale: float
    digits: int


def setting(ask: Inquiry, side: Side) -> Setting:
    """What a side does not say is as asked for both, or as usual."""
    bots = side.bots or ask.bots or (nearest(ask.rules, STRONG),)
    players = side.players or ask.table(max(PLAYERS, len(bots)))
    copies, options = {**ask.copies, **side.copies}, {**ask.options, **side.options}
    return Setting(ask.game, tuple(seated(ask.rules, players, bots)), copies, options)


def settings(ask: Inquiry) -> list[Setting]:
    return [setting(ask, ask.a), setting(ask, ask.b)]


def shown(a: Setting, b: Setting) -> list[Comparison]:
    """What is compared; what a bot wins only where there are bots to tell apart."""

    def same(key: str, measure: Measure, scale: float = 1, digits: int = 1) -> Comparison:
        return Comparison(key, measure, measure, scale, digits)

    found = [same("lab.turns", m.turns)]
    found.append(Comparison("lab.rules.starter", m.edge(0, a.players), m.edge(0, b.players), 100, 1))
    if a.seatings > 1 or b.seatings > 1 or a.bots[0] != b.bots[0]:
        found.append(Comparison("lab.compare.first", m.won(0), m.won(0), 100, 1))
    found.append(Comparison("lab.compare.score", m.score(a.players), m.score(b.players), 1, 2))
    return found + [same(one.key, one.of, one.scale, one.digits) for one in lab_of(a.rules).compared]


def finding(ask: Inquiry, found: list[tuple[Comparison, Mean]], games: int) -> Line:
    there = [(one, mean) for one, mean in found if mean.value == mean.value and clear(mean, len(found))]
    said = {"a": label(ask.a.text), "b": label(ask.b.text), "game": game_title(ask.game)}
    if not there:
        return line("lab.compare.none", games=grouped(games), **said)
    strongest = sorted(there, key=lambda one: -abs(one[1].value) / (one[1].error or LEAST_ERROR))[:LONGEST]
    lines = [
        line("lab.compare.more", what=line(one.key), change=change(mean, one.digits, one.scale))
        for one, mean in strongest
    ]
    return line("lab.compare.found", told=both(lines), **said)


def label(text: str) -> Line | str:
    return " ".join(text.split()) or line("lab.rules.plain")


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    a, b = tallies
    columns = shown(a.setting, b.setting)
    found = [(one, difference_of(a, one.a, b, one.b)) for one in columns]
    rows: list[list[Cell]] = [
        [line(one.key), spread(a.mean(one.a), one.digits, one.scale), spread(b.mean(one.b), one.digits, one.scale),
         spread(mean, one.digits, one.scale, sign=True)]
        for one, mean in found
    ]  # fmt: skip
    lines: list[list[object]] = [
        [one.key.rpartition(".")[2], *pair(a.mean(one.a), one.scale), *pair(b.mean(one.b), one.scale),
         *pair(mean, one.scale)]
        for one, mean in found
    ]  # fmt: skip
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


def draw(sheet: Sheet, found: list[tuple[Comparison, Mean]]) -> None:
    """One strip per measure, each on a scale of its own; 0 is no difference."""
    there = [(one, mean) for one, mean in found if mean.value == mean.value]
    room = {"left": 0.36, "right": 0.8, "bottom": sheet.bottom, "top": sheet.top - 0.03, "hspace": 0.55}
    grid = sheet.figure.add_gridspec(len(there), 1, **room)
    for row, (one, mean) in enumerate(there):
        _strip(Panel(sheet.figure.add_subplot(grid[row, 0]), sheet.say), one, mean, clear(mean, len(found)))
    sheet.figure.text(0.58, sheet.bottom - 0.058, sheet.say(line("lab.compare.axis")), ha="center", va="top", size=11)


def _strip(panel: Panel, one: Comparison, mean: Mean, found: bool) -> None:
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
    said = spread(mean, one.digits, one.scale, sign=True)
    panel.note(line(one.key), (0, 0.5), (-12, 0), size=11.5, ha="right", coords="axes fraction")
    panel.note(said, (1, 0.5), (12, 0), size=11.5, bold=found, coords="axes fraction")


QUESTION = LabQuestion("lab.compare", settings, answer)
