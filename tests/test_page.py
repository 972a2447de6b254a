"""The page in a real browser, at a real server: alone, with friends, on a phone, and when the line breaks."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.async_api import Route, expect
from playwright.async_api import WebSocketRoute as Line

from browsers import MISSING, browser, find
from devices import HURRY, Device, Devices
from newcomer import table
from piggery import words
from piggery.client import Player, open_table
from piggery.names import _words as words_of_names
from piggery.wire import Settings, Tap
from piggery.words import LANGUAGES, say
from servers import Server


def missing() -> NoReturn:
    """Without a browser the tests fail where CI is set, and are skipped loudly elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(f"{MISSING}. CI must not do without it")
    pytest.skip(f"{MISSING}. Nothing about the page is tested")


@pytest.fixture
async def devices() -> AsyncIterator[Devices]:
    if not find():
        missing()
    async with browser() as opened:
        found = Devices(opened)
        yield found
        assert found.troubles == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    started = Server(str(folder / "tables.db"), folder / "log").start()
    yield started
    started.stop()
    assert started.errors() == []


def two(**settings: Any) -> Settings:
    """A table for two, at which the host begins."""
    return Settings(**{"seats": 2, "starter": "host", "pace": HURRY, "wait": 600, **settings})


async def with_bots(server: Server, bots: int = 1, **settings: Any) -> str:
    """The host's own link to a table of bots."""
    opened = await open_table(server.url, two(seats=bots + 1, **settings), ["greedy"] * bots)
    return f"{server.url}/t/{opened.code}#{opened.token}"


async def begun(device: Device, link: str) -> Device:
    """The host comes, and starts the game."""
    await device.visit(link)
    await device.tap("[data-focus=start]")
    return await device.turn()


async def hurry(route: Route) -> None:
    """A table is opened as the page wants it, with bots that do not take their time."""
    ask = route.request.post_data_json
    if route.request.method == "POST" and ask:
        ask["settings"]["pace"] = HURRY
        await route.continue_(post_data=json.dumps(ask))
    else:
        await route.continue_()


# Playing


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_game_alone_begins_with_one_tap(devices: Devices, server: Server, game: str) -> None:
    device = await devices.phone()
    await device.page.route("**/api/tables", hurry)
    await device.visit(server.url)
    assert await device.faults() == []
    await device.tap(f'[data-focus="solo {game}"]')
    await device.play(4)
    assert re.fullmatch(rf"{server.url}/t/\w+", device.page.url)
    await expect(device.at(".others .seat")).to_have_count(3)
    await expect(device.at(".bar h1")).to_have_text(device.say(f"{game}.title"))
    assert await device.faults() == []


def line_of(value: Any) -> Any:
    """A sentence as it travels, as the catalogues know it."""
    if isinstance(value, dict):
        return {name: line_of(one) for name, one in value.items()}
    if not isinstance(value, list | tuple):
        return value
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
        return words.Line(value[0], line_of(value[1]))
    return [line_of(one) for one in value]


def made_up(language: str) -> set[str]:
    """Every name that can be made up in a language."""
    known = words_of_names(language)
    return {
        known["pattern"].format(animal=animal, adjective=adjective[gender])
        for animal, gender in known["animals"]
        for adjective in known["adjectives"]
    }


async def test_a_friend_with_a_phone_comes_by_link_and_is_told_the_story_in_french(
    devices: Devices, server: Server
) -> None:
    async with table(server, two()) as (link, host):
        device = await (await devices.phone("fr-CH")).visit(link)
        device.language = "fr"
        await expect(device.at("[data-focus=sit]")).to_have_text(device.say("page.sit"))
        assert await device.faults() == []
        await device.sit(link)
        assert await device.name() in made_up("fr")
        await device.play(2)
        await device.turn()
        view = host.latest
        assert view is not None
        assert view.table.game is not None
        assert await device.name() in view.table.game.names
        told = await device.at(".story").inner_text()
        lines = [line for ply in view.table.game.story if ply.seat >= 0 for line in ply.lines]
        sentences = [say(line_of(line), "fr") for line in lines if "draw" not in line.key]
        assert len(sentences) >= 4
        assert [sentence for sentence in sentences if sentence not in told] == []


