"""How does each house rule and deck change the game? Each against the plain game, on the same deals."""

from collections.abc import Callable
from math import nan

from ..core.story import game_title
from ..games.contract import GameType
from ..sim.summary import Mean
from ..words import Line, both, figure, line
from . import measures as m
from .answer import Answer, Cell, Inquiry
from .figures import field
from .part import Column, Variant, given, lab_of
from .setting import Setting
from .style import INK, SMALL, SOFT, Panel, Sheet
from .tally import Measure, Tally, clear, difference, lead

STRONG_BOT, WEAK_BOT = "luna", "bella"
NAMED = 2  # rules that a finding names, where more are about as far
PLAIN = Variant("lab.rules.plain")


def general(players: int) -> list[Column]:
    """The measures that every game has; the first and `skill` make the finding."""
    return [turns_column(m.turns), starter_column(players), SKILL]


def turns_column(of: Measure) -> Column:
    most = ("lab.rules.most_turns", "lab.rules.near_turns")
    return Column("lab.rules.turns", of, 1, 1, "lab.rules.turns_unit", head="lab.rules.turns_head", most=most)


def starter_column(players: int) -> Column:
    edge = m.edge(0, players)
    return Column("lab.rules.starter", edge, 100, 1, "lab.rules.percent_unit", head="lab.rules.starter_head")


SKILL = Column(
    "lab.rules.skill", m.won(0), 100, 1, "lab.rules.percent_unit", mixed=True, head="lab.rules.skill_head",
    most=("lab.rules.most_skill", "lab.rules.near_skill"),
)  # fmt: skip


def columns_of(game: GameType, players: int) -> list[Column]:
    """The first and `skill` make the finding; the first four are drawn."""
    columns = lab_of(game).columns
    return list(columns(players) if columns else general(players))


def settings(ask: Inquiry) -> list[Setting]:
    """For the plain game and each variant two tables: equals, and one strong player among weak ones."""
    n, variants = ask.table(), given(lab_of(ask.rules).variants, ask.rules, ask.question)
    strong, *weak = ask.bots or (STRONG_BOT, WEAK_BOT)
    return [
        ask.setting(n, bots, variant.copies, variant.options)
        for variant in (PLAIN, *variants)
        for bots in ((strong,), (strong, *(weak or [WEAK_BOT])))
    ]


Changes = dict[str, dict[str, Mean]]  # by variant and measure
Lead = Callable[[Column, str, str], Mean]


class Tables:
    """The plain game and each variant, at both tables."""

    def __init__(self, game: GameType, tallies: list[Tally]) -> None:
        self.keys = [one.key for one in (PLAIN, *lab_of(game).variants)]
        self.tables = {key: tallies[2 * n : 2 * n + 2] for n, key in enumerate(self.keys)}
        self.columns = columns_of(game, tallies[0].players)
        self.plain = {one.key: self.mean(PLAIN.key, one) for one in self.columns}
        self.changes: Changes = {key: self._changed(key) for key in self.keys[1:]}

    def mean(self, key: str, one: Column) -> Mean:
        return self.tables[key][one.mixed].mean(one.of)

    def _changed(self, key: str) -> dict[str, Mean]:
        plain, other = self.tables[PLAIN.key], self.tables[key]
        return {one.key: difference(other[one.mixed], plain[one.mixed], one.of) for one in self.columns}

    def lead(self, one: Column, first: str, second: str) -> Mean:
        """How much farther from the plain game the first variant is than the second."""
        a, b, plain = (self.tables[key][one.mixed] for key in (first, second, PLAIN.key))
        return lead(a, b, plain, one.of)

    def rows(self) -> list[list[Cell]]:
        first: list[Cell] = [line(PLAIN.key), *(one.spread(self.plain[one.key]) for one in self.columns)]
        return [first] + [
            [line(key), *(one.spread(means[one.key], sign=True) for one in self.columns)]
            for key, means in self.changes.items()
        ]

    def lines(self) -> list[list[object]]:
        changes = {PLAIN.key: {one.key: Mean(nan, nan) for one in self.columns}, **self.changes}
        return [
            [field(key), field(one.key), *one.pair(self.mean(key, one)), *one.pair(means[one.key])]
            for key, means in changes.items()
            for one in self.columns
        ]


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    tables = Tables(ask.rules, tallies)
    strong, weak = (line(f"level.{name}") for name in (tallies[1].setting.bots[0], tallies[1].setting.bots[-1]))
    return Answer(
        finding=finding(ask.game, tables.changes, tables.columns, tables.lead),
        who=line("lab.rules.who", players=tallies[0].players, strong=strong, weak=weak),
        headings=[line("lab.rules.variant"), *(line(one.key) for one in tables.columns)],
        rows=tables.rows(),
        fields=["variant", "measure", "value", "error", "difference", "difference_error"],
        lines=tables.lines(),
        draw=lambda sheet: draw(sheet, tables),
        legend=line("lab.legend.clear"),
        notes=[line("lab.rules.note", strong=strong, weak=weak)],
    )


