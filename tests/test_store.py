"""The store: one contract for SQLite and PostgreSQL, and what is special about each."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from piggery.errors import BadOption, Refused
from piggery.server import postgres as postgres_module
from piggery.server import store as sqlite_module
from piggery.server.lobby import HouseStore
from piggery.server.postgres import PostgresBus, PostgresStore
from piggery.server.store import SQLiteStore, only_server
from piggery.table.host import EntryTaken
from piggery.table.state import Entry


async def emptied(address: str) -> None:
    db = await asyncpg.connect(address)
    await db.execute("DROP TABLE IF EXISTS log, tables, piggery_version")
    await db.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[HouseStore]:
    found: HouseStore
    if request.param == "sqlite":
        found = SQLiteStore(tmp_path / "tables.db")
    else:
        address = request.getfixturevalue("postgres")
        await emptied(address)
        found = PostgresStore(address)
    await found.open()
    yield found
    await found.close()


async def test_what_is_appended_is_read(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1000, [b'{"a":1}', b'{"b":"\xc3\xa9"}'])
    await store.append("AAAAAA", 3, 2000, [b"{}"])
    assert await store.read("AAAAAA") == [
        Entry(1, 1000, b'{"a":1}'), Entry(2, 1000, b'{"b":"\xc3\xa9"}'), Entry(3, 2000, b"{}"),
    ]  # fmt: skip
    assert [entry.n for entry in await store.read("AAAAAA", 2)] == [3]
    assert await store.read("BBBBBB") == []


async def test_a_key_is_taken_once_and_then_nothing_of_the_entry_is_stored(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1, [b"one", b"two"])
    with pytest.raises(EntryTaken):
        await store.append("AAAAAA", 1, 1, [b"other"])
    with pytest.raises(EntryTaken):
        await store.append("AAAAAA", 2, 1, [b"other", b"more"])
    assert [entry.text for entry in await store.read("AAAAAA")] == [b"one", b"two"]


async def test_of_many_who_want_a_key_one_gets_it(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1, [b"0"])
    tries = [store.append("AAAAAA", 2, 1, [str(n).encode()]) for n in range(20)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["EntryTaken"] * 19 + ["NoneType"]
    winner = results.index(None)
    assert (await store.read("AAAAAA"))[1].text == str(winner).encode()


async def test_a_table_that_is_gone_takes_no_more(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1, [b"0"])
    assert await store.delete("AAAAAA")
    assert not await store.delete("AAAAAA")
    with pytest.raises(Refused, match="no such table"):
        await store.append("AAAAAA", 2, 1, [b"1"])
    assert await store.codes() == []


async def test_old_tables_expire_and_young_ones_stay(store: HouseStore) -> None:
    await store.append("OLD222", 1, 1_000_000, [b"0"])
    await store.append("NEW222", 1, 1_000_000, [b"0"])
    await store.append("NEW222", 2, 9_000_000, [b"1"])
    assert await store.expire(5_000_000) == ["OLD222"]
    assert await store.codes() == [("NEW222", 1_000_000, 9_000_000)]
    assert await store.read("OLD222") == []


async def test_the_list_shows_what_is_listed_the_latest_first(store: HouseStore) -> None:
    for at, code in enumerate(["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"], 1):
        await store.append(code, 1, at, [b"0"])
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        await store.show(code, code.encode())
    await store.show("BBBBBB", None)
    assert await store.listing(0, 10) == [b"CCCCCC", b"AAAAAA"]
    assert await store.listing(2, 10) == [b"CCCCCC"]
    assert await store.listing(0, 1) == [b"CCCCCC"]


async def test_a_store_is_healthy_while_it_is_open(store: HouseStore) -> None:
    assert await store.healthy()


async def test_opening_again_keeps_everything(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1, [b"0"])
    again = SQLiteStore(store.path) if isinstance(store, SQLiteStore) else PostgresStore(store.url)  # type: ignore[attr-defined]
    await again.open()
    assert len(await again.read("AAAAAA")) == 1
    await again.close()


async def test_a_store_from_a_newer_piggery_is_refused(store: HouseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sqlite_module if isinstance(store, SQLiteStore) else postgres_module
    monkeypatch.setattr(module, "MIGRATIONS", [])
    again = SQLiteStore(store.path) if isinstance(store, SQLiteStore) else PostgresStore(store.url)  # type: ignore[attr-defined]
    with pytest.raises(BadOption, match="newer"):
        await again.open()


# SQLite alone


async def test_a_migration_runs_once_and_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.db"
    old = SQLiteStore(path)
    await old.open()
    await old.append("AAAAAA", 1, 1, [b"0"])
    await old.close()
    more = "ALTER TABLE tables ADD COLUMN mood TEXT DEFAULT 'good';"
    monkeypatch.setattr(sqlite_module, "MIGRATIONS", [*sqlite_module.MIGRATIONS, more])
    for _ in range(2):
        new = SQLiteStore(path)
        await new.open()
        assert len(await new.read("AAAAAA")) == 1
        await new.close()
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT mood FROM tables").fetchall() == [("good",)]
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    db.close()


async def test_many_appends_share_a_commit(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    await asyncio.gather(*(store.append(f"T{n:05}", 1, 1, [b"0"]) for n in range(300)))
    assert store.commits < 30
    assert len(await store.codes()) == 300
    await store.close()


async def test_the_file_is_for_its_owner_alone_and_written_through(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0
    assert (await store._ask("PRAGMA journal_mode"))[0][0] == "wal"
    assert (await store._ask("PRAGMA synchronous"))[0][0] == 2  # FULL
    await store.close()


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with only_server(path), pytest.raises(BadOption, match="another server"), only_server(path):
        pass
    with only_server(path):
        pass


# PostgreSQL alone


async def test_processes_hear_of_each_other_and_share_out_the_tables(postgres: str) -> None:
    await emptied(postgres)
    stores = [PostgresStore(postgres) for _ in range(2)]
    buses = [PostgresBus(store) for store in stores]
    heard: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
    for store, bus in zip(stores, buses, strict=True):
        await store.open()
        await bus.open()
    buses[1].hear = lambda *news: heard.put_nowait(news)
    first = stores[0].process
    await stores[0].append("AAAAAA", 1, 1, [b"0", b"1"])
    assert await asyncio.wait_for(heard.get(), 5) == (first, "AAAAAA", "changed", "2")
    buses[0].tell("AAAAAA", "emote", "1 oink")
    assert await asyncio.wait_for(heard.get(), 5) == (first, "AAAAAA", "emote", "1 oink")
    assert await buses[0].lease("AAAAAA")
    assert not await buses[1].lease("AAAAAA")
    await buses[0].close()  # as when its process dies
    while not await buses[1].lease("AAAAAA"):
        pass
    await buses[1].close()
    for store in stores:
        await store.close()


async def test_a_bus_that_lost_its_line_comes_back_and_says_that_it_may_have_missed_something(postgres: str) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    bus = PostgresBus(store)
    again = asyncio.Event()
    bus.again = again.set
    await bus.open()
    assert await bus.lease("AAAAAA")
    await store._ask("SELECT pg_terminate_backend($1)", bus.db.get_server_pid())
    await asyncio.wait_for(again.wait(), 10)
    assert bus.leases == set()
    assert await bus.lease("AAAAAA")
    await bus.close()
    await store.close()


async def test_a_database_that_cannot_be_reached_is_one_sentence() -> None:
    with pytest.raises(BadOption, match="cannot be reached"):
        await PostgresStore("postgresql://pig@127.0.0.1:1/none").open()
