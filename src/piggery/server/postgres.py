"""The log in PostgreSQL, for any number of processes: the key (code, n) referees, NOTIFY says that a table has changed.

Presence and emotes travel the same way and are not stored. Which process does what happens by itself at a table is
settled by an advisory lock, freed when its process dies; nothing goes wrong if two do it, since the key is taken once.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from time import monotonic

import asyncpg

from ..errors import BadOption, Refused
from ..table.host import EntryTaken
from ..table.state import Entry
from .lobby import Hear
from .store import SqlStore

CHANNEL = "piggery"
MIGRATIONS = [
    """
    CREATE TABLE tables (code text PRIMARY KEY, opened bigint NOT NULL, touched bigint NOT NULL, listing bytea);
    CREATE INDEX tables_touched ON tables (touched);
    CREATE TABLE log (
        code text NOT NULL REFERENCES tables ON DELETE CASCADE, n integer NOT NULL, at bigint NOT NULL,
        entry bytea NOT NULL, PRIMARY KEY (code, n)
    );
    """,
]
APPEND = """
    WITH entries AS (
        INSERT INTO log SELECT $1, $2 + k - 1, $3, entry FROM unnest($4::bytea[]) WITH ORDINALITY AS more(entry, k)
    ), touch AS ({touch})
    SELECT pg_notify('piggery', $5)
"""
OPENING = APPEND.format(touch="INSERT INTO tables (code, opened, touched) VALUES ($1, $3, $3)")
GOING_ON = APPEND.format(touch="UPDATE tables SET touched = $3 WHERE code = $1")
DELETE = """
    WITH gone AS (DELETE FROM tables WHERE code = $1 RETURNING code)
    SELECT pg_notify('piggery', '- ' || code || ' gone ') FROM gone
"""
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
ALIVE = 5.0  # seconds between two signs of life
SILENT = 15.0  # a process not heard of for so long is gone
AGAIN = 1.0
UNREACHABLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("piggery.postgres")


class PostgresStore(SqlStore):
    def __init__(self, url: str) -> None:
        self.url = url
        self.process = secrets.token_hex(4)
        self.pool: asyncpg.Pool = None

    async def open(self) -> None:
        try:
            self.pool = await asyncpg.create_pool(self.url, min_size=1, max_size=8, command_timeout=30)
        except (OSError, asyncpg.PostgresError, ValueError) as error:
            raise BadOption("store.reach", problem=type(error).__name__) from None
        try:
            async with self.pool.acquire() as db:
                await migrate(db)
        except BaseException:
            await self.pool.close()
            raise

    async def close(self) -> None:
        await self.pool.close()

    async def healthy(self) -> bool:
        try:
            return bool(await self.pool.fetchval("SELECT true", timeout=2))
        except UNREACHABLE:
            return False

    # What a table needs

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        news = f"{self.process} {code} changed {n + len(texts) - 1}"
        try:
            await self.pool.execute(OPENING if n == 1 else GOING_ON, code, n, at, list(texts), news)
        except asyncpg.UniqueViolationError as error:
            raise EntryTaken from error
        except asyncpg.ForeignKeyViolationError as error:
            raise Refused("table.none") from error
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise OSError(f"the store failed: {type(error).__name__}") from error

    async def show(self, code: str, listing: bytes | None) -> None:
        await self._ask("UPDATE tables SET listing = $1 WHERE code = $2", listing, code)

    # What the house needs

    async def known(self, codes: Sequence[str]) -> set[str]:
        return {row[0] for row in await self._ask("SELECT code FROM tables WHERE code = ANY($1)", list(codes))}

    async def bring(self, code: str, log: Sequence[Entry]) -> None:
        try:
            async with self.pool.acquire() as db, db.transaction():
                await db.execute("INSERT INTO tables VALUES ($1, $2, $3)", code, log[0].at, log[-1].at)
                await db.executemany("INSERT INTO log VALUES ($1, $2, $3, $4)", [(code, *entry) for entry in log])
        except asyncpg.UniqueViolationError as error:
            raise EntryTaken from error

    async def delete(self, code: str) -> bool:
        return bool(await self._ask(DELETE, code))

    async def expire(self, before: int, most: int = 200) -> list[str]:
        old = "SELECT code FROM tables WHERE touched < $1 LIMIT $2 FOR UPDATE SKIP LOCKED"
        rows = await self._ask(f"DELETE FROM tables WHERE code IN ({old}) RETURNING code", before, most)  # noqa: S608
        return [row[0] for row in rows]

    async def _ask(self, question: str, *values: object) -> "list[asyncpg.Record]":
        try:
            rows: list[asyncpg.Record] = await self.pool.fetch(question, *values)
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise OSError(f"the store failed: {type(error).__name__}") from error
        return rows


async def migrate(db: "asyncpg.Connection") -> None:
    """Bring the database to the newest version; the processes that start together do it one after the other."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _number("migrations"))
        await db.execute("CREATE TABLE IF NOT EXISTS piggery_version (version integer NOT NULL)")
        version = await db.fetchval("SELECT max(version) FROM piggery_version") or 0
        if version > len(MIGRATIONS):
            raise BadOption("store.newer", text=version, known=len(MIGRATIONS))
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await db.execute(script)
            await db.execute("INSERT INTO piggery_version VALUES ($1)", number)


