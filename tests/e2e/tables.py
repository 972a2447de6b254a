"""Tables to test at, opened through the door that programs use, and somebody on the other side of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Unpack

from playwright.async_api import expect

from devices import HURRY, Device
from e2e.player import Player
from messages import Settings as Chosen
from piggery.client import Player as Client
from piggery.client import open_table
from piggery.games.registry import game_type
from piggery.table.wire import Settings, Start, View
from servers import Server

Choose = Callable[[View], str]
ONES = {"1": 15}  # in truie: everybody lays a 1 on a 1
QUICK = {"1": 6}  # in Pig 10: six cards, and it is over


def only(game: str, copies: dict[str, int]) -> dict[str, int]:
    """A deck of these cards and no others."""
    return {name: copies.get(name, 0) for name in game_type(game).cards}


def two(**settings: Unpack[Chosen]) -> Settings:
    """A table for two, at which the host says who begins, and nobody is hurried."""
    usual: Chosen = {"game": "pig10", "seats": 2, "starter": "host", "pace": HURRY, "wait": 600, "react": 60}
    chosen: Chosen = {**usual, **settings}
    if deck := chosen.get("deck"):
        chosen["deck"] = only(chosen["game"], deck)
    return Settings(**chosen)


async def with_bots(server: Server, bots: int = 1, **settings: Unpack[Chosen]) -> str:
    """The host's own link to a table of bots."""
    chosen: Chosen = {"seats": bots + 1, **settings}
    opened = await open_table(server.url, two(**chosen), ["greedy"] * bots)
    return f"{server.url}/t/{opened.code}#{opened.token}"


async def begun(device: Device, link: str) -> Player:
    """The host comes, and starts the game."""
    await device.visit(link)
    await device.tap(device.button("page.start"))
    return await Player(device).turn()


async def seated(device: Device, link: str) -> Player:
    """Somebody comes by a link and sits down."""
    await device.visit(link)
    await device.tap(device.button("page.sit"))
    await expect(device.button("page.sit")).to_have_count(0)
    return Player(device)


def first(view: View) -> str:
    """The first move there is."""
    return view.moves[0].move


def nothing(view: View) -> str:
    """Somebody who thinks for ever."""
    return ""


def laying(card: str) -> Choose:
    """Somebody who lays this card when they can."""

    def choose(view: View) -> str:
        return next((choice.move for choice in view.moves if choice.cards == [card]), view.moves[0].move)

    return choose


async def _hosting(host: Client, choose: Choose, begins: int) -> None:
    """Start when a second person sits, and play whenever it is the host's turn."""
    began = False
    async for view in host.views():
        people = sum(chair.player == "person" for chair in view.table.chairs)
        if view.table.phase == "gather" and people == 2 and not began:
            began = True
            await host.ask(Start(first=begins))
        move = choose(view) if view.moves else ""
        if move:
            await host.play(view, move)


@asynccontextmanager
async def opposite(
    server: Server, settings: Settings, choose: Choose = first, begins: int = 0
) -> AsyncIterator[tuple[str, Client]]:
    """The link to a table, and the host who waits there and plays as they choose."""
    opened = await open_table(server.url, settings)
    link = f"{server.url}/t/{opened.code}"
    async with Client(link, opened.token) as host:
        task = asyncio.create_task(_hosting(host, choose, begins))
        try:
            yield link, host
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def play_on(link: str, until: Callable[[View], bool]) -> None:
    """Somebody plays quickly with the seat of this link."""
    async with Client(link) as quick:
        async for view in quick.views():
            if until(view):
                return
            if view.moves:
                await quick.play(view, first(view))


def is_over(view: View) -> bool:
    return view.table.phase == "over"


async def finished(device: Device, link: str) -> Player:
    """A game that is over, as the host sees it."""
    player = await begun(device, link)
    await play_on(link, is_over)
    await player.until("page.replay")
    return player
