"""The first turn fits on a small phone, with any number of players and in every language."""

import pytest

from devices import PHONE, Devices
from e2e.tables import begun, with_bots
from piggery.words import LANGUAGES
from servers import Server

BOXES = """nodes => nodes.map((node) => node.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "bots"), [("pig10", 3), ("pig10", 7), ("truie", 3), ("truie", 5)])
async def test_the_first_turn_needs_no_scrolling_on_a_small_phone(
    devices: Devices, server: Server, game: str, bots: int, language: str
) -> None:
    device = await devices.phone(language)
    player = await begun(device, await with_bots(server, bots, game=game))
    needed = [player.mine, device.others, device.hand, device.at(".dock button"), device.at(".stock")]
    boxes = [box for what in needed for box in await what.evaluate_all(BOXES)]
    assert len(boxes) >= 1 + bots + (3 if game == "pig10" else 7)
    assert [box for box in boxes if box[0] < 0 or box[1] < 0 or box[2] > PHONE[0] or box[3] > PHONE[1]] == []
    assert await device.page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
    assert await device.faults() == []
