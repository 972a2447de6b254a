"""Take the README's pictures of the web client: `python docs/screens.py`. Cards are dealt afresh each time."""

import asyncio
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "bench"))

from playwright.async_api import Browser  # noqa: E402

from browsers import browser  # noqa: E402
from servers import Server  # noqa: E402

QUIET = "localStorage.setItem('piggery.prefs', JSON.stringify({ pace: 300, volume: 0 }))"
PICTURES = {"web-phone": ("pig10", 390, 780), "web-desktop": ("truie", 1200, 780)}


async def take(opened: Browser, url: str, name: str) -> None:
    """The second turn of a game alone, with a card lifted."""
    game, width, height = PICTURES[name]
    context = await opened.new_context(viewport={"width": width, "height": height}, locale="en")
    page = await context.new_page()
    await page.add_init_script(QUIET)
    await page.goto(f"{url}/new/{game}")
    await page.get_by_role("button", name="Play now").click()
    await page.locator(".status.mine").wait_for()
    await page.locator(".hand button:not(.idle)").first.click()
    await page.locator(".ways button:enabled").first.click()
    await page.locator(".status.mine").wait_for(state="detached")
    await page.locator(".status.mine").wait_for()
    await page.wait_for_timeout(1500)
    await page.locator(".hand button:not(.idle)").first.click()
    await page.wait_for_timeout(500)
    await page.screenshot(path=HERE / f"{name}.png")
    await context.close()


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "x.db"), Path(folder) / "log").start()
        try:
            async with browser() as opened:
                for name in PICTURES:
                    await take(opened, server.url, name)
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
