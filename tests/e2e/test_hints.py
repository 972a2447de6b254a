"""Hints, told step by step to whoever is to move: on the server and on the device, by thumb and by keyboard."""

import pytest
from playwright.async_api import Locator, expect

from coaching import LONGEST
from devices import PHONE, Device, Devices
from e2e.player import Player
from e2e.round import pass_round
from e2e.scenes import Scene
from e2e.tables import begun, first, with_bots
from servers import Server

PIGMAIDS = {"5": 15}
SMALLEST = (320, 568)
WORDY = ("Es war einmal ein kleines Schwein. " * 11)[:LONGEST]
# Cards in the middle and in the hand that the hint hides, or that it has pushed out of sight.
HIDDEN = """() => [...document.querySelectorAll(".middle .card, .hand button, .stock")].filter((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, bottom - 4);
  return top < 0 || bottom > innerHeight || !seen || seen.closest(".bubble") || !seen.closest(".middle, .hand");
}).map((card) => card.className)"""


def bubble(device: Device) -> Locator:
    return device.group("page.hint")


def bulb(device: Device) -> Locator:
    return device.button("page.hint")


async def told(device: Device, step: int) -> str:
    """What is said at this step, and that it is said to those who listen, too."""
    await expect(bubble(device).locator("b")).to_have_text(device.say(f"page.hint.{step}"))
    text = await bubble(device).locator("p").inner_text()
    words = text.removeprefix(device.say(f"page.hint.{step}")).strip(": \n")
    assert words
    heard = device.page.locator(".hidden[aria-live]").filter(has_text=words)
    await expect(heard.first).to_be_attached()
    return words


async def lifted(device: Device) -> None:
    """All three steps, and the cards that the last one is about."""
    await device.tap(bulb(device))
    steps = [await told(device, 1)]
    for step in (2, 3):
        await device.tap(device.button("page.hint_more"))
        steps.append(await told(device, step))
    assert len(set(steps)) == len(steps)
    await device.tap(device.button("page.hint_lift", n=1))
    await expect(bubble(device)).to_have_count(0)


async def test_a_nudge_then_the_idea_then_the_move_and_then_its_card_is_lifted_not_played(
    devices: Devices, server: Server
) -> None:
    device = await devices.phone()
    player = await begun(device, await with_bots(server))
    await lifted(device)
    await expect(device.at(".hand .picked")).to_have_count(1)
    await expect(player.ways).to_have_count(1)
    await expect(player.mine).to_be_visible()
    story = await device.story.count()
    await player.tap(player.ways.first)
    await player.heard(story)


@pytest.mark.parametrize(("game", "bots"), [("pig10", 1), ("pig10", 7), ("truie", 3), ("truie", 5)])
async def test_a_hint_hides_no_card_on_a_small_phone(devices: Devices, server: Server, game: str, bots: int) -> None:
    device = await devices.phone("de")
    await begun(device, await with_bots(server, bots, game=game))
    await device.tap(bulb(device))
    for step in (1, 2, 3):
        await told(device, step)
        await device.settle()
        assert await device.page.evaluate(HIDDEN) == [], step
        await device.tap(device.button("page.hint_more")) if step < 3 else None
    for width, height in (PHONE, SMALLEST):
        await device.page.set_viewport_size({"width": width, "height": height})
        await bubble(device).locator("span").first.evaluate("(words, text) => (words.textContent = text)", WORDY)
        await device.page.locator("[data-field]").evaluate("(field) => field.scrollTo(0, field.scrollHeight)")
        await device.settle()
        assert await device.page.evaluate(HIDDEN) == [], (width, height)
        await expect(bubble(device).locator(".main")).to_be_in_viewport(ratio=1)


async def test_a_hint_is_gone_with_the_turn(at: Scene) -> None:
    player, _ = await at.facing(first, deck=PIGMAIDS)
    device = player.device
    await player.turn()
    await device.tap(bulb(device))
    await told(device, 1)
    await player.play()
    await player.turn()
    await expect(bubble(device)).to_have_count(0)
    await device.tap(bulb(device))
    await told(device, 1)


async def test_the_bulb_is_there_only_in_ones_turn_and_only_where_there_are_hints(at: Scene) -> None:
    player, _ = await at.facing(lambda view: "")
    await expect(player.device.hand.first).to_be_visible()
    await expect(bulb(player.device)).to_have_count(0)
    quiet = await begun(await at.device(), await with_bots(at.server, hints=False))
    await expect(quiet.mine).to_be_visible()
    await expect(bulb(quiet.device)).to_have_count(0)


async def test_the_host_may_do_without_hints(at: Scene) -> None:
    device = await at.device()
    await device.visit(await with_bots(at.server))
    await device.tap(device.text("page.more_settings"))
    off = device.group("page.hints").get_by_role("button", name=device.say("page.no"))
    await device.tap(off)
    await expect(off).to_have_attribute("aria-pressed", "true")
    await device.tap(device.button("page.start"))
    await Player(device).turn()
    await expect(bulb(device)).to_have_count(0)


async def test_by_keyboard_a_hint_is_asked_for_read_and_put_away(devices: Devices, server: Server) -> None:
    device = await devices.desk()
    await begun(device, await with_bots(server))
    keys = device.page.keyboard
    await bulb(device).focus()
    await keys.press("Enter")
    await told(device, 1)
    await keys.press("Tab")
    for step in (2, 3):
        await keys.press("Enter")
        await told(device, step)
    await keys.press("Escape")
    await expect(bubble(device)).to_have_count(0)
    await expect(bulb(device)).to_be_focused()
    await keys.press("Enter")
    await told(device, 3)
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(device.at(".hand .picked")).to_be_focused()


async def test_on_one_device_a_hint_is_for_the_one_who_holds_it(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    people = await pass_round(device, server.url, "pig10", ["Ada", "Ben"])
    await people.next()
    await lifted(device)
    secret = await device.at(".hand .picked").get_attribute("aria-label")
    await people.tap(people.ways.first)
    await people.covered()
    assert secret
    for hidden in (bubble(device), bulb(device)):
        await expect(hidden).to_have_count(0)
    await people.next()
    await expect(bubble(device)).to_have_count(0)
    await device.tap(bulb(device))
    await told(device, 1)
