"""For those who listen: calls and turns are announced in words, cards have names, groups have labels."""

import re

import pytest
from playwright.async_api import expect

from devices import Device, Devices
from e2e.scenes import Scene
from e2e.tables import begun, nothing, with_bots
from piggery.games.registry import game_type
from servers import Server

# What a screen reader would say: every text that comes into a live region.
LISTEN = """() => {
  globalThis.announced = [];
  const live = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("[aria-live=polite]:not(.toasts)");
  new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) => {
    for (const node of type === "characterData" ? [target] : addedNodes)
      if (live(node) && node.textContent.trim()) announced.push(node.textContent.trim());
  })).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


async def announced(device: Device) -> list[str]:
    found: list[str] = await device.page.evaluate("announced")
    return found


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_every_ply_and_every_turn_is_announced_once(devices: Devices, server: Server, game: str) -> None:
    device = await devices.phone("fr")
    player = await begun(device, await with_bots(server, bots=2, game=game, pace=300))
    await device.page.evaluate(LISTEN)
    lines, heard = device.at(".story p"), 0
    before = await lines.count()
    for _ in range(2):
        await player.play()
        await player.turn()
        assert len(await announced(device)) > heard
        heard = len(await announced(device))
    said = (await lines.all_text_contents())[before:]
    found = await announced(device)
    assert len(said) >= 6
    assert [line for line in said if line not in found] == []
    assert found.count(device.say("page.your_turn")) == 2


async def test_cards_have_names_and_groups_have_labels(at: Scene) -> None:
    player, host = await at.facing(nothing, begins=1, game="truie")
    await player.turn()
    cards = await player.cards()
    assert len(cards) == 7
    assert all(any(player.is_card(name, "truie", card) for card in game_type("truie").cards) for name in cards)
    device = player.device
    assert host.latest
    other = host.latest.table.chairs[0].name
    await expect(device.others).to_contain_text([other])
    await expect(device.others).to_contain_text([device.say("table.held", n=7)])
    await expect(device.group("page.grunt")).to_have_count(1)
    await expect(device.dock).to_have_count(1)
    await expect(device.page.get_by_role("main")).to_have_count(1)


async def test_a_lifted_card_says_so_and_its_ways_are_a_group(at: Scene) -> None:
    player, _ = await at.facing(nothing, begins=1, game="pig10", deck={"5": 15})
    await player.turn()
    await player.lift(0)
    device = player.device
    before, after = device.say("page.card_lifted", card="|").split("|")
    await expect(device.hand.first).to_have_accessible_name(
        re.compile(f"^{before}.*{device.say('pig10.name.5')}{after}$")
    )
    card = device.say("pig10.card.5")
    await expect(device.group("page.choose", card=card).get_by_role("button")).to_have_count(1)


async def test_the_end_is_announced(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    player = await begun(device, await with_bots(server, deck={"1": 6}))
    await device.page.evaluate(LISTEN)
    await player.play_out()
    won = await device.page.get_by_role("heading", level=2).first.inner_text()
    assert won in await announced(device)
