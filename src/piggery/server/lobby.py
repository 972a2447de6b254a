"""All tables this process serves: found by code, loaded when somebody comes, let go when nobody is left."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from ..errors import Refused
from ..table import door, wire
from ..table.buckets import Allowance
from ..table.decisions import Luck, opening
from ..table.events import dump
from ..table.host import AT_ONCE, Live, Turn
from ..table.identity import fresh_code, fresh_token, key_of, tidy_code
from ..table.ports import CLOCKS, DAMAGED, Bus, Clocks, LogLost, Nobody, Store
from ..table.state import Entry
from ..table.storing import store_once
from .chores import Chores
from .config import DAY, Config
from .dates import Dates, Misdated
from .neighbours import DEAD, Hear, Roll
from .pressure import Pressure, Watched
from .records import Records
from .reviews import Reviews
from .thinking import Thinkers

IDLE = 60_000  # how long an empty table stays in memory
SWEEP = 10.0
EXPIRE = 60.0
LISTED = 100
MOST_AT_ONCE = 200  # old tables that are forgotten in one round
HOUR = 3600 * 1000
log = logging.getLogger("piggery.lobby")


class HouseStore(Store, Protocol):
    """A store of whole tables, as `store` and `postgres` offer it."""

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def risks(self) -> list[str]:
        """Settings with which what was stored may be gone after a loss of power."""

    async def check(self) -> None:
        """Write something; raise `OSError` if that cannot be done."""

    async def listing(self, since: int, most: int) -> list[bytes]: ...
    async def codes(self) -> list[tuple[str, int, int]]: ...
    async def known(self, codes: Sequence[str]) -> set[str]: ...
    async def bring(self, code: str, log: Sequence[Entry]) -> None: ...
    async def copy(self, to: Path) -> None: ...
    async def delete(self, code: str) -> bool: ...
    async def old(self, before: int, most: int) -> list[str]:
        """Some tables where nothing has happened since."""

    async def touch(self, codes: Sequence[str], at: int) -> None:
        """These tables are in use."""

    async def redate(self, wrong: Misdated) -> None:
        """Put right when tables were used."""

    async def expire(self, codes: Sequence[str], before: int) -> list[str]:
        """Forget those of these tables where nothing has happened since; which they were."""


class HouseBus(Bus, Protocol):
    hear: Hear
    again: Callable[[], None]  # called when something may have been missed
    roll: Roll

    async def open(self, chores: Chores) -> None: ...
    async def close(self) -> None: ...
    def elsewhere(self, code: str) -> dict[str, set[str]]: ...


class Alone(Nobody):
    """The bus of a process that has the tables to itself."""

    hear: Hear
    again: Callable[[], None]
    roll: Roll

    async def open(self, chores: Chores) -> None: ...
    async def close(self) -> None: ...

    def elsewhere(self, code: str) -> dict[str, set[str]]:
        return {}


class Lobby:
    def __init__(
        self, config: Config, store: HouseStore, bus: HouseBus | None = None, luck: Luck | None = None,
        clocks: Clocks = CLOCKS,
    ) -> None:  # fmt: skip
        self.config, self.store, self.clocks = config, store, clocks
        self.bus: HouseBus = bus or Alone()
        self.bus.hear, self.bus.again, self.bus.roll = self._heard, self._missed, self._roll
        self.luck = luck or Luck()
        self.thinkers, self.reviews = Thinkers(self.luck), Reviews()
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live | None]] = {}
        self.missed: set[str] = set()  # codes of which something was heard while they were loaded
        self.chores = Chores()
        self.short, self.long = asyncio.Lock(), asyncio.Lock()  # one log, or page of a long one, is read at a time
        self.records = Records(store)
        self.allowances: dict[str, Allowance] = {}  # of tables that were let go
        self.dates = Dates(clocks)
        self.pressure = Pressure()
        self.watched = Watched(store, self.pressure)
        self.ready = False

    async def open(self) -> None:
        await self.store.open()
        if risks := await self.store.risks():
            log.warning("the database may lose what it has stored", extra={"off": risks})
        await self.bus.open(self.chores)
        self.chores.every(SWEEP, "let go of tables", self.sweep)
        self.chores.every(EXPIRE, "forget old tables", self.expire)
        if self.config.compiled:
            self.chores.once("compile", self.thinkers.get_ready)
        self.ready = True
        log.info("open", extra={"store": type(self.store).__name__})

    async def close(self) -> None:
        self.ready = False
        await self.chores.close()
        self.thinkers.close()
        self.reviews.close()
        await self.bus.close()
        await self.store.close()
        log.info("closed")

    # Tables

    async def find(self, code: str, turn: Turn | None = None) -> Live:
        """The table of this code, read from the store if need be, when it is its turn."""
        tidy = tidy_code(code)
        if tidy in self.tables:
            self.tables[tidy].idle_since = self.clocks.steady()  # somebody is on their way in
            return self.tables[tidy]
        if not tidy:
            raise Refused("table.none")
        if tidy not in self.loading:
            self.loading[tidy] = asyncio.create_task(self._load(tidy, turn or self.short), name=tidy)
            self.loading[tidy].add_done_callback(self._loaded)
        live = await asyncio.shield(self.loading[tidy])
        if not live:
            raise Refused("table.none")
        return live

    def _loaded(self, task: asyncio.Task[Live | None]) -> None:
        self.loading.pop(task.get_name(), None)
        if not task.cancelled():
            task.exception()  # whoever wanted the table may have gone: then a failure is no news for the log

    async def _load(self, code: str, turn: Turn) -> Live | None:
        live = Live(code, self.watched, self.bus, self.luck, self.clocks, self.thinkers.think)
        self.missed.discard(code)
        try:
            if not await live.load(turn, self.long, served=bool(self.bus.elsewhere(code))):
                return None
        except LogLost:  # it was deleted meanwhile
            return None
        except DAMAGED as error:
            log.error("table %s is damaged", code, extra={"error": type(error).__name__})
            raise Refused("table.damaged") from error
        live.idle_since = self.clocks.steady()
        live.allowance = self.allowances.pop(code, live.allowance)
        for process, keys in self.bus.elsewhere(code).items():
            live.heard(process, keys)
        self.tables[code] = live
        if code in self.missed:
            self.missed.discard(code)
            live.catch_up()
        return live

    def polite(self, settings: wire.Settings, free: bool) -> wire.Settings:
        """Bots that take no time at all are for those without limits."""
        if free or settings.pace >= self.config.limits.pace:
            return settings
        return msgspec.structs.replace(settings, pace=self.config.limits.pace)

    async def open_table(self, ask: door.OpenTable) -> tuple[Live, str]:
        """A new table and its host's token."""
        token = fresh_token()
        entries = [dump(event) for event in opening(ask, key_of(token), self.luck)]
        while True:
            code = fresh_code()
            if await store_once(self.watched, code, 1, self.clocks.date(), entries):
                return await self.find(code, AT_ONCE), token

    async def listing(self) -> list[bytes]:
        """Tables that anybody may sit at, where something happened in the last hour."""
        return await self.store.listing(self.clocks.date() - HOUR, LISTED)

    async def record(self, code: str, number: int) -> str:
        """A finished game of a table, as text."""
        return await self.records.text(await self.find(code), number)

    # Other processes

    def _heard(self, process: str, code: str, kind: str, text: str) -> None:
        if kind == DEAD:
            for live in self.tables.values():
                live.lost(process)
        elif code in self.tables:
            self._heard_of(self.tables[code], process, kind, text)
        elif code in self.loading:
            self.missed.add(code)

    def _heard_of(self, live: Live, process: str, kind: str, text: str) -> None:
        if kind == "changed":
            live.catch_up(int(text))
        elif kind == "here":
            live.heard(process, set(text.split()))
        elif kind == "emote":
            seat, _, emote = text.partition(" ")
            live.show(int(seat), emote)
        elif kind == "gone":
            self.tables.pop(live.table.code).end()

    def _missed(self) -> None:
        for live in self.tables.values():
            live.catch_up()

    def _roll(self) -> dict[str, tuple[int, set[str]]]:
        return {code: (live.table.n, live.own) for code, live in self.tables.items() if live.readers}

    # Chores

    async def sweep(self) -> None:
        """Let go of tables that nobody reads, and of those that somebody has deleted."""
        now = self.clocks.steady()
        self.allowances = {code: one for code, one in self.allowances.items() if one.spent}
        for code, live in list(self.tables.items()):
            if not live.readers and not live.lock.locked() and now - live.idle_since > IDLE:
                self.allowances[code] = self.tables.pop(code).allowance
        codes = list(self.tables)  # those that are opened while the store is asked are not in question
        for code in set(codes) - await self.store.known(codes):
            self._forget(code)

    def _forget(self, code: str) -> None:
        self.bus.tell(code, "gone", "")
        if live := self.tables.pop(code, None):
            live.end()

    async def expire(self) -> int:
        """Forget some tables where nothing has happened for days, with everything about them; how many. Where somebody
        sits, nothing may have happened but a change of the date."""
        if wrong := self.dates.look():
            await self.store.redate(wrong)
        if not self.dates.certain:
            return 0
        now = self.clocks.date()
        before = now - self.config.days * DAY
        old = await self.store.old(before, MOST_AT_ONCE)
        used = {code for code in old if self._used(code)}
        await self.store.touch(sorted(used), now)
        gone = await self.store.expire(sorted({*old} - used), before)
        for code in gone:
            self._forget(code)
        return len(gone)

    def _used(self, code: str) -> bool:
        return bool((code in self.tables and self.tables[code].readers) or self.bus.elsewhere(code))
