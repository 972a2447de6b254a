"""Luck or skill? Every level that chooses at once against every other, on the same deals."""

from itertools import pairwise
from math import comb, nan

from ..bots.minds import minds_of
from ..bots.quick import quick_names
from ..core.story import game_title
from ..errors import BadOption
from ..sim.summary import Mean
from ..words import NOTHING, Line, figure, line
from .answer import Answer, Inquiry
from .figures import pair, part, percent
from .measures import won
from .setting import Setting
from .style import INK, Panel, Sheet
from .tally import Tally, clear

Matrix = dict[tuple[str, str], Mean]
SURE = 0.95
PATIENCE = 9999  # games


def names(ask: Inquiry) -> list[str]:
    """The bots that meet, the weakest first."""
    usual = [name for name in quick_names(ask.rules) if name != "greedy" or not minds_of(ask.rules).levels]
    found = list(dict.fromkeys(ask.bots or usual))
    if len(found) < 2:
        raise BadOption("lab.few")
    return found


def settings(ask: Inquiry) -> list[Setting]:
    """One against one; at a larger table one against as many of the other as there is room for, both ways round."""
    n = ask.table(2)
    found = names(ask)
    return [
        ask.setting(n, (b, a)) for i, a in enumerate(found) for j, b in enumerate(found) if i < j or (n > 2 and i != j)
    ]


def matrix(tallies: list[Tally]) -> Matrix:
    """The share that the first wins against the second."""
    found: Matrix = {}
    for tally in tallies:
        a, b = tally.setting.bots[:2]
        found[a, b] = tally.share(won(0))
        if tally.players == 2:
            found[b, a] = Mean(1 - found[a, b].value, found[a, b].error)
    return found


def games_to_tell(chance: float) -> int | None:
    """After how many games the better of two is ahead with 95 %; nothing where that takes an evening a year."""
    if chance <= 0.5:
        return None
    n = 1
    while _ahead(n, chance) < SURE:
        n += 2 if n < 99 else 2 * (n // 40)
        if n > PATIENCE:
            return None
    return n


def _ahead(games: int, chance: float) -> float:
    """The chance to win more than half of an odd number of games."""
    if games > 500:
        from statistics import NormalDist

        spread = (games * chance * (1 - chance)) ** 0.5
        return 1 - NormalDist(games * chance, spread).cdf(games / 2)
    return sum(
        comb(games, won) * chance**won * (1 - chance) ** (games - won) for won in range(games // 2 + 1, games + 1)
    )


def finding(ask: Inquiry, found: Matrix, order: list[str]) -> Line:
    fair = 1 / ask.table(2)
    steps = [found[b, a] for a, b in pairwise(order)]
    top = found[order[-1], order[0]]
    said = {"game": game_title(ask.game), "best": line(f"level.{order[-1]}"), "worst": line(f"level.{order[0]}")}
    if not clear(Mean(top.value - fair, top.error)):
        return line("lab.skill.none", error=figure(100 * top.error), **said)
    low, high = min(step.value for step in steps), max(step.value for step in steps)
    ends = {"low": figure(100 * low, 0), "high": figure(100 * high, 0), "top": part(top.value)}
    if len(steps) == 1:
        return line("lab.skill.two", error=figure(100 * top.error), **said, top=figure(100 * top.value))
    each = all(step.value > fair and clear(Mean(step.value - fair, step.error), len(steps)) for step in steps)
    return line("lab.skill.each" if each else "lab.skill.some", **said, **ends)


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    n, order, found = ask.table(2), names(ask), matrix(tallies)
    steps = [(b, a) for a, b in pairwise(order)]
    if len(order) > 2:
        steps.append((order[-1], order[0]))
    rows = [
        [line("lab.skill.pair", one=line(f"level.{b}"), other=line(f"level.{a}")), percent(found[b, a]),
         (games_to_tell(found[b, a].value) or NOTHING) if n == 2 else NOTHING]
        for b, a in steps
    ]  # fmt: skip
    return Answer(
        finding=finding(ask, found, order),
        who=line("lab.skill.who" if n == 2 else "lab.skill.who_many", players=n),
        headings=[line("lab.skill.match"), line("simulate.wins"), line("lab.skill.until")],
        rows=rows,
        fields=["bot", "against", "players", "wins_percent", "wins_error", "games"],
        lines=[[a, b, n, *pair(mean, 100), tallies[0].games] for (a, b), mean in found.items()],
        draw=lambda sheet: draw(sheet, found, order, 1 / n),
        legend=line("lab.legend.bars"),
        notes=[line("lab.skill.note")] if n == 2 else [],
    )


def draw(sheet: Sheet, found: Matrix, order: list[str], fair: float) -> None:
    """Rows are players, the strongest on top; beside them what each wins against the one below."""
    table, steps = sheet.panels(1.5, 1, head=0.05, between=0.06, left=0.115)
    down = order[::-1]
    cells = [[100 * found[a, b].value if a != b else nan for b in order] for a in down]
    said = [[part(found[a, b].value) if a != b else "" for b in order] for a in down]
    table.heat(cells, said, 100, 12)
    labels = [sheet.say(line(f"level.{name}")) for name in order]
    table.axes.set_xticks(range(len(order)), labels, size=10.5)
    table.axes.set_yticks(range(len(order)), labels[::-1])
    table.name(line("lab.skill.against"), None, line("lab.skill.head"))
    _steps(steps, found, order, fair)


def _steps(panel: Panel, found: Matrix, order: list[str], fair: float) -> None:
    axes = panel.axes
    axes.grid(axis="y", visible=False)
    for y, (b, a) in enumerate(pairwise(order[::-1])):
        mean = found[b, a]
        panel.dot(100 * mean.value, y, 100 * mean.error, across=True)
        low = 100 * (mean.value - mean.error)
        panel.note(percent(mean), (low, y), (-7, 0), size=10, ha="right", paper=True)
    axes.axvline(100 * fair, color=INK, lw=1.2)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_yticks([])
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 100 * fair - 4) - 2, max(high, 100 * fair + 10) + 4)
    panel.name(line("lab.skill.axis"), None, line("lab.skill.steps"))
