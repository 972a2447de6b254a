"""A fair deal in the page: every device shuffles, keeps the seal that it saw, and checks the game when it is over."""

from playwright.async_api import Locator, expect

from devices import LOADING, Device, Devices
from e2e.fair import mistrusted
from e2e.tables import QUICK, finished, is_over, play_on, seated, two, with_bots
from piggery.client import open_table
from servers import Server


def marks(device: Device) -> Locator:
    """Those who have shuffled."""
    return device.page.get_by_role("img", name=device.say("page.stirred"), exact=True)


async def checked(device: Device) -> Locator:
    """What the device says of the deal of the game that is over."""
    await device.tap(device.button("page.check_deal"))
    told = device.at(".rest .panel")
    await expect(told).to_be_visible(timeout=LOADING)
    return told


async def test_every_device_shuffles_by_itself_and_once_more_with_a_tap(devices: Devices, server: Server) -> None:
    opened = await open_table(server.url, two(seats=3))
    host, guest = await devices.phone(), await devices.desk()
    await host.visit(f"{opened.link}#{opened.token}")
    await expect(marks(host)).to_have_count(1)
    await seated(guest, opened.link)
    for device in (host, guest):
        await expect(marks(device)).to_have_count(2)
    await guest.tap(guest.button("page.stir"))
    await expect(guest.text("page.stir_done")).to_be_visible()
    await host.tap(host.button("page.start"))
    await guest.tap(guest.button("page.menu"))
    await expect(guest.page.get_by_role("dialog")).to_contain_text(guest.say("page.stir_in"))


async def test_a_game_that_is_over_is_checked_on_the_device(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    player = await finished(device, await with_bots(server, deck=QUICK, starter="chance"))
    told = await checked(device)
    await expect(told).to_contain_text(device.say("page.deal_checked"))
    for key in ("verify.seal", "verify.hands"):
        await expect(told).to_contain_text(device.say(key, text=""))
    await expect(told).not_to_contain_text(device.say("verify.unstirred"))
    await expect(told).not_to_contain_text(device.say("page.not_stirred"))
    await player.tap(device.button("score.again"))
    await player.turn()


async def test_another_seal_than_the_one_that_was_seen_is_said_at_once_and_at_the_end(
    devices: Devices, server: Server
) -> None:
    device = await devices.phone()
    link = await with_bots(server, deck=QUICK)
    player = await mistrusted(device, link)
    await expect(device.text("page.other_seal")).to_be_visible()
    await play_on(link, is_over)
    await player.until("page.replay")
    told = await checked(device)
    await expect(told).to_have_role("alert")
    await expect(told).to_contain_text(device.say("page.deal_wrong"))
