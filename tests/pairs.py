"""Ada and Ben at one table, each at a process of their own, and both processes on one database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from piggery.client import Player, open_table
from piggery.server.postgres import PostgresStore
from piggery.table.events import Event, load
from piggery.table.wire import Settings, Start, View
from servers import Server
from test_store import emptied

HASTY = """
from piggery.server import chores, neighbours
chores.LONGEST, neighbours.ALIVE, neighbours.SILENT, neighbours.MEND = 0.5, 0.2, 1.0, 0.2
"""
PATIENCE = 30.0


@asynccontextmanager
async def two_servers(folder: Path, postgres: str) -> AsyncIterator[list[Server]]:
    """Two of them, who soon take each other for gone."""
    await emptied(postgres)
    found = [Server(postgres, folder / f"log{n}", first=HASTY).start() for n in range(2)]
    try:
        yield found
    finally:
        for server in found:
            server.kill()


class Pair:
    """Ada at one process, who opened the table, and Ben at the other."""

    def __init__(self, ada: Player, ben: Player) -> None:
        self.ada, self.ben = ada, ben

    @property
    def both(self) -> tuple[Player, Player]:
        return self.ada, self.ben

    async def play(self, plies: int) -> None:
        """Both play, until so many more plies are made."""
        view = await seen(self.ada, lambda view: view.table.game is not None)
        goal = ply_of(view) + plies
        await asyncio.gather(*(play_until(player, goal) for player in self.both))

    async def log(self, address: str) -> list[Event]:
        store = PostgresStore(address)
        await store.open()
        found = [load(entry.text) for entry in await store.read(self.ada.code)]
        await store.close()
        return found


def ply_of(view: View) -> int:
    return view.table.game.ply if view.table.game else -1


async def seen(player: Player, like: Callable[[View], bool]) -> View:
    """The newest view, once it is as wanted; whoever has the turn does not move meanwhile."""
    async with asyncio.timeout(PATIENCE):
        if player.latest and like(player.latest):
            return player.latest
        async for view in player.views():
            if like(view):
                return view
    raise AssertionError("the table is gone")


async def play_until(player: Player, goal: int) -> None:
    async with asyncio.timeout(PATIENCE):
        if player.latest and player.latest.moves:
            await player.play(player.latest, player.latest.moves[0].move)
        async for view in player.views():
            if ply_of(view) >= goal:
                return
            if view.moves:
                await player.play(view, view.moves[0].move)


async def begun(servers: list[Server], first: int) -> Pair:
    """A table whose game has begun: seat `first` has the turn."""
    opened = await open_table(servers[0].url, Settings(seats=2, wait=0, pace=0, starter="host"))
    ada = Player(f"{servers[0].url}/t/{opened.code}", opened.token)
    ben = Player(f"{servers[1].url}/t/{opened.code}")
    await ada._connect()
    await ben._connect()
    await ben.sit()
    await seen(ada, lambda view: all(chair.here for chair in view.table.chairs))
    await ada.ask(Start(first))
    for player in (ada, ben):
        await seen(player, lambda view: view.table.phase == "play")
    return Pair(ada, ben)


async def ended(*pairs: Pair) -> None:
    for pair in pairs:
        for player in pair.both:
            await player.__aexit__()


def all_here(view: View) -> bool:
    return all(chair.here and not chair.stand_in for chair in view.table.chairs)
