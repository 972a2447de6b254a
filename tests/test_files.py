"""Files of tables: one server has each to itself, and those of others are left as they are."""

import asyncio
import os
import shutil
import sqlite3
import sys
from errno import EBADMSG, EIO, ENOSPC
from pathlib import Path

import pytest

from piggery.errors import BadOption
from piggery.server import files
from piggery.server.files import only_server
from piggery.server.store import SQLiteStore


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with only_server(path), pytest.raises(BadOption, match="another server"), only_server(path):
        pass
    with only_server(path):
        pass


def test_a_second_server_that_comes_by_a_link_is_refused(tmp_path: Path) -> None:
    path, folder = tmp_path / "tables.db", tmp_path / "folder"
    path.touch()
    (tmp_path / "link.db").symlink_to(path)
    folder.symlink_to(tmp_path)
    with only_server(path):
        for other in (tmp_path / "link.db", folder / "tables.db", folder / "link.db"):
            with pytest.raises(BadOption, match="another server"), only_server(other):
                pass


@pytest.mark.skipif(sys.platform != "linux", reason="ONLY ON LINUX IS THE FILE ITSELF LOCKED")
def test_a_second_server_is_refused_where_the_file_is_mounted_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "tables.db", tmp_path / "mounted" / "tables.db"
    other.parent.mkdir()
    path.touch()
    other.hardlink_to(path)  # to the lock it looks the same, and nobody has to be root
    monkeypatch.setattr(files, "check_names", lambda path: None)
    with only_server(path), pytest.raises(BadOption, match="another server"), only_server(other):
        pass
    with only_server(other):
        pass


async def test_a_file_with_two_names_is_refused_by_either(tmp_path: Path) -> None:
    path, other = tmp_path / "tables.db", tmp_path / "other.db"
    await kept(path)
    other.hardlink_to(path)
    before = path.read_bytes()
    for name in (path, other):
        with pytest.raises(BadOption, match="hard link"), only_server(name):
            pass
        with pytest.raises(BadOption, match="hard link"):
            await SQLiteStore(name).open()
    assert path.read_bytes() == before
    other.unlink()
    await kept(path)


async def kept(path: Path) -> None:
    store = SQLiteStore(path)
    await store.open()
    await store.close()


FOREIGN = {
    "another program's": "CREATE TABLE songs (title TEXT)",
    "another program's with a version": "CREATE TABLE songs (title TEXT); PRAGMA user_version = 1",
    "another program's with a high version": "CREATE TABLE songs (title TEXT); PRAGMA user_version = 9",
    "an empty one that says whose it is": "PRAGMA application_id = 252006674",
    "one with our words": "CREATE TABLE tables (legs INT); CREATE TABLE log (tree TEXT); PRAGMA user_version = 1",
}


@pytest.mark.parametrize("script", FOREIGN.values(), ids=FOREIGN)
async def test_a_file_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path, script: str) -> None:
    path = tmp_path / "songs.db"
    written(path, script)
    before = path.read_bytes()
    with pytest.raises(BadOption, match="belongs to another program"):
        await SQLiteStore(path).open()
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["songs.db"]


def written(path: Path, script: str) -> None:
    db = sqlite3.connect(path)
    db.executescript(script)
    db.close()


@pytest.mark.parametrize("lost", ["log", "tables"])
async def test_a_file_of_ours_without_its_tables_is_damaged_and_left_as_it_is(tmp_path: Path, lost: str) -> None:
    path = tmp_path / "tables.db"
    await kept(path)
    written(path, f"PRAGMA journal_mode = DELETE; DROP TABLE {lost}")
    before = path.read_bytes()
    with pytest.raises(BadOption, match="damaged"):
        await SQLiteStore(path).open()
    assert path.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="there a file in use cannot be moved")
async def test_a_store_whose_file_was_moved_is_not_well(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "tables.db")
    await store.open()
    store.path.rename(tmp_path / "moved.db")
    with pytest.raises(OSError, match="No such file"):
        await store.check()
    store.path.touch()
    with pytest.raises(OSError, match="moved or replaced"):
        await store.check()
    await store.close()


def test_a_disk_that_cannot_write_is_full_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_WRITE"
    found = files.wrong(error, tmp_path / "tables.db")
    assert isinstance(found, OSError)
    assert found.errno == EIO
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=4096))
    found = files.wrong(error, tmp_path / "tables.db")
    assert isinstance(found, OSError)
    assert found.errno == ENOSPC


@pytest.mark.parametrize(
    ("name", "number"), [("SQLITE_FULL", ENOSPC), ("SQLITE_CORRUPT_INDEX", EBADMSG), ("SQLITE_ERROR", None)]
)
def test_what_fails_in_use_is_said_as_what_it_is(tmp_path: Path, name: str, number: int | None) -> None:
    error = sqlite3.OperationalError("oink")
    error.sqlite_errorname = name
    assert files.failed(error, tmp_path / "tables.db").errno == number


async def test_tables_without_a_version_are_refused_with_a_sentence_of_their_own(tmp_path: Path) -> None:
    """As a copy with .dump has them."""
    path = tmp_path / "tables.db"
    written(path, files.MIGRATIONS[0])
    before = path.read_bytes()
    with pytest.raises(BadOption, match="which version of Piggery"):
        await SQLiteStore(path).open()
    assert path.read_bytes() == before


async def test_a_file_that_does_not_say_whose_it_is_yet_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    written(path, files.MIGRATIONS[0] + "PRAGMA user_version = 1")
    await kept(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA application_id").fetchone() == (files.APPLICATION,)
    db.close()


async def test_whoever_begins_at_the_same_time_waits_and_finds_the_file_made(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    await asyncio.gather(*(kept(path) for _ in range(8)))


async def test_a_check_leaves_the_version_that_a_newer_piggery_wrote(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = SQLiteStore(path)
    await store.open()
    written(path, "PRAGMA user_version = 2")
    await store.check()
    assert (await store._ask("PRAGMA user_version"))[0][0] == 2
    await store.close()
