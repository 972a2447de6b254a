"""Somebody without a mouse: Tab, Enter, the arrows and Escape, and always an eye on where they are."""

from typing import TypedDict

from playwright.async_api import Locator

from devices import Device
from e2e.player import Player

SEEN = 2  # pixels of an outline
FARTHEST = 80  # presses of Tab to get anywhere
FOCUS = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(here);
  const words = (here.ariaLabel || here.textContent).trim().replace(/\\s+/g, " ").slice(0, 40);
  return { what: `${here.tagName} ${words}`, outline: outlineStyle === "none" ? 0 : parseFloat(outlineWidth) };
}"""


class Focus(TypedDict):
    what: str
    outline: float


class Typist(Player):
    """Plays with the keyboard alone. `lost` is what had the focus, or was last said, when it was not to be seen."""

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self.lost: list[str] = []

    async def press(self, key: str) -> None:
        await self.device.page.keyboard.press(key)

    async def focus(self) -> Focus | None:
        found: Focus | None = await self.device.page.evaluate(FOCUS)
        return found

    async def is_at(self, what: Locator) -> bool:
        return bool(await what.evaluate("(node) => node === document.activeElement"))

    async def go(self, what: Locator, key: str = "Tab") -> None:
        """Press a key until this has the focus, and see where one is at every step."""
        await what.wait_for()
        for _ in range(FARTHEST):
            if await self.is_at(what):
                return
            await self.press(key)
            here = await self.focus()
            if here:
                assert here["outline"] >= SEEN, f"the focus is not to be seen on {here['what']}"
        raise AssertionError(f"the keyboard does not get to {what}")

    async def tap(self, what: Locator) -> None:
        await self.go(what)
        await self.press("Enter")

    async def lift(self, n: int) -> None:
        """Tab to the hand, then the arrows."""
        await self.go(self.device.hand.first)
        await self.go(self.device.hand.nth(n), "ArrowRight")
        await self.press("Enter")
        await self.device.at(".hand [aria-pressed=true]").first.wait_for()

    async def move(self) -> None:
        await super().move()
        here = await self.focus()
        if not here or here["outline"] < SEEN:
            self.lost.append(here["what"] if here else await self.device.story.last.inner_text())
