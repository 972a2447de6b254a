"""The store: one contract for SQLite and PostgreSQL, and what is special about each."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncpg
import pytest

from piggery.errors import BadOption
from piggery.server import files as sqlite_module
from piggery.server import logs
from piggery.server import postgres as postgres_module
from piggery.server.chores import Chores
from piggery.server.config import Config
from piggery.server.lobby import HouseStore, Lobby
from piggery.server.neighbours import Neighbours
from piggery.server.postgres import PostgresChannel, PostgresStore
from piggery.server.store import SQLiteStore
from piggery.table.ports import EntryTaken, LogLost, OutcomeUnknown
from piggery.table.state import Entry
from piggery.words import LANGUAGES, say


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
    with pytest.raises(LogLost):
        await store.append("AAAAAA", 2, 1, [b"1"])
    assert await store.codes() == []


async def test_nothing_follows_an_entry_that_is_not_there(store: HouseStore) -> None:
    await store.append("AAAAAA", 1, 1, [b"0"])
    with pytest.raises(LogLost):
        await store.append("AAAAAA", 3, 1, [b"2"])
    await store.append("AAAAAA", 2, 1, [b"1"])
    assert [entry.n for entry in await store.read("AAAAAA")] == [1, 2]


async def test_old_tables_expire_and_young_ones_stay(store: HouseStore) -> None:
    await store.append("OLD222", 1, 1_000_000, [b"0"])
    await store.append("NEW222", 1, 1_000_000, [b"0"])
    await store.append("NEW222", 2, 9_000_000, [b"1"])
    await store.append("USED22", 1, 1_000_000, [b"0"])
    assert sorted(await store.old(5_000_000, 9)) == ["OLD222", "USED22"]
    await store.touch(["USED22"], 9_000_000)
    assert await store.expire(["NEW222", "OLD222", "USED22"], 5_000_000) == ["OLD222"]
    assert await store.codes() == [("NEW222", 1_000_000, 9_000_000), ("USED22", 1_000_000, 9_000_000)]
    assert await store.read("OLD222") == []


async def test_that_a_table_was_used_is_noted_though_the_first_try_to_store_it_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    await store.append("QXZ4BW", 1, 1_000_000, [b"0"])
    with monkeypatch.context() as failing:
        failing.setattr(store, "_commit", lambda db, jobs: [(future, OSError("disk full")) for _, future in jobs])
        with pytest.raises(OSError, match="disk full"):
            await store.append("QXZ4BW", 2, 9_000_000, [b"1"])
    await store.append("QXZ4BW", 2, 9_000_001, [b"1"])
    assert await store.codes() == [("QXZ4BW", 1_000_000, 9_000_001)]
    await store.close()


async def test_the_list_shows_what_is_listed_the_latest_first(store: HouseStore) -> None:
    for at, code in enumerate(["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"], 1):
        await store.append(code, 1, at, [b"0"])
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        await store.show(code, code.encode())
    await store.show("BBBBBB", None)
    assert await store.listing(0, 10) == [b"CCCCCC", b"AAAAAA"]
    assert await store.listing(2, 10) == [b"CCCCCC"]
    assert await store.listing(0, 1) == [b"CCCCCC"]


async def test_a_store_is_well_as_long_as_something_can_be_written(store: HouseStore) -> None:
    await store.check()
    if isinstance(store, SQLiteStore):
        await store._do(lambda db: db.execute("PRAGMA query_only = ON"))
    else:
        assert isinstance(store, PostgresStore)
        await store._ask("ALTER TABLE piggery_version RENAME TO gone")
    with pytest.raises(OSError, match="the store failed"):
        await store.check()
    if isinstance(store, PostgresStore):
        await store._ask("ALTER TABLE gone RENAME TO piggery_version")


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
    with pytest.raises(BadOption, match="newer Piggery"):
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


class Unsynced:
    """A connection that writes, and then cannot say whether it is on the disk."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def execute(self, command: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        done = self.db.execute(command, values)
        if command == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error
        return done

    def close(self) -> None:
        self.db.close()


async def test_whether_something_is_stored_that_could_not_be_synced_nobody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    prepared = store._prepared
    monkeypatch.setattr(store, "_prepared", lambda: Unsynced(prepared()))
    with pytest.raises(OutcomeUnknown):
        await store.append("QXZ4BW", 1, 1, [b"0"])
    monkeypatch.undo()
    with pytest.raises(EntryTaken):
        await store.append("QXZ4BW", 1, 1, [b"0"])
    await store.close()


