"""A file of tables: whose it is, how new it is, and that one server has it to itself.

What is not ours is only read: another program's file stays as it is.
"""

import contextlib
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from errno import EACCES, EAGAIN, EBADMSG, EEXIST, EIO, ENOSPC, EROFS
from pathlib import Path
from typing import IO

from ..errors import BadOption

MIGRATIONS = [
    """
    CREATE TABLE tables (code TEXT PRIMARY KEY, opened INTEGER NOT NULL, touched INTEGER NOT NULL, listing BLOB);
    CREATE INDEX tables_touched ON tables (touched);
    CREATE TABLE log (
        code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, at INTEGER NOT NULL,
        entry BLOB NOT NULL, PRIMARY KEY (code, n)
    ) WITHOUT ROWID;
    """,
]
APPLICATION = int.from_bytes(b"Pigs", "big")  # tells our files from those of others, since there is more than one kind
COLUMNS = {("tables", "code"), ("tables", "touched"), ("log", "code"), ("log", "n"), ("log", "at"), ("log", "entry")}
SYSTEM = {"FULL": ENOSPC, "READONLY": EACCES, "CANTOPEN": EACCES, "PERM": EACCES, "IOERR": EIO}  # SQLite's own words
COMPANIONS = ("-wal", "-shm", "-journal", ".lock")  # files that lie beside a store and belong to it
LITTLE = 64 * 1024  # bytes on a disk on which nothing more can be written


def wrong(error: sqlite3.Error, path: Path) -> OSError | BadOption:
    """What SQLite says of a file, as the system would say it."""
    kind = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
    if kind == "BUSY":
        return BadOption("store.busy", path=path)
    return OSError(_system(kind, path), "", str(path)) if kind in SYSTEM else BadOption("store.broken", path=path)


def _system(kind: str, path: Path) -> int:
    """SQLite does not always say what is behind it."""
    if kind == "IOERR" and shutil.disk_usage(path.parent).free < LITTLE:
        return ENOSPC
    if SYSTEM[kind] == EACCES and hasattr(os, "statvfs") and os.statvfs(path.parent).f_flag & os.ST_RDONLY:
        return EROFS
    return SYSTEM[kind]


def failed(error: sqlite3.Error, path: Path) -> OSError:
    """What SQLite says of a file that is in use."""
    said, name = f"the store failed: {type(error).__name__}", getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return OSError(EBADMSG, said, str(path))
    return OSError(ENOSPC, said) if name.startswith("SQLITE_FULL") else OSError(said)


def bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """To the newest version, in one transaction: of those that start together one does it, and the others wait."""
    version = version_of(db, path)
    if version == len(MIGRATIONS) and _asked(db, "PRAGMA application_id") == APPLICATION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for script in MIGRATIONS[version_of(db, path) :]:
            for statement in script.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Of the tables in a file, 0 in a new one; raise if the file is another program's or a newer Piggery's."""
    tables = _asked(db, "SELECT count(*) FROM sqlite_master")  # first: whoever makes them says whose they are with it
    application, version = _asked(db, "PRAGMA application_id"), _asked(db, "PRAGMA user_version")
    if not application and not version and not tables:
        return 0
    if application not in (0, APPLICATION) or (not application and not _looks_like_ours(db)):
        raise BadOption("store.foreign", path=path)
    if version < 1:
        raise BadOption("store.unversioned", path=path)
    if version > len(MIGRATIONS):
        raise BadOption("store.newer", text=version, known=len(MIGRATIONS))
    if not _looks_like_ours(db):
        raise BadOption("store.broken", path=path)
    return version


def _asked(db: sqlite3.Connection, question: str) -> int:
    return int(db.execute(question).fetchone()[0])


def _looks_like_ours(db: sqlite3.Connection) -> bool:
    """Files that were made before they said whose they are."""
    columns = "SELECT kept.name, column.name FROM sqlite_master kept, pragma_table_info(kept.name) column"
    return set(map(tuple, db.execute(columns))) >= COLUMNS


@contextlib.contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Hold the file's lock: a second server would tell its players nothing of what the first one stores.

    Whichever way leads to the file, the lock lies beside the file itself; and where a file can be mounted under another
    name, in another folder, it is the file that is locked, too.
    """
    make_folder(path.parent)
    check_names(path)
    path = path.resolve()
    with path.with_name(path.name + ".lock").open("a+b") as beside, contextlib.ExitStack() as stack:
        try:
            _lock(beside)  # the system lets go of it when the process dies
        except OSError as error:
            raise BadOption("store.busy", path=path) from error
        if sys.platform == "linux":  # elsewhere it would meet SQLite's own locks
            make(path)
            _lock_itself(stack.enter_context(path.open("rb")), path)
        yield


def _lock_itself(file: IO[bytes], path: Path) -> None:
    try:
        _lock(file)
    except OSError as error:  # a disk in a network cannot do it
        if error.errno == EAGAIN:
            raise BadOption("store.busy", path=path) from error


def _lock(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def check_names(path: Path) -> None:
    """Raise if the file has another name: what is new lies beside the name by which SQLite opened it, so that whoever
    comes by the other does not see it, and in the end both are damaged."""
    if path.exists() and path.stat().st_nlink > 1:
        raise BadOption("store.links", path=path)


def make(path: Path) -> None:
    """The file, unless it is there, for its owner alone: it knows every card."""
    make_folder(path.parent)
    if not path.exists():
        path.touch(mode=0o600)
        keep_names(path.parent)


def make_folder(folder: Path) -> None:
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        keep_names(one.parent)


def keep_names(folder: Path) -> None:
    """Put on the disk which files a folder has, where that can be asked for."""
    if os.name == "nt":  # it does so by itself
        return
    with contextlib.suppress(OSError):  # some disks of networks do not know how
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


# Files beside a store


def check_free(store: Path | None, file: Path) -> None:
    """Raise if something may not be written there: it is the store, one of its own files, or no file at all."""
    check_at_rest(file)
    if store and store.exists():
        own = {f"{store.resolve()}{end}" for end in ("", *COMPANIONS)}
        if str(file.resolve()) in own or (file.exists() and file.samefile(store)):
            raise BadOption("shelf.in_use", path=file)
    if file.exists() and not file.is_file():
        raise FileExistsError(EEXIST, "", str(file))


def check_at_rest(file: Path) -> None:
    """Raise if it is a store that somebody uses, or did to the last: what is new there is in another file."""
    if any(file.with_name(file.name + end).exists() for end in ("-wal", "-journal")):
        raise BadOption("shelf.in_use", path=file)


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A new file beside this one, for its owner alone, which takes its place once it is done and on the disk."""
    made, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    os.close(made)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    keep_names(path.parent)
