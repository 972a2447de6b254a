"""At a plain http address, as in a network at home: no secure context. Everything works but installing and offline."""

from playwright.async_api import expect

from browsers import NAME
from devices import Device, Devices
from e2e.player import Player
from e2e.round import pass_round
from e2e.tables import with_bots
from servers import Server

PAGES = ("/learn/pig10", "/rules/truie", "/pad", "/settings", "/replay", "/games")


def at_home(server: Server) -> str:
    return f"http://{NAME}:{server.port}"


async def phone(devices: Devices) -> Device:
    """A phone that would keep pages, if it could."""
    return await devices.phone(service_workers="allow")


async def is_plain(device: Device) -> bool:
    plain: bool = await device.page.evaluate(
        "!isSecureContext && !navigator.serviceWorker && typeof caches === 'undefined'"
    )
    return plain


async def test_two_people_play_a_whole_game(devices: Devices, server: Server) -> None:
    link = (await with_bots(server, bots=0, seats=2, deck={"1": 6, "2": 6})).replace(server.url, at_home(server))
    host, guest = Player(await phone(devices)), Player(await phone(devices))
    await host.device.visit(link)
    await guest.device.visit(link.partition("#")[0])
    assert await is_plain(guest.device)
    await guest.tap(guest.device.button("page.sit"))
    await host.tap(host.device.button("page.start"))
    await host.play()
    for _ in range(5):
        await guest.play()
        await host.play()
    await guest.play()
    await host.until("page.replay")
    await guest.until("page.replay")


async def test_somebody_plays_alone(devices: Devices, server: Server) -> None:
    device = await phone(devices)
    await device.visit(at_home(server))
    assert await is_plain(device)
    await device.tap(device.game("truie"))
    await device.tap(device.big("page.play_now"))
    await Player(device).play(3)


async def test_people_pass_the_device_round_and_a_reload_keeps_the_game(devices: Devices, server: Server) -> None:
    device = await phone(devices)
    people = await pass_round(device, at_home(server), "pig10", ["Ada", "Ben"])
    assert await is_plain(device)
    assert set(await people.play_turns(4)) == {"Ada", "Ben"}
    name = await people.next()
    hand = await people.cards()
    await device.page.reload()
    assert await people.covered() == name
    await people.take(name)
    assert await people.cards() == hand


async def test_a_link_is_copied_or_marked_to_be_copied_by_hand(devices: Devices, server: Server) -> None:
    device = await phone(devices)
    await device.visit(f"{at_home(server)}/new/pig10")
    await device.tap(device.big("page.friends"))
    link = device.page.get_by_role("textbox", name=device.say("page.invite"))
    await device.tap(device.button("page.copy"))
    assert await device.page.evaluate("typeof navigator.clipboard") == "undefined"
    assert await device.page.evaluate("getSelection().toString()") == await link.input_value()
    assert (await link.input_value()).startswith(at_home(server))


async def test_nothing_is_said_of_playing_without_a_network(devices: Devices, server: Server) -> None:
    device = await phone(devices)
    await device.visit(at_home(server))
    await expect(device.text("page.about")).to_be_visible()
    await expect(device.at(".offline")).to_have_count(0)


async def test_every_page_opens(devices: Devices, server: Server) -> None:
    device = await phone(devices)
    for path in PAGES:
        await device.visit(at_home(server) + path)
        await expect(device.page.get_by_role("main")).not_to_be_empty()
        assert await is_plain(device)
