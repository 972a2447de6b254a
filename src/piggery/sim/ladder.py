"""`docs/ladder.md`: every level against the one below it, measured, and how strong each is at larger tables.

Levels that choose at once meet on very many deals, which takes seconds; one that searches on as many as it must.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from ..bots.levels import ladder
from ..bots.quick import all_quick
from ..core.story import game_title
from ..games.registry import game_type, game_types
from ..words import say
from .arena import Arena, Match, matches
from .plot import picture
from .ratings import Rating, ratings

FOUR = 4
QUICK = 20  # times as many deals where nobody searches
SMALLER = 3  # the part of the deals that is played with four: each is four games
LOW, HIGH = 0.55, 0.75  # what a step should be: to be felt, and not to discourage

Shown = Callable[[Match], None]


def write(path: Path, deals: int, width: float, milliseconds: float, seed: int, shown: Shown) -> None:
    """Measure the ladder of every game that has one, and write the page and its pictures beside it."""
    parts = [
        "# The ladder, measured\n",
        f"Written by `piggery arena --ladder --milliseconds {milliseconds:g} --deals {deals}`; not by hand. Every deal "
        "was played from every seat, with four players each time with other neighbours. Levels that choose at once met "
        f"on {QUICK * deals} deals; a match with Minerva, who thought for {milliseconds:g} ms a move, took {deals} or "
        f"fewer, once the interval was within ± {100 * width:g} points of a hundred; with four players it was one in "
        f"{SMALLER} of that. ± is the 95% interval. A step should be won in {100 * LOW:g} to {100 * HIGH:g} games of "
        "a hundred. Who the levels are is told in [bots.md](bots.md).\n",
    ]
    for game in (name for name, rules in game_types().items() if len(ladder(rules)) > 1):
        parts += _game(game, path, deals, width, Arena(game, milliseconds, seed), shown)
    path.write_text("\n".join(parts), encoding="utf-8")


def _game(game: str, path: Path, deals: int, width: float, arena: Arena, shown: Shown) -> list[str]:
    bots, name = ladder(game_type(game)), say(game_title(game))
    steps = [_measured(arena, two, deals, width, shown) for two in matches(bots, 2, neighbours=True)]
    tables = [tuple(bots[n : n + FOUR]) for n in range(len(bots) - FOUR + 1)] if FOUR in game_type(game).seats else []
    four = [_measured(arena, table, deals // SMALLER, width, shown) for table in tables]
    rated = {2: _ratings(steps), **({FOUR: _ratings(four)} if four else {})}
    doubts = contradictions(bots, steps, rated)
    drawing = path.with_name(f"ladder-{game}.svg")
    title = f"{name}: " + ("how strong the levels are" if doubts else "each level is stronger than the last")
    points = [rating._replace(bot=say(f"level.{rating.bot}")) for rating in rated[2].values()]
    drawing.write_text(picture(points, title, "rating, two players, with 95% intervals"), encoding="utf-8")
    return [f"## {name}\n", f"![{title}]({drawing.name})\n", _sentence(doubts), *_table(bots, steps, rated), ""]


def _measured(arena: Arena, bots: tuple[str, ...], deals: int, width: float, shown: Shown) -> Match:
    quick = all_quick(game_type(arena.game), bots)
    return arena.play(bots, QUICK * deals if quick else deals, 0 if quick else width, shown)


def _ratings(found: Sequence[Match]) -> dict[str, Rating]:
    return {rating.bot: rating for rating in ratings(table for match in found for table in match.tables)}


def contradictions(bots: Sequence[str], steps: Sequence[Match], rated: Mapping[int, Mapping[str, Rating]]) -> list[str]:
    """Where the numbers do not show that a level is stronger than the one below."""
    unsure = [step.bots for step in steps if step.wins(0)[0] - step.wins(0)[1] <= 1 / 2]
    said = [f"{say(f'level.{name}')} does not clearly beat {say(f'level.{below}')}" for name, below in unsure]
    for players, found in rated.items():
        lower = [(name, below) for below, name in pairwise(bots) if found[name].points <= found[below].points]
        said += [f"{say(f'level.{a}')} is rated below {say(f'level.{b}')} at {players} players" for a, b in lower]
    return said


def _sentence(doubts: Sequence[str]) -> str:
    if doubts:
        return f"Not every level is shown to be stronger than the one below: {'; '.join(doubts)}.\n"
    return "Each level beats the one below for sure, and the ratings are in the same order.\n"


def standing(won: float, error: float) -> str:
    """How the interval of a step lies to what a step should be."""
    if won + error < LOW:
        return "outside, below"
    if won - error > HIGH:
        return "outside, above"
    return "within" if won - error >= LOW and won + error <= HIGH else "overlaps"


def _table(bots: Sequence[str], steps: Sequence[Match], rated: Mapping[int, Mapping[str, Rating]]) -> list[str]:
    span = f"{100 * LOW:g}–{100 * HIGH:g}%"
    ratings = [f"rating, {players} players" for players in rated]
    head = ["level", "wins against the one below (2 players)", span, "deals", *ratings]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for name in bots:
        step = next((match for match in steps if match.bots[0] == name), None)
        points = [f"{found[name].points:.0f} ± {found[name].error:.0f}" for found in rated.values()]
        lines.append(f"| {' | '.join([say(f'level.{name}'), *_step(step), *points])} |")
    return lines


def _step(step: Match | None) -> list[str]:
    if step is None:
        return [""] * 3
    won, error = step.wins(0)
    return [f"{100 * won:.1f}% ± {100 * error:.1f}", standing(won, error), str(len(step.shares))]
