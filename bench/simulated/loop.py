"""An event loop for one simulated process: it has its own time, and does one thing whenever it is told to."""

import asyncio
import heapq
from asyncio import BaseEventLoop
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TypeVar

T = TypeVar("T")
RESOLUTION = 1e-6  # seconds; sums of times are not exact


class Loop(BaseEventLoop):
    """asyncio's own but for time and waiting: what is ready is done in order, what is due later waits in a heap."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self.clock = clock
        self.complaints: list[str] = []
        self.set_exception_handler(self._complain)

    def time(self) -> float:
        return self.clock()

    @property
    def ready(self) -> bool:
        return bool(self._ready)

    def run_one(self) -> None:
        """Do the next thing."""
        handle = self._ready.popleft()
        if not handle.cancelled():
            self.inside(handle._run)

    def inside(self, work: Callable[[], T]) -> T:
        """Do something as this process."""
        asyncio._set_running_loop(self)
        try:
            return work()
        finally:
            asyncio._set_running_loop(None)

    def next_due(self) -> float | None:
        """When the next timer is due, on the clock of this loop."""
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)
        return self._scheduled[0].when() if self._scheduled else None

    def take_due(self) -> None:
        """What is due by now is ready."""
        while (due := self.next_due()) is not None and due <= self.time() + RESOLUTION:
            self._ready.append(heapq.heappop(self._scheduled))

    def begin(self, work: Coroutine[None, None, T]) -> "asyncio.Task[T]":
        return self.create_task(work)

    def end(self) -> None:
        """Stop every task, as if the process were told to; whatever it then still does reaches nobody."""
        while tasks := asyncio.all_tasks(self):
            for task in tasks:
                task.cancel()
            while self._ready:
                self.run_one()
        self.close()

    def _complain(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        self.complaints.append(f"{context.get('message')} {context.get('exception')!r}")
