"""Devices with a browser: what a person sees, taps and reads, and every trouble the page has on the way."""

import json
import re
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from browsers import WIDTH, phone
from piggery.words import say

PATIENCE = 15_000.0  # milliseconds
HURRY = 20  # milliseconds a bot takes
WATCH = "addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective, e.blockedURI))"
UNSAID = re.compile(r"\[object|undefined|NaN|\{\w+\}|\b(?:page|table|story|error|score|key|bot|pig10|truie)\.[a-z]+")
FAULTS = """(width) => {
  const told = (node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 30)}`;
  const shown = [...document.querySelectorAll("body *")].filter((node) => node.checkVisibility());
  const sideways = (node) => node.parentElement.closest(".middle .cards, .scroll, svg"); // these may scroll
  const wide = shown.filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    return !sideways(node) && (left < -0.5 || right > width + 0.5);
  });
  const low = shown.filter((node) => node.matches("button, select, summary, input, a"))
    .filter((node) => node.getBoundingClientRect().height < 43.99);
  const whole = document.documentElement.scrollWidth;
  return [
    ...(whole > width ? [`the page is ${whole} wide`] : []),
    ...wide.map((node) => `too wide: ${told(node)}`),
    ...low.map((node) => `too low: ${told(node)} ${node.getBoundingClientRect().height}`),
  ];
}"""
expect.set_options(timeout=PATIENCE)


class Device:
    """Somebody's browser: its page, and everything it complains about."""

    def __init__(self, page: Page, language: str, touch: bool) -> None:
        self.page, self.language, self.touch = page, language, touch
        self.troubles: list[str] = []
        self.loads = 0
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("response", self._answered)
        page.on("domcontentloaded", self._loaded)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.troubles.append(message.text)

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status} {response.url}")

    def _loaded(self, page: Page) -> None:
        self.loads += 1

    def at(self, what: str) -> Locator:
        return self.page.locator(what)

    def say(self, key: str, **values: Any) -> str:
        return say(key, self.language, **values)

    async def shows(self, what: str) -> None:
        await expect(self.at(what).first).to_be_visible()

    async def tap(self, what: str | Locator) -> None:
        found = self.at(what).first if isinstance(what, str) else what
        await (found.tap() if self.touch else found.click())

    async def visit(self, link: str) -> "Device":
        await self.page.goto(link)
        return self

    async def sit(self, link: str) -> "Device":
        """Come to a table by its link and wait for the first turn there."""
        await self.visit(link)
        await self.tap("[data-focus=sit]")
        return await self.turn()

    async def turn(self) -> "Device":
        await self.shows(".status.mine")
        await self.shows(".hand .card")
        return self

    async def hand(self) -> list[str]:
        """What stands on the cards of the hand, once it is this device's turn and nothing changes any more."""
        await self.turn()
        return await self.at(".hand .card").all_inner_texts()

    async def name(self) -> str:
        chairs = await self.page.evaluate("Object.entries(localStorage).find(([k]) => k.startsWith('piggery.table.'))")
        return str(json.loads(chairs[1])["name"])

    async def play(self, moves: int = 1) -> None:
        """Make moves, the first there is each time, and see them told."""
        for _ in range(moves):
            await self.turn()
            told = await self.at(".story .mine").count()
            await self._move()
            await expect(self.at(".story .mine")).not_to_have_count(told)

    async def _move(self) -> None:
        card = self.at(".hand .card:not(.idle)").first
        if not await card.count():
            await self.tap(".free button")
            return
        several = await card.get_attribute("aria-expanded")
        await self.tap(card)
        if several:
            await self.tap(".ways button")

    async def faults(self) -> list[str]:
        """What does not fit on the screen, is too small for a thumb, or is no sentence."""
        text = await self.at("body").inner_text()
        return [*await self.page.evaluate(FAULTS, WIDTH), *UNSAID.findall(text)]


class Devices:
    """Every browser of one test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.all: list[Device] = []

    async def phone(self, language: str = "en") -> Device:
        return await self._new(await phone(self.browser, language), language, True)

    async def desk(self, language: str = "en") -> Device:
        return await self._new(await self.browser.new_context(locale=language), language, False)

    async def _new(self, context: BrowserContext, language: str, touch: bool) -> Device:
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(WATCH)
        page = await context.new_page()
        await page.emulate_media(reduced_motion="reduce")
        self.all.append(Device(page, language, touch))
        return self.all[-1]

    @property
    def troubles(self) -> list[str]:
        return [trouble for device in self.all for trouble in device.troubles]