async def test_a_reload_keeps_the_seat_and_the_hand(devices: Devices, server: Server) -> None:
    async with table(server, two(game="truie")) as (link, _):
        device = await (await devices.phone()).sit(link)
        await device.play()
        hand, name = await device.hand(), await device.name()
        await device.page.reload()
        assert await device.hand() == hand
        assert await device.name() == name
        await device.play()


async def test_the_return_link_takes_the_seat_to_another_device_and_leaves_no_token_in_the_address(
    devices: Devices, server: Server
) -> None:
    async with table(server, two()) as (link, _):
        first, second = await (await devices.phone()).sit(link), await devices.desk()
        await first.tap("[data-focus=menu]")
        back = await first.at(".return .link").input_value()
        assert back.startswith(f"{link}#")
        await second.visit(back)
        assert await second.hand() == await first.hand()
        assert second.page.url == link
        await second.page.reload()
        await second.play()
        await expect(first.at(".story .mine")).to_have_count(1)
        await expect(second.at("[data-focus=sit]")).to_have_count(0)


async def test_a_spectator_sees_no_hand_and_is_sent_none(devices: Devices, server: Server) -> None:
    views: list[dict[str, Any]] = []

    def heard(text: str | bytes) -> None:
        views.append(json.loads(text))

    async with table(server, two()) as (link, _):
        player = await (await devices.phone()).sit(link)
        watcher = await devices.phone()
        watcher.page.on("websocket", lambda line: line.on("framereceived", heard))
        await watcher.visit(link)
        await expect(watcher.at(".act")).to_have_text(watcher.say("page.full"))
        await player.play()
        await expect(watcher.at(".others .seat")).to_have_count(2)
        await watcher.shows(".story li")
        await expect(watcher.at(".hand .card, .free button")).to_have_count(0)
        assert await watcher.faults() == []
    assert views
    assert all(view["hand"] == view["moves"] == view["mine"] == [] for view in views if view["type"] == "view")


async def test_the_counting_race_can_be_tapped_through(devices: Devices, server: Server) -> None:
    async with table(server, two(starter="race")) as (link, host):
        device = await (await devices.phone()).visit(link)
        await device.tap("[data-focus=sit]")
        await expect(device.at(".race button")).to_have_count(10)
        assert await device.faults() == []
        for number in range(1, 11):
            await device.tap(f'[data-focus="tap {number}"]')
        await expect(device.at(".results .good")).to_have_count(1)
        for number in range(1, 11):
            await host.ask(Tap(number=number))
        await device.play()
        assert host.latest is not None
        quickest = host.latest.table.chairs[0].name
        await expect(device.at("#toast")).to_have_text(device.say("page.starts", player=quickest))


async def test_a_wrong_number_ends_the_race_for_one(devices: Devices, server: Server) -> None:
    async with table(server, two(starter="race")) as (link, host):
        device = await (await devices.phone()).visit(link)
        await device.tap("[data-focus=sit]")
        await device.tap('[data-focus="tap 7"]')
        await expect(device.at(".results")).to_contain_text(device.say("page.race_slip"))
        await expect(device.at(".race button")).to_have_count(0)
        for number in range(1, 11):
            await host.ask(Tap(number=number))
        await device.play()


async def with_a_friend(host: Device, guest: Device, server: Server) -> None:
    """A table opened on the home page, a friend who comes by its link, and a game that the host begins."""
    await host.visit(server.url)
    await host.tap('[data-focus="friends pig10"]')
    await host.tap(f'[data-focus="{host.say("page.starter")} host"]')
    await guest.visit(await host.at(".invite .link").input_value())
    await guest.tap("[data-focus=sit]")
    await host.tap("[data-focus=start]")
    await host.play()
    await guest.turn()


