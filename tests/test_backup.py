"""`piggery games backup` and `restore`: everything as it was at one moment, taken while games run."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from commands import fails, piggery
from house import House
from piggery.server import files
from piggery.server.backup import back_up, restore
from piggery.server.config import Config
from piggery.server.postgres import PostgresStore
from piggery.server.serve import stores
from piggery.server.store import SQLiteStore
from piggery.table.state import Entry
from test_files import written
from test_store import emptied

STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.database)]
Logs = dict[str, list[Entry]]


@pytest.fixture(params=STORES)
async def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    if request.param == "sqlite":
        return Config(store=str(tmp_path / "tables.db"))
    address = request.getfixturevalue("postgres")
    await emptied(address)
    return Config(store=address)


@asynccontextmanager
async def at_home(config: Config) -> AsyncIterator[House]:
    house = House(PostgresStore(config.store) if config.postgres else SQLiteStore(config.path))
    await house.lobby.open()
    yield house
    await house.close()


async def logs_in(config: Config) -> Logs:
    store, _ = stores(config)
    await store.open()
    logs = {code: await store.read(code) for code, _, _ in await store.codes()}
    await store.close()
    return logs


async def test_a_backup_taken_while_games_run_has_all_that_was_told_before(config: Config, tmp_path: Path) -> None:
    file, copy = tmp_path / "backup.db", Config(store=str(tmp_path / "copy.db"))
    async with at_home(config) as house:
        hosts = [(await house.together(1, ("greedy",)))[0] for _ in range(4)]
        games = [asyncio.create_task(host.to_the_end()) for host in hosts]
        while any(host.last["table"]["n"] < 12 for host in hosts):
            await asyncio.sleep(0)
        told = {host.last["table"]["code"]: host.last["table"]["n"] for host in hosts}
        assert await back_up(config, file) == 4
        await asyncio.gather(*games)
    assert await restore(copy, file) == (4, 0)
    found, whole = await logs_in(copy), await logs_in(config)
    for code, n in told.items():
        assert n <= len(found[code]) <= len(whole[code])
        assert found[code] == whole[code][: len(found[code])]


async def a_store(config: Config) -> Logs:
    store, _ = stores(config)
    await store.open()
    await store.append("AAAAAA", 1, 1000, [b"one", b"\xc3\xa9"])
    await store.append("BBBBBB", 1, 2000, [b"other"])
    await store.close()
    return await logs_in(config)


@pytest.mark.parametrize("into", STORES)
async def test_a_backup_of_either_store_is_restored_into_either(
    request: pytest.FixtureRequest, config: Config, into: str, tmp_path: Path
) -> None:
    logs, file = await a_store(config), tmp_path / "backup.db"
    assert await back_up(config, file) == 2
    target = Config(store=str(tmp_path / "new.db"))
    if into == "postgres":
        await emptied(request.getfixturevalue("postgres"))
        target = Config(store=request.getfixturevalue("postgres"))
    assert await restore(target, file) == (2, 0)
    assert await restore(target, file) == (0, 2)
    assert await logs_in(target) == logs


async def test_tables_that_exist_are_left_alone(tmp_path: Path) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "backup.db"
    await a_store(config)
    await back_up(config, file)
    store = SQLiteStore(config.path)
    await store.open()
    await store.append("AAAAAA", 3, 3000, [b"three"])
    await store.delete("BBBBBB")
    await store.close()
    assert await restore(config, file) == (1, 1)
    assert [len(log) for log in (await logs_in(config)).values()] == [3, 1]


async def test_a_backup_is_a_store_for_its_owner_alone_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "here" / "backup.db"
    file.parent.mkdir()
    logs = await a_store(config)
    for _ in range(2):  # the second in place of the first
        assert await back_up(config, file) == 2
    assert [one.name for one in file.parent.iterdir()] == ["backup.db"]
    assert file.stat().st_mode & 0o077 == 0
    assert await logs_in(Config(store=str(file))) == logs


async def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "here" / "backup.db"
    file.parent.mkdir()
    await a_store(config)
    await back_up(config, file)
    before = file.read_bytes()

    async def fails(store: SQLiteStore, to: Path) -> None:
        to.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr(SQLiteStore, "copy", fails)
    with pytest.raises(OSError, match="disk full"):
        await back_up(config, file)
    assert [one.name for one in file.parent.iterdir()] == ["backup.db"]
    assert file.read_bytes() == before


def test_a_store_is_never_written_over_by_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    asyncio.run(a_store(Config(store=str(path))))
    before = path.read_bytes()
    (tmp_path / "link.db").symlink_to(path)
    for name in (path, tmp_path / "link.db"):
        assert fails("games", "backup", str(name), "--store", str(path)).endswith("choose another file")
    assert path.read_bytes() == before


async def test_a_store_that_somebody_uses_is_neither_written_over_nor_restored_from(tmp_path: Path) -> None:
    config, other = Config(store=str(tmp_path / "tables.db")), tmp_path / "other.db"
    await a_store(config)
    used = SQLiteStore(other)
    await used.open()
    for words in (("backup", str(other)), ("restore", str(other))):
        done = await asyncio.to_thread(fails, "games", *words, "--store", config.store)
        assert done.endswith("choose another file")
    await used.close()


STRANGE = {
    "no database": b"oink" * 100,
    "nothing": b"",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_what_is_no_backup_is_one_sentence(tmp_path: Path, text: bytes) -> None:
    file, store = tmp_path / "backup.db", tmp_path / "tables.db"
    file.write_bytes(text)
    sentence = f"{file} is not a file of tables, or it is damaged"
    assert fails("games", "restore", str(file), "--store", str(store)) == sentence
    assert not store.exists()
    assert file.read_bytes() == text


def test_a_file_of_another_program_or_of_a_newer_piggery_is_no_backup(tmp_path: Path) -> None:
    file, store = tmp_path / "backup.db", str(tmp_path / "tables.db")
    written(file, "CREATE TABLE songs (title TEXT)")
    assert fails("games", "restore", str(file), "--store", store) == f"{file} belongs to another program"
    file.unlink()
    written(file, f"{files.MIGRATIONS[0]} PRAGMA user_version = 9; PRAGMA application_id = {files.APPLICATION}")
    assert fails("games", "restore", str(file), "--store", store).endswith("a newer Piggery has used it")


async def test_a_damaged_backup_is_refused_and_brings_nothing_in(tmp_path: Path) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "backup.db"
    await a_store(config)
    await back_up(config, file)
    with file.open("rb+") as damaged:
        damaged.seek(4096)
        damaged.write(b"oink" * 1024)
    store = str(tmp_path / "new.db")
    assert "damaged" in await asyncio.to_thread(fails, "games", "restore", str(file), "--store", store)
    assert not Path(store).exists()


async def test_a_damaged_store_is_not_backed_up(tmp_path: Path) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "here" / "backup.db"
    file.parent.mkdir()
    await a_store(config)
    with config.path.open("rb+") as damaged:
        damaged.seek(4096)
        damaged.write(b"oink" * 1024)
    done = await asyncio.to_thread(fails, "games", "backup", str(file), "--store", config.store)
    assert done == f"{config.path}: the file is damaged"
    assert list(file.parent.iterdir()) == []


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    config, file = Config(store=str(tmp_path / "tables.db")), tmp_path / "backup.db"
    asyncio.run(a_store(config))
    done = piggery("games", "backup", str(file), "--store", config.store)
    assert done.stdout == f"2 tables backed up to {file}\n"
    done = piggery("games", "restore", str(file), "--store", config.store)
    assert done.stdout == "0 tables restored, already there: 2\n"


def test_a_table_without_entries_is_not_brought_back(tmp_path: Path) -> None:
    """As a damaged store may have one."""
    file = tmp_path / "backup.db"
    asyncio.run(a_store(Config(store=str(file))))
    db = sqlite3.connect(file)
    db.execute("DELETE FROM log WHERE code = 'AAAAAA'")
    db.commit()
    db.close()
    assert asyncio.run(restore(Config(store=str(tmp_path / "new.db")), file)) == (1, 0)