async def test_the_file_is_for_its_owner_alone_and_written_through(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0
    assert (await store._ask("PRAGMA journal_mode"))[0][0] == "wal"
    assert (await store._ask("PRAGMA synchronous"))[0][0] == 2  # FULL
    await store.close()


# PostgreSQL alone


async def neighbours(postgres: str) -> tuple[PostgresStore, Neighbours, Chores]:
    """A process as far as others know it."""
    store, chores = PostgresStore(postgres), Chores()
    bus = Neighbours(PostgresChannel(store), store.process)
    bus.hear, bus.again, bus.roll = lambda *news: None, lambda: None, dict
    await store.open()
    await bus.open(chores)
    return store, bus, chores


async def closed(store: PostgresStore, bus: Neighbours, chores: Chores) -> None:
    await chores.close()
    await bus.close()
    await store.close()


async def test_processes_hear_of_each_other_and_share_out_the_tables(postgres: str) -> None:
    await emptied(postgres)
    first, second = await neighbours(postgres), await neighbours(postgres)
    (store, bus, _), (_, other, _) = first, second
    heard: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
    other.hear = lambda *news: heard.put_nowait(news)
    await store.append("AAAAAA", 1, 1, [b"0", b"1"])
    assert await asyncio.wait_for(heard.get(), 5) == (store.process, "AAAAAA", "changed", "2")
    bus.tell("AAAAAA", "emote", "1 oink")
    assert await asyncio.wait_for(heard.get(), 5) == (store.process, "AAAAAA", "emote", "1 oink")
    bus.tell("AAAAAA", "here", "ada")
    assert await asyncio.wait_for(heard.get(), 5) == (store.process, "AAAAAA", "here", "ada")
    assert other.elsewhere("AAAAAA") == {store.process: {"ada"}}
    assert await bus.lease("AAAAAA")
    assert not await other.lease("AAAAAA")
    await closed(*first)  # as when its process dies
    while not await other.lease("AAAAAA"):
        pass
    await closed(*second)


async def test_a_lease_that_is_given_back_is_free_for_others(postgres: str) -> None:
    first, second = await neighbours(postgres), await neighbours(postgres)
    for _ in range(3):  # session locks count: none may be taken twice
        assert await first[1].lease("BBBBBB")
        first[1].release("BBBBBB")
    while not await second[1].lease("BBBBBB"):
        await asyncio.sleep(0.01)
    await closed(*first)
    await closed(*second)


async def test_a_bus_that_lost_its_line_comes_back_and_says_that_it_may_have_missed_something(postgres: str) -> None:
    await emptied(postgres)
    store, bus, chores = await neighbours(postgres)
    again = asyncio.Event()
    bus.again = again.set
    assert await bus.lease("AAAAAA")
    assert isinstance(bus.channel, PostgresChannel)
    await store._ask("SELECT pg_terminate_backend($1)", bus.channel.db.get_server_pid())
    await asyncio.wait_for(again.wait(), 20)
    assert bus.leases == set()
    assert await bus.lease("AAAAAA")
    await closed(store, bus, chores)


async def test_what_is_acknowledged_is_on_the_disk_whatever_the_database_prefers(postgres: str) -> None:
    store = PostgresStore(postgres)
    await store.open()
    await store._ask("ALTER ROLE pig SET synchronous_commit = off")
    again = PostgresStore(postgres)
    await again.open()
    assert (await again._ask("SHOW synchronous_commit"))[0][0] == "on"
    await store._ask("ALTER ROLE pig RESET synchronous_commit")
    await store.close()
    await again.close()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
async def test_a_database_that_may_lose_what_it_stored_is_warned_about_at_the_start(
    postgres: str, setting: str, caplog: pytest.LogCaptureFixture
) -> None:
    db = await asyncpg.connect(postgres)
    for value, warned in (("off", 1), ("on", 0)):
        await db.execute(f"ALTER SYSTEM SET {setting} = {value}")
        await db.execute("SELECT pg_reload_conf()")
        while await db.fetchval(f"SHOW {setting}") != value:
            pass
        caplog.clear()
        lobby = Lobby(Config(store=postgres), PostgresStore(postgres))
        await lobby.open()
        await lobby.close()
        warnings = [one for one in caplog.records if one.levelno == logging.WARNING]
        assert len(warnings) == warned
    await db.execute(f"ALTER SYSTEM RESET {setting}")
    await db.close()


def test_the_warning_is_a_sentence_in_every_language() -> None:
    record = logging.makeLogRecord({"msg": "the database may lose what it has stored", "levelno": logging.WARNING})
    for language in LANGUAGES:
        assert say("log.unsafe", language) in logs.TextFormatter(language).format(record)


async def test_a_database_that_cannot_be_reached_is_one_sentence() -> None:
    with pytest.raises(BadOption, match="cannot be reached"):
        await PostgresStore("postgresql://pig@127.0.0.1:1/none").open()


@pytest.mark.parametrize("name", ["tables", "log"])
async def test_a_database_with_tables_of_another_program_is_refused_and_left_as_it_is(postgres: str, name: str) -> None:
    await emptied(postgres)
    db = await asyncpg.connect(postgres)
    await db.execute(f"CREATE TABLE {name} (legs integer)")
    with pytest.raises(BadOption, match="tables of another program"):
        await PostgresStore(postgres).open()
    assert [row[0] for row in await db.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")] == [name]
    await db.close()
    await emptied(postgres)


async def test_a_database_that_allows_nothing_is_one_sentence(postgres: str) -> None:
    await emptied(postgres)
    db = await asyncpg.connect(postgres)
    await db.execute("CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(BadOption, match=r"cannot be used \(InsufficientPrivilegeError\)"):
        await PostgresStore(postgres.replace("pig@", "guest@")).open()
    await db.execute("DROP ROLE guest")
    await db.close()
