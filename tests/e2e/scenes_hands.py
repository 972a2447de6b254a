"""The table with more cards in hand than anybody is dealt."""

from devices import Device
from e2e.player import Player
from e2e.scenes import Scene, scene
from e2e.scenes_late import SCENES
from piggery.table.wire import View

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
