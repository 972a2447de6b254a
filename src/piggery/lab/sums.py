"""Which sums come up how often, and how often is the answer ten?"""

from math import nan

from ..core.story import game_title
from ..games.contract import GameType
from ..sim.summary import Mean
from ..words import Line, figure, line
from .answer import Answer, Inquiry
from .figures import pair, percent
from .measures import sum_of
from .part import Sum, SumTable, given, lab_of
from .setting import Setting
from .style import PALE, STRONG, Panel, Sheet
from .tally import Tally

TOP = 10  # sums in the table
TEN = 10  # the answer that is framed
LITTLE = 0.05  # percent: less is left blank


def sums_of(game: GameType) -> SumTable:
    return given(lab_of(game).sums, game, "sums")


def settings(ask: Inquiry) -> list[Setting]:
    sums_of(ask.rules)
    return [ask.setting(ask.table())]


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
        who=ask.who([tally.players]),
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


def draw(sheet: Sheet, rules: GameType, said: dict[Sum, Mean], called: dict[int, Mean]) -> None:
    """A table for each sign, what was there before up and the card across; and the answers."""
    table, game = sums_of(rules), rules.name
    plus, minus, bars = sheet.panels(*table.widths, head=0.05, between=table.between, left=0.08)
    rows, most = sorted({one.a for one in said}, reverse=True), max(100 * mean.value for mean in said.values())
    for panel, sign in ((plus, "+"), (minus, "−")):
        _table(panel, {one: 100 * mean.value for one, mean in said.items() if one.sign == sign}, rows, most)
    plus.name(line(f"lab.sums.card_{game}"), line(f"lab.sums.before_{game}"), line(f"lab.sums.plus_{game}"))
    minus.name(None, None, line(f"lab.sums.minus_{game}"))
    _bars(bars, called)
    bars.name(line(f"lab.sums.share_{game}"), None, line(f"lab.sums.answers_{game}"))


def _table(panel: Panel, found: dict[Sum, float], rows: list[int], most: float) -> None:
    """A heat map; what makes ten is framed."""
    columns = sorted({one.b for one in found})
    shares = {(one.a, one.b): share for one, share in found.items()}
    cells = [[shares.get((a, b), nan) for b in columns] for a in rows]
    said = [[figure(share) if share >= LITTLE else "" for share in row] for row in cells]
    panel.heat(cells, said, most, 8.5 if len(columns) * len(rows) > 60 else 9)
    tens = {one.a: one.b for one in found if one.answer == TEN}
    for a in (a for a in rows if a in tens):
        panel.frame(columns.index(tens[a]), rows.index(a))
    panel.axes.set_xticks(range(len(columns)), [str(b) for b in columns])
    panel.axes.set_yticks(range(len(rows)), [str(a) for a in rows])


def _bars(panel: Panel, called: dict[int, Mean]) -> None:
    ten, most = (100 * share for share in (called[TEN].value, max(mean.value for mean in called.values())))
    panel.bars(list(called), list(called.values()), 0.72, [STRONG if number == TEN else PALE for number in called])
    panel.axes.grid(axis="y", visible=False)
    panel.axes.set_yticks(list(called), [str(number) for number in called], size=9.5)
    panel.note(line("lab.percent", value=figure(ten)), (ten, TEN), (6, 0), bold=True)
    panel.axes.set_xlim(0, 1.22 * most)
