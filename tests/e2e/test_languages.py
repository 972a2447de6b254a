"""Four languages: the browser's is spoken, another can be chosen at any time, and no key is left unsaid."""

import pytest
from playwright.async_api import expect

from devices import Devices
from e2e.tables import begun, with_bots
from piggery.words import LANGUAGES, say
from servers import Server

LANG = "document.documentElement.lang"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_language_of_the_browser_is_spoken_and_another_can_be_chosen(
    devices: Devices, server: Server, language: str
) -> None:
    device = await (await devices.phone(f"{language}-CH")).visit(server.url)
    await expect(device.text("page.about")).to_be_visible()
    assert await device.page.evaluate(LANG) == language
    assert await device.unsaid() == []
    other = LANGUAGES[LANGUAGES.index(language) - 1]
    await device.page.get_by_role("combobox", name=device.say("key.language")).select_option(other)
    device.language = other
    await expect(device.text("page.about")).to_be_visible()
    await device.page.reload()
    await expect(device.text("page.about")).to_be_visible()
    assert await device.page.evaluate(LANG) == other


async def test_a_language_nobody_speaks_here_is_answered_in_english(devices: Devices, server: Server) -> None:
    device = await (await devices.phone("fi")).visit(server.url)
    await expect(device.page.get_by_text(say("page.about", "en"))).to_be_visible()
    assert await device.page.evaluate(LANG) == "en"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_table_and_menu_speak_the_language_and_switching_in_mid_game_is_instant(
    devices: Devices, server: Server, game: str, language: str
) -> None:
    device = await devices.desk(language)
    player = await begun(device, await with_bots(server, bots=3, game=game))
    await player.play()
    await player.turn()
    hand, plies = await player.cards(), await device.story.count()
    assert await device.unsaid() == []
    await device.tap(device.button("page.menu"))
    await expect(device.page.get_by_role("dialog", name=device.say("page.menu"))).to_be_visible()
    assert await device.unsaid() == []
    other = LANGUAGES[LANGUAGES.index(language) - 1]
    told = await device.story.last.inner_text()
    await device.page.get_by_role("combobox", name=device.say("key.language")).select_option(other)
    device.language = other
    await expect(device.page.get_by_role("dialog", name=device.say("page.menu"))).to_be_visible()
    await device.tap(device.button("page.close"))
    await player.turn()
    assert await device.page.evaluate(LANG) == other
    assert await device.unsaid() == []
    assert await device.story.count() == plies
    assert await device.story.last.inner_text() != told
    assert len(await player.cards()) == len(hand)
    assert device.loads == 1
    await player.play()
