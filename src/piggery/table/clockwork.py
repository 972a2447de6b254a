"""What a table does by itself is done when it is due, by the process that holds the table's lease, or by anybody.

The lease only saves work: two may do the same, and the key (table, n) lets it happen once. So nobody waits for ever for
a process that holds a lease and does nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..errors import PiggeryError
from .alarm import Alarm
from .beside import told_to_end
from .loosely import loosely
from .ports import Bus

AGAIN = 1.0  # seconds until something that could not be done is tried again; twice as long each time, …
LONGEST = 10.0  # … but no longer than this
OVERDUE = 5_000  # milliseconds after which the lease is no longer waited for, …
UNLED = 60_000  # … and is not waited for again for so long: whoever holds it is stopped, or cut off
log = logging.getLogger("piggery.table")


class Clockwork:
    def __init__(
        self, code: str, bus: Bus, clock: Callable[[], int], go_on: Callable[[], Awaitable[None]],
        slept: Callable[[], None],
    ) -> None:  # fmt: skip
        self.code, self.bus, self.clock = code, bus, clock
        self.go_on, self.slept = go_on, slept
        self.alarm = Alarm(loosely(self._fire))
        self.at: int | None = None  # when something is due
        self.unled = 0  # until when the lease is not waited for
        self.again = AGAIN
        self.task: asyncio.Task[None] | None = None

    def set(self, at: int | None) -> None:
        """Something is due then, or nothing is."""
        self.at = at
        self._wind()

    def _wind(self, least: float = 0) -> None:
        self.alarm.off()
        if self.at is not None:
            self.alarm.set(max(least, (self.at - self.clock()) / 1000))

    def _fire(self, slept: bool) -> None:
        if slept:
            self.slept()
            self._wind(AGAIN)
        elif self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._strike())

    async def _strike(self) -> None:
        least = AGAIN
        try:
            if await self._may():
                await self.go_on()
                least, self.again = 0, AGAIN
        except (OSError, PiggeryError) as error:
            log.warning("table %s could not go on by itself", self.code, extra={"error": type(error).__name__})
            least = self._later()
        except (Exception, asyncio.CancelledError) as error:
            if told_to_end(error):
                raise
            log.exception("table %s could not go on by itself", self.code)
            least = self._later()
        self.task = None
        if not self.alarm.on:
            self._wind(least)

    async def _may(self) -> bool:
        held = await self.bus.lease(self.code)
        if self.at is None:
            self.bus.release(self.code)
            return False
        now = self.clock()
        if not held and now - self.at > OVERDUE:
            self.unled = now + UNLED
        return held or now < self.unled

    def _later(self) -> float:
        wait, self.again = self.again, min(LONGEST, 2 * self.again)
        return wait
