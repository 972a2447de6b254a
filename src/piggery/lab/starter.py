"""Does it matter who starts?"""

from typing import TYPE_CHECKING

from ..bags import size
from ..sim.summary import SHARE, Mean
from ..words import Line, line
from . import truie
from .answer import Answer, Ask, Cell, Question
from .counts import Counts
from .figures import figure, pair, percent, span
from .measures import edge, wins
from .play import Setting
from .style import FAINT, INK, PAPER, SMALL, dot
from .tally import Measure, Tally, clear

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .style import Sheet


def settings(ask: Ask) -> list[Setting]:
    return [ask.setting(n) for n in ask.tables()]


def round_edge(place: int, players: int) -> Measure:
    """What the one who sits so many seats after the starter of a round makes of it, beyond a fair share."""

    def beyond(counts: Counts) -> tuple[float, float]:
        rounds = counts[truie.ROUNDS]
        return counts[truie.PLACES + place] / SHARE - rounds / players, rounds

    return beyond


def edges(tally: Tally) -> list[Mean]:
    n = tally.setting.players
    return [tally.mean(edge(seat, n)) for seat in range(n)]


def round_edges(tally: Tally) -> list[Mean]:
    n = tally.setting.players
    return [tally.mean(round_edge(place, n)) for place in range(n)]


def finding(game: str, first: dict[int, Mean]) -> Line:
    """What the starter's edge amounts to, by number of players."""
    found = {n: mean for n, mean in first.items() if clear(mean, len(first))}
    title = line(f"{game}.title")
    if not found:
        return line("lab.starter.none", game=title, error=_widest(first))
    best, worst = max(found, key=lambda n: found[n].value), min(found, key=lambda n: found[n].value)
    if found[worst].value > 0:
        return line("lab.starter.more", game=title, players=best, points=_points(found[best]))
    if found[best].value < 0:
        return line("lab.starter.less", game=title, players=worst, points=_points(found[worst]))
    said = {"up": best, "more": _points(found[best]), "down": worst, "less": _points(found[worst])}
    return line("lab.starter.mixed", game=title, **said)


def finding_of_rounds(first: dict[int, Mean], by_round: dict[int, Mean]) -> Line:
    """The same where each round has a starter of its own: of the rounds, then of whole games."""
    rounds = _greatest(by_round, "lab.starter.round_more", "lab.starter.round_less", "lab.starter.round_none")
    games = _greatest(first, "lab.starter.whole_some", "lab.starter.whole_some", "lab.starter.whole_none")
    return line("lab.starter.both", game=line("truie.title"), rounds=rounds, games=games)


def _greatest(first: dict[int, Mean], more: str, less: str, none: str) -> Line:
    found = {n: mean for n, mean in first.items() if clear(mean, len(first))}
    if not found:
        return line(none, error=_widest(first))
    most = max(found, key=lambda n: abs(found[n].value))
    return line(more if found[most].value > 0 else less, players=most, points=_points(found[most]))


def _points(mean: Mean) -> Line | str:
    return figure(100 * mean.value, sign=True)


def _widest(means: dict[int, Mean]) -> Line | str:
    return figure(100 * max(mean.error for mean in means.values()))


Edges = dict[int, list[Mean]]  # by number of players and place
HEADINGS = ("lab.players", "lab.fair", "lab.starter.first", "lab.starter.last")
FIELDS = ["players", "place", "wins_percent", "wins_error", "fair_percent", "games"]


def answer(ask: Ask, tallies: list[Tally]) -> Answer:
    by_table = {tally.setting.players: edges(tally) for tally in tallies}
    by_round = {tally.setting.players: round_edges(tally) for tally in tallies} if ask.game == "truie" else {}
    headings = [*HEADINGS, "lab.starter.round"] if by_round else HEADINGS
    return Answer(
        _found(ask.game, by_table, by_round),
        ask.who(list(by_table)),
        [line(key) for key in headings],
        [_row(n, by_table, by_round) for n in by_table],
        FIELDS + (["round_edge_percent", "round_edge_error"] if by_round else []),
        [_line(tally, seat, by_round) for tally in tallies for seat in range(tally.setting.players)],
        lambda sheet: draw(sheet, by_table, by_round),
        [line("lab.starter.note"), *_uneven(tallies)],
    )


