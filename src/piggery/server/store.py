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
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar, cast

from ..table.ports import ALL, EntryTaken, LogLost, OutcomeUnknown
from ..table.state import Entry
from .dates import Misdated
from .files import APPLICATION, bring_up_to_date, check_names, failed, make, version_of, wrong

BATCH = 500
GAP = 0.010  # seconds from one commit to the next: under load they are shared, a single move waits for nothing
MINUTE = 60_000
TOUCH = "UPDATE tables SET touched = max(touched, ?) WHERE code = ?"
T = TypeVar("T")
Job = tuple[Callable[[sqlite3.Connection], object], "asyncio.Future[object]"]


class SqlStore(ABC):
    """The questions that both stores ask in the same words: SQLite, too, takes `$1` for the first value."""

    @abstractmethod
    async def _ask(self, question: str, *values: object) -> list[sqlite3.Row]: ...

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        asked = "SELECT n, at, entry FROM log WHERE code = $1 AND n > $2 ORDER BY n LIMIT $3"
        rows = await self._ask(asked, code, after, most)
        return [Entry(*row) for row in rows]

    async def listing(self, since: int, most: int) -> list[bytes]:
        listed = "SELECT listing FROM tables WHERE touched >= $1 AND listing IS NOT NULL ORDER BY touched DESC LIMIT $2"
        return [row[0] for row in await self._ask(listed, since, most)]

    async def old(self, before: int, most: int) -> list[str]:
        asked = "SELECT code FROM tables WHERE touched < $1 ORDER BY touched LIMIT $2"
        return [row[0] for row in await self._ask(asked, before, most)]

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
        check_names(self.path)
        make(self.path)
        self.readers = ThreadPoolExecutor(1, "piggery-read")
        try:
            self.reading = await self.loop.run_in_executor(self.readers, self._opened)
        except BaseException:
            self.readers.shutdown()
            raise
        self.identity = os.stat(self.path)
        self.writer = threading.Thread(target=self._write, name="piggery-write", daemon=True)
        self.writer.start()

    async def close(self) -> None:
        self.jobs.put(None)
        await self.loop.run_in_executor(self.readers, self.writer.join)
        await self.loop.run_in_executor(self.readers, self.reading.close)
        self.readers.shutdown()

    async def risks(self) -> list[str]:
        return []

    async def check(self) -> None:
        if not os.path.samestat(os.stat(self.path), self.identity):
            raise OSError("the file was moved or replaced")
        await self._do(lambda db: db.execute(f"PRAGMA application_id = {APPLICATION}") and None)

    # What a table needs

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        late = n > 1 and at - self.touched.get(code, 0) > MINUTE

        def put(db: sqlite3.Connection) -> None:
            self._append(db, code, n, at, texts)
            if late:
                db.execute(TOUCH, (at, code))

        await self._do(put)
        if late:
            self.touched[code] = at

    async def show(self, code: str, listing: bytes | None) -> None:
        changed = "UPDATE tables SET listing = ?1 WHERE code = ?2 AND listing IS NOT ?1"
        await self._do(lambda db: db.execute(changed, (listing, code)) and None)

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
            db.execute(TOUCH, (log[-1].at, code))

        await self._do(put)

    async def copy(self, to: Path) -> None:
        """Everything as it is now, in an SQLite file that is still empty."""
        await self._ask("VACUUM INTO $1", str(to))

    async def delete(self, code: str) -> bool:
        """Forget a table and everything about it; whether there was one."""
        return await self._do(lambda db: db.execute("DELETE FROM tables WHERE code = ?", (code,)).rowcount > 0)

    async def touch(self, codes: Sequence[str], at: int) -> None:
        await self._do(lambda db: db.executemany(TOUCH, [(at, code) for code in codes]) and None)

    async def redate(self, wrong: Misdated) -> None:
        change = "UPDATE tables SET touched = touched + ? WHERE touched BETWEEN ? AND ?"
        self.touched.clear()
        await self._do(lambda db: db.execute(change, (wrong.by, wrong.first, wrong.last)) and None)

    async def expire(self, codes: Sequence[str], before: int) -> list[str]:
        def forget(db: sqlite3.Connection) -> list[str]:
            gone = "DELETE FROM tables WHERE code = ? AND touched < ?"
            return [code for code in codes if db.execute(gone, (code, before)).rowcount]

        found = await self._do(forget)
        for code in found:
            self.touched.pop(code, None)
        return found

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
            raise failed(error, self.path) from error

    def _opened(self) -> sqlite3.Connection:
        """The file, up to date; what is wrong with it is said as of any other file."""
        try:
            with contextlib.ExitStack() as stack:
                db = stack.enter_context(contextlib.closing(self._connect()))
                version_of(db, self.path)
                self._prepare(db)
                bring_up_to_date(db, self.path)
                stack.pop_all()
                return db
        except sqlite3.Error as error:
            raise wrong(error, self.path) from error

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        db.row_factory = sqlite3.Row
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")

    def _write(self) -> None:
        db: sqlite3.Connection | None = None
        going, last = True, 0.0
        while going:
            jobs = [self.jobs.get()]
            time.sleep(max(0.0, last + GAP - time.monotonic()))
            while len(jobs) < BATCH and not self.jobs.empty():
                jobs.append(self.jobs.get())
            going = None not in jobs
            wanted = [job for job in jobs if job]
            try:
                db = db or self._prepared()
                done = self._commit(db, wanted)
            except Exception as error:  # some of it may be stored; the next jobs find a new connection
                done = [(future, OutcomeUnknown(f"the store failed: {type(error).__name__}")) for _, future in wanted]
                _end(db)
                db = None
            last = time.monotonic()
            self.loop.call_soon_threadsafe(_settle, done)
        _end(db)

    def _prepared(self) -> sqlite3.Connection:
        db = self._connect()
        self._prepare(db)
        return db

    def _commit(self, db: sqlite3.Connection, jobs: list[Job]) -> list[tuple["asyncio.Future[object]", object]]:
        """Do all jobs in one transaction. Where one is refused, each is done again for itself."""
        try:
            db.execute("BEGIN IMMEDIATE")
            done = [(future, work(db)) for work, future in jobs]
            db.execute("COMMIT")
        except (EntryTaken, LogLost) as refusal:
            db.execute("ROLLBACK")
            if len(jobs) > 1:
                return [one for job in jobs for one in self._commit(db, [job])]
            return [(jobs[0][1], refusal)]
        except Exception as error:
            if getattr(error, "sqlite_errorname", "").endswith("FSYNC"):
                raise  # it is written, and may be on the disk or not
            if db.in_transaction:
                db.execute("ROLLBACK")
            return [(future, OSError(f"the store failed: {type(error).__name__}")) for _, future in jobs]
        self.commits += 1
        return done

    def _append(self, db: sqlite3.Connection, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        if n > 1 and not db.execute("SELECT 1 FROM log WHERE code = ? AND n = ?", (code, n - 1)).fetchone():
            raise LogLost
        try:
            if n == 1:
                db.execute("INSERT INTO tables (code, opened, touched) VALUES (?, ?, ?)", (code, at, at))
            for k, text in enumerate(texts):
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (code, n + k, at, text))
        except sqlite3.IntegrityError as error:
            raise EntryTaken from error


def _end(db: sqlite3.Connection | None) -> None:
    if db:
        with contextlib.suppress(sqlite3.Error):
            db.close()


def _settle(done: list[tuple["asyncio.Future[object]", object]]) -> None:
    for future, result in done:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
