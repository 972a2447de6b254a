"""The database that simulated processes share, and their ways to it and to each other.

What is stored is stored at once; the way there and back takes time, and may fail before it, during it or after it.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from piggery.errors import Refused
from piggery.server.dates import Misdated
from piggery.table.ports import ALL, EntryTaken, OutcomeUnknown
from piggery.table.state import Entry

ROUND_TRIP = (0.0005, 0.004)  # seconds
PATIENCE = 5.0  # seconds until somebody who asks the database gives up


class Weather:
    """What is wrong now, for one process. Several faults of a kind may overlap."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.dead = False
        self.now: Counter[str] = Counter()

    def __getattr__(self, kind: str) -> bool:
        return self.now[kind] > 0


class DriverMistake(Exception):
    """What nobody expects of a driver."""


class Database:
    def __init__(
        self,
        follows: Callable[[str, int, int], None],
        stored: Callable[[str, list[Entry]], None],
        later: Callable[[float, Callable[[], None]], None],
    ) -> None:
        self.logs: dict[str, list[Entry]] = {}
        self.later = later  # does something after so many seconds, whatever has become of who asked for it
        self.follows, self.stored = follows, stored  # called before and after something is stored
        self.locks: dict[str, Channel] = {}
        self.lines: list[Channel] = []  # those who listen

    def commit(self, process: str, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        log = self.logs.setdefault(code, [])
        if n <= len(log):
            raise EntryTaken
        self.follows(code, n, len(log))
        new = [Entry(n + k, at, text) for k, text in enumerate(texts)]
        log += new
        self.stored(code, new)
        self.say([f"{process} {code} changed {len(log)}"])

    def say(self, texts: Sequence[str]) -> None:
        for line in list(self.lines):
            line.told(texts)


async def travel(weather: Weather) -> None:
    await asyncio.sleep(weather.rng.uniform(*ROUND_TRIP))
    if weather.dead:
        raise OSError("this process is dead")
    if weather.outage:
        await asyncio.sleep(weather.rng.choice((0.0, PATIENCE)))
        raise OSError("the database is out of reach")


class SharedStore:
    """The store of one process."""

    def __init__(self, database: Database, weather: Weather, process: str) -> None:
        self.database, self.weather, self.process = database, weather, process

    async def open(self) -> None:
        await travel(self.weather)

    async def close(self) -> None: ...

    async def risks(self) -> list[str]:
        return []

    async def check(self) -> None:
        await travel(self.weather)

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        await travel(self.weather)
        luck = self.weather.rng.random() if self.weather.lost else 1.0
        if self.weather.failing and self.weather.rng.random() < 0.3:
            raise OSError("disk full")
        if luck < 0.1:
            await asyncio.sleep(PATIENCE)
            raise OutcomeUnknown
        if luck < 0.2:  # it is on its way still, and may be stored long after
            self.database.later(self.weather.rng.uniform(0, 2 * PATIENCE), partial(self._late, code, n, at, texts))
            await asyncio.sleep(PATIENCE)
            raise OutcomeUnknown
        self.database.commit(self.process, code, n, at, texts)
        if luck < 0.4:
            await asyncio.sleep(self.weather.rng.choice((0.0, PATIENCE)))
            raise OutcomeUnknown
        await travel_back(self.weather)

    def _late(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        with contextlib.suppress(EntryTaken):
            self.database.commit(self.process, code, n, at, texts)

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        await travel(self.weather)
        found = self.database.logs.get(code, [])[after : after + most]
        await travel_back(self.weather)
        return found

    async def show(self, code: str, listing: bytes | None) -> None:
        await travel(self.weather)

    async def known(self, codes: Sequence[str]) -> set[str]:
        await travel(self.weather)
        return self.database.logs.keys() & {*codes}

    async def listing(self, since: int, most: int) -> list[bytes]:
        return []

    async def codes(self) -> list[tuple[str, int, int]]:
        return []

    async def bring(self, code: str, log: Sequence[Entry]) -> None:
        raise Refused("table.none")

    async def copy(self, to: Path) -> None:
        raise Refused("table.none")

    async def delete(self, code: str) -> bool:
        return False

    async def old(self, before: int, most: int) -> list[str]:
        return []

    async def touch(self, codes: Sequence[str], at: int) -> None: ...
    async def redate(self, wrong: Misdated) -> None: ...

    async def expire(self, codes: Sequence[str], before: int) -> list[str]:
        return []


async def travel_back(weather: Weather) -> None:
    await asyncio.sleep(weather.rng.uniform(*ROUND_TRIP))
    if weather.dead:
        raise OSError("this process is dead")


class Channel:
    """The way of one process to the others."""

    def __init__(self, database: Database, weather: Weather, loop: asyncio.AbstractEventLoop) -> None:
        self.database, self.weather, self.loop = database, weather, loop
        self.hear: Callable[[str], None] = lambda text: None
        self.last = 0.0  # when the last text arrives

    @property
    def broken(self) -> bool:
        return self not in self.database.lines

    async def open(self) -> None:
        await travel(self.weather)
        self.cut()
        self.database.lines.append(self)

    async def close(self) -> None:
        self.cut()

    def cut(self) -> None:
        """The line is gone, and with it the locks."""
        if self in self.database.lines:
            self.database.lines.remove(self)
        for name in [name for name, owner in self.database.locks.items() if owner is self]:
            del self.database.locks[name]

    async def check(self) -> None:
        try:
            await self._reached()
        except Exception:
            self.cut()
            raise

    async def _reached(self) -> None:
        await travel(self.weather)
        if self.broken:
            raise OSError("the line is gone")
        if self.weather.bug and self.weather.rng.random() < 0.5:
            raise DriverMistake

    async def send(self, texts: Sequence[str]) -> None:
        await travel(self.weather)
        if self.weather.bug and self.weather.rng.random() < 0.5:
            raise DriverMistake
        if not self.weather.deaf:
            self.database.say(texts)

    async def lock(self, name: str) -> bool:
        await self._reached()
        return self.database.locks.setdefault(name, self) is self

    async def unlock(self, name: str) -> None:
        await self._reached()
        if self.database.locks.get(name) is self:
            del self.database.locks[name]

    def told(self, texts: Sequence[str]) -> None:
        """Texts arrive in order, unless there is noise on the line."""
        weather, now = self.weather, self.loop.time()
        for text in texts:
            for _ in range(self._copies()):
                at = now + weather.rng.uniform(0.001, 8.0 if weather.noise else 0.03)
                if not weather.noise:
                    at = self.last = max(at, self.last)
                self.loop.call_at(at, self._arrived, text)

    def _copies(self) -> int:
        if self.weather.deaf or self.weather.dead:
            return 0
        return self.weather.rng.choice((0, 1, 1, 1, 2, 3)) if self.weather.noise else 1

    def _arrived(self, text: str) -> None:
        if not self.weather.deaf and not self.broken:
            self.hear(text)