def _row(n: int, by_table: Edges, by_round: Edges) -> list[Cell]:
    first, last = by_table[n][0], by_table[n][-1]
    rounds = [percent(by_round[n][0], sign=True)] if by_round else []
    return [n, figure(100 / n), percent(first, sign=True), percent(last, sign=True), *rounds]


def _line(tally: Tally, seat: int, by_round: Edges) -> list[object]:
    n = tally.setting.players
    rounds = pair(by_round[n][seat], 100) if by_round else []
    return [n, seat + 1, *pair(tally.share(wins(seat)), 100), round(100 / n, 6), tally.games, *rounds]


def _found(game: str, by_table: Edges, by_round: Edges) -> Line:
    first = {n: found[0] for n, found in by_table.items()}
    if not by_round:
        return finding(game, first)
    return finding_of_rounds(first, {n: found[0] for n, found in by_round.items()})


def _uneven(tallies: list[Tally]) -> list[Line]:
    """In Pig 10 every card is one turn."""
    if tallies[0].setting.game != "pig10":
        return []
    tables = [one.setting.players for one in tallies if size(one.setting.state().deck) % one.setting.players]
    return [line("lab.starter.uneven", players=span(tables))] if tables else []


def draw(sheet: "Sheet", by_table: Edges, by_round: Edges) -> None:
    if not by_round:
        _panel(sheet, sheet.panels(1)[0], by_table, None)
        return
    left, right = sheet.panels(1, 1, head=0.05, between=0.16)
    _panel(sheet, left, by_table, line("lab.starter.by_game"))
    _panel(sheet, right, by_round, line("lab.starter.by_round"), named=False)
    low = min(left.get_ylim()[0], right.get_ylim()[0])
    high = max(left.get_ylim()[1], right.get_ylim()[1])
    for axes in (left, right):
        axes.set_ylim(low, high)


def _panel(sheet: "Sheet", axes: "Axes", found: Edges, head: Line | None, named: bool = True) -> None:
    """For each number of players a dot a place, above or below the fair share."""
    axes.grid(axis="x", visible=False)
    for at, (n, means) in enumerate(found.items()):
        if at % 2:
            axes.axvspan(at - 0.5, at + 0.5, color=FAINT, alpha=0.5, lw=0)
        step = 0.8 / n
        xs = [at + step * (seat - (n - 1) / 2) for seat in range(n)]
        for seat, (x, mean) in enumerate(zip(xs, means, strict=True)):
            dot(axes, x, 100 * mean.value, 100 * mean.error, strong=seat == 0)
            low = 100 * (mean.value - mean.error)
            axes.annotate(str(seat + 1), (x, low), (0, -4), textcoords="offset points", ha="center", va="top",
                          size=SMALL, color=INK,
                          weight="bold" if seat == 0 else "normal", bbox=PAPER, zorder=5)  # fmt: skip
    axes.axhline(0, color=INK, lw=1.2, zorder=2)
    axes.set_xticks(range(len(found)), [str(n) for n in found])
    axes.set_xlim(-0.5, len(found) - 0.5)
    low, high = axes.get_ylim()
    axes.set_ylim(low - 0.08 * (high - low), high)
    sheet.numbers(axes.yaxis, sign=True)
    across = line("lab.players_axis") if head else line("lab.starter.places")
    sheet.name(axes, across, line("lab.starter.axis") if named else None, head)


QUESTION = Question("lab.starter", {"pig10": 40_000, "truie": 15_000}, settings, answer)
