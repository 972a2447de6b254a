"""How long each level takes for a move in a real browser, where nothing is compiled.

    python bench/browser_bots.py [--only LEVEL] [--games N]

A server and a browser on this machine; a worker loads the engine as the page does, and every level plays whole games
against itself at tables of two, of four and of all. It ends with 1 if a move took longer than the bar.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from browsers import NoBrowser, browser
from piggery.bots.levels import ladder
from piggery.games.registry import game_types
from servers import Server
from workers import in_worker

BAR = 500.0  # milliseconds
PATIENCE = 3600_000.0
PLAY = """
import json, time
from random import Random
from piggery.bots.levels import ladder
from piggery.bots.play import play_game
from piggery.browser import THINK
from piggery.games.registry import game_types

def timed(bot, times):
    def choose(view, legal, rng, past):
        began = time.perf_counter()
        move = bot(view, legal, rng, past)
        times.append(1000 * (time.perf_counter() - began))
        return move
    return choose

rules, times = game_type(%(game)r), []
bot = timed(player(rules, %(level)r, THINK), times)
for number in range(%(games)d):
    play_game(rules, [bot] * %(players)d, Random(number), number)
json.dumps(times)
"""


async def measured(games: int, only: str) -> list[tuple[str, str, int, list[float]]]:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "tables.db"), Path(folder) / "log").start()
        try:
            async with browser() as opened:
                page = await (await opened.new_context(bypass_csp=True, service_workers="block")).new_page()
                page.set_default_timeout(PATIENCE)
                await page.goto(server.url)
                for game, level, players in wanted(only):
                    code = PLAY % {"game": game, "level": level, "players": players, "games": games}
                    _, times = await in_worker(page, server.url, code)
                    rows.append((game, level, players, json.loads(times)))
        finally:
            server.stop()
    return rows


def wanted(only: str) -> list[tuple[str, str, int]]:
    return [
        (game, name, players)
        for game, rules in game_types().items()
        for name in ladder(rules)
        for players in (2, 4, rules.seats[-1])
        if only in name
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    try:
        rows = asyncio.run(measured(asked.games, asked.only))
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 2
    table = Table("game", "level", "players", "moves", "mean, ms", "slowest, ms", "bar")
    for game, level, players, times in rows:
        worst = max(times)
        told = f"{sum(times) / len(times):.1f}", f"{worst:.0f}", "met" if worst <= BAR else "missed"
        table.add_row(game, level, str(players), str(len(times)), *told)
    Console().print(table)
    return 1 if any(max(times) > BAR for *_, times in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
