"""Where bots think: a bounded pool, and less time for each the more of them think at once.

Searches run interpreted until they are compiled, which another process does: compiling would hold everybody up.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from .. import wire
from ..asks import Luck
from ..bots.levels import thinks
from ..bots.search import MODELS, is_compiled, warm
from ..compiled import available
from ..hints import Riddle
from ..kernel import Numbers, bits, generator
from ..turns import Turn

BUDGET = 100.0  # milliseconds for a move, on a core of its own
INTERPRETED = 40.0  # the same while nothing is compiled: it keeps other work waiting
LEAST = 5.0
HELP = 3  # a hint may take so many times as long as a bot's move: people wait for it
Found = TypeVar("Found")
log = logging.getLogger("piggery.bots")


class Thinkers:
    def __init__(self, luck: Luck, workers: int | None = None) -> None:
        self.luck = luck
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self.pool = ThreadPoolExecutor(self.workers, "bot")
        self.busy = 0

    async def think(self, turn: Turn) -> str:
        """A bot's move. Who needs no time does not wait for those who do."""
        if not thinks(turn.rules.name, turn.level):
            return turn.choice(self.luck.rng)
        return await self._in_pool(turn.choice, turn.rules.name)

    async def help(self, asked: Riddle) -> wire.Hinted:
        """What the coach says."""
        return await self._in_pool(asked.answer, asked.rules.name, HELP)

    async def _in_pool(self, work: Callable[[Numbers, float], Found], game: str, times: int = 1) -> Found:
        rng = generator(bits(self.luck.rng) << 32 | bits(self.luck.rng))
        self.busy += 1
        try:
            budget = times * self.budget(game)
            return await asyncio.get_running_loop().run_in_executor(self.pool, work, rng, budget)
        finally:
            self.busy -= 1

    def budget(self, game: str) -> float:
        whole = BUDGET if is_compiled(game) else INTERPRETED
        return max(LEAST, whole * min(1.0, self.workers / max(1, self.busy)))

    async def get_ready(self) -> None:
        """Have everything compiled elsewhere, then take it from the cache."""
        if not available():
            log.info("interpreted")
            return
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "piggery.bots.warm")
        try:
            failed = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if failed:
            log.warning("not compiled", extra={"code": failed})
            return
        for name in MODELS:
            await asyncio.to_thread(warm, name)
        log.info("compiled")

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
