"""The log in PostgreSQL, for any number of processes: the key (code, n) referees, NOTIFY says that a table has changed.

Presence and emotes travel the same way and are not stored. Which process does what happens by itself at a table is
settled by an advisory lock, freed when its process dies; nothing goes wrong if two do it, since the key is taken once.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path

import asyncpg

from ..errors import BadOption
from ..table.ports import EntryTaken, LogLost, OutcomeUnknown
from ..table.state import Entry
from .dates import Misdated
from .files import bring_up_to_date
from .store import BATCH, SqlStore

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
        WHERE {after} RETURNING n
    ), touch AS ({touch})
    SELECT pg_notify('piggery', $5) FROM entries WHERE n = $2
"""
OPENING = APPEND.format(after="true", touch="INSERT INTO tables (code, opened, touched) VALUES ($1, $3, $3)")
GOING_ON = APPEND.format(
    after="EXISTS (SELECT FROM log WHERE code = $1 AND n = $2 - 1)",
    touch="UPDATE tables SET touched = greatest(touched, $3) WHERE code = $1",
)
DELETE = """
    WITH gone AS (DELETE FROM tables WHERE code = $1 RETURNING code)
    SELECT pg_notify('piggery', '- ' || code || ' gone ') FROM gone
"""
COLUMNS = {"tables": "code, opened, touched, listing", "log": "code, n, at, entry"}
KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
PATIENCE, LONG = 5.0, 30.0  # seconds for an answer, and for one that takes much work
REACH, CLOSING = 10.0, 2.0  # … to make a connection, and to end all of them
CONNECTION, SHUTDOWN = "08", "57"  # classes of errors that end a connection: what it was doing may be done
# whatever the database prefers: what was acknowledged is on the disk, and who was slower is told so
SAFE = {"synchronous_commit": "on", "default_transaction_isolation": "read committed", **KEEPALIVE}
LASTING = ["fsync", "full_page_writes", "synchronous_commit"]  # the last may be off where a pooler does not pass it on
log = logging.getLogger("piggery.postgres")


@contextlib.contextmanager
def reaching() -> Iterator[None]:
    """Whatever goes wrong on the way to PostgreSQL is an `OSError`; asyncpg has many kinds of errors."""
    try:
        yield
    except (OSError, EntryTaken):
        raise
    except Exception as error:
        raise OSError(f"the store failed: {type(error).__name__}") from error


def undone(error: asyncpg.PostgresError) -> bool:
    """Whether PostgreSQL itself says that it did nothing."""
    return not str(error.sqlstate).startswith((CONNECTION, SHUTDOWN))


class PostgresStore(SqlStore):
    def __init__(self, url: str) -> None:
        self.url = url
        self.process = secrets.token_hex(4)
        self.pool: asyncpg.Pool = None

    async def open(self) -> None:
        try:
            self.pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=8, timeout=REACH, command_timeout=LONG, server_settings=SAFE
            )
        except (OSError, asyncpg.PostgresError, ValueError) as error:
            raise BadOption("store.reach", problem=type(error).__name__) from None
        try:
            async with self.pool.acquire() as db:
                await migrate(db)
        except BaseException as error:
            await self.pool.close()
            if isinstance(error, asyncpg.PostgresError):
                raise BadOption("store.refused", problem=type(error).__name__) from error
            raise

    async def close(self) -> None:
        try:
            async with asyncio.timeout(CLOSING):
                await self.pool.close()
        except TimeoutError:
            self.pool.terminate()

    async def risks(self) -> list[str]:
        """Settings of the database with which a loss of power may take back what it has acknowledged."""
        lax = "SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name"
        return [row[0] for row in await self._ask(lax, LASTING)]

    async def check(self) -> None:
        await self._ask("UPDATE piggery_version SET version = version")

    # What a table needs

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        news = f"{self.process} {code} changed {n + len(texts) - 1}"
        async with self._line() as db:
            try:
                question = OPENING if n == 1 else GOING_ON
                stored = await db.fetch(question, code, n, at, list(texts), news, timeout=PATIENCE)
            except asyncpg.UniqueViolationError as error:
                raise EntryTaken from error
            except asyncpg.ForeignKeyViolationError as error:  # it was deleted just now
                raise LogLost from error
            except Exception as error:
                known = isinstance(error, asyncpg.PostgresError) and undone(error)
                raise (OSError if known else OutcomeUnknown)(f"the store failed: {type(error).__name__}") from error
        if not stored:
            raise LogLost

    async def show(self, code: str, listing: bytes | None) -> None:
        changed = "UPDATE tables SET listing = $1 WHERE code = $2 AND listing IS DISTINCT FROM $1"
        await self._ask(changed, listing, code)

    # What the house needs

    async def known(self, codes: Sequence[str]) -> set[str]:
        return {row[0] for row in await self._ask("SELECT code FROM tables WHERE code = ANY($1)", list(codes))}

    async def bring(self, code: str, log: Sequence[Entry]) -> None:
        with reaching():
            async with self.pool.acquire(timeout=PATIENCE) as db, db.transaction():
                try:
                    await db.execute("INSERT INTO tables VALUES ($1, $2, $3)", code, log[0].at, log[-1].at)
                    await db.executemany("INSERT INTO log VALUES ($1, $2, $3, $4)", [(code, *entry) for entry in log])
                except asyncpg.UniqueViolationError as error:
                    raise EntryTaken from error

    async def copy(self, to: Path) -> None:
        with reaching(), contextlib.closing(sqlite3.connect(to, isolation_level=None)) as copy:
            bring_up_to_date(copy, to)
            copy.execute("BEGIN")
            async with (
                self.pool.acquire(timeout=PATIENCE) as db,
                db.transaction(isolation="repeatable_read", readonly=True),
            ):
                for name in ("tables", "log"):
                    async for row in db.cursor(f"SELECT {COLUMNS[name]} FROM {name}", prefetch=BATCH):  # noqa: S608
                        copy.execute(f"INSERT INTO {name} ({COLUMNS[name]}) VALUES (?, ?, ?, ?)", tuple(row))  # noqa: S608
            copy.execute("COMMIT")

    async def delete(self, code: str) -> bool:
        return bool(await self._ask_for(LONG, DELETE, code))

    async def touch(self, codes: Sequence[str], at: int) -> None:
        await self._ask("UPDATE tables SET touched = greatest(touched, $1) WHERE code = ANY($2)", at, list(codes))

    async def redate(self, wrong: Misdated) -> None:
        """Nothing can be put right: other processes may have had the right date all the time."""

    async def expire(self, codes: Sequence[str], before: int) -> list[str]:
        gone = "DELETE FROM tables WHERE code = ANY($1) AND touched < $2 RETURNING code"
        return [row[0] for row in await self._ask_for(LONG, gone, list(codes), before)]

    async def notify(self, texts: Sequence[str]) -> None:
        await self._ask("SELECT pg_notify($1, text) FROM unnest($2::text[]) text", CHANNEL, list(texts))

    async def _ask(self, question: str, *values: object) -> "list[asyncpg.Record]":
        return await self._ask_for(PATIENCE, question, *values)

    async def _ask_for(self, seconds: float, question: str, *values: object) -> "list[asyncpg.Record]":
        async with self._line() as db:
            with reaching():
                rows: list[asyncpg.Record] = await db.fetch(question, *values, timeout=seconds)
        return rows

    @contextlib.asynccontextmanager
    async def _line(self) -> "AsyncIterator[asyncpg.Connection]":
        """A connection, waited for only so long; one that does not answer any more is given up."""
        with reaching():
            db = await self.pool.acquire(timeout=PATIENCE)
        try:
            yield db
        except (TimeoutError, OutcomeUnknown, asyncio.CancelledError):
            with contextlib.suppress(OSError), reaching():
                db.terminate()  # nobody knows what it is doing, and it is not waited for
            raise
        finally:
            with contextlib.suppress(OSError), reaching():
                await self.pool.release(db, timeout=PATIENCE)


