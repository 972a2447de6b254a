"""Garbage is looked for so that no move waits for it.

Nearly all that a server makes is freed at once, when nobody refers to it any more. Python looks for the rest, what goes
round in circles, among everything that has come since: with two thousand tables that takes a third of a second, again
and again. So what has stayed for a second is set aside, and looked through only when few play.
"""

import gc
from collections.abc import Callable
from time import monotonic

OFTEN = 20_000, 20, 20  # views are made and thrown away: it is looked less often
REST = 1.0  # seconds, after which what is there is set aside
FEW = 50  # tables in play, with which nobody notices that all is looked through
LONG = 600.0  # seconds from one such look to the next


class Memory:
    def __init__(self, tables: Callable[[], int], clock: Callable[[], float] = monotonic) -> None:
        self.tables, self.clock = tables, clock
        self.looked = clock()
        gc.freeze()
        gc.set_threshold(*OFTEN)

    async def rest(self) -> None:
        """Once in a while."""
        now = self.clock()
        if now - self.looked > LONG and self.tables() < FEW:
            self.looked = now
            gc.unfreeze()
            gc.collect()
        gc.freeze()
