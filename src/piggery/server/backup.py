"""A backup: every table as it was at one moment, in an SQLite file, whichever store it was; restored into either.

The file is a store like any other. Tables that exist are never written over.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from ..errors import BadOption
from ..table.ports import EntryTaken
from .config import Config
from .files import check_at_rest, check_free, version_of, whole, wrong
from .shelf import Advance, opened
from .store import SQLiteStore


async def back_up(config: Config, file: Path) -> int:
    """Copy everything, also while servers write; how many tables."""
    file = file.resolve()
    check_free(None if config.postgres else config.path, file)
    async with opened(config) as store:
        with whole(file) as part:
            await store.copy(part)
            return _checked(part)


def _checked(path: Path) -> int:
    """How many tables a file has; raise unless it is whole and ours."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as db:
            version_of(db, path)
            if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise BadOption("store.broken", path=path)
            return int(db.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as error:
        raise wrong(error, path) from error


async def restore(config: Config, file: Path, advance: Advance = lambda tables: None) -> tuple[int, int]:
    """Bring the tables of a backup into a store; how many came in, and how many were there already."""
    check_at_rest(file)
    with tempfile.TemporaryDirectory(prefix="piggery-") as folder:
        copy = Path(shutil.copyfile(file, Path(folder) / file.name))  # what is older is brought up to date there
        _check_backup(copy, file)
        backup = SQLiteStore(copy)
        await backup.open()
        try:
            return await _brought(config, backup, advance)
        finally:
            await backup.close()


def _check_backup(copy: Path, file: Path) -> None:
    """Raise unless it is whole and ours, and speak of it by its own name."""
    try:
        _checked(copy)
    except BadOption as error:
        raise BadOption(error.code, **{**error.values, "path": file}) from error


async def _brought(config: Config, backup: SQLiteStore, advance: Advance) -> tuple[int, int]:
    new = old = 0
    async with opened(config, new=True) as store:
        for code, _, _ in await backup.codes():
            log = await backup.read(code)
            try:
                if log:
                    await store.bring(code, log)
                new += bool(log)
            except EntryTaken:
                old += 1
            advance(1)
    return new, old