async def test_the_host_pauses_and_goes_on(devices: Devices, server: Server) -> None:
    host, guest = await devices.desk(), await devices.phone("de")
    await with_a_friend(host, guest, server)
    await host.tap("[data-focus=menu]")
    await host.tap(host.page.get_by_role("button", name=host.say("page.pause"), exact=True))
    await expect(guest.at(".banner")).to_contain_text(guest.say("page.paused"))
    await expect(guest.at(".hand .card:not(.idle)")).to_have_count(0)
    await guest.at(".hand .card").first.tap(force=True)
    await expect(guest.at("#toast")).to_have_text(guest.say("page.paused"))
    assert await guest.faults() == []
    await host.tap("[data-focus=resume]")
    await expect(guest.at(".banner")).to_be_empty()
    await expect(host.at(".banner")).to_be_empty()
    await guest.play()
    await host.turn()


async def test_the_end_of_a_game_is_shown_and_the_next_one_begins_with_one_tap(
    devices: Devices, server: Server
) -> None:
    link = await with_bots(server, starter="chance")
    device = await begun(await devices.phone(), link)
    async with Player(link) as quick:
        async for view in quick.views():
            if view.table.phase == "over":
                break
            if view.moves:
                await quick.play(view, view.moves[0].move)
    await device.shows(".won h2")
    await expect(device.at(".sheet tbody tr")).to_have_count(2)
    assert await device.faults() == []
    await device.tap("details.again summary")
    await device.shows("details.again .settings")
    assert await device.faults() == []
    await device.tap("[data-focus=again]")
    await device.play()


# The line


async def test_a_server_killed_and_started_again_is_waited_for(devices: Devices, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        device = await begun(await devices.phone(), await with_bots(server, bots=2))
        await device.play()
        hand = await device.hand()
        server.kill()
        await expect(device.at(".banner")).to_have_text(device.say("page.reconnecting"))
        assert await device.faults() == []
        await asyncio.to_thread(server.start)
        await expect(device.at(".banner")).to_be_empty()
        assert await device.hand() == hand
        await device.play()
        assert device.loads == 1
    finally:
        server.kill()
    device.troubles = [trouble for trouble in device.troubles if "net::ERR_CONNECTION_" not in trouble]
    assert server.errors() == []


class Liar:
    """Between page and server: while it lies, the page seems to speak an old protocol."""

    def __init__(self) -> None:
        self.lies = 0

    def __call__(self, line: Line) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: server.send(self._changed(str(text))))

    def _changed(self, text: str) -> str:
        ask = json.loads(text)
        if ask["type"] == "hello" and self.lies:
            self.lies -= 1
            ask["protocol"] = 0
        return json.dumps(ask)


WAKE = "dispatchEvent(new Event('online'))"


@asynccontextmanager
async def lied_to(devices: Devices, server: Server, lies: int) -> AsyncIterator[tuple[Device, list[str]]]:
    """A device that plays, with its hand, and is told the next times it says hello that it is outdated."""
    device, liar = await devices.phone(), Liar()
    await device.page.route_web_socket("**/socket", liar)
    async with table(server, two()) as (link, _):
        hand = await (await device.sit(link)).hand()
        liar.lies = lies
        await device.page.evaluate(WAKE)
        yield device, hand


async def test_an_outdated_page_loads_itself_once_and_keeps_its_seat(devices: Devices, server: Server) -> None:
    async with lied_to(devices, server, lies=1) as (device, hand):
        async with device.page.expect_event("domcontentloaded"):
            pass
        assert await device.hand() == hand
        await device.play()
        assert device.loads == 2


async def test_a_page_that_stays_outdated_does_not_load_itself_for_ever(devices: Devices, server: Server) -> None:
    async with lied_to(devices, server, lies=3) as (device, hand):
        await device.shows("[data-focus=reload]")
        await expect(device.at(".banner")).to_contain_text(device.say("page.outdated"))
        assert await device.faults() == []
        await device.tap("[data-focus=reload]")
        await device.shows("[data-focus=reload]")
        await device.tap("[data-focus=reload]")
        assert await device.hand() == hand
        assert device.loads == 4


