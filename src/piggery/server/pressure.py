"""Whether this process has more to do than it can. Then nobody may open a new table, and those in play go on.

Three things tell: how late a timer of the event loop rings, how much of its time the loop has work, and how long moves
take to be stored where many are waiting. A slow disk that few wait for is no pressure: a family may play on it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic, thread_time

from ..table.ports import ALL, Store
from ..table.state import Entry

TICK = 0.1  # seconds from one look to the next
LATE = 0.05  # seconds; a tick is slow if a timer was later, or a crowd waited longer
FULL = 0.65  # of its time; with more to do, a moment of much is followed by a long one of too much
CROWD = 10  # moves on their way into the store at once
WINDOW, FEWEST = 50, 25  # ticks that are remembered, and that it takes to judge
SHUT, OPEN = 25, 5  # slow ticks from which nobody may open a table, and down to which one may again


class Pressure:
    def __init__(self, clock: Callable[[], float] = monotonic, worked: Callable[[], float] = thread_time) -> None:
        self.clock, self.worked = clock, worked
        self.last, self.worked_before = clock(), worked()
        self.slow: deque[bool] = deque(maxlen=WINDOW)
        self.delay = 0.0  # seconds, in the last tick
        self.busy = False
        self.waiting: dict[object, float] = {}  # what is on its way into the store, and since when
        self.waited = 0.0  # seconds that a crowd waited in this tick

    async def look(self) -> None:
        """Once a tick."""
        self._crowded()
        now = self.clock()
        worked = self.worked()  # seconds of a core, by the thread that all is done in
        self.delay = max(0.0, now - self.last - TICK, self.waited)
        full = worked - self.worked_before > FULL * (now - self.last)
        self.last, self.waited, self.worked_before = now, 0.0, worked
        self.slow.append(full or self.delay > LATE)
        slow = sum(self.slow)
        self.busy = len(self.slow) >= FEWEST and (slow > OPEN if self.busy else slow >= SHUT)

    def came(self) -> object:
        """One more is on its way into the store."""
        one = object()
        self.waiting[one] = self.clock()
        self._crowded()
        return one

    def went(self, one: object) -> None:
        self._crowded()
        del self.waiting[one]

    def _crowded(self) -> None:
        if len(self.waiting) >= CROWD:
            oldest = next(iter(self.waiting.values()))  # they stand in the order in which they came
            self.waited = max(self.waited, self.clock() - oldest)


class Watched(Store):
    """The store of the tables in play, with an eye on how long it takes."""

    def __init__(self, store: Store, pressure: Pressure) -> None:
        self.store, self.pressure = store, pressure

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        one = self.pressure.came()
        try:
            await self.store.append(code, n, at, texts)
        finally:
            self.pressure.went(one)

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        return await self.store.read(code, after, most)

    async def show(self, code: str, listing: bytes | None) -> None:
        await self.store.show(code, listing)
