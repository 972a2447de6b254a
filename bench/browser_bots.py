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
from typing import Any

from rich.console import Console
from rich.table import Table

from browsers import NoBrowser, browser
from piggery.bots.levels import LEVELS
from servers import Server

BAR = 500.0  # milliseconds
PATIENCE = 3600_000.0
WORKER = """async ([base, code]) => {
  const files = await (await fetch(base + "files.json")).json();
  const text = `import { loadPyodide } from "${base}pyodide.mjs";
    onmessage = async ({ data }) => {
      const python = await loadPyodide({ indexURL: "${base}", lockFileContents: data.files.lock });
      for (const name of data.files.packages)
        python.unpackArchive(await (await fetch("${base}" + name)).arrayBuffer(), "zip", { extractDir: "/here" });
      postMessage(python.runPython("import sys; sys.path.insert(0, '/here')\\\\n" + data.code));
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(event.message);
    worker.onunhandledrejection = (event) => reject(event.reason);
    worker.postMessage({ files, code });
  });
}"""
GAMES = """
import json, time
from random import Random
from piggery.bots.levels import player
from piggery.bots.play import play_game
from piggery.browser import THINK
from piggery.games import GAMES

def timed(bot, times):
    def choose(view, legal, rng, past):
        began = time.perf_counter()
        move = bot(view, legal, rng, past)
        times.append(1000 * (time.perf_counter() - began))
        return move
    return choose

rules, times = GAMES[%(game)r], []
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
                base = f"{server.url}/engine/{await page.evaluate('document.documentElement.dataset.version')}/"
                for game, level, players in wanted(only):
                    code = GAMES % {"game": game, "level": level, "players": players, "games": games}
                    rows.append((game, level, players, json.loads(await page.evaluate(WORKER, [base, code]))))
        finally:
            server.stop()
    return rows


def wanted(only: str) -> list[tuple[str, str, int]]:
    most: dict[str, Any] = {"pig10": 8, "truie": 6}
    return [
        (game, name, players)
        for name, level in LEVELS.items()
        for game in level.games
        for players in (2, 4, most[game])
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