# What is seen


async def test_a_device_hears_of_errors_and_of_what_the_policy_forbids(devices: Devices, server: Server) -> None:
    device = await (await devices.phone()).visit(server.url)
    await device.page.evaluate("document.body.setAttribute('style', 'color: red')")
    await device.page.evaluate("setTimeout(() => nothing())")
    await device.page.evaluate("new Promise((resolve) => setTimeout(resolve))")
    assert any("CSP style-src-attr" in trouble for trouble in device.troubles)
    assert any("nothing is not defined" in trouble for trouble in device.troubles)
    device.troubles.clear()


async def test_what_does_not_fit_is_noticed(devices: Devices, server: Server) -> None:
    device = await (await devices.phone()).visit(server.url)
    await device.shows(".offer")
    await device.page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll(".offer .big");
          first.style.minHeight = first.style.height = "40px";
          second.style.width = "400px";
          document.querySelector("h1").textContent = "[object Object]";
        }"""
    )
    found = " ".join(await device.faults())
    assert "too low: BUTTON" in found
    assert "too wide: BUTTON" in found
    assert "[object" in found


@pytest.mark.parametrize(
    ("language", "game", "bots"), [("en", "pig10", 5), ("fr", "truie", 5), ("de", "truie", 3), ("it", "pig10", 3)]
)
async def test_everything_on_a_phone_fits_and_is_big_enough_for_a_thumb(
    devices: Devices, server: Server, language: str, game: str, bots: int
) -> None:
    device = await devices.phone(language)
    await device.visit(server.url)
    await device.shows(".join form")
    assert await device.faults() == []
    more: dict[str, int] = {"5": 15} if game == "pig10" else {}  # with a 5 there are two ways
    await device.visit(await with_bots(server, bots, game=game, deck=more))
    await device.tap("[data-focus=more]")
    await device.shows(".settings details .choice")
    assert await device.faults() == []
    await device.tap("[data-focus=start]")
    await device.turn()
    await device.tap("[data-focus=hello]")
    await device.shows(".bubble")
    assert await device.faults() == []
    await choosing(device)
    assert await device.faults() == []
    await device.tap("[data-focus=menu]")
    assert await device.faults() == []
    await device.tap(device.page.get_by_role("button", name=device.say("key.rules"), exact=True))
    await device.shows(".rules li")
    assert await device.faults() == []


async def choosing(device: Device) -> None:
    """Play until a card can be played in several ways, and tap it."""
    several = device.at(".hand .card[aria-expanded]")
    for _ in range(30):
        await device.turn()
        if await several.count():
            await device.tap(several.first)
            break
        await device.play()
    await device.shows(".ways button")


async def test_a_long_pile_keeps_to_the_screen(devices: Devices, server: Server) -> None:
    deck = {str(card): 0 for card in range(2, 11)} | {"0": 5, "1": 15}  # ten is far away
    device = await begun(await devices.phone("it"), await with_bots(server, deck=deck))
    await device.play(4)
    await device.turn()
    await expect(device.at(".middle .card")).to_have_count(8)
    assert await device.faults() == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_language_of_the_browser_is_spoken_and_another_can_be_chosen(
    devices: Devices, server: Server, language: str
) -> None:
    device = await (await devices.phone(language)).visit(server.url)
    await expect(device.at(".lead")).to_have_text(device.say("page.about"))
    other = LANGUAGES[LANGUAGES.index(language) - 1]
    await device.at("[data-focus=language]").select_option(other)
    await expect(device.at(".lead")).to_have_text(say("page.about", other))
    await device.page.reload()
    await expect(device.at(".lead")).to_have_text(say("page.about", other))
    assert await device.page.evaluate("document.documentElement.lang") == other