def _number(name: str) -> int:
    """The advisory lock of this name."""
    return int.from_bytes(hashlib.sha256(f"piggery {name}".encode()).digest()[:8], "big", signed=True)


class PostgresBus:
    """Hears what other processes do, tells them, and holds the tables this process looks after."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.process = store.process
        self.hear: Hear = lambda process, code, kind, text: None
        self.again: Callable[[], None] = lambda: None
        self.db: asyncpg.Connection = None
        self.lock = asyncio.Lock()
        self.leases: set[str] = set()
        self.alive: dict[str, float] = {}
        self.waiting: list[str] = []
        self.woken = asyncio.Event()
        self.chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self._connect()
        self.chores = [asyncio.create_task(work()) for work in (self._telling, self._living, self._mending)]

    async def close(self) -> None:
        for chore in self.chores:
            chore.cancel()
        await asyncio.gather(*self.chores, return_exceptions=True)
        if self.db:
            await self.db.close(timeout=2)

    async def lease(self, code: str) -> bool:
        if code in self.leases:
            return True
        try:
            async with self.lock:
                if code in self.leases:  # session locks count: never take one twice
                    return True
                held = await self.db.fetchval("SELECT pg_try_advisory_lock($1)", _number(code), timeout=5)
        except UNREACHABLE:
            return True  # the lock is out of reach: the key alone will referee
        if held:
            self.leases.add(code)
        return bool(held)

    def release(self, code: str) -> None:
        if code in self.leases:
            self.leases.discard(code)
            self.chores.append(asyncio.create_task(self._release(code)))
            self.chores = [chore for chore in self.chores if not chore.done()]

    async def _release(self, code: str) -> None:
        with contextlib.suppress(*UNREACHABLE):  # then the lock is gone, too
            async with self.lock:
                await self.db.execute("SELECT pg_advisory_unlock($1)", _number(code), timeout=5)

    def tell(self, code: str, kind: str, text: str) -> None:
        self.waiting.append(f"{self.process} {code} {kind} {text}")
        self.woken.set()

    # How it is done

    async def _connect(self) -> None:
        self.db = await asyncpg.connect(self.store.url, timeout=10, server_settings=KEEPALIVE)
        self.leases.clear()
        await self.db.add_listener(CHANNEL, self._heard)

    def _heard(self, db: "asyncpg.Connection", pid: int, channel: str, payload: str) -> None:
        process, code, kind, *rest = payload.split(" ", 3)
        if process == self.process:
            return
        self.alive[process] = monotonic()
        if kind != "alive":
            self.hear(process, code, kind, rest[0] if rest else "")

    async def _telling(self) -> None:
        while True:
            await self.woken.wait()
            self.woken.clear()
            news, self.waiting = self.waiting, []
            if not await self._told(news):
                for one in news:  # one that cannot be told must not take the others along
                    await self._told([one])

    async def _told(self, news: list[str]) -> bool:
        try:
            await self.store.pool.execute("SELECT pg_notify($1, news) FROM unnest($2::text[]) news", CHANNEL, news)
        except UNREACHABLE:
            log.warning("messages for other processes were lost")
            return False
        return True

    async def _living(self) -> None:
        """Give signs of life, and notice who gives none."""
        while True:
            self.tell("-", "alive", "")
            await asyncio.sleep(ALIVE)
            await self._check_line()
            for process in [process for process, heard in self.alive.items() if monotonic() - heard > SILENT]:
                del self.alive[process]
                self.hear(process, "-", "dead", "")

    async def _check_line(self) -> None:
        """A line that hears nothing would take everybody elsewhere for gone: end it, so that another is made."""
        try:
            async with self.lock:
                await self.db.fetchval("SELECT true", timeout=ALIVE)
        except (*UNREACHABLE, TimeoutError):
            self.db.terminate()

    async def _mending(self) -> None:
        """A broken connection is made again, and what was missed meanwhile is read from the log."""
        while True:
            await asyncio.sleep(AGAIN)
            if not self.db.is_closed():
                continue
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError, TimeoutError):
                log.warning("the store cannot be reached")
            else:
                self.again()
