"""How long somebody waits for the review of a game: of a server, alone and with nine others, and of their own device.

    python bench/reviews.py [--asking N] [--only server|device]

Whole games of Pig 10 with four players. A real server with compiled searches is asked through the door that a page
uses, a slice at a time, for one game by one and then for a game each by ten at once; meanwhile somebody else asks how
it is. What it costs the server is given in seconds of one core, too: that says the same on a machine that is busy. Then
a real browser, which has never been here, reviews a game with its own engine: when the graph of the whole game is
there, when the turning points are, and when all of it. It ends with 1 if a bar is missed.
"""

import argparse
import asyncio
import base64
import sys
import tempfile
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from time import monotonic

import httpx
from playwright.async_api import Browser, Page
from rich.console import Console
from rich.table import Table

from boardgame import cpu_seconds
from browsers import NoBrowser, browser, phone
from piggery import Game, new_game
from piggery.bots.levels import player
from piggery.core.record import dump
from piggery.engine.kernel import generator
from piggery.games.checks import view_of
from piggery.words import say
from servers import Server

ALONE, TOGETHER = 3.0, 10.0  # bars, in seconds
FEW = 3  # games that are reviewed one after the other
COMPILING = 300.0  # seconds
PATIENCE = 600_000.0  # milliseconds
LOOK = 0.1  # seconds between two looks of somebody else
CARELESS = 0.25  # of the moves
READY = "() => performance.getEntriesByName('engine-ready').length"
WHOLE = """() => {
  const lines = [...document.querySelectorAll(".graph .line")];
  const ends = lines.map((line) => line.getAttribute("points").split(" ").at(-1).split(",")[0]);
  const across = Math.max(...ends.map(Number)), box = document.querySelector(".graph svg")?.viewBox.baseVal;
  return box && across > 0.93 * box.width;
}"""
WATCH = """() => {
  window.late = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    window.late = Math.max(window.late, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def played(seed: int) -> str:
    """A whole game of four who mostly play greedily."""
    game = Game(new_game("pig10", ["Ada", "Ben", "Cleo", "Dan"], seed=seed))
    game.deal()
    luck, rng, mind = Random(seed), generator(seed), player(game.rules, "greedy")
    while not game.over:
        state = game.state
        move = mind(view_of(game.rules, state, state.turn), game.rules.legal(state), rng, [])
        careless = luck.random() < CARELESS
        game.play(state.turn, luck.choice(game.moves()) if careless else game.rules.move_text(state, move))
    return dump(game.record)


# A server


async def reviewed(url: str, text: str) -> float:
    """The seconds until a page would have all of a review."""
    began, done = monotonic(), False
    settled, judged = list[int](), list[int]()
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        while not done:
            has = {"settled": settled, "judged": judged}
            answer = await http.post("/api/answers", json={"type": "review", "record": text, "has": has})
            part = answer.raise_for_status().json()
            if not part["of"]:
                raise RuntimeError("nothing is compiled")
            settled += [one["ply"] for one in part["chances"]]
            judged += [note["ply"] for note in part["notes"]]
            done = part["done"]
    return monotonic() - began


async def compiled(url: str, text: str) -> None:
    end = monotonic() + COMPILING
    while True:
        try:
            await reviewed(url, text)
            return
        except RuntimeError:
            if monotonic() > end:
                raise
            await asyncio.sleep(1)


async def somebody_else(url: str, waits: list[float]) -> None:
    """Whoever wants something small meanwhile."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        while True:
            began = monotonic()
            await http.get("/healthz")
            waits.append(monotonic() - began)
            await asyncio.sleep(LOOK)


async def by_server(url: str, pid: int, asking: int) -> dict[str, float]:
    texts = [played(seed) for seed in range(asking)]
    await compiled(url, texts[0])
    cost = cpu_seconds(pid)
    alone = [await reviewed(url, text) for text in texts[:FEW]]
    found = {"alone": max(alone), "alone_cpu": (cpu_seconds(pid) - cost) / len(alone)}
    waits, cost = list[float](), cpu_seconds(pid)
    other = asyncio.create_task(somebody_else(url, waits))
    times = await asyncio.gather(*(reviewed(url, text) for text in texts))
    other.cancel()
    found |= {"first": min(times), "together": max(times), "together_cpu": cpu_seconds(pid) - cost}
    return found | {"else": max(waits)}


# A device


def link_to(url: str, text: str) -> str:
    """The link that holds a whole game: what is in it, the device reviews by itself."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(text.encode()) + squeeze.flush()
    return f"{url}/replay#g={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


async def by_device(opened: Browser, url: str) -> dict[str, float]:
    context = await phone(opened, service_workers="block")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(link_to(url, played(0)))
    await page.evaluate(WATCH)
    await page.get_by_role("button", name=say("replay.review", "en")).tap()
    await page.wait_for_function(READY)  # how long the engine loads is measured in bench/web.py
    began = monotonic()
    found = {name: monotonic() - began async for name in _seen(page)}
    found["frame"] = float(await page.evaluate("window.late")) / 1000
    await context.close()
    return found


async def _seen(page: Page) -> AsyncIterator[str]:
    """What comes into sight, one after the other."""
    await page.wait_for_selector(".graph svg")
    yield "picture"
    await page.wait_for_function(WHOLE)
    yield "graph"
    await page.wait_for_selector(".points button")
    yield "turning"
    await page.wait_for_function("() => !document.querySelector('.graph .rough')")
    yield "settled"
    await page.wait_for_selector(".cards")
    yield "all"


ROWS = {
    "alone": ("server: one game alone, the slowest of three", ALONE),
    "alone_cpu": ("… the work of it, on average", 0.0),
    "first": ("server: all at once, the first who is done", 0.0),
    "together": ("server: all at once, the last who is done", TOGETHER),
    "together_cpu": ("… the work of all", 0.0),
    "else": ("server: meanwhile, the slowest answer to somebody else", 0.0),
    "picture": ("device: the first picture", 0.0),
    "graph": ("device: a graph of the whole game", 0.0),
    "turning": ("device: turning points so far", 0.0),
    "settled": ("device: the lines are final, and so are the turning points", 0.0),
    "all": ("device: all of it", 0.0),
    "frame": ("device: the longest that the page stood still", 0.0),
}


async def measured(server: Server, asking: int, only: str) -> dict[str, float]:
    url = server.url.replace("127.0.0.1", "localhost")
    assert server.process
    found = {} if only == "device" else await by_server(server.url, server.process.pid, asking)
    if only != "server":
        async with browser() as opened:
            found |= await by_device(opened, url)
    return found


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--asking", type=int, default=10, help="how many ask the server at once")
    parser.add_argument("--only", choices=["server", "device"], default="")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, log = str(Path(folder) / "x.db"), Path(folder) / "log"
        server = Server(store, log, env={"PIGGERY_INTERPRETED": "" if wanted.only != "device" else "1"}).start()
        try:
            found = await measured(server, wanted.asking, wanted.only)
        finally:
            server.stop()
    table = Table("what", "seconds", "bar")
    for name, seconds in found.items():
        about, bar = ROWS[name]
        table.add_row(about, f"{seconds:.2f}", f"≤ {bar:g}" if bar else "")
    Console().print(table)
    return int(any(bar and found.get(name, 0.0) > bar for name, (_, bar) in ROWS.items()))


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except NoBrowser as error:
        sys.exit(str(error))
