"""The line breaks, the server dies and comes back, the page grows old: nothing is lost, and somebody says so."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import WebSocketRoute as Line
from playwright.async_api import expect

from devices import BROKEN, Devices
from e2e.player import Player
from e2e.round import pass_round
from e2e.tables import begun, opposite, seated, two, with_bots
from servers import Server

WAKE = "dispatchEvent(new Event('online'))"


async def test_a_server_killed_and_started_again_is_waited_for(devices: Devices, own_server: Server) -> None:
    device = await devices.phone()
    player = await begun(device, await with_bots(own_server, bots=2))
    await player.play()
    await player.turn()
    hand, plies = await player.cards(), await device.story.count()
    own_server.kill()
    await expect(device.banner).to_have_text(device.say("page.reconnecting"))
    await player.tap(device.hand.first)  # nothing can be played now, and nothing is
    await expect(device.at(".hand [aria-pressed=true]")).to_have_count(0)
    await asyncio.to_thread(own_server.start)
    await expect(device.banner).to_be_hidden()
    await player.turn()
    assert await player.cards() == hand
    assert await device.story.count() == plies
    await player.play(2)
    assert device.loads == 1
    device.forgive(*BROKEN)


async def test_a_game_alone_on_the_server_outlives_it(devices: Devices, own_server: Server) -> None:
    device = await devices.phone("it")
    await device.visit(f"{own_server.url}/new/truie")
    await device.tap(device.big("page.play_now"))
    player = await Player(device).turn()
    hand = await player.cards()
    own_server.kill()
    await expect(device.banner).to_have_text(device.say("page.reconnecting"))
    await asyncio.to_thread(own_server.start)
    await player.turn()
    await device.page.reload()
    await player.turn()
    assert await player.cards() == hand
    await player.play(2)
    device.forgive(*BROKEN)


async def test_a_game_on_this_device_needs_no_server(devices: Devices, own_server: Server) -> None:
    device = await devices.phone()
    people = await pass_round(device, own_server.url, "pig10", ["Ada", "Ben"])
    await people.play_turns(1)
    own_server.kill()
    assert len(set(await people.play_turns(3))) == 2
    await expect(device.banner).to_be_hidden()


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


@asynccontextmanager
async def lied_to(devices: Devices, server: Server, lies: int) -> AsyncIterator[tuple[Player, list[str]]]:
    """Somebody who plays, with their hand, and is told the next times the page says hello that it is outdated."""
    device, liar = await devices.phone(), Liar()
    await device.page.route_web_socket("**/socket", liar)
    async with opposite(server, two()) as (link, _):
        player = await (await seated(device, link)).turn()
        hand = await player.cards()
        liar.lies = lies
        await device.page.evaluate(WAKE)
        yield player, hand


async def test_an_outdated_page_loads_itself_once_and_keeps_its_seat(devices: Devices, server: Server) -> None:
    async with lied_to(devices, server, lies=1) as (player, hand):
        async with player.device.page.expect_event("domcontentloaded"):
            pass
        await player.turn()
        assert await player.cards() == hand
        await player.play()
        assert player.device.loads == 2


async def test_a_page_that_stays_outdated_does_not_load_itself_for_ever(devices: Devices, server: Server) -> None:
    async with lied_to(devices, server, lies=3) as (player, hand):
        device = player.device
        async with device.page.expect_event("domcontentloaded"):
            pass
        for loads in (2, 3):  # it has loaded itself once; from now on somebody must want it
            await expect(device.text("page.outdated")).to_be_visible()
            assert device.loads == loads
            async with device.page.expect_event("domcontentloaded"):
                await device.tap(device.button("page.reload"))
        await player.turn()
        assert await player.cards() == hand
