"""Take the pictures of the web client: `python docs/screens.py`. Cards are dealt afresh each time.

Those of the README; and the card that is shown beside a link, the icons and pictures for whoever installs it as an app.
"""

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "bench"))

from playwright.async_api import Browser, Page  # noqa: E402

from browsers import browser  # noqa: E402
from servers import Server  # noqa: E402

QUIET = "localStorage.setItem('piggery.prefs', JSON.stringify({ pace: 300, volume: 0 }))"
PICTURES = {"web-phone": ("pig10", 390, 780), "web-desktop": ("truie", 1200, 780)}
FIRST = "web-home"  # the first page
WEB = HERE.parent / "web"
PUBLIC = WEB / "public"
CARD = """
<style>
  body { background: #2f6b4f; font-family: ui-rounded, Nunito, Quicksand, system-ui, sans-serif; color: #fdfaf2 }
  .games { display: grid; grid-template-columns: 1fr 1fr; gap: 20px; padding: 36px 36px 0 }
  .games img { width: 100%; aspect-ratio: 3 / 2; object-fit: cover; border-radius: 24px; display: block }
  .words { display: flex; align-items: center; gap: 28px; padding: 22px 44px; font-size: 38px }
  b { font-size: 92px; line-height: 1 }
</style>
<div class="games"><img src="art/title-pig10.svg"><img src="art/title-truie.svg"></div>
<div class="words"><img src="art/logo.svg" width="120" height="120"><b>Piggery</b>
<span>Pig 10 and Un, deux, truie:<br>card games with pigs and numbers</span></div>
"""
WAYS = ".dock .ways .options button:enabled"


async def lift(page: Page) -> None:
    """A card that can be played by itself; where there is none, one is drawn first."""
    while True:
        for card in await page.locator(".hand button:not(.idle)").all():
            await card.click()
            await page.wait_for_timeout(200)
            if await page.locator(WAYS).count():
                return
            await card.click()
        await page.locator(".acts .free").first.click()
        await page.locator(".status.mine").wait_for(state="detached")
        await page.locator(".status.mine").wait_for()


async def take(opened: Browser, url: str, name: str) -> None:
    """The second turn of a game alone, with a card lifted."""
    game, width, height = PICTURES[name]
    context = await opened.new_context(viewport={"width": width, "height": height}, locale="en")
    page = await context.new_page()
    await page.add_init_script(QUIET)
    await page.goto(f"{url}/new/{game}")
    await page.get_by_role("button", name="Play now").click()
    await page.locator(".status.mine").wait_for()
    await lift(page)
    await page.locator(WAYS).first.click()
    await page.locator(".status.mine").wait_for(state="detached")
    await page.locator(".status.mine").wait_for()
    await page.wait_for_timeout(1500)
    await lift(page)
    await page.wait_for_timeout(500)
    await page.screenshot(path=HERE / f"{name}.png")
    await context.close()


async def take_first(opened: Browser, url: str) -> None:
    page = await opened.new_page(viewport={"width": 1280, "height": 720}, locale="en")
    await page.goto(url)
    await page.get_by_role("link", name="Play Pig 10").wait_for()
    await page.wait_for_timeout(1000)
    await page.screenshot(path=HERE / f"{FIRST}.png")
    await page.close()


async def drawn(opened: Browser, width: int, height: int, body: str, to: Path) -> None:
    """A picture of our own pictures."""
    page = await opened.new_page(viewport={"width": width, "height": height})
    with tempfile.NamedTemporaryFile("w", suffix=".html", dir=WEB) as file:  # pictures are found from there
        file.write(f"<body style='margin:0;overflow:hidden'>{body}")
        file.flush()
        await page.goto(Path(file.name).as_uri())
        await page.screenshot(path=to)
    await page.close()


async def publish(opened: Browser) -> None:
    """What is shown beside a link, and where Piggery is installed: the card, the icons, two of the pictures."""
    await drawn(opened, 1200, 630, CARD, PUBLIC / "share.png")
    for size in (192, 512):
        body = f"<img src='public/icon.svg' width={size} height={size} style='display:block'>"
        await drawn(opened, size, size, body, PUBLIC / f"icon-{size}.png")
    shutil.copy(HERE / "web-phone.png", PUBLIC / "screen-phone.png")
    shutil.copy(HERE / f"{FIRST}.png", PUBLIC / "screen-desk.png")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "x.db"), Path(folder) / "log").start()
        try:
            async with browser() as opened:
                await take_first(opened, server.url)
                for name in PICTURES:
                    await take(opened, server.url, name)
                await publish(opened)
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
