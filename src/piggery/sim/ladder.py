"""`docs/ladder.md`: every level against the one below it, measured, and how strong each is at larger tables."""

from collections.abc import Callable
from pathlib import Path

from ..bots.levels import ladder
from ..games import GAMES
from ..words import say
from .arena import Arena, Match, matches
from .plot import picture
from .ratings import Rating, ratings

FOUR = 4
TITLES = {"pig10": "Pig 10", "truie": "Un, deux, truie"}

Shown = Callable[[Match], None]


def write(path: Path, deals: int, width: float, milliseconds: float, shown: Shown) -> None:
    """Measure both ladders, and write the page and its pictures beside it."""
    parts = [
        "# The ladder, measured\n",
        "Written by `piggery arena --ladder`; not by hand. Every deal was played from every seat; a match ended when "
        f"the 95 % interval was within ± {100 * width:g} points of a hundred or after {deals} deals. The strongest "
        f"thought for {milliseconds:g} ms a move. Who they are is told in [bots.md](bots.md).\n",
    ]
    for game in GAMES:
        parts += _game(game, path, deals, width, Arena(game, milliseconds), shown)
    path.write_text("\n".join(parts), encoding="utf-8")


def _game(game: str, path: Path, deals: int, width: float, arena: Arena, shown: Shown) -> list[str]:
    bots = ladder(game)
    steps = [arena.play(two, deals, width, shown) for two in matches(bots, 2, neighbours=True)]
    four = [
        arena.play(tuple(bots[n : n + FOUR]), max(40, deals // 5), width, shown) for n in range(len(bots) - FOUR + 1)
    ]
    rated = {players: ratings(t for match in found for t in match.tables) for players, found in ((2, steps), (4, four))}
    drawing = path.with_name(f"ladder-{game}.svg")
    title = f"{TITLES[game]}: each level is stronger than the one below"
    drawing.write_text(picture(_named(rated[2]), title, "rating, two players, with 95 % intervals"), encoding="utf-8")
    lines = [f"## {TITLES[game]}\n", f"![{title}]({drawing.name})\n"]
    lines += ["| level | beats the one below (2 players) | deals | rating, 2 players | rating, 4 players |"]
    lines += ["|---|---|---|---|---|"]
    for name in bots:
        step = next((match for match in steps if match.bots[0] == name), None)
        won = "" if step is None else "{:.1f} % ± {:.1f}".format(*(100 * value for value in step.wins(0)))
        points = [next((f"{r.points:.0f} ± {r.error:.0f}" for r in rated[n] if r.bot == name), "") for n in (2, 4)]
        lines.append(f"| {say(f'level.{name}')} | {won} | {len(step.shares) if step else ''} | {' | '.join(points)} |")
    return [*lines, ""]


def _named(rated: list[Rating]) -> list[Rating]:
    return [rating._replace(bot=say(f"level.{rating.bot}")) for rating in rated]
