"""How long does a game take, by number of players?"""

from typing import cast

from ..core.story import game_title
from ..words import Line, figure, line
from .answer import Answer, Cell, Inquiry
from .figures import pair, spread
from .measures import turns
from .style import INK, PALE, QUIET, SMALL, STRONG, Panel, Sheet
from .tally import Tally, clear, difference

PARTS = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9
CUTS = [f"turns_{round(100 * part)}_percent" for part in PARTS]
FIELDS = ["players", "turns", "turns_error", *CUTS, "seconds_a_turn", "minutes", "games"]
HEADINGS = ("lab.players", "lab.turns", "lab.length.spread", "lab.length.each", "lab.length.minutes")
HARDLY = 0.05  # a part of the length that nobody would notice


def minutes(turns: float, seconds: float) -> str:
    return str(round(turns * seconds / 60))


def finding(ask: Inquiry, tallies: list[Tally]) -> Line:
    game, seconds = game_title(ask.game), ask.seconds
    few, many = tallies[0], tallies[-1]
    a, b = few.quantile(MIDDLE), many.quantile(MIDDLE)
    if len({tally.quantile(part) for tally in tallies for part in PARTS}) == 1:
        return line("lab.length.fixed", game=game, turns=a, minutes=minutes(a, seconds))
    if few is many:
        low, high = few.quantile(LOW), few.quantile(HIGH)
        said = {"players": few.players, "turns": a, "low": low, "high": high}
        return line("lab.length.one", game=game, minutes=minutes(a, seconds), **said)
    differ = difference(many, few, turns)
    kind = "lab.length.longer" if differ.value > 0 else "lab.length.shorter"
    if not clear(differ) or abs(differ.value) < HARDLY * a:
        kind = "lab.length.same"
    said = {"few": few.players, "many": many.players, "less": a, "more": b}
    return line(kind, game=game, minutes=minutes(a, seconds), then=minutes(b, seconds), **said)


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    return Answer(
        finding=finding(ask, tallies),
        who=ask.who([tally.players for tally in tallies]),
        headings=[line(key) for key in HEADINGS],
        rows=[_row(tally, ask.seconds) for tally in tallies],
        fields=FIELDS,
        lines=[_line(tally, ask.seconds) for tally in tallies],
        draw=lambda sheet: draw(sheet, tallies, ask.seconds),
        notes=[line("lab.length.note", seconds=figure(ask.seconds, 0))],
    )


def _row(tally: Tally, seconds: float) -> list[Cell]:
    low, middle, high = (tally.quantile(part) for part in (LOW, MIDDLE, HIGH))
    n, mean = tally.players, tally.mean(turns)
    span = f"{low} · {middle} · {high}"
    return [n, spread(mean), span, figure(mean.value / n), f"{minutes(low, seconds)}–{minutes(high, seconds)}"]


def _line(tally: Tally, seconds: float) -> list[object]:
    mean = tally.mean(turns)
    cut = [tally.quantile(part) for part in PARTS]
    spent = round(mean.value * seconds / 60, 2)
    return [tally.players, *pair(mean), *cut, seconds, spent, tally.games]


def draw(sheet: Sheet, tallies: list[Tally], seconds: float) -> None:
    whole, each = sheet.panels(1.25, 1, head=0.05, between=0.42)
    _boxes(whole, tallies, shared=False)
    _clock(whole, seconds)
    whole.name(line("lab.players_axis"), line("lab.turns"), line("lab.length.whole"))
    if tallies[0].quantile(LOW) != tallies[0].quantile(HIGH):
        axes, boxes = whole.axes, whole.say(line("lab.length.boxes"))
        axes.set_ylim(0, 1.2 * axes.get_ylim()[1])
        axes.text(0.02, 0.98, boxes, transform=axes.transAxes, va="top", size=SMALL, color=INK)
    _boxes(each, tallies, shared=True)
    each.name(line("lab.players_axis"), line("lab.length.each_axis"), line("lab.length.each_head"))


def _clock(panel: Panel, seconds: float) -> None:
    """The same axis in minutes, on the other side."""
    clock = panel.axes.secondary_yaxis(
        "right",
        functions=(
            lambda turns: cast(float, turns) * seconds / 60,
            lambda minutes: cast(float, minutes) * 60 / seconds,
        ),
    )
    clock.locator_params(axis="y", integer=True)
    clock.spines["right"].set_visible(True)
    clock.set_ylabel(panel.say(line("lab.length.clock", seconds=figure(seconds, 0))), labelpad=8)


def _boxes(panel: Panel, tallies: list[Tally], shared: bool) -> None:
    """For each number of players: eight games in ten, half of the games, the one in the middle."""
    axes = panel.axes
    axes.grid(axis="x", visible=False)
    for x, tally in enumerate(tallies):
        unit = tally.players if shared else 1
        cut = {part: tally.quantile(part) / unit for part in PARTS}
        axes.plot([x, x], [cut[LOW], cut[HIGH]], color=PALE, lw=12, solid_capstyle="butt", zorder=2)
        axes.plot([x, x], [cut[0.25], cut[0.75]], color=QUIET, lw=12, solid_capstyle="butt", zorder=3)
        axes.plot([x], [cut[MIDDLE]], "o", ms=8, color=STRONG, mec="white", mew=1, zorder=4)
        panel.note(f"{cut[MIDDLE]:.0f}", (x, cut[MIDDLE]), (10, 0), size=10.5, bold=True)
    axes.set_xticks(range(len(tallies)), [str(tally.players) for tally in tallies])
    axes.set_xlim(-0.5, len(tallies) - 0.2)
    axes.set_ylim(0, 1.08 * axes.get_ylim()[1])