def finding(game: str, found: Changes, columns: list[Column], lead: Lead) -> Line:
    """The rule that changes the game most, and the one that changes the worth of skill most."""
    first, _, skill = columns[:3]
    said = [most for one in (first, skill) if (most := _most(found, one, lead))]
    title = game_title(game)
    if len(said) == 2:
        return line("lab.two", game=title, first=said[0], then=said[1])
    return line("lab.rules.found", game=title, told=said[0]) if said else line("lab.rules.none", game=title)


def _most(found: Changes, one: Column, lead: Lead) -> Line | None:
    """The greatest change of a measure, if any is clear; with those that may be greater yet."""
    there = {key: means[one.key] for key, means in found.items() if clear(means[one.key], len(found))}
    if not there:
        return None
    first, *rest = sorted(there, key=lambda key: -abs(there[key].value))
    near = [key for key in rest if not clear(lead(one, first, key), len(rest))]
    alone, several = one.most
    changes = {key: one.change(there[key]) for key in (first, *near)}
    if not near:
        return line(alone, rule=line(first), change=changes[first])
    said = [line("lab.rules.near", rule=line(key), change=changes[key]) for key in list(changes)[:NAMED]]
    return line(several, told=both([*said, line("lab.rules.others")] if len(near) >= NAMED else said))


def draw(sheet: Sheet, tables: Tables) -> None:
    """One row per rule, one panel per measure; 0 is the plain game."""
    found, drawn = tables.changes, tables.columns[:4]
    panels = sheet.panels(*[1] * len(drawn), head=0.085, between=0.2, left=0.215)
    for panel, one in zip(panels, drawn, strict=True):
        _panel(panel, one, tables.plain[one.key], {key: means[one.key] for key, means in found.items()})
        panel.axes.set_yticks([])
    panels[0].axes.set_yticks(range(len(found)), [sheet.say(line(key)) for key in found], size=10.5)


def _panel(panel: Panel, one: Column, plain: Mean, found: dict[str, Mean]) -> None:
    axes = panel.axes
    axes.grid(axis="y", visible=False)
    for y, mean in enumerate(found.values()):
        if mean.value == mean.value:
            panel.dot(one.scale * mean.value, y, one.scale * mean.error, clear(mean, len(found)), across=True)
    axes.axvline(0, color=INK, lw=1.2)
    axes.set_ylim(len(found) - 0.5, -0.5)
    low, high = axes.get_xlim()
    axes.set_xlim(low - 0.06 * (high - low), high + 0.06 * (high - low))
    axes.locator_params(axis="x", nbins=5, steps=[1, 2, 5, 10])
    panel.signed(axes.xaxis)
    axes.tick_params(axis="x", labelsize=9)
    axes.set_title(panel.say(line(one.head)), size=11, pad=22)
    now = line("lab.rules.now", value=_now(one, plain))
    panel.note(now, (0, 1), (0, 8), size=SMALL, color=SOFT, va="baseline", coords="axes fraction")
    axes.set_xlabel(panel.say(line(one.unit)), size=10, labelpad=6)


def _now(one: Column, plain: Mean) -> Line | str:
    if one.key == "lab.rules.starter":
        return figure(plain.value * one.scale, one.digits, sign=True)
    value = figure(plain.value * one.scale, one.digits)
    return line("lab.percent", value=value) if one.scale == 100 else value
