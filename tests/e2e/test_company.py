"""Whom one plays against: bots with faces, chosen on the page of a game, at a table, and round one device."""

from playwright.async_api import Locator, expect

from devices import Device, Devices
from e2e.player import Player
from e2e.round import pass_round
from servers import Server


def choices(device: Device) -> Locator:
    return device.page.get_by_role("dialog").get_by_role(
        "button", name=device.say("page.strength", n="|", most="").split("|")[0]
    )


async def change(device: Device, who: str, to: str) -> None:
    """Somebody else shall play."""
    await device.tap(device.button("page.bot_level", player=who))
    await device.tap(choices(device).filter(has_text=to))
    await expect(device.page.get_by_role("dialog")).to_have_count(0)


async def seated(device: Device, *names: str) -> None:
    """These sit at the table, each with a face of their own."""
    for name in names:
        seat = device.others.filter(has_text=name)
        await expect(seat.locator(f"use[href='#face-{name.lower()}']")).to_be_visible()
    await expect(device.others).to_have_count(len(names))


async def test_the_company_is_chosen_and_remembered(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(f"{server.url}/new/pig10")
    await change(device, "Otto", "Pip")
    await device.tap(device.group("page.opponents").get_by_role("button", name=device.say("page.fewer")))
    now = device.say("page.play_now_how", players="Bella and Pip")
    await expect(device.big("page.play_now")).to_contain_text(now)
    await device.tap(device.big("page.play_now"))
    await Player(device).turn()
    await seated(device, "Bella", "Pip")
    await device.visit(f"{server.url}/new/pig10")
    await expect(device.big("page.play_now")).to_contain_text(now)
    await device.visit(f"{server.url}/new/truie")
    usual = device.say("page.play_now_how", players="Bella, Otto and Tilda")
    await expect(device.big("page.play_now")).to_contain_text(usual)


async def test_each_says_how_strong_they_are_the_gentlest_first(devices: Devices, server: Server) -> None:
    device = await devices.desk("fr")
    await device.visit(f"{server.url}/new/truie")
    await device.tap(device.button("page.bot_level", player="Bella"))
    marks = device.page.get_by_role("dialog").get_by_role("img")
    await expect(marks).to_have_count(6)
    names = [await marks.nth(n).get_attribute("aria-label") for n in range(6)]
    assert names == [device.say("page.strength", n=n, most=6) for n in range(1, 7)]
    await device.page.keyboard.press("Escape")
    await expect(device.page.get_by_role("dialog")).to_have_count(0)
    await expect(device.button("page.bot_level", player="Bella")).to_be_focused()


async def test_at_a_table_a_bot_makes_room_for_another(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(f"{server.url}/new/truie")
    await device.tap(device.big("page.friends"))
    await device.tap(device.button("page.add_bot").first)
    await change(device, "Bella", "Luna")
    await expect(device.button("page.bot_level", player="Luna")).to_be_visible()
    await expect(device.button("page.bot_level", player="Bella")).to_have_count(0)
    await device.tap(device.button("page.start"))
    await expect(device.hand.first).to_be_visible()
    await seated(device, "Luna")


async def test_round_one_device_bots_join_and_the_strongest_plays_along(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(f"{server.url}/new/pig10")
    await device.page.evaluate("localStorage.setItem('piggery.joining.pig10', '[\"pip\"]')")
    await device.page.reload()
    await device.tap(device.big("page.pass"))
    await change(device, "Pip", "Minerva")
    people = await pass_round(device, server.url, "pig10", ["Ada", "Ben"])
    turns = await people.play_turns(4)
    assert turns.count("Ada") == 2
    await people.next()
    await expect(device.others.filter(has_text="Minerva").locator("use[href='#face-minerva']")).to_be_visible()
