"""The table with more than usual: cards in hand, letters in a name."""

from playwright.async_api import expect

from devices import Device
from e2e.player import Player
from e2e.scenes import Scene, scene
from e2e.scenes_late import SCENES
from e2e.tables import nothing
from piggery.table.wire import Rename, View

__all__ = ["SCENES"]  # once these here are among them


def drawing(view: View) -> str:
    return "draw"


async def _holding(at: Scene, cards: int) -> Player:
    """Both at this table have done nothing but draw."""
    player, _ = await at.facing(drawing, game="truie")
    await player.turn()
    while await player.device.hand.count() < cards:
        told = await player.device.story.count()
        await player.draw()
        await player.heard(told)
        await player.turn()
    return player


@scene
async def truie_twelve(at: Scene) -> Device:
    return (await _holding(at, 12)).device


@scene
async def truie_twenty(at: Scene) -> Device:
    return (await _holding(at, 20)).device


@scene
async def truie_twenty_lifted(at: Scene) -> Device:
    player = await _holding(at, 20)
    await player.lift((await player.playable())[0])
    return player.device


@scene
async def long_name(at: Scene) -> Device:
    """Somebody has a name of their own, as long as names may be, and it is their turn."""
    player, host = await at.facing(nothing, own_names=True)
    await host.ask(Rename(name="Maximiliane-Alexandra"))
    await expect(player.device.others.first).to_contain_text("Maximiliane")
    return player.device
