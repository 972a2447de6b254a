"""All tables this process serves: found by code, loaded when somebody comes, let go when nobody is left."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from ..core.record import dump as dump_record
from ..errors import Refused
from ..table import door, wire
from ..table.decisions import Luck, opening
from ..table.events import dump
from ..table.host import Bus, Clock, EntryTaken, Live, Nobody, Store
from ..table.identity import fresh_code, fresh_token, key_of, tidy_code
from ..table.state import Entry, games
from .config import DAY, Config
from .thinking import Thinkers

IDLE = 60_000  # how long an empty table stays in memory
SWEEP = 10.0
EXPIRE = 3600.0
LISTED = 100
HOUR = 3600 * 1000
Hear = Callable[[str, str, str, str], None]  # called with what another process says: its name, a code, what, more
log = logging.getLogger("piggery.lobby")


class HouseStore(Store, Protocol):
    """A store of whole tables, as `store` and `postgres` offer it."""

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def healthy(self) -> bool: ...
    async def listing(self, since: int, most: int) -> list[bytes]: ...
    async def codes(self) -> list[tuple[str, int, int]]: ...
    async def known(self, codes: Sequence[str]) -> set[str]: ...
    async def bring(self, code: str, log: Sequence[Entry]) -> None: ...
    async def delete(self, code: str) -> bool: ...
    async def expire(self, before: int, most: int = 200) -> list[str]: ...


class HouseBus(Bus, Protocol):
    hear: Hear
    again: Callable[[], None]  # called when something may have been missed

    async def open(self) -> None: ...
    async def close(self) -> None: ...


class Alone(Nobody):
    """The bus of a process that has the tables to itself."""

    hear: Hear
    again: Callable[[], None]

    async def open(self) -> None: ...
    async def close(self) -> None: ...


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Lobby:
    def __init__(
        self, config: Config, store: HouseStore, bus: HouseBus | None = None, luck: Luck | None = None,
        clock: Clock = wall_clock,
    ) -> None:  # fmt: skip
        self.config, self.store, self.clock = config, store, clock
        self.bus: HouseBus = bus or Alone()
        self.bus.hear, self.bus.again = self._heard, self._missed
        self.luck = luck or Luck()
        self.thinkers = Thinkers(self.luck)
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live | None]] = {}
        self.chores: list[asyncio.Task[None]] = []
        self.ready = False

    async def open(self) -> None:
        await self.store.open()
        await self.bus.open()
        self.chores = [asyncio.create_task(self._sweep()), asyncio.create_task(self._expire())]
        if self.config.compiled:
            self.chores.append(asyncio.create_task(self.thinkers.get_ready()))
        self.ready = True
        log.info("open", extra={"store": type(self.store).__name__})

    async def close(self) -> None:
        self.ready = False
        for chore in self.chores:
            chore.cancel()
        await asyncio.gather(*self.chores, return_exceptions=True)
        self.thinkers.close()
        await self.bus.close()
        await self.store.close()
        log.info("closed")

    # Tables

    async def find(self, code: str) -> Live:
        """The table of this code, read from the store if need be."""
        tidy = tidy_code(code)
        if tidy in self.tables:
            return self.tables[tidy]
        if not tidy:
            raise Refused("table.none")
        if tidy not in self.loading:
            self.loading[tidy] = asyncio.create_task(self._load(tidy))
            self.loading[tidy].add_done_callback(lambda _: self.loading.pop(tidy, None))
        live = await asyncio.shield(self.loading[tidy])
        if not live:
            raise Refused("table.none")
        return live

    async def _load(self, code: str) -> Live | None:
        live = Live(code, self.store, self.bus, self.luck, self.clock, self.thinkers.think)
        if not await live.load():
            return None
        self.tables[code] = live
        self.bus.tell(code, "roll", "")
        if live.shown:  # it may have been listed while nobody could write it down
            await self.store.show(code, live.shown)
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
            try:
                await self.store.append(code, 1, self.clock(), entries)
            except EntryTaken:
                continue
            return await self.find(code), token

    async def listing(self) -> list[bytes]:
        """Tables that anybody may sit at, where something happened in the last hour."""
        return await self.store.listing(self.clock() - HOUR, LISTED)

    async def record(self, code: str, number: int) -> str:
        """A finished game, as a record with the secret of its deal."""
        live = await self.find(code)
        finished, going = await asyncio.to_thread(games, code, await self.store.read(live.table.code))
        if 1 <= number <= len(finished):
            return dump_record(finished[number - 1])
        raise Refused("table.playing") if going and number == len(finished) + 1 else Refused("table.no_game", n=number)

    # Other processes

    def _heard(self, process: str, code: str, kind: str, text: str) -> None:
        if kind == "dead":
            for live in self.tables.values():
                live.heard(process, set())
        elif code in self.tables:
            self._heard_of(self.tables[code], process, kind, text)

    def _heard_of(self, live: Live, process: str, kind: str, text: str) -> None:
        if kind == "changed":
            live.catch_up(int(text))
        elif kind == "here":
            live.heard(process, set(text.split()))
        elif kind == "roll":
            live.roll_call()
        elif kind == "emote":
            seat, _, emote = text.partition(" ")
            live.show(int(seat), emote)
        elif kind == "gone":
            self.tables.pop(live.table.code).end()

    def _missed(self) -> None:
        for code, live in self.tables.items():
            live.catch_up()
            self.bus.tell(code, "roll", "")
            live.roll_call()

    # Chores

    async def _sweep(self) -> None:
        """Let go of tables that nobody reads, and of those that somebody has deleted."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except OSError:
                log.warning("the store cannot be asked which tables are there")

    async def sweep(self) -> None:
        now = self.clock()
        for code, live in list(self.tables.items()):
            if not live.readers and not live.lock.locked() and now - live.idle_since > IDLE:
                del self.tables[code]
        codes = list(self.tables)  # those that are opened while the store is asked are not in question
        for code in set(codes) - await self.store.known(codes):
            self._forget(code)

    async def _expire(self) -> None:
        """Forget tables where nothing has happened for days, with everything about them."""
        while True:
            try:
                await self.expire()
            except OSError:
                log.exception("old tables could not be forgotten")
            await asyncio.sleep(EXPIRE)

    def _forget(self, code: str) -> None:
        self.bus.tell(code, "gone", "")
        if live := self.tables.pop(code, None):
            live.end()

    async def expire(self) -> int:
        total = 0
        while codes := await self.store.expire(self.clock() - self.config.days * DAY):
            total += len(codes)
            for code in codes:
                self._forget(code)
        return total
