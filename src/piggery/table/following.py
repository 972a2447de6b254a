"""Keeping up with a log that others write: read on until it is as long as they say, and again where that fails."""

import asyncio
from collections.abc import Awaitable, Callable

AGAIN = 0.5  # seconds until something that failed is tried again
ENDLESS = 10**9


class Following:
    def __init__(
        self,
        length: Callable[[], int],
        read_on: Callable[[int], Awaitable[None]],
        spawn: Callable[[Callable[[], Awaitable[None]]], None],
    ) -> None:
        self.length, self.read_on, self.spawn = length, read_on, spawn
        self.behind, self.reading = 0, False  # how long the log is said to be; whether the rest is being read
        self.over = False
        self.one = asyncio.Lock()
        self.coming: asyncio.Future[None] | None = None  # a reading that has not begun

    def said(self, n: int = ENDLESS) -> None:
        """The log has n entries by now; or, without n, there may be any number."""
        if self.length() < n:
            self.behind = max(self.behind, n)
            if not self.reading:
                self.reading = True
                self.spawn(self._follow)

    async def up_to_date(self) -> None:
        """Read what is stored by now. All who want it before the reading begins share it, and what goes wrong."""
        if self.coming is None:
            self.coming = asyncio.ensure_future(self._read_once())
            self.coming.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.shield(self.coming)

    async def _read_once(self) -> None:
        async with self.one:
            self.coming = None
            await self.read_on(ENDLESS)

    async def _follow(self) -> None:
        try:
            while self.length() < self.behind and not self.over:
                await self._once()
        finally:
            self.reading = False

    async def _once(self) -> None:
        goal, self.behind = self.behind, 0
        try:
            await self.read_on(goal)
        except OSError:
            self.behind = goal
            await asyncio.sleep(AGAIN)
