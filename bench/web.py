"""How quick the web client is: its size, the first picture, the first card, the engine, the answer to a tap, frames.

    python bench/web.py [--runs K]

A real server and a real browser on this machine; every run has a browser that has never been here. The engine is
compared with a bare `loadPyodide()` of the same files in a worker, in the same run. Cards fly in a browser that is
slowed down as much as a slow phone is slower than this machine. It ends with 1 if a bar is missed.
"""

import argparse
import asyncio
import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Unpack

from playwright.async_api import Browser, BrowserContext, Page, ViewportSize
from rich.console import Console
from rich.table import Table

from browsers import NoBrowser, Wishes, browser
from servers import Server
from smooth import SLOW, dealt, taps, won
from workers import in_worker

PATIENCE = 60_000.0
FIRST = 3.0  # seconds of somebody new at a table
CALM = 1000.0  # milliseconds after the engine has loaded
SIZE: ViewportSize = {"width": 390, "height": 844}
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
SCRIPTS = "performance.getEntriesByType('resource').filter((r) => /\\.js$/.test(r.name)).map((r) => r.name)"
ENGINE = """() => {
  const [woken] = performance.getEntriesByName("engine-woken");
  const [ready] = performance.getEntriesByName("engine-ready");
  return ready ? ready.startTime - woken.startTime : 0;
}"""
KEPT = """async () => {
  const version = document.documentElement.dataset.version;
  const names = (await (await caches.open(`piggery-${version}`)).keys()).map(({ url }) => url);
  return names.some((name) => name.endsWith("/snapshot")) && names.some((name) => name.endsWith(".wasm"));
}"""


async def fresh(opened: Browser, **wishes: Unpack[Wishes]) -> tuple[BrowserContext, Page]:
    context = await opened.new_context(viewport=SIZE, locale="en", has_touch=True, **wishes)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    return context, page


async def first_screen(opened: Browser, url: str) -> dict[str, float]:
    """The start page of somebody new: when it is painted, and how much JavaScript it took."""
    context, page = await fresh(opened, service_workers="block")
    await page.goto(url)
    await page.locator("h1").wait_for()
    painted = float(await (await page.wait_for_function(PAINT)).json_value())
    scripts = [await (await context.request.get(name)).body() for name in await page.evaluate(SCRIPTS)]
    await context.close()
    return {"paint": painted, "kB": sum(len(gzip.compress(one, 9)) for one in scripts) / 1000}


async def first_card(opened: Browser, url: str) -> dict[str, float]:
    """From the tap on “Play now” to a card that can be played; then taps on it, at once and once all is loaded."""
    context, page = await fresh(opened)
    await page.goto(f"{url}/new/pig10")
    found = {"card": await begun(page), "dealing": await taps(page, FIRST)}
    await page.wait_for_function(ENGINE)
    await page.wait_for_timeout(CALM)
    found["tap"] = await taps(page)
    await context.close()
    return found


async def begun(page: Page) -> float:
    """How long it takes to begin a game against bots."""
    start = page.get_by_role("button", name="Play now")
    await start.wait_for()
    began = float(await page.evaluate("performance.now()"))
    await start.tap()
    await page.locator(".status.mine").wait_for()
    return float(await page.evaluate("performance.now()")) - began


async def on_device(opened: Browser, url: str) -> dict[str, float]:
    """Taps in the first game of somebody new, on the device, right after the engine has loaded."""
    context, page = await fresh(opened)
    await page.route("**/api/tables", lambda route: route.abort())
    await page.goto(f"{url}/new/pig10")
    await begun(page)
    found = await taps(page, FIRST)
    await context.close()
    return {"device": found}


async def flying(opened: Browser, url: str) -> dict[str, float]:
    """Frames while a hand is dealt, and while a pile is won."""
    found: dict[str, float] = {}
    for watch in (dealt, won):
        context, page = await fresh(opened, service_workers="block")
        found |= await watch(page, url)
        await context.close()
    return found


async def bare(opened: Browser, url: str) -> float:
    context, page = await fresh(opened, service_workers="block", bypass_csp=True)
    await page.goto(url)
    found, _ = await in_worker(page, url)
    await context.close()
    return found


async def engine(opened: Browser, url: str) -> dict[str, float]:
    """The engine on a first visit, and on a later one from its snapshot."""
    context, page = await fresh(opened)
    await page.goto(url)
    await page.wait_for_function(ENGINE)
    first = float(await page.evaluate(ENGINE))
    while not await page.evaluate(KEPT):
        await page.wait_for_timeout(100)
    await page.close()
    page = await context.new_page()
    await context.set_offline(True)
    await page.goto(f"{url}/new/pig10")
    await page.get_by_role("button", name="Play now").tap()
    await page.locator(".hand button").first.wait_for()
    later = float(await page.evaluate(ENGINE))
    await context.close()
    return {"first": first, "later": later}


async def measured(url: str) -> dict[str, float]:
    async with browser() as opened:
        found = await first_screen(opened, url) | await first_card(opened, url)
        found["bare"] = await bare(opened, url)
        found |= await engine(opened, url)
        found |= await on_device(opened, url) | await flying(opened, url)
    found["ratio"] = found["first"] / found["bare"]
    return found


BARS = {  # a bar of 0 is none
    "kB": ("JavaScript of the first screen, gzipped", "kB", 60.0),
    "paint": ("first paint", "ms", 1000.0),
    "card": ("a card playable after the tap", "ms", 2000.0),
    "dealing": ("taps in the first three seconds, the slowest", "ms", 50.0),
    "device": ("the same on this device, where the engine has just loaded", "ms", 50.0),
    "tap": ("taps in calm, the slowest", "ms", 50.0),
    "dealt": (f"a hand is dealt, {SLOW} × slower: the longest frame", "ms", 50.0),
    "dealt_even": ("its frames at 60 a second", "%", 0.0),
    "won": (f"a pile is won, {SLOW} × slower: the longest frame", "ms", 50.0),
    "won_even": ("its frames at 60 a second", "%", 0.0),
    "bare": ("bare loadPyodide()", "ms", 0.0),
    "first": ("engine ready, first visit", "ms", 0.0),
    "ratio": ("engine, first visit / bare", "×", 1.5),
    "later": ("engine ready, later visit, offline", "ms", 1500.0),
}


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "x.db"), Path(folder) / "log").start()
        try:
            url = server.url.replace("127.0.0.1", "localhost")
            results = [await measured(url) for _ in range(runs)]
        finally:
            server.stop()
    table = Table("what", "median", "range", "bar")
    missed = 0
    for name, (about, unit, bar) in BARS.items():
        values = [result[name] for result in results]
        missed += bool(bar) and median(values) > bar
        least, most = min(values), max(values)
        table.add_row(
            about, f"{median(values):.2f} {unit}", f"{least:.2f}–{most:.2f}", f"≤ {bar:g} {unit}" if bar else ""
        )
    Console().print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except NoBrowser as error:
        sys.exit(str(error))
