"""Stores of every schema so far are opened, played on and read back; those of a schema to come are refused.

What lies in written_before/schema_N was written by the program that had this schema, and is never written again: a
game that is over and the next one begun, one in the middle, one that is over, a table where none has begun.
"""

import json
import shutil
from pathlib import Path

import asyncpg
import pytest

from commands import fails
from house import House
from piggery.errors import BadOption
from piggery.server import files, postgres
from piggery.server.backup import back_up, restore
from piggery.server.config import Config
from piggery.server.postgres import PostgresStore
from piggery.server.serve import stores
from piggery.server.shelf import rows
from piggery.server.store import SQLiteStore
from piggery.table import wire
from piggery.table.identity import key_of
from piggery.terminal.local import Keyboard
from test_backup import logs_in
from test_files import kept, written
from test_store import emptied

FOLDER = Path(__file__).parent / "written_before"
VERSIONS = range(1, len(files.MIGRATIONS) + 1)
STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.database)]


def test_both_stores_have_the_same_schemas_and_some_of_each_is_kept() -> None:
    assert len(files.MIGRATIONS) == len(postgres.MIGRATIONS)
    assert [version for version in VERSIONS if not (FOLDER / f"schema_{version}").is_dir()] == []


@pytest.fixture(params=STORES)
async def old(request: pytest.FixtureRequest, version: int, tmp_path: Path) -> tuple[Config, dict[str, str]]:
    """A store as it was written, and the token of each table's host."""
    folder = FOLDER / f"schema_{version}"
    tokens = json.loads((folder / "tokens.json").read_text())[request.param]
    if request.param == "sqlite":
        return Config(store=str(shutil.copy(folder / "tables.db", tmp_path))), tokens
    address = request.getfixturevalue("postgres")
    await emptied(address)
    db = await asyncpg.connect(address)
    await db.execute((folder / "tables.sql").read_text())
    await db.close()
    return Config(store=address), tokens


async def play_on(house: House, code: str, token: str) -> None:
    """One more move of the host, in a new game if the last one is over; or the host gets another name."""
    live, key = await house.lobby.find(code), key_of(token)
    live.timed = False
    live.join(Keyboard(key))
    if live.table.phase == "gather":
        await live.ask(key, wire.Rename(name=""))
        return
    if live.table.phase == "over":
        await live.ask(key, wire.Start(first=0))
    while live.table.chairs[live.table.current.turn].bot:
        await live.go_on()
    mover = live.table.chairs[live.table.current.turn].key
    await live.ask(mover, wire.Play(ply=live.table.ply, move=live.table.current.moves()[0]))


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_store_of_an_older_schema_is_opened_played_on_and_read_back(
    old: tuple[Config, dict[str, str]], tmp_path: Path
) -> None:
    config, tokens = old
    before = await logs_in(config)
    assert before.keys() == tokens.keys()
    house = House(stores(config)[0])
    await house.lobby.open()
    for code, token in tokens.items():
        await play_on(house, code, token)
    await house.close()
    after = await logs_in(config)
    for code, log in before.items():
        assert after[code][: len(log)] == log
        assert len(after[code]) > len(log)
    assert sorted(played or 0 for *_, played in await rows(config)) == [0, 1, 2, 2]
    file, new = tmp_path / "backup.db", Config(store=str(tmp_path / "new.db"))
    await back_up(config, file)
    await restore(new, file)
    assert await logs_in(new) == after


@pytest.mark.parametrize("version", VERSIONS)
async def test_an_older_file_is_a_backup_too_and_stays_as_it_is(version: int, tmp_path: Path) -> None:
    file = Path(shutil.copy(FOLDER / f"schema_{version}" / "tables.db", tmp_path / "backup.db"))
    before = file.read_bytes()
    assert await restore(Config(store=str(tmp_path / "new.db")), file) == (4, 0)
    assert file.read_bytes() == before


async def test_a_file_of_a_schema_to_come_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    await kept(path)
    written(path, f"PRAGMA user_version = {len(files.MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(BadOption, match="a newer Piggery has used it"):
        await SQLiteStore(path).open()
    assert path.read_bytes() == before


async def test_a_database_of_a_schema_to_come_is_refused(postgres: str) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    await store._ask("INSERT INTO piggery_version VALUES (99)")
    await store.close()
    with pytest.raises(BadOption, match="a newer Piggery has used it"):
        await PostgresStore(postgres).open()
    await emptied(postgres)


def test_a_server_says_so_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    written(path, f"{files.MIGRATIONS[0]} PRAGMA user_version = 99; PRAGMA application_id = {files.APPLICATION}")
    assert fails("serve", "--port", "0", "--store", str(path)).endswith("a newer Piggery has used it")
