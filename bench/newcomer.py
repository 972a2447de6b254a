"""Somebody new opens a link on a phone: how long until they play?

    python bench/newcomer.py [--runs K]

A host sits at a real server and starts as soon as somebody else does; the host moves first, at once. A phone that has
never been here opens the link, sits down, gets a hand and makes its first move, tapping as soon as it can. All times
are counted from opening the link. A slow phone has a slower processor and a slower line, as Chromium makes them; it
forgets the latency of messages on an open socket, so these are held back here.
It ends with 1 if somebody waits longer than the bar for their first move.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.async_api import Browser, Locator, Page, WebSocketRoute
from rich.console import Console
from rich.table import Table

from browsers import NoBrowser, browser, phone
from piggery.client import Player, open_table
from piggery.table.wire import Settings, Start
from piggery.words import say
from servers import Server

BAR = 15.0
GIVE_UP = 120_000.0  # milliseconds
STEPS = ("page shown", "seated", "hand dealt", "own move possible", "own move made")
POSSIBLE = STEPS.index("own move possible")


class Speed(NamedTuple):
    """How much slower the processor is; how long a round trip takes, and how much comes through."""

    name: str
    slower: int = 1
    latency: int = 0  # milliseconds
    kilobits: int = 0  # a second; 0 is as fast as it goes


SPEEDS = (
    Speed("the same network"),
    Speed("a slow phone: CPU / 4, 150 ms, 1.6 Mbit/s", 4, 150, 1600),
    Speed("a very slow one: CPU / 6, 400 ms, 400 kbit/s", 6, 400, 400),
)


async def hosting(host: Player) -> None:
    """Start when a second person sits, and play whenever it is the host's turn."""
    began = False
    async for view in host.views():
        people = sum(chair.player == "person" for chair in view.table.chairs)
        if view.table.phase == "gather" and people == 2 and not began:
            began = True
            await host.ask(Start(first=0))
        if view.moves:
            await host.play(view, view.moves[0].move)


@asynccontextmanager
async def table(server: Server, settings: Settings) -> AsyncIterator[tuple[str, Player]]:
    """The link to a table, and the host who waits there."""
    opened = await open_table(server.url, settings)
    link = f"{server.url}/t/{opened.code}"
    async with Player(link, opened.token) as host:
        task = asyncio.create_task(hosting(host))
        try:
            yield link, host
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def slow_down(page: Page, speed: Speed) -> None:
    line = await page.context.new_cdp_session(page)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": speed.slower})
    if speed.kilobits:
        bytes = speed.kilobits * 1000 / 8
        conditions = {"latency": speed.latency, "downloadThroughput": bytes, "uploadThroughput": bytes}
        await line.send("Network.enable")
        await line.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
        await page.route_web_socket("**/socket", lambda socket: hold_back(socket, speed.latency / 2000))


def hold_back(line: WebSocketRoute, seconds: float) -> None:
    """Let every message take its time, in both directions."""
    loop, server = asyncio.get_running_loop(), line.connect_to_server()

    def late(send: Callable[[str | bytes], None]) -> Callable[[str | bytes], None]:
        def pass_on(message: str | bytes) -> None:
            loop.call_later(seconds, send, message)

        return pass_on

    line.on_message(late(server.send))
    server.on_message(late(line.send))


async def come_and_play(page: Page, link: str) -> list[float]:
    """Seconds from opening the link to each step."""
    began, times = time.perf_counter(), []

    async def shown(what: Locator) -> None:
        await what.first.wait_for()
        times.append(time.perf_counter() - began)

    sit = page.get_by_role("button", name=say("page.sit"), exact=True)
    told = page.locator(".story .mine")
    await page.goto(link, wait_until="commit")
    await shown(sit)
    await sit.tap()
    await sit.wait_for(state="detached")
    times.append(time.perf_counter() - began)
    await shown(page.locator(".hand button"))
    await shown(page.locator(".dock").get_by_text(say("page.your_turn"), exact=True))
    await move(page)
    await told.first.wait_for(state="attached")
    times.append(time.perf_counter() - began)
    return times


async def move(page: Page) -> None:
    """The first card that can be played and the first way to play it, or a card is drawn."""
    cards = page.locator(".hand button:not(.idle)")
    if not await cards.count():
        await page.get_by_role("button", name=say("table.draw"), exact=True).tap()
        return
    await cards.first.tap()
    ways = page.locator(".dock .ways button:enabled")
    friend = page.locator(".hand .friend")
    await ways.or_(friend).first.wait_for()
    if not await ways.count():  # it takes a second card
        await friend.first.tap()
    await ways.first.tap()


async def once(phones: Browser, server: Server, speed: Speed, game: str) -> list[float]:
    context = await phone(phones)
    context.set_default_timeout(GIVE_UP)
    try:
        page = await context.new_page()
        await slow_down(page, speed)
        async with table(server, Settings(game=game, seats=2, starter="host")) as (link, _):
            return await come_and_play(page, link)
    finally:
        await context.close()


async def measure(server: Server, runs: int) -> dict[Speed, list[float]]:
    """The median of each step at each speed, both games in turn."""
    found = {}
    async with browser() as phones:
        for speed in SPEEDS:
            times = [await once(phones, server, speed, ("pig10", "truie")[run % 2]) for run in range(runs)]
            found[speed] = [median(step) for step in zip(*times, strict=True)]
    return found


def show(found: dict[Speed, list[float]], runs: int) -> None:
    sheet = Table(
        "seconds from opening the link", *STEPS, title=f"median of {runs}; the bar: own move possible within {BAR:.0f}"
    )
    for speed, times in found.items():
        sheet.add_row(speed.name, *(f"{seconds:.2f}" for seconds in times))
    Console(width=None if sys.stdout.isatty() else 120).print(sheet)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    runs = max(1, parser.parse_args().runs)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(str(folder / "tables.db"), folder / "log").start()
        try:
            found = asyncio.run(measure(server, runs))
        except NoBrowser as error:
            print(error, file=sys.stderr)
            return 2
        finally:
            server.kill()
    show(found, runs)
    return int(any(times[POSSIBLE] > BAR for times in found.values()))


if __name__ == "__main__":
    sys.exit(main())
