"""Does it matter who starts?"""

from ..core.story import game_title
from ..sim.summary import Mean
from ..words import Line, both, figure, line
from .answer import Answer, Cell, Inquiry
from .counts import GAMES, WINS
from .figures import pair, percent, span
from .measures import edge, turn_more, wins
from .part import lab_of
from .setting import Setting
from .style import FAINT, INK, SMALL, TICK, Panel, Sheet
from .tally import Tally, clear

Edges = dict[int, list[Mean]]  # by number of players and place
HEADINGS = ("lab.players", "lab.fair", "lab.starter.first", "lab.starter.last")
FIELDS = ["players", "place", "wins_percent", "wins_error", "fair_percent", "games"]


def edges(tallies: list[Tally], where: tuple[int, int]) -> Edges:
    """Of games, or of rounds: `where` they are counted, and the wins of each place from the starter on."""
    return {one.players: [one.mean(edge(n, one.players, *where)) for n in range(one.players)] for one in tallies}


def finding(game: str, first: dict[int, Mean]) -> Line:
    """The starter's edge, by number of players."""
    found = {n: mean for n, mean in first.items() if clear(mean, len(first))}
    title = game_title(game)
    if not found:
        return line("lab.starter.none", game=title, error=_widest(first))
    best, worst = max(found, key=lambda n: found[n].value), min(found, key=lambda n: found[n].value)
    if found[worst].value > 0:
        return line("lab.starter.more", game=title, players=best, points=_points(found[best]))
    if found[best].value < 0:
        return line("lab.starter.less", game=title, players=worst, points=_points(found[worst]))
    said = {"up": best, "more": _points(found[best]), "down": worst, "less": _points(found[worst])}
    return line("lab.starter.mixed", game=title, **said)


def finding_of_turns(game: str, first: dict[int, Mean], ahead: dict[int, Mean]) -> Line:
    """Where the cards do not go round evenly, what a turn more is worth; then the starter's edge where they do."""
    found = {n: mean for n, mean in ahead.items() if mean.value > 0 and clear(mean, len(ahead))}
    if not found:
        return finding(game, first)
    low, high = (_points(pick(found.values(), key=lambda mean: mean.value)) for pick in (min, max))
    turns = line("lab.starter.turn" if low == high else "lab.starter.turn_span", players=both(found),
                 low=low, high=high)  # fmt: skip
    even = {n: mean for n, mean in first.items() if n not in ahead}
    if not even:
        return line("lab.starter.found", game=game_title(game), told=turns)
    starts = _greatest(even, "lab.starter.even_some", "lab.starter.even_some", "lab.starter.even_none")
    return line("lab.two", game=game_title(game), first=turns, then=starts)


def finding_of_rounds(game: str, first: dict[int, Mean], by_round: dict[int, Mean]) -> Line:
    """The same where each round has a starter of its own: of the rounds, then of whole games."""
    rounds = _greatest(by_round, "lab.starter.round_more", "lab.starter.round_less", "lab.starter.round_none")
    games = _greatest(first, "lab.starter.whole_some", "lab.starter.whole_some", "lab.starter.whole_none")
    return line("lab.two", game=game_title(game), first=rounds, then=games)


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


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    where = lab_of(ask.rules).rounds
    by_table = edges(tallies, (GAMES, WINS))
    by_round = edges(tallies, where) if where else {}
    headings = [*HEADINGS, "lab.starter.round"] if by_round else HEADINGS
    more = {one.players: left_over(one.setting) for one in tallies}
    uneven = [n for n in more if more[n]]
    ahead = {one.players: one.mean(turn_more(more[one.players], one.players)) for one in tallies if more[one.players]}
    return Answer(
        finding=_found(ask.game, by_table, by_round, ahead),
        who=ask.who(list(by_table)),
        headings=[line(key) for key in headings],
        rows=[_row(n, by_table, by_round) for n in by_table],
        fields=FIELDS + (["round_edge_percent", "round_edge_error"] if by_round else []),
        lines=[_line(tally, seat, by_round) for tally in tallies for seat in range(tally.players)],
        draw=lambda sheet: draw(sheet, by_table, by_round, more),
        legend=line("lab.legend.starter"),
        notes=[line("lab.starter.note"), *([line("lab.starter.uneven", players=span(uneven))] if uneven else [])],
    )


