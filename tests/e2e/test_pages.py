"""The pages round the table: lessons, games again, and what is remembered."""

import pytest
from playwright.async_api import expect

from devices import Device, Devices
from e2e.scenes import Scene
from e2e.tables import finished, with_bots
from servers import Server

AFTER = "() => document.querySelector('.bubble.done, .bubble .hint')"


async def lift(device: Device, backwards: bool) -> int:
    """Lift the cards that are pointed at; how many ways there are to play them."""
    cards = await device.at(".hand .point button").all()
    for card in reversed(cards) if backwards else cards:
        await device.tap(card)
    await expect(device.at(".acts .ways button")).not_to_have_count(0)
    return await device.at(".acts .ways button:not(:disabled)").count()


async def done(device: Device) -> bool:
    """Try every way there is, in either order of two cards: one of them is what is wanted."""
    for backwards in (False, True):
        ways, n = 1, 0
        while n < ways:
            ways = await lift(device, backwards)
            await device.tap(device.at(".acts .ways button:not(:disabled)").nth(n))
            await device.page.wait_for_function(AFTER)
            if await device.at(".bubble.done").count():
                return True
            n += 1
    return False


async def step(device: Device) -> None:
    """Ask to be shown what is wanted, unless it is all there is, and do it."""
    if await device.button("lesson.show").count():
        await device.tap(device.button("lesson.show"))
    assert await done(device)
    await device.tap(device.button("lesson.next"))


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_lesson_is_learnt_to_the_end(devices: Devices, server: Server, game: str) -> None:
    device = await devices.phone("de")
    await device.visit(f"{server.url}/learn/{game}")
    await expect(device.hand.first).to_be_visible()
    steps = int(await device.at("progress").get_attribute("max") or 0)
    assert steps >= 5
    for n in range(1, steps + 1):
        await expect(device.text("lesson.step", n=n, all=steps)).to_be_visible()
        await step(device)
    await expect(device.text("lesson.over", game=device.say(f"{game}.title"))).to_be_visible()
    assert await device.unsaid() == []


async def test_a_game_again_goes_by_the_keys_and_travels_in_a_link(at: Scene) -> None:
    device = await at.device()
    player = await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(player.over)
    slider = device.page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    for key, place in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", "6"), ("Home", "0")):
        await device.page.keyboard.press(key)
        await expect(slider).to_have_value(place)
    title = await device.page.get_by_role("heading", level=1).inner_text()
    link = await device.page.get_by_role("textbox", name=device.say("replay.link")).input_value()
    other = await at.device()
    await other.visit(link)
    await expect(other.page.get_by_role("heading", level=1)).to_have_text(title)
    await expect(other.page.get_by_role("slider")).to_have_value("0")


async def test_what_somebody_likes_is_remembered(at: Scene) -> None:
    device = await at.page("/settings")
    slow = device.group("page.pace").get_by_role("button", name=device.say("page.pace.3500"))
    await device.tap(slow)
    await device.page.get_by_role("slider", name=device.say("page.volume")).fill("0.4")
    await device.page.reload()
    await expect(slow).to_have_attribute("aria-pressed", "true")
    await expect(device.page.get_by_role("slider", name=device.say("page.volume"))).to_have_value("0.4")


async def test_an_address_that_leads_nowhere_says_so(at: Scene) -> None:
    device = await at.page("/nowhere")
    device.troubles.clear()  # the server says 404, as it should
    await expect(device.text("page.nothing")).to_be_visible()
