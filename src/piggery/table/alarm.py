"""When what happens by itself is due: an alarm rings once, and tells whether this process has slept meanwhile."""

import asyncio
from collections.abc import Callable

ASLEEP = 2.0  # seconds by which it is late when this process was stopped: it has yet to hear what happened


class Alarm:
    """Whoever has slept is told so once, and may set the alarm again for when the news has come."""

    def __init__(self, ring: Callable[[bool], None]) -> None:
        self.ring = ring
        self.timer: asyncio.TimerHandle | None = None
        self.due = 0.0
        self.slept = False

    @property
    def on(self) -> bool:
        return self.timer is not None

    def set(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        self.due = loop.time() + delay
        self.timer = loop.call_later(delay, self._ring)

    def off(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def _ring(self) -> None:
        late = asyncio.get_running_loop().time() - self.due
        self.timer, self.slept = None, late > ASLEEP and not self.slept
        self.ring(self.slept)
