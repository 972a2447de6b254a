"""What a server does all the time beside serving. A chore that fails is noted, counted, and goes on next time.

Nothing ends silently: whoever asks whether this process is well (`/readyz`) hears of a chore that fails again and
again, or does not come to an end.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial

from ..table.beside import told_to_end

PATIENCE = 30.0  # seconds for one round, after which it is not well, …
LONGEST_ROUND = 60.0  # … and after which it is cancelled, and begun again like one that failed
AGAIN, LONGEST = 0.5, 5.0  # seconds to wait after a failure, twice as long each time
SICK = 2  # failures in a row after which it is not well
Round = Callable[[], Awaitable[object]]
log = logging.getLogger("piggery.chores")


class Chore:
    """One round after the other, each when `when` is over; after a failure soon again."""

    def __init__(self, name: str, work: Round, when: Round) -> None:
        self.name, self.work, self.when = name, work, when
        self.since: float | None = None  # when the round that is going on began
        self.failures = 0  # in a row

    def well(self, now: float) -> bool:
        return self.failures < SICK and (self.since is None or now - self.since < PATIENCE)


class Chores:
    def __init__(self) -> None:
        self.chores: dict[str, Chore] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.failures: Counter[str] = Counter()

    def every(self, seconds: float, name: str, work: Round) -> None:
        self.whenever(partial(asyncio.sleep, seconds), name, work)

    def whenever(self, when: Round, name: str, work: Round) -> None:
        """Do `work` each time that `when` is over."""
        self.chores[name] = chore = Chore(name, work, when)
        self.tasks.append(asyncio.create_task(self._go_on(chore)))

    def once(self, name: str, work: Round) -> None:
        """Do `work` now, one time; it is not tried again."""
        self.chores[name] = chore = Chore(name, work, work)
        self.tasks.append(asyncio.create_task(self._try(chore)))

    def failing(self) -> list[str]:
        """The chores that do not do their work."""
        now = asyncio.get_running_loop().time()
        return [name for name, chore in self.chores.items() if not chore.well(now)]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks, self.chores = [], {}

    async def _try(self, chore: Chore) -> None:
        try:
            await chore.work()
        except Exception as error:
            self._failed(chore, error)

    async def _go_on(self, chore: Chore) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                if not chore.failures:
                    await chore.when()
                chore.since = loop.time()
                async with asyncio.timeout(LONGEST_ROUND):
                    await chore.work()
                chore.failures = 0
            except (Exception, asyncio.CancelledError) as error:
                if told_to_end(error):
                    raise
                self._failed(chore, error)
            chore.since = None
            if chore.failures:
                await asyncio.sleep(min(LONGEST, AGAIN * 2 ** min(chore.failures, 10)))

    def _failed(self, chore: Chore, error: BaseException) -> None:
        chore.failures += 1
        self.failures[chore.name] += 1
        if isinstance(error, OSError):  # something outside
            log.warning("a chore failed: %s", chore.name, exc_info=error)
        else:
            log.error("a chore failed: %s", chore.name, exc_info=error)
