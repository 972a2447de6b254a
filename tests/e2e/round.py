"""People who pass one device round: each takes it when it is their turn, and hands it on."""

import json

from playwright.async_api import Locator, expect

from devices import Device
from e2e.player import LONGEST, Player

GIVEN = """() => document.querySelector(".cover button.main") || document.querySelector(".over a")
  || document.querySelector(".dock .status .mine, [data-reacting]")"""

# What a move changes: who is to play, what lies there, the hand, whether a grunt is due (its clock runs by itself).
PLACE = """() => [".cover h2", ".dock .status b", ".middle", ".over", ".hand"]
  .map((what) => document.querySelector(what)?.textContent)
  .concat(document.querySelectorAll("[data-reacting]").length).join("|")"""
MOVED = f"(before) => ({PLACE})() !== before && !!({GIVEN})()"


class People(Player):
    """Everybody round one device."""

    def __init__(self, device: Device, names: list[str]) -> None:
        super().__init__(device)
        self.names = names
        self.holder = ""  # of the device

    @property
    def cover(self) -> Locator:
        return self.device.at(".cover")

    def i_am(self, name: str) -> Locator:
        return self.device.button("page.i_am", player=name)

    async def covered(self) -> str:
        """Wait for the cover; who is to take the device."""
        await expect(self.cover.get_by_role("heading")).to_be_visible()
        wanted = await self.cover.get_by_role("heading").inner_text()
        (name,) = [name for name in self.names if wanted == self.device.say("page.hand_over", player=name)]
        return name

    async def take(self, name: str) -> None:
        """Somebody takes the device in hand, and sees that it is their turn."""
        await self.tap(self.i_am(name))
        await self.turn_of(name)

    async def turn_of(self, name: str) -> None:
        await expect(self.device.dock.get_by_text(self.device.say("table.turn", player=name))).to_be_visible()
        self.holder = name

    async def next(self) -> str:
        """Whoever's turn it is takes the device: their name, or nothing when the game is over."""
        await self.device.page.wait_for_function(GIVEN)
        if await self.over.count():
            return ""
        if await self.cover.count():
            name = await self.covered()
            await self.take(name)
            return name
        if not await self.grunt_due.count():
            await self.turn_of(self.holder)
        return self.holder

    async def play_turns(self, turns: int) -> list[str]:
        """So often somebody takes the device and plays; who they were. A grunt after a card is the same turn."""
        found: list[str] = []
        while len(found) < turns:
            name = await self.next()
            if not found or found[-1] != name:
                found.append(name)
            await self.choose_and_wait()
        return found

    async def choose_and_wait(self) -> None:
        """A move, seen to be made: it brings the cover, a grunt to make, or the end."""
        place = await self.device.page.evaluate(PLACE)
        await self.choose()
        await self.device.page.wait_for_function(MOVED, arg=place)

    async def play_all(self) -> int:
        """To the end of the game; how many moves it took."""
        for moves in range(LONGEST):
            if not await self.next():
                return moves
            await self.choose_and_wait()
        raise AssertionError("the game does not end")


async def pass_round(device: Device, url: str, game: str, names: list[str]) -> People:
    """From the page of a game to the first hand, with people who have played before: the device knows their names."""
    await device.visit(f"{url}/new/{game}")
    await device.page.evaluate("(names) => localStorage.setItem('piggery.names', names)", json.dumps(names))
    await device.page.reload()
    await device.tap(device.big("page.pass"))
    await device.tap(device.at("form").get_by_role("button", name=device.say("page.start"), exact=True))
    return People(device, names)
