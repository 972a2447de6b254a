"""Which sums come up how often, and how often is the answer ten?"""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING

from ..core.story import game_title
from ..games.contract import GameType
from ..sim.summary import Mean
from ..words import Line, line
from .answer import Answer, Inquiry, LabQuestion
from .figures import figure, pair, percent
from .measures import sum_of
from .part import Sum, SumTable, given, lab_of
from .setting import Setting
from .style import INK, PALE, STRONG, heat, on_shade
from .tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

    from .style import Sheet

TOP = 10  # sums in the table
PLAYERS = 4
TEN = 10  # the answer that is framed
LITTLE = 0.05  # percent: less is left blank


def sums_of(game: GameType) -> SumTable:
    return given(lab_of(game).sums, game, "sums")


def settings(ask: Inquiry) -> list[Setting]:
    sums_of(ask.rules)
    return [ask.setting(ask.table(PLAYERS))]


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    (tally,) = tallies
    table = sums_of(ask.rules)
    said = {one: tally.share(sum_of([one.place], table.whole)) for one in table.sums}
    called = {number: tally.share(sum_of(places, table.whole)) for number, places in table.answers.items()}
    order = sorted(said, key=lambda one: -said[one].value)
    lines: list[list[object]] = [
        ["sum", one.text(), one.a, one.sign, one.b, one.answer, *pair(said[one], 100)] for one in order
    ]
    lines += [["answer", str(number), "", "", "", number, *pair(mean, 100)] for number, mean in called.items()]
    return Answer(
        finding=finding(ask.game, called[TEN], order[0], said[order[0]]),
        who=ask.who([tally.setting.players]),
        headings=[line("lab.sums.sum"), line(f"lab.sums.share_{ask.game}")],
        rows=[[one.text(), percent(said[one], 2)] for one in order[:TOP]],
        fields=["what", "text", "a", "sign", "b", "answer", "percent", "error"],
        lines=lines,
        draw=lambda sheet: draw(sheet, ask.rules, said, called),
        legend=line("lab.legend.bars"),
        notes=[table.note(tally)],
    )


def finding(game: str, ten: Mean, top: Sum, share: Mean) -> Line:
    said = {"ten": figure(100 * ten.value), "sum": top.text(), "share": figure(100 * share.value)}
    return line(f"lab.sums.finding_{game}", game=game_title(game), **said)


def draw(sheet: "Sheet", rules: GameType, said: dict[Sum, Mean], called: dict[int, Mean]) -> None:
    shares = {(one.sign, one.a, one.b): 100 * mean.value for one, mean in said.items()}
    table, game, most = sums_of(rules), rules.name, max(shares.values())
    plus, minus, bars = sheet.panels(*table.widths, head=0.05, between=table.between, left=0.08)
    rows = sorted({one.a for one in said}, reverse=True)
    for axes, sign in ((plus, "+"), (minus, "−")):
        _table(sheet, axes, {key: share for key, share in shares.items() if key[0] == sign}, rows, most)
    sheet.name(plus, line(f"lab.sums.card_{game}"), line(f"lab.sums.before_{game}"), line(f"lab.sums.plus_{game}"))
    sheet.name(minus, None, None, line(f"lab.sums.minus_{game}"))
    _bars(sheet, bars, called)
    sheet.name(bars, line(f"lab.sums.share_{game}"), None, line(f"lab.sums.answers_{game}"))


def _table(
    sheet: "Sheet", axes: "Axes", shares: dict[tuple[str, int, int], float], rows: Sequence[int], most: float
) -> None:
    """A heat map: what was there before goes up, the card across; what makes ten is framed."""
    sign, columns = next(iter(shares))[0], sorted({b for _, _, b in shares})
    cells = [[shares.get((sign, a, b), nan) for b in columns] for a in rows]
    heat(axes, cells, most)
    small = len(columns) * len(rows) > 60
    for y, a in enumerate(rows):
        for x, b in enumerate(columns):
            value = shares.get((sign, a, b), nan)
            if value >= LITTLE:
                size, colour = 8.5 if small else 9, on_shade(value, most)
                axes.text(x, y, sheet.say(figure(value)), ha="center", va="center", size=size, color=colour)
            if value == value and (a + b if sign == "+" else a - b) == TEN:
                axes.add_patch(_frame(x, y))
    axes.set_xticks(range(len(columns)), [str(b) for b in columns])
    axes.set_yticks(range(len(rows)), [str(a) for a in rows])


def _frame(x: int, y: int) -> "Rectangle":
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, ec=INK, lw=1.8, zorder=5, clip_on=False)


def _bars(sheet: "Sheet", axes: "Axes", called: dict[int, Mean]) -> None:
    numbers = list(called)
    values = [100 * called[number].value for number in numbers]
    colours = [STRONG if number == TEN else PALE for number in numbers]
    axes.barh(numbers, values, color=colours, height=0.72, xerr=[100 * called[number].error for number in numbers],
              error_kw={"ecolor": INK, "elinewidth": 1, "capsize": 2})  # fmt: skip
    axes.grid(axis="y", visible=False)
    axes.set_yticks(numbers, [str(number) for number in numbers], size=9.5)
    ten = values[numbers.index(TEN)]
    said = sheet.say(line("lab.percent", value=figure(ten)))
    axes.annotate(said, (ten, TEN), (6, 0), textcoords="offset points", va="center", weight="bold")
    axes.set_xlim(0, 1.22 * max(values))


QUESTION = LabQuestion("lab.sums", settings, answer)
