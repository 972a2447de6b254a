"""Against bots, on the server: whole games, by touch on a phone and with a mouse at a desk where things move."""

import re

import pytest
from playwright.async_api import expect

from devices import Device, Devices
from e2e.player import Player
from servers import Server

WINS = ("story.wins_cards", "story.wins_cards_shared", "story.wins_points", "story.wins_points_shared")


async def alone(device: Device, server: Server, game: str) -> Player:
    """From the first page to the first turn, as somebody new would go."""
    await device.visit(server.url)
    await device.tap(device.game(game))
    await device.tap(device.big("page.play_now"))
    return await Player(device).turn()


async def is_over(device: Device, players: int) -> None:
    """Somebody has won, and everybody's points are there."""
    won = re.compile("|".join(device.say(key, player=".+", players=".+", n=2).replace("2", ".+") for key in WINS))
    await expect(device.page.get_by_role("heading", level=2, name=won)).to_have_count(1)
    await expect(device.page.get_by_role("row")).to_have_count(1 + players)
    await expect(device.button("score.again")).to_be_visible()


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_whole_game_is_played_by_touch(devices: Devices, server: Server, game: str) -> None:
    device = await devices.phone()
    player = await alone(device, server, game)
    assert re.fullmatch(rf"{server.url}/t/\w+", device.page.url)
    await expect(device.others).to_have_count(3)
    assert await player.play_out() >= 12
    await is_over(device, 4)


async def test_a_whole_game_is_played_with_a_mouse(devices: Devices, server: Server) -> None:
    device = await devices.desk(reduced_motion="no-preference")
    player = await alone(device, server, "pig10")
    assert await player.play_out() == 20
    await is_over(device, 4)


async def test_a_table_with_bots_and_its_own_rules_is_set_up_and_played_with_a_mouse(
    devices: Devices, server: Server
) -> None:
    device = await devices.desk("de", reduced_motion="no-preference")
    await device.visit(f"{server.url}/new/truie")
    await device.tap(device.big("page.friends"))
    for free in (2, 1):
        await device.tap(device.button("page.add_bot").first)
        await expect(device.button("page.add_bot")).to_have_count(free)
    await device.tap(device.page.get_by_role("button", name=f"{device.say('page.seats')}: {device.say('page.fewer')}"))
    await expect(device.button("page.add_bot")).to_have_count(0)
    await device.tap(device.text("page.more_settings"))
    fewer = device.group("page.rounds").get_by_role("button", name=device.say("page.fewer"))
    for rounds in (3, 2, 1):
        await device.tap(fewer)
        await expect(device.group("page.rounds").get_by_role("status")).to_have_text(str(rounds))
    await device.tap(device.button("page.start"))
    player = await Player(device).turn()
    await expect(device.text("table.round", round=1, rounds=1)).to_be_visible()
    assert await player.play_out() >= 1
    await is_over(device, 3)


async def test_a_table_is_found_again_on_the_first_page(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    player = await alone(device, server, "pig10")
    place, hand = device.page.url, await player.cards()
    await device.tap(device.link("page.home"))
    everybody = re.compile(f"^{device.say('pig10.title')} .+, Bella, Otto, Tilda$")
    await device.tap(device.page.get_by_role("link", name=everybody))
    await player.turn()
    assert device.page.url == place
    assert await player.cards() == hand
