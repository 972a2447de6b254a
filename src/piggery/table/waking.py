"""When readers are woken: at once, but not more often than they can see."""

import asyncio
import logging
from collections.abc import Callable, Collection

from .ports import Reader

GAP = 0.02  # seconds from one view to the next, where a table changes faster than anybody can see
log = logging.getLogger("piggery.table")


class Waking:
    """Wakes all readers. With a `gap`, whatever happens soon after is shown together a little later."""

    def __init__(self, readers: Collection[Reader], gap: bool) -> None:
        self.readers, self.gap = readers, gap
        self.later: asyncio.TimerHandle | None = None
        self.woken = 0.0

    def wake(self) -> None:
        if not self.gap:
            self._wake()
        elif not self.later:
            loop = asyncio.get_running_loop()
            soon = self.woken + GAP - loop.time()
            self.woken = loop.time() + max(0.0, soon)
            if soon > 0:
                self.later = loop.call_later(soon, self._wake)
            else:
                self._wake()

    def _wake(self) -> None:
        self.later = None
        self.all_of_them(lambda reader: reader.wake())

    def all_of_them(self, tell: Callable[[Reader], None]) -> None:
        """One who cannot be told keeps nobody else from hearing."""
        for reader in list(self.readers):
            try:
                tell(reader)
            except Exception:
                log.exception("a reader could not be told")
