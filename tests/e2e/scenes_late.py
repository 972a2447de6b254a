"""The table while somebody comes during a game: asking, being asked, told."""

from typing import Unpack

from playwright.async_api import expect

from devices import Device
from e2e.scenes import Scene, scene
from e2e.scenes_table import SCENES
from e2e.tables import begun, with_bots
from messages import Settings

__all__ = ["SCENES"]  # once these here are among them


async def _asked(at: Scene, **settings: Unpack[Settings]) -> tuple[Device, Device]:
    """Somebody plays with bots, and somebody else asks to come in."""
    link = await with_bots(at.server, bots=3, **settings)
    player = await begun(await at.device(), link)
    late = await at.device()
    await late.visit(link.partition("#")[0])
    await late.tap(late.button("page.ask_in"))
    await expect(late.button("page.asking_off")).to_be_visible()
    await expect(player.device.at(".request")).to_be_visible()
    return player.device, late


@scene
async def request(at: Scene) -> Device:
    """Somebody asks to come in: the one who plays answers."""
    return (await _asked(at, takeback=True))[0]


@scene
async def request_truie(at: Scene) -> Device:
    return (await _asked(at, game="truie"))[0]


@scene
async def asking(at: Scene) -> Device:
    """The one who asks waits for an answer."""
    return (await _asked(at))[1]


@scene
async def next_game(at: Scene) -> Device:
    """Where nobody comes in during a game."""
    link = await with_bots(at.server, late="next")
    await begun(await at.device(), link)
    late = await at.device()
    await late.visit(link.partition("#")[0])
    await expect(late.text("page.next_game")).to_be_visible()
    return late


@scene
async def seats_told(at: Scene) -> Device:
    """Somebody has come in, and it is in the story."""
    device, late = await _asked(at)
    await device.tap(device.button("page.yes"))
    await expect(late.hand).to_have_count(3)
    await expect(device.toast).to_have_count(1)
    return device
