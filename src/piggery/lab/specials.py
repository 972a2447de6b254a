"""What do the special cards do: how often are they laid, what comes of it, and who wins with them?"""

from collections.abc import Sequence

from ..core.story import game_title
from ..games.contract import GameType
from ..sim.summary import Mean
from ..words import NOTHING, Line, both, figure, line
from .answer import Answer, Cell, Inquiry
from .figures import field, pair, part, spread
from .measures import slope
from .part import Quantity, Specials, given, lab_of, measured
from .setting import Setting
from .style import INK, PALE, QUIET, STRONG, Panel, Sheet
from .tally import Tally, clear

SHADES = (STRONG, QUIET, PALE)


def specials_of(game: GameType) -> Specials:
    return given(lab_of(game).specials, game, "specials")


def settings(ask: Inquiry) -> list[Setting]:
    specials_of(ask.rules)
    return [ask.setting(ask.table())]


def worths(tally: Tally) -> dict[str, Mean]:
    """How much each card adds to the chance of winning, by its name; cards the deck lacks are left out."""
    rules = tally.setting.rules
    had = lab_of(rules).had
    return measured({name: tally.mean(slope(had(card), tally.totals)) for name, card in rules.cards.items()})


def finding(rules: GameType, found: dict[str, Mean]) -> Line:
    """The worth of each special card in words, the dearest first."""
    parts, game = specials_of(rules), rules.name
    there = [name for name in parts.cards if name in found]
    order = sorted(there, key=lambda name: (not clear(found[name], len(found)), -abs(found[name].value)))
    if not there:
        return line("lab.specials.none", game=game_title(game))
    said = [_told(parts.names[name], found[name], len(found)) for name in order]
    return line(f"lab.specials.finding_{game}", game=game_title(game), told=both(said))


def _told(name: Line, mean: Mean, looks: int) -> Line:
    if not clear(mean, looks):
        return line("lab.specials.nothing", card=name)
    return line("lab.specials.worth", card=name, points=figure(100 * mean.value, sign=True))


def answer(ask: Inquiry, tallies: list[Tally]) -> Answer:
    (tally,) = tallies
    parts, found = specials_of(ask.rules), worths(tally)
    table = parts.quantities(tally)
    rows: list[list[Cell]] = [
        [one.label(), *(_cell(one.means.get(name), one.scale) for name in parts.names)] for one in table
    ]
    rows.append([line("lab.specials.each"), *(_cell(found.get(name), 100, True) for name in parts.names)])
    lines = [[name, field(one.key), *pair(mean, one.scale)] for one in table for name, mean in one.means.items()]
    return Answer(
        finding=finding(ask.rules, found),
        who=ask.who([tally.players]),
        headings=[line("lab.measure"), *parts.names.values()],
        rows=rows,
        fields=["card", "measure", "value", "error"],
        lines=[*lines, *([name, "worth_percent", *pair(mean, 100)] for name, mean in found.items())],
        draw=lambda sheet: draw(sheet, ask.rules, found, [one for one in table if one.outcome]),
        legend=line("lab.legend.clear"),
        notes=[line(f"lab.specials.note_{ask.game}")],
    )


def _cell(mean: Mean | None, scale: float, sign: bool = False) -> Cell:
    return NOTHING if mean is None else spread(mean, 1 if scale > 1 else 2, scale, sign)


def draw(sheet: Sheet, game: GameType, found: dict[str, Mean], outcomes: Sequence[Quantity]) -> None:
    """The worth of each card; and what comes of special ones, where there are any to say it of."""
    left, *right = sheet.panels(*[1] * (2 if outcomes else 1), head=0.05, between=0.52, left=0.15)
    _worths(left, game, found)
    if outcomes:
        _outcomes(right[0], game, outcomes)


def _worths(panel: Panel, game: GameType, found: dict[str, Mean]) -> None:
    """One row per card; the special ones dark, with their number. Filled is what differs clearly."""
    parts, axes = specials_of(game), panel.axes
    axes.grid(axis="y", visible=False)
    for y, (name, mean) in enumerate(found.items()):
        special, found_one = name in parts.cards, clear(mean, len(found))
        panel.dot(100 * mean.value, y, 100 * mean.error, special, across=True, filled=found_one)
        if special:
            end = 100 * (mean.value + mean.error)
            panel.note(figure(100 * mean.value, sign=True), (end, y), (8, 0), size=10, bold=found_one, paper=True)
    axes.axvline(0, color=INK, lw=1.2)
    axes.set_yticks(range(len(found)), [panel.say(parts.names.get(name, name)) for name in found], size=10.5)
    for name, label in zip(found, axes.get_yticklabels(), strict=True):
        label.set_fontweight("bold" if name in parts.cards else "normal")
    axes.set_ylim(len(found) - 0.4, -0.6)
    axes.margins(x=0.16)
    panel.signed(axes.xaxis)
    panel.name(line(f"lab.specials.axis_{game.name}"), None, line(f"lab.specials.head_{game.name}"))


def _outcomes(panel: Panel, game: GameType, outcomes: Sequence[Quantity]) -> None:
    """Groups of bars, each with its name and number at its end."""
    names, axes = specials_of(game).names, panel.axes
    axes.grid(axis="y", visible=False)
    bars = len(outcomes[0].means)
    height = 0.8 / bars
    for group, one in enumerate(outcomes):
        for n, (name, mean) in enumerate(one.means.items()):
            y = group + (n - (bars - 1) / 2) * height
            panel.bars([y], [mean], 0.86 * height, [SHADES[n]])
            said = f"{panel.say(names[name])} {panel.say(line('lab.percent', value=part(mean.value)))}"
            panel.note(said, (100 * (mean.value + mean.error), y), (5, 0), size=9)
    axes.set_yticks(range(len(outcomes)), [panel.say(line(one.key)) for one in outcomes], size=10)
    axes.set_ylim(len(outcomes) - 0.45, -0.55)
    axes.set_xticks(range(0, 101, 25))
    axes.set_xlim(0, 1.45 * max(100 * mean.value for one in outcomes for mean in one.means.values()))
    panel.name(line(f"lab.specials.after_axis_{game.name}"), None, line(f"lab.specials.after_{game.name}"))
