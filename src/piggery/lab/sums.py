"""Which sums come up how often, and how often is the answer ten?"""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from ..games.pig10 import counts as pig10
from ..games.pig10.rules import ADD, PIGMAID, SUBTRACT, TEN
from ..games.truie import counts as truie
from ..sim.summary import Mean
from ..words import Line, line
from .answer import Answer, Ask, Question
from .figures import figure, pair, percent
from .measures import MAY_TEN, PAIRS, a_turn, laid, saying, sum_of
from .play import Setting
from .style import INK, PALE, STRONG, heat, on_shade
from .tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Rectangle

    from .style import Sheet

TOP = 10  # sums in the table
PLAYERS = 4
LITTLE = 0.05  # percent: less is left blank


class Sum(NamedTuple):
    """A sum, where it is counted, and what it makes."""

    a: int
    sign: str
    b: int
    at: int

    @property
    def answer(self) -> int:
        return self.a + self.b if self.sign == "+" else self.a - self.b

    def text(self) -> str:
        return f"{self.a} {self.sign} {self.b} = {self.answer}"


def sums(game: str) -> list[Sum]:
    """Every sum that a player can say."""
    if game == "truie":
        plus = [Sum(t, "+", a, truie.ADDED + t * 11 + a) for t in range(1, TEN) for a in range(1, TEN + 1 - t)]
        return plus + [Sum(t, "−", a, truie.TAKEN + t * 11 + a) for t in range(2, TEN + 1) for a in range(1, t)]
    values, cards = range(pig10.VALUES), range(1, pig10.KINDS)
    plus = [Sum(v, "+", c, pig10.sum_at(ADD, v, c)) for v in values for c in cards]
    minus = range(PIGMAID, pig10.VALUES)
    return plus + [Sum(v, "−", PIGMAID, pig10.sum_at(SUBTRACT, v, PIGMAID)) for v in minus]


def answers(game: str) -> dict[int, list[int]]:
    """Where each answer is counted. In Pig 10 every call is one, sum or not."""
    if game == "pig10":
        return {number: saying(number) for number in range(2 * TEN)}
    return {number: [one.at for one in sums(game) if one.answer == number] for number in range(1, TEN + 1)}


def whole(game: str) -> list[int]:
    """What shares are shares of: every call of Pig 10, every sum of truie."""
    return laid(lambda *_: True) if game == "pig10" else [one.at for one in sums(game)]


def settings(ask: Ask) -> list[Setting]:
    return [ask.setting(ask.table(PLAYERS))]


def answer(ask: Ask, tallies: list[Tally]) -> Answer:
    (tally,) = tallies
    every = whole(ask.game)
    said = {one: tally.share(sum_of([one.at], every)) for one in sums(ask.game)}
    called = {number: tally.share(sum_of(places, every)) for number, places in answers(ask.game).items()}
    order = sorted(said, key=lambda one: -said[one].value)
    lines: list[list[object]] = [
        ["sum", one.text(), one.a, one.sign, one.b, one.answer, *pair(said[one], 100)] for one in order
    ]
    lines += [["answer", str(number), "", "", "", number, *pair(mean, 100)] for number, mean in called.items()]
    return Answer(
        finding(ask.game, tally, called[TEN], order[0], said[order[0]]),
        ask.who([tally.setting.players]),
        [line("lab.sums.sum"), line(f"lab.sums.share_{ask.game}")],
        [[one.text(), percent(said[one], 2)] for one in order[:TOP]],
        ["what", "text", "a", "sign", "b", "answer", "percent", "error"],
        lines,
        lambda sheet: draw(sheet, ask.game, said, called),
        line("lab.legend.bars"),
        [_note(ask.game, tally)],
    )


def _note(game: str, tally: Tally) -> Line:
    if game == "pig10":
        return line("lab.sums.note_pig10", percent=percent(tally.share(a_turn([MAY_TEN]))))
    return line("lab.sums.note_truie", percent=percent(tally.share(a_turn(PAIRS))))


def finding(game: str, tally: Tally, ten: Mean, top: Sum, share: Mean) -> Line:
    said = {"ten": figure(100 * ten.value), "sum": top.text(), "share": figure(100 * share.value)}
    return line(f"lab.sums.finding_{game}", game=line(f"{game}.title"), **said)


def draw(sheet: "Sheet", game: str, said: dict[Sum, Mean], called: dict[int, Mean]) -> None:
    shares = {(one.sign, one.a, one.b): 100 * mean.value for one, mean in said.items()}
    most = max(shares.values())
    if game == "pig10":
        plus, minus, bars = sheet.panels(5.2, 0.62, 3.6, head=0.05, between=0.22, left=0.08)
        rows = range(pig10.VALUES - 1, -1, -1)
        _table(sheet, plus, shares, "+", rows, range(1, pig10.KINDS), most)
        _table(sheet, minus, shares, "−", rows, [PIGMAID], most)
    else:
        plus, minus, bars = sheet.panels(3.1, 3.1, 2.4, head=0.05, between=0.2, left=0.08)
        rows = range(TEN, 0, -1)
        _table(sheet, plus, shares, "+", rows, range(1, TEN), most)
        _table(sheet, minus, shares, "−", rows, range(1, TEN), most)
    sheet.name(plus, line(f"lab.sums.card_{game}"), line(f"lab.sums.before_{game}"), line(f"lab.sums.plus_{game}"))
    sheet.name(minus, None, None, line(f"lab.sums.minus_{game}"))
    _bars(sheet, bars, called)
    sheet.name(bars, line(f"lab.sums.share_{game}"), None, line(f"lab.sums.answers_{game}"))


def _table(
    sheet: "Sheet", axes: "Axes", shares: dict[tuple[str, int, int], float], sign: str, rows: Sequence[int],
    columns: Sequence[int], most: float,
) -> None:  # fmt: skip
    """A heat map: what was there before goes up, the card across; what makes ten is framed."""
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


QUESTION = Question("lab.sums", {"pig10": 40_000, "truie": 30_000}, settings, answer)
