"""Whoever asked is cut off before the answer comes: those who stay see what came of it."""

import asyncio
import threading
from collections.abc import Callable

import asyncpg
import pytest

from house import Guest, House
from messages import game_in
from patience import until
from piggery.server.neighbours import Neighbours
from piggery.server.postgres import PostgresChannel, PostgresStore
from piggery.server.store import SQLiteStore
from test_store import emptied


async def cut_off(guest: Guest) -> None:
    guest.task.cancel()
    await asyncio.gather(guest.task, return_exceptions=True)


async def test_a_move_that_is_stored_after_its_player_was_cut_off_is_seen_by_the_others(at_home: House) -> None:
    ada, ben = await at_home.together()
    store = at_home.lobby.store
    assert isinstance(store, SQLiteStore)
    slow = threading.Event()
    store.jobs.put((lambda db: slow.wait(), asyncio.get_running_loop().create_future()))
    live = at_home.live(ada.last["table"]["code"])
    await ada.play()
    await until(lambda: live.lock.locked())
    await cut_off(ada)
    while await store.read(live.table.code, live.table.n):  # whoever looks now finds nothing
        pass
    for _ in range(50):
        await asyncio.sleep(0)
    slow.set()
    view = await ben.view(lambda view: game_in(view)["ply"] == 2)
    assert view["moves"]
    assert len([entry for entry in await store.read(live.table.code) if b'"moved"' in entry.text]) == 1


async def test_a_process_hears_of_a_late_commit_of_its_own() -> None:
    heard: list[tuple[str, ...]] = []
    bus = Neighbours(Nowhere(), "me")
    bus.hear = lambda *news: heard.append(news)
    bus.heard("me QXZ4BW changed 12")
    bus.heard("me QXZ4BW emote 1 oink")
    bus.heard("me QXZ4BW here #1 ada")
    assert heard == [("me", "QXZ4BW", "changed", "12")]
    assert bus.neighbours == {}


class Nowhere:
    hear: Callable[[str], None]
    broken = False

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def check(self) -> None: ...
    async def send(self, texts: object) -> None: ...
    async def lock(self, name: str) -> bool:
        return True

    async def unlock(self, name: str) -> None: ...


async def test_a_line_that_could_not_begin_to_listen_is_made_again(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would answer every question, and hear nothing for good."""
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    channel, heard = PostgresChannel(store), asyncio.Event()
    channel.hear = lambda text: heard.set()

    async def fail(*given: object) -> None:
        raise asyncpg.InternalClientError

    with monkeypatch.context() as patched:
        patched.setattr(asyncpg.Connection, "add_listener", fail)
        with pytest.raises(OSError, match="InternalClientError"):
            await channel.open()
    assert channel.broken
    await channel.open()
    await channel.send(["oink"])
    await asyncio.wait_for(heard.wait(), 5)
    await channel.close()
    await store.close()