def _row(n: int, by_table: Edges, by_round: Edges) -> list[Cell]:
    first, last = by_table[n][0], by_table[n][-1]
    rounds = [percent(by_round[n][0], sign=True)] if by_round else []
    return [n, figure(100 / n), percent(first, sign=True), percent(last, sign=True), *rounds]


def _line(tally: Tally, seat: int, by_round: Edges) -> list[object]:
    n = tally.players
    rounds = pair(by_round[n][seat], 100) if by_round else []
    return [n, seat + 1, *pair(tally.share(wins(seat)), 100), round(100 / n, 6), tally.games, *rounds]


def _found(game: str, by_table: Edges, by_round: Edges, ahead: dict[int, Mean]) -> Line:
    first = {n: found[0] for n, found in by_table.items()}
    if not by_round:
        return finding_of_turns(game, first, ahead)
    return finding_of_rounds(game, first, {n: found[0] for n, found in by_round.items()})


def left_over(setting: Setting) -> int:
    """How many have a turn more than the others."""
    return lab_of(setting.rules).extra_turns(setting)


def draw(sheet: Sheet, by_table: Edges, by_round: Edges, more: dict[int, int]) -> None:
    """`more` says how many of the first places have a turn more."""
    if not by_round:
        (panel,) = sheet.panels(1, left=0.12)
        _edges(panel, by_table, None)
        _brackets(panel, more)
        return
    left, right = sheet.panels(1, 1, head=0.05, between=0.12, left=0.12)
    _edges(left, by_table, line("lab.starter.by_game"))
    _edges(right, by_round, line("lab.starter.by_round"), named=False)
    lows, highs = zip(left.axes.get_ylim(), right.axes.get_ylim(), strict=True)
    for panel in (left, right):
        panel.axes.set_ylim(min(lows), max(highs))


def _edges(panel: Panel, found: Edges, head: Line | None, named: bool = True) -> None:
    """For each number of players one dot per place, above or below the fair share; places and tables stand below."""
    axes = panel.axes
    axes.grid(axis="x", visible=False)
    middles, places = [], {}
    x = 0.0
    for group, (n, means) in enumerate(found.items()):
        if group % 2:
            axes.axvspan(x - 1, x + n, color=FAINT, alpha=0.5, lw=0)
        for seat, mean in enumerate(means):
            panel.dot(x + seat, 100 * mean.value, 100 * mean.error, strong=seat == 0)
            places[x + seat] = str(seat + 1)
        middles.append(x + (n - 1) / 2)
        x += n + 1
    axes.axhline(0, color=INK, lw=1.2)
    axes.set_xlim(-1, x - 1)
    axes.xaxis.remove_overlapping_locs = False  # the place in the middle stands above the number of players
    axes.set_xticks(list(places), list(places.values()), minor=True)
    axes.set_xticks(middles, [str(n) for n in found], weight="bold")
    axes.tick_params(axis="x", which="minor", labelsize=SMALL, size=0, pad=5)
    axes.tick_params(axis="x", which="major", pad=21)
    panel.signed(axes.yaxis)
    panel.name(None, line("lab.starter.axis") if named else None, head)
    if named:  # the two rows of numbers below
        for key, down, letters, bold in (("lab.starter.place", 5, SMALL, False), ("lab.players", 21, TICK, True)):
            beside = (-8, -down)
            panel.note(line(key), (0, 0), beside, size=letters, bold=bold, ha="right", va="top", coords="axes fraction")


def _brackets(panel: Panel, more: dict[int, int]) -> None:
    """Above those who have a turn more."""
    axes = panel.axes
    low, high = axes.get_ylim()
    if any(more.values()):
        axes.set_ylim(low, high + 0.12 * (high - low))
    x = 0
    for n, places in more.items():
        if places:
            y, step = high + 0.03 * (high - low), 0.02 * (high - low)
            left, right = x - 0.3, x + places - 0.7
            axes.plot([left, left, right, right], [y - step, y, y, y - step], color=INK, lw=1.2)
            middle = x + (places - 1) / 2
            panel.note(line("lab.starter.one_more"), (middle, y), (0, 3), size=SMALL, ha="center", va="bottom")
        x += n + 1
