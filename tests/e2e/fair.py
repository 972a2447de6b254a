"""A device that saw another seal than the game has: for it, the server has exchanged the secret."""

from devices import Device
from e2e.player import Player
from e2e.tables import begun

OTHER = """(code) => {
  const name = `piggery.table.${code}`;
  const table = JSON.parse(localStorage[name]);
  table.deals[0].seal = "0".repeat(64);
  localStorage[name] = JSON.stringify(table);
}"""


async def mistrusted(device: Device, link: str) -> Player:
    """A game that is on, and did not begin with the seal that the device kept."""
    player = await begun(device, link)
    await device.page.evaluate(OTHER, device.page.url.rpartition("/")[2])
    await device.page.reload()
    return await player.turn()
