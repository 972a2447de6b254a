"""The power fails: what was told is on the disk, and what a disk may hold instead is tried."""

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from disk import SECTOR, Disk, Kind, Note, read
from power import NEWEST, logs_in, lose, noting, play, why_not

KEEPS = """
import asyncio, pathlib, sys
from piggery.server.store import SQLiteStore

async def keep(path):
    store = SQLiteStore(pathlib.Path(path))
    await store.open()
    await store.append("AAAAAA", 1, 1, [b"one", b"two"])

asyncio.run(keep(sys.argv[1]))
"""


@pytest.fixture
def noted() -> None:
    if problem := why_not():
        pytest.skip(f"LOSSES OF POWER ARE NOT TRIED: {problem}")


@pytest.mark.process
async def test_what_anybody_was_told_is_there_after_the_power_failed(noted: None, tmp_path: Path, full: bool) -> None:
    evening = await play(tmp_path, 2, 4, seed=1)
    assert sum(map(len, evening.logs.values())) > 100
    assert await asyncio.to_thread(lose, evening, 200 if full else 10, random.Random(1)) == []
    for careless in (NEWEST, ".db"):  # a disk, or a setting, that does not mind syncs, is found out
        assert await asyncio.to_thread(lose, evening, 100, random.Random(1), careless) != []


@pytest.mark.process
async def test_a_store_in_new_folders_is_there_after_the_power_failed(noted: None, tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    path = "home/piggery/tables.db"
    subprocess.run([sys.executable, "-c", KEEPS, folder / path], check=True, env=os.environ | noting(folder))
    disk = Disk()
    for note in read(tmp_path / "notes"):
        disk.note(note)
    for seed in range(10):
        disk.lost(random.Random(seed), tmp_path / f"lost{seed}")
        assert [entry.text for entry in (await logs_in(tmp_path / f"lost{seed}" / path))["AAAAAA"]] == [b"one", b"two"]


# The disk


def happened(kind: Kind, name: str = "a", offset: int = 0, bytes: bytes = b"") -> Note:
    return Note(kind, name, offset, bytes, 0)


def found(disk: Disk, folder: Path) -> set[tuple[tuple[str, bytes], ...]]:
    """All that may be found in many losses at the same moment."""
    ways = set()
    for seed in range(200):
        disk.lost(random.Random(seed), folder / str(seed))
        ways.add(tuple((path.name, path.read_bytes()) for path in sorted((folder / str(seed)).iterdir())))
    return ways


def a_disk(*notes: Note) -> Disk:
    disk = Disk()
    for note in (happened(Kind.MADE), happened(Kind.FOLDER_SYNCED, ""), *notes):
        disk.note(note)
    return disk


def test_what_was_synced_is_there_in_every_case(tmp_path: Path) -> None:
    disk = a_disk(happened(Kind.WRITTEN, bytes=b"pig"), happened(Kind.SYNCED))
    assert found(disk, tmp_path) == {(("a", b"pig"),)}


def test_of_what_was_not_synced_any_sectors_may_be_there(tmp_path: Path) -> None:
    old, new = b"o" * 2 * SECTOR, b"n" * 2 * SECTOR
    disk = a_disk(happened(Kind.WRITTEN, bytes=old), happened(Kind.SYNCED), happened(Kind.WRITTEN, bytes=new))
    ways = {dict(way)["a"] for way in found(disk, tmp_path)}
    half = SECTOR
    assert {old, new, old[:half] + new[half:], new[:half] + old[half:]} < ways  # and torn ones


def test_a_file_whose_folder_was_not_synced_may_be_gone_or_have_its_old_name(tmp_path: Path) -> None:
    disk = a_disk(happened(Kind.RENAMED, bytes=b"b"), happened(Kind.MADE, "c"))
    names = {tuple(name for name, _ in way) for way in found(disk, tmp_path)}
    assert names == {("a",), ("b",), ("b", "c")}
