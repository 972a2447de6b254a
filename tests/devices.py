"""Devices with a browser: what a person sees, taps and reads, and every trouble the page has on the way."""

import json
import os
import re
from pathlib import Path
from typing import Literal, Unpack
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    WebSocket,
    expect,
)

from browsers import HEIGHT, WIDTH, Wishes, phone
from netspace import ADDRESSES
from piggery.words import catalogue, say

PATIENCE = 30_000.0  # milliseconds; a machine may be busy
LOADING = 120_000.0  # the same for the engine to come, and to think of a whole game
HURRY = 20  # milliseconds a bot takes; these servers trust this machine, else it would be the least they allow
OURS = {"127.0.0.1", "localhost", "piggery.test", *ADDRESSES}
BROKEN = ("ERR_CONNECTION_", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED")  # what a browser says when a line breaks
SHOTS = os.environ.get("PIGGERY_SHOTS", "")
PHONE, DESK, ZOOMED = (WIDTH, HEIGHT), (1280, 800), (640, 400)  # half the pixels: everything twice as big
SIZES = {  # DESIGN.md says what they stand for
    "phone": PHONE,
    "sideways": (740, 360),
    "tablet": (768, 1024),
    "desk": DESK,
    "tv": (1920, 1080),
    "zoomed": ZOOMED,
}
PREFS = json.dumps({"pace": HURRY, "volume": 0})
BEFORE = f"""
  addEventListener("securitypolicyviolation", (e) => console.error("CSP", e.violatedDirective, e.blockedURI));
  try {{ localStorage["piggery.prefs"] ??= {json.dumps(PREFS)}; }} catch {{ }}
"""
PREFIXES = sorted({key.partition(".")[0] for key in catalogue("en") if "." in key})
UNSAID = re.compile(rf"\[object|undefined|NaN|\{{\w+\}}|\b(?:{'|'.join(PREFIXES)})\.\w+")
SCRIPTS = Path(__file__).parent / "e2e" / "looks"
TEXT, SETTLE, FAULTS = ((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ("text", "settle", "faults"))
expect.set_options(timeout=PATIENCE)


class Device:
    """Somebody's browser: its page, and everything it complains about."""

    def __init__(self, page: Page, language: str, touch: bool) -> None:
        self.page, self.language, self.touch = page, language, touch
        self.troubles: list[str] = []
        self.loads = 0
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("domcontentloaded", self._loaded)
        page.on("websocket", self._connected)
        page.context.on("request", self._asked)
        page.context.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.troubles.append(message.text)

    def _asked(self, request: Request) -> None:
        self._only_ours(request.url)

    def _connected(self, line: WebSocket) -> None:
        self._only_ours(line.url)

    def _only_ours(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.hostname not in OURS:
            self.troubles.append(f"asked elsewhere: {url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status} {response.url}")

    def _loaded(self, page: Page) -> None:
        self.loads += 1

    def forgive(self, *words: str) -> None:
        """These troubles were to be expected."""
        self.troubles = [trouble for trouble in self.troubles if not any(word in trouble for word in words)]

    # What is there

    def at(self, what: str) -> Locator:
        return self.page.locator(what)

    def say(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.say(key, **values), exact=True)

    def big(self, key: str) -> Locator:
        """A button that says more than its name."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(self.say(key))}"))

    def link(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("link", name=self.say(key, **values), exact=True)

    def text(self, key: str, **values: object) -> Locator:
        return self.page.get_by_text(self.say(key, **values), exact=True)

    def group(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("group", name=self.say(key, **values), exact=True)

    def game(self, game: str) -> Locator:
        """The way to a game, on the first page."""
        return self.link("setup.start", game=self.say(f"{game}.title"))

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name=self.say("page.dock"), exact=True)

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("list", name=self.say("page.hand"), exact=True).get_by_role("button")

    @property
    def others(self) -> Locator:
        return self.page.get_by_role("list", name=self.say("page.players"), exact=True).get_by_role("listitem")

    @property
    def story(self) -> Locator:
        """What was said, ply by ply; a small screen does not show it."""
        return self.page.get_by_label(self.say("table.log"), exact=True).locator("li")

    @property
    def toast(self) -> Locator:
        return self.at(".toasts").get_by_role("button")

    @property
    def banner(self) -> Locator:
        return self.at(".banner")

    # What is done

    async def tap(self, what: str | Locator) -> None:
        found = self.at(what).first if isinstance(what, str) else what
        await (found.tap() if self.touch else found.click())

    async def visit(self, link: str) -> "Device":
        await self.page.goto(link)
        return self

    async def size(self, size: tuple[int, int]) -> None:
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})

    async def colours(self, scheme: Literal["dark", "light"]) -> None:
        await self.page.emulate_media(color_scheme=scheme)

    async def faults(self) -> list[str]:
        """What does not fit on the screen, is too small or covered for a thumb, or is no sentence."""
        await self.settle()
        return [*await self.page.evaluate(FAULTS), *await self.unsaid()]

    async def settle(self) -> None:
        """Whatever moves has come to rest."""
        await self.page.evaluate(SETTLE)

    async def unsaid(self) -> list[str]:
        """Keys and blanks that nobody turned into words."""
        return UNSAID.findall(await self.page.evaluate(TEXT))

    async def shot(self, name: str) -> None:
        """A picture for somebody to look at, if they have said where to put it."""
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            await self.page.screenshot(path=Path(SHOTS) / f"{name}.png")


class Devices:
    """Every browser of one test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.all: list[Device] = []

    async def phone(self, language: str = "en", **wishes: Unpack[Wishes]) -> Device:
        return await self._new(await phone(self.browser, language, **_usual(wishes)), language, True)

    async def desk(self, language: str = "en", **wishes: Unpack[Wishes]) -> Device:
        width, height = DESK
        size: ViewportSize = {"width": width, "height": height}
        context = await self.browser.new_context(locale=language, viewport=size, **_usual(wishes))
        return await self._new(context, language, False)

    async def _new(self, context: BrowserContext, language: str, touch: bool) -> Device:
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(BEFORE)
        self.all.append(Device(await context.new_page(), language[:2], touch))
        return self.all[-1]

    async def close(self) -> None:
        for device in self.all:
            await device.page.context.close()

    @property
    def troubles(self) -> list[str]:
        return [trouble for device in self.all for trouble in device.troubles]


def _usual(wishes: Wishes) -> Wishes:
    """Nothing moves, and nothing is kept for when there is no network, unless a test is about just that."""
    return {"service_workers": "block", "reduced_motion": "reduce", **wishes}
