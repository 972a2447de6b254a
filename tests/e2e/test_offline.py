"""Without a network: what was once visited goes on, alone and round one device. The server is really gone here."""

import asyncio
import re

from playwright.async_api import expect

from devices import LOADING, Device, Devices
from e2e.player import Player
from e2e.round import pass_round
from servers import Server

PAGES = ("/rules/truie", "/learn/truie", "/pad", "/games", "/settings", "/replay", "/new/truie")
CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_FAILED")


async def prepared(devices: Devices, server: Server) -> Device:
    """Somebody has been here once, until the page said that it is ready."""
    device = await devices.phone(service_workers="allow")
    await device.visit(server.url)
    ready = device.page.get_by_role("status").filter(has_text=device.say("page.offline_ready"))
    await expect(ready).to_be_visible(timeout=LOADING)
    return device


async def cut(device: Device, server: Server) -> None:
    await device.page.context.set_offline(True)
    server.kill()


async def alone(device: Device, game: str) -> Player:
    await device.tap(device.game(game))
    await device.tap(device.big("page.play_now"))
    return await Player(device).turn()


async def test_a_game_without_a_network_is_played_to_the_end_and_a_reload_keeps_it(
    devices: Devices, own_server: Server
) -> None:
    device = await prepared(devices, own_server)
    await cut(device, own_server)
    await device.page.reload()
    player = await alone(device, "pig10")
    assert re.fullmatch(rf"{own_server.url}/here/\w+", device.page.url)
    await player.play(3)
    await player.turn()
    hand = await player.cards()
    await device.page.reload()
    await player.turn()
    assert await player.cards() == hand
    await player.play_out()
    await expect(device.page.get_by_role("row")).to_have_count(5)
    await device.tap(player.over)
    await expect(device.page.get_by_role("slider")).to_be_visible()
    device.forgive(*CUT)


async def test_the_device_is_passed_round_without_a_network_and_then_there_is_one_again(
    devices: Devices, own_server: Server
) -> None:
    device = await prepared(devices, own_server)
    await cut(device, own_server)
    people = await pass_round(device, own_server.url, "truie", ["Ada", "Ben"])
    assert set(await people.play_turns(4)) == {"Ada", "Ben"}
    await asyncio.to_thread(own_server.start)
    await device.page.context.set_offline(False)
    await people.play_turns(2)
    await device.visit(own_server.url)
    await alone(device, "truie")
    assert re.fullmatch(rf"{own_server.url}/t/\w+", device.page.url)
    device.forgive(*CUT)


async def test_every_page_opens_without_a_network(devices: Devices, own_server: Server) -> None:
    device = await prepared(devices, own_server)
    await cut(device, own_server)
    for path in PAGES:
        await device.visit(own_server.url + path)
        await expect(device.page.get_by_role("heading", level=1)).not_to_be_empty()
        await expect(device.text("page.not_loaded")).to_have_count(0)
        assert await device.unsaid() == []
    await device.visit(f"{own_server.url}/learn/pig10")
    await expect(device.hand.first).to_be_visible()
    device.forgive(*CUT)
