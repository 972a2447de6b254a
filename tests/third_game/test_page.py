"""The third game in a real browser: a game that the pages have never heard of is drawn, played and counted."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from browsers import browser, find
from devices import HURRY, Device, Devices
from e2e.conftest import built as built
from e2e.conftest import missing
from piggery.client import Player, open_table
from piggery.games.contract import GameType
from piggery.table.wire import Settings, Start
from servers import Server


@pytest.fixture
def server(climb: GameType, built: None, tmp_path: Path) -> Iterator[Server]:
    started = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    yield started
    started.stop()
    assert started.errors() == []


@pytest.fixture
async def devices() -> AsyncIterator[Devices]:
    """Whatever a page complains about, and whatever it asks of others, fails the test."""
    if not find():
        missing()
    async with browser() as opened:
        found = Devices(opened)
        yield found
        troubles = found.troubles
        await found.close()
    assert troubles == []


async def begun(server: Server) -> str:
    """The host's own link to a table with a bot, where the host is to lay the first card."""
    settings = Settings(game="climb", seats=2, starter="host", pace=HURRY, wait=600)
    opened = await open_table(server.url, settings, ["greedy"])
    link = f"{server.url}/t/{opened.code}"
    async with Player(link, opened.token) as host:
        await host.ask(Start(first=0))
        async for view in host.views():
            if view.moves:
                break
    return f"{link}#{opened.token}"


def field(device: Device) -> Locator:
    """The middle of the table and everybody round it."""
    return device.page.get_by_role("group", name=device.say("page.field"), exact=True)


def my_turn(device: Device) -> Locator:
    return device.dock.get_by_text(device.say("page.your_turn"), exact=True)


async def test_the_first_page_leads_to_it(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(server.url)
    await device.tap(device.game("climb"))
    await expect(device.page).to_have_url(f"{server.url}/new/climb")
    await expect(device.page.get_by_role("heading", level=1)).to_have_text(device.say("climb.title"))
    assert await device.faults() == []


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_card_is_laid_by_tapping_it_and_the_score_changes(
    devices: Devices, server: Server, language: str
) -> None:
    device = await devices.phone(language)
    await device.visit(await begun(server))
    await expect(my_turn(device)).to_be_visible()
    await expect(device.hand).to_have_count(4)
    await expect(field(device)).to_contain_text(device.say("table.stock", n=24))
    await expect(device.dock).to_contain_text(device.say("climb.score", n=0))
    assert await device.faults() == []

    card = device.hand.last
    number = int(await card.get_attribute("aria-label") or 0)
    await device.tap(card)
    await expect(card).to_have_attribute("aria-pressed", "true")
    await device.tap(card)
    await expect(device.dock).to_contain_text(device.say("climb.score", n=number))

    await expect(my_turn(device)).to_be_visible()  # the bot has answered
    await expect(field(device)).to_contain_text(device.say("climb.board.top"))
    await expect(field(device)).to_contain_text(device.say("table.stock", n=22))
    await device.shot(f"third-game-{language}")
    assert await device.faults() == []
