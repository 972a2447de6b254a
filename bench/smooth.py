"""How smoothly the web client answers and moves: taps from the finger to the picture, frames while cards fly."""

import asyncio
from collections.abc import Awaitable, Callable

from playwright.async_api import Page

from piggery.client import Player, open_table
from piggery.games.registry import game_type
from piggery.table.wire import Settings, View

SLOW = 4  # a phone is so many times slower than this machine
EVEN = 17.5  # milliseconds: a frame at sixty a second, as it is measured
BREATH = 120  # milliseconds between a tap and the next
PACE = 0.6  # seconds between two moves
ONES = {card: 15 * (card == "1") for card in game_type("pig10").cards}  # the tenth of them wins a pile of ten cards
WATCH = """() => {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
# A frame is as long as the time to the next one, from the moment on at which something has begun to move. What flies
# has a name, which begins with what becomes of it.
FRAMES = """(name) => {
  window.lengths = [];
  window.landed = false;
  let before = 0;
  const look = (now) => {
    if (before) window.lengths.push(now - before);
    const flying = ({ id, pending, playState }) => id.startsWith(name) && !pending && playState === "running";
    before = document.getAnimations().some(flying) ? now : 0;
    if (before || !window.lengths.length) requestAnimationFrame(look);
    else window.landed = true;
  };
  requestAnimationFrame(look);
}"""


async def taps(page: Page, seconds: float = 0.5) -> float:
    """The slowest answer to taps on a card, one after the other for so long: from the finger to the picture."""
    await page.evaluate(WATCH)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end:
        await page.locator(".hand button").first.tap()
        await page.wait_for_timeout(BREATH)
        await page.keyboard.press("Escape")
    await page.wait_for_timeout(BREATH)
    return float(await page.evaluate("window.slowest"))


async def frames(page: Page, name: str, begin: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """While such cards fly on a slow phone: the longest frame, and the share of those that are short enough."""
    line = await page.context.new_cdp_session(page)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    await page.evaluate(FRAMES, name)
    await begin()
    await page.wait_for_function("() => window.landed")
    found: list[float] = await page.evaluate("window.lengths")
    return {name: max(found), f"{name}_even": 100 * sum(one <= EVEN for one in found) / len(found)}


async def dealt(page: Page, url: str) -> dict[str, float]:
    """The seven cards of a hand are dealt to somebody who taps “Play now”."""
    await page.goto(f"{url}/new/truie")
    start = page.get_by_role("button", name="Play now")
    await start.wait_for()
    return await frames(page, "dealt", start.tap)


async def won(page: Page, url: str) -> dict[str, float]:
    """A pile of ten cards is won, at a table of two, while somebody plays on."""
    opened = await open_table(url, Settings(game="pig10", seats=2, deck=ONES, starter="host", wait=600))
    async with Player(opened.link, opened.token) as host, Player(opened.link) as guest:
        await guest.sit()
        await page.goto(f"{opened.link}#{opened.token}")
        await page.locator(".field").wait_for()
        await host.start(first=0)
        await page.locator(".hand").wait_for()
        playing = [asyncio.create_task(play(one)) for one in (host, guest)]
        try:
            return await frames(page, "won", page.locator(".shout").wait_for)
        finally:
            for task in playing:
                task.cancel()


async def play(player: Player) -> None:
    """Add one to the pile, at the pace of people."""
    async for view in player.views():
        if view.moves:
            await asyncio.sleep(PACE)
            await player.play(view, adding(view))


def adding(view: View) -> str:
    return max(view.moves, key=lambda choice: choice.value or 0).move
