"""Where bots think: a bounded pool, and less time for each the more of them think at once.

Moves come first. Hints wait in front of the pool, a few of them, and never take the last of several workers.
Searches run interpreted until they are compiled, which another process does: compiling would hold everybody up.
"""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from ..bots.levels import thinks
from ..bots.search import is_compiled, warm
from ..bots.warm import FOR_ANOTHER
from ..engine.compiled import available, kept
from ..engine.kernel import Numbers, bits, generator
from ..errors import Refused
from ..games.registry import game_types
from ..table import wire
from ..table.decisions import Luck
from ..table.hints import CoachRequest
from ..table.state import Table
from ..table.turns import BotTurn

BUDGET = 100.0  # milliseconds for a move, on a core of its own
INTERPRETED = 40.0  # the same while nothing is compiled: it keeps other work waiting
LEAST = 5.0
HELP = 3  # a hint may take this many times as long as a bot's move: people wait for it
MOST = 64  # hints thought of or waited for at once; more are refused
Found = TypeVar("Found")
log = logging.getLogger("piggery.bots")


class Help(NamedTuple):
    """A hint on its way. Whoever asks the same at the same table waits for it, too."""

    table: str
    asked: CoachRequest
    answer: asyncio.Task[wire.HintAnswer]


class Thinkers:
    def __init__(self, luck: Luck, workers: int | None = None) -> None:
        self.luck = luck
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self.pool: Executor = ThreadPoolExecutor(self.workers, "bot")
        self.room = max(1, self.workers - 1)  # for hints in the pool: no move waits for more than one of them
        self.places = asyncio.Semaphore(self.room)
        self.moves = 0  # thought of or waited for
        self.helping: list[Help] = []

    async def think(self, turn: BotTurn) -> str:
        """A bot's move. Who needs no time does not wait for those who do."""
        if not thinks(turn.level):
            return turn.choice(self.luck.rng)
        self.moves += 1
        try:
            crowd = self.moves + min(len(self.helping), self.room)
            return await self._in_pool(turn.choice, self.budget(turn.rules.name, crowd))
        finally:
            self.moves -= 1

    async def help(self, table: Table, asked: CoachRequest) -> wire.HintAnswer:
        """The coach's answer. It goes on without whoever hangs up: they may come back and ask again."""
        same = (hint.answer for hint in self.helping if hint.table == table.code and hint.asked == asked)
        return await asyncio.shield(next(same, None) or self._begin(table, asked))

    def _begin(self, table: Table, asked: CoachRequest) -> asyncio.Task[wire.HintAnswer]:
        if len(self.helping) >= MOST:
            raise Refused("limit.hints")
        hint = Help(table.code, asked, asyncio.create_task(self._answer(table, asked)))
        self.helping.append(hint)
        hint.answer.add_done_callback(lambda task: self._helped(hint))
        return hint.answer

    def _helped(self, hint: Help) -> None:
        """Nobody may have waited for what came of it: then it is no news for the log."""
        self.helping.remove(hint)
        if not hint.answer.cancelled():
            hint.answer.exception()

    async def _answer(self, table: Table, asked: CoachRequest) -> wire.HintAnswer:
        async with self.places:
            if not asked.stands(table):
                raise Refused("table.stale", ply=table.ply)
            crowd = self.moves + len(self.helping)
            return await self._in_pool(asked.answer, HELP * self.budget(asked.rules.name, crowd))

    async def _in_pool(self, work: Callable[[Numbers, float], Found], milliseconds: float) -> Found:
        rng = generator(bits(self.luck.rng) << 32 | bits(self.luck.rng))
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, rng, milliseconds)

    def budget(self, game: str, crowd: int) -> float:
        """How long each may think when this many do."""
        whole = BUDGET if is_compiled(game) else INTERPRETED
        return max(LEAST, whole * min(1.0, self.workers / crowd))

    async def get_ready(self) -> None:
        """Have everything compiled elsewhere, then take it from the cache; without one it would be compiled here."""
        if not available() or not kept():
            log.info("interpreted")
            return
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "piggery.bots.warm", FOR_ANOTHER, stdin=PIPE, start_new_session=True
        )  # Ctrl-C is for the server
        try:
            failed = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if failed:
            log.warning("not compiled", extra={"code": failed})
            return
        for game in game_types().values():
            await asyncio.to_thread(warm, game)
        log.info("compiled")

    def close(self) -> None:
        for hint in self.helping:
            hint.answer.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
