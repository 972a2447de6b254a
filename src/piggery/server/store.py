"""The log in SQLite: one thread writes, and commits together whatever is waiting, so that no commit is for one alone.

`synchronous=FULL` in WAL mode: when `append` returns, the entries are on the disk.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from errno import EACCES, EIO, ENOSPC
from pathlib import Path
from typing import IO, TypeVar, cast

from ..errors import BadOption, Refused
from ..table.host import EntryTaken
from ..table.state import Entry

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
BATCH = 500
SYSTEM = {"FULL": ENOSPC, "READONLY": EACCES, "CANTOPEN": EACCES, "PERM": EACCES, "IOERR": EIO}  # SQLite's own words
GAP = 0.010  # seconds from one commit to the next: under load they are shared, a single move waits for nothing
MINUTE = 60_000
T = TypeVar("T")
Job = tuple[Callable[[sqlite3.Connection], object], "asyncio.Future[object]"]


class SqlStore(ABC):
    """The questions that both stores ask in the same words: SQLite, too, takes `$1` for the first value."""

    @abstractmethod
    async def _ask(self, question: str, *values: object) -> list[sqlite3.Row]: ...

    async def read(self, code: str, after: int = 0) -> list[Entry]:
        rows = await self._ask("SELECT n, at, entry FROM log WHERE code = $1 AND n > $2 ORDER BY n", code, after)
        return [Entry(*row) for row in rows]

    async def listing(self, since: int, most: int) -> list[bytes]:
        listed = "SELECT listing FROM tables WHERE touched >= $1 AND listing IS NOT NULL ORDER BY touched DESC LIMIT $2"
        return [row[0] for row in await self._ask(listed, since, most)]

    async def codes(self) -> list[tuple[str, int, int]]:
        """Every table: its code, when it was opened, when something happened there last."""
        return [tuple(row) for row in await self._ask("SELECT code, opened, touched FROM tables ORDER BY opened, code")]


class SQLiteStore(SqlStore):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.touched: dict[str, int] = {}  # when each table was last seen to be in use, about

    async def open(self) -> None:
        """Bring the file up to date, and begin to write."""
        self.loop = asyncio.get_running_loop()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            self.path.touch(mode=0o600)  # it knows every card
        self.readers = ThreadPoolExecutor(1, "piggery-read")
        try:
            self.reading = await self.loop.run_in_executor(self.readers, self._opened)
        except BaseException:
            self.readers.shutdown()
            raise
        self.writer = threading.Thread(target=self._write, name="piggery-write", daemon=True)
        self.writer.start()

    async def close(self) -> None:
        self.jobs.put(None)
        await self.loop.run_in_executor(self.readers, self.writer.join)
        await self.loop.run_in_executor(self.readers, self.reading.close)
        self.readers.shutdown()

    async def healthy(self) -> bool:
        return self.writer.is_alive()

    # What a table needs

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        await self._do(lambda db: self._append(db, code, n, at, texts))

    async def show(self, code: str, listing: bytes | None) -> None:
        await self._do(lambda db: db.execute("UPDATE tables SET listing = ? WHERE code = ?", (listing, code)) and None)

    # What the house needs

    async def known(self, codes: Sequence[str]) -> set[str]:
        """Those of the tables that are still there."""
        found: set[str] = set()
        for start in range(0, len(codes), BATCH):
            some = codes[start : start + BATCH]
            marks = ", ".join(f"${n}" for n in range(1, len(some) + 1))
            found |= {row[0] for row in await self._ask(f"SELECT code FROM tables WHERE code IN ({marks})", *some)}  # noqa: S608
        return found

    async def bring(self, code: str, log: Sequence[Entry]) -> None:
        """A whole table from elsewhere, or nothing of it; raise `EntryTaken` if there is one of this code."""

        def put(db: sqlite3.Connection) -> None:
            self._append(db, code, 1, log[0].at, [log[0].text])
            db.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", [(code, *entry) for entry in log[1:]])
            db.execute("UPDATE tables SET touched = ? WHERE code = ?", (log[-1].at, code))

        await self._do(put)

    async def delete(self, code: str) -> bool:
        """Forget a table and everything about it; whether there was one."""
        return await self._do(lambda db: db.execute("DELETE FROM tables WHERE code = ?", (code,)).rowcount > 0)

    async def expire(self, before: int, most: int = 200) -> list[str]:
        """Forget tables where nothing has happened since, `most` at a time."""

        def forget(db: sqlite3.Connection) -> list[str]:
            rows = db.execute("SELECT code FROM tables WHERE touched < ? LIMIT ?", (before, most)).fetchall()
            db.executemany("DELETE FROM tables WHERE code = ?", rows)
            for (code,) in rows:
                self.touched.pop(code, None)
            return [row[0] for row in rows]

        return await self._do(forget)

    # How it is done

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[object] = self.loop.create_future()
        self.jobs.put((work, future))
        return cast(T, await future)

    async def _ask(self, question: str, *values: object) -> list[sqlite3.Row]:
        named = {str(n): value for n, value in enumerate(values, 1)}
        try:
            return await self.loop.run_in_executor(
                self.readers, lambda: self.reading.execute(question, named).fetchall()
            )
        except sqlite3.Error as error:
            raise OSError(f"the store failed: {type(error).__name__}") from error

    def _opened(self) -> sqlite3.Connection:
        """The file, up to date; what is wrong with it is said as of any other file."""
        try:
            with contextlib.ExitStack() as stack:
                db = stack.enter_context(contextlib.closing(self._connect()))
                migrate(db)
                stack.pop_all()
                return db
        except sqlite3.Error as error:
            raise wrong(error, self.path) from error

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        return db

    def _write(self) -> None:
        db = self._connect()
        going, last = True, 0.0
        while going:
            jobs = [self.jobs.get()]
            time.sleep(max(0.0, last + GAP - time.monotonic()))
            while len(jobs) < BATCH and not self.jobs.empty():
                jobs.append(self.jobs.get())
            going = None not in jobs
            done = self._commit(db, [job for job in jobs if job])
            last = time.monotonic()
            self.loop.call_soon_threadsafe(_settle, done)
        db.close()

    def _commit(self, db: sqlite3.Connection, jobs: list[Job]) -> list[tuple["asyncio.Future[object]", object]]:
        """Do all jobs in one transaction. Where one is refused, each is done again for itself."""
        try:
            db.execute("BEGIN IMMEDIATE")
            done = [(future, work(db)) for work, future in jobs]
            db.execute("COMMIT")
        except (EntryTaken, Refused) as refusal:
            db.execute("ROLLBACK")
            if len(jobs) > 1:
                return [one for job in jobs for one in self._commit(db, [job])]
            return [(jobs[0][1], refusal)]
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            return [(future, OSError(f"the store failed: {type(error).__name__}")) for _, future in jobs]
        self.commits += 1
        return done

    def _append(self, db: sqlite3.Connection, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        try:
            if n == 1:
                db.execute("INSERT INTO tables (code, opened, touched) VALUES (?, ?, ?)", (code, at, at))
            elif at - self.touched.get(code, 0) > MINUTE:
                db.execute("UPDATE tables SET touched = ? WHERE code = ?", (at, code))
                self.touched[code] = at
            for k, text in enumerate(texts):
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (code, n + k, at, text))
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
                raise Refused("table.none") from error
            raise EntryTaken from error


def _settle(done: list[tuple["asyncio.Future[object]", object]]) -> None:
    for future, result in done:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def wrong(error: sqlite3.Error, path: Path) -> OSError | BadOption:
    """What SQLite says of a file, as the system would say it."""
    kind = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
    if kind == "BUSY":
        return BadOption("store.busy", path=path)
    return OSError(SYSTEM[kind], "", str(path)) if kind in SYSTEM else BadOption("store.broken", path=path)


def migrate(db: sqlite3.Connection) -> None:
    """Bring the file to the newest version, one step after the other, each in a transaction."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise BadOption("store.newer", text=version, known=len(MIGRATIONS))
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


@contextlib.contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Hold the file's lock: a second server would tell its players nothing of what the first one stores."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(path.name + ".lock").open("a+b") as file:
        try:
            _lock(file)  # the system lets go of it when the process dies
        except OSError as error:
            raise BadOption("store.busy", path=path) from error
        yield


def _lock(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