async def migrate(db: "asyncpg.Connection") -> None:
    """Bring the database to the newest version; the processes that start together do it one after the other."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _number("migrations"))
        await db.execute("CREATE TABLE IF NOT EXISTS piggery_version (version integer NOT NULL)")
        version = await db.fetchval("SELECT max(version) FROM piggery_version") or 0
        if version > len(MIGRATIONS):
            raise BadOption("store.newer", text=version, known=len(MIGRATIONS))
        if not version and await db.fetchval("SELECT coalesce(to_regclass('tables'), to_regclass('log'))"):
            raise BadOption("store.foreign_database")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            await db.execute(script)
            await db.execute("INSERT INTO piggery_version VALUES ($1)", number)


def _number(name: str) -> int:
    """The advisory lock of this name."""
    return int.from_bytes(hashlib.sha256(f"piggery {name}".encode()).digest()[:8], "big", signed=True)


class PostgresChannel:
    """Texts by LISTEN and NOTIFY, and locks that belong to the connection which listens."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.hear: Callable[[str], None] = lambda text: None
        self.db: asyncpg.Connection = None
        self.one = asyncio.Lock()  # a connection does one thing at a time

    @property
    def broken(self) -> bool:
        return self.db is None or bool(self.db.is_closed())

    async def open(self) -> None:
        with reaching():
            db = await asyncpg.connect(self.store.url, timeout=REACH, server_settings=KEEPALIVE)
            try:
                async with asyncio.timeout(PATIENCE):
                    await db.add_listener(CHANNEL, self._heard)
            except BaseException:
                db.terminate()  # a line that hears nothing is none
                raise
        self.db = db

    async def close(self) -> None:
        if not self.broken:
            with contextlib.suppress(OSError), reaching():
                await self.db.close(timeout=CLOSING)

    async def check(self) -> None:
        await self._ask("SELECT true")

    async def send(self, texts: Sequence[str]) -> None:
        await self.store.notify(texts)

    async def lock(self, name: str) -> bool:
        return bool(await self._ask("SELECT pg_try_advisory_lock($1)", _number(name)))

    async def unlock(self, name: str) -> None:
        await self._ask("SELECT pg_advisory_unlock($1)", _number(name))

    async def _ask(self, question: str, *values: object) -> object:
        """A line that does not answer may hear nothing, or hold a lock that nobody knows of: it is ended, and another
        one made. Where PostgreSQL says that it did nothing, the line is well."""
        db = self.db
        try:
            with reaching():
                async with self.one, asyncio.timeout(PATIENCE):
                    return await db.fetchval(question, *values)
        except BaseException as error:
            if not (isinstance(error.__cause__, asyncpg.PostgresError) and undone(error.__cause__)):
                db.terminate()
            raise

    def _heard(self, db: "asyncpg.Connection", pid: int, channel: str, payload: str) -> None:
        self.hear(payload)
