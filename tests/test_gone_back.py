"""A store that was put back to an earlier time while its tables are played at: what it has is what happened."""

import asyncio
import gc
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from house import Guest, House
from messages import News, game_in
from patience import PATIENCE
from piggery.errors import Refused
from piggery.table import following, wire
from piggery.table.history import games
from piggery.table.ports import ALL, LogLost
from piggery.table.reading import beyond
from piggery.table.state import Entry
from test_proofs import World
from test_table_machine import Guest as Reader


def turned(view: News) -> bool:
    return bool(view["moves"])


async def rounds(players: list[Guest], times: int) -> None:
    """Everybody in turn plays so many times."""
    for _ in range(times):
        for player in players:
            if not turned(player.last):
                await player.view(turned)
            await player.play()
            await player.view(lambda view: not turned(view))


def put_back(path: Path, change: str, *values: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute(change, values)


async def test_who_plays_on_hears_that_it_is_not_known_and_all_see_what_the_store_has(
    at_home: House, tmp_path: Path
) -> None:
    host, guest = await at_home.together(2)
    code = host.last["table"]["code"]
    await rounds([host, guest], 1)
    kept = (await host.view(turned))["table"]["n"]
    await rounds([host, guest], 2)
    await host.view(turned)
    put_back(tmp_path / "tables.db", "DELETE FROM log WHERE n > ?", kept)
    await host.play()
    assert await host.refused() == "table.unknown"
    for player in (host, guest):
        view = (
            player.last if player.last["table"]["n"] == kept else await player.view(lambda v: v["table"]["n"] == kept)
        )
        assert game_in(view)["ply"] == 3
    await rounds([host, guest], 1)
    log = await at_home.lobby.store.read(code)
    assert [entry.n for entry in log] == list(range(1, kept + 3))
    ((), (record,)) = games(code, log)
    assert len(record.plies) == 5


async def test_a_table_that_is_no_longer_there_is_told_to_be_gone(at_home: House, tmp_path: Path) -> None:
    host, _ = await at_home.together(2)
    live = at_home.live(host.last["table"]["code"])
    put_back(tmp_path / "tables.db", "DELETE FROM tables")
    await host.play()
    assert await host.refused() == "table.none"
    with pytest.raises(Refused, match="no such table"):
        await live.ask(host.token, wire.Rename())


async def test_a_log_with_a_gap_is_damaged_and_says_so(at_home: House, tmp_path: Path) -> None:
    host, _ = await at_home.together(2)
    code = host.last["table"]["code"]
    put_back(tmp_path / "tables.db", "DELETE FROM log WHERE n = 3")
    at_home.lobby.tables.clear()
    stranger = Guest(at_home.app)
    at_home.guests.append(stranger)
    await stranger.connect()
    await stranger.ask("hello", protocol=wire.PROTOCOL, table=code)
    assert await stranger.refused() == "table.damaged"
    assert (await at_home.http.get(f"/api/tables/{code}")).json()["code"] == "table.damaged"


async def test_a_process_sees_that_another_has_gone_on_from_an_earlier_time() -> None:
    world = await World(seats=2).loaded()
    here = world.lives[0]
    reader = Reader("host", 0)
    here.join(reader)
    for _ in range(3):
        await here.ask("host", wire.Stir("ab" * 16))
        await here.ask("host", wire.Stir("cd" * 16))
    del world.store.log[5:]
    world.dates[1] += 5
    fresh = world.process(1)
    await fresh.load()
    await fresh.ask("host", wire.Rename())
    assert fresh.table.n < here.table.n
    here.catch_up()
    await here.up_to_date()
    assert (here.table.n, here.table.names) == (fresh.table.n, fresh.table.names)
    for _ in range(6):
        await fresh.ask("host", wire.Stir("ef" * 16))
        await fresh.ask("host", wire.Stir("01" * 16))
    await here.ask("host", wire.Rename())
    assert here.table.n == fresh.table.n + 1


async def test_a_table_that_is_let_go_while_it_reads_on_ends_quietly(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "AGAIN", 0.001)
    world = await World(seats=2).loaded()

    async def broken(code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        raise OSError("it cannot be reached")

    world.store.read = broken  # type: ignore[method-assign]
    world.lives[0].catch_up()
    tasks = list(world.lives[0].beside.tasks)
    world.lives.clear()
    gc.collect()
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait(tasks)
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


def test_a_page_of_a_log_must_follow_what_is_known() -> None:
    page = [Entry(n, 10 * n, b"") for n in (3, 4, 5)]
    assert beyond(page, 3, 30) == page[1:]
    assert beyond([Entry(1, 10, b"")], 0, 0) == [Entry(1, 10, b"")]
    for n, at in ((3, 31), (2, 20)):
        with pytest.raises(LogLost):
            beyond(page, n, at)
    with pytest.raises(LogLost):
        beyond([], 3, 30)
    with pytest.raises(Refused, match="damaged"):
        beyond([page[0], page[2]], 3, 30)
