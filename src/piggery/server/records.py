"""Finished games as text, with the secret of their deal. What is over stays as it is, and is kept for a while."""

import asyncio

from ..core.record import dump
from ..errors import Refused
from ..table.history import read_history
from ..table.host import Live
from ..table.ports import Store
from ..table.state import Table

KEPT = 8_000_000  # characters
WAITING = 16  # who wait for a log to be read; more are refused


class Records:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.texts: dict[tuple[str, int], str] = {}  # the latest last
        self.size = 0
        self.one = asyncio.Lock()  # logs are read one after the other: tables come first
        self.waiting = 0

    async def text(self, live: Live, number: int) -> str:
        """A game that is over, by its number at its table."""
        wanted = live.table.code, number
        if wanted not in self.texts:
            await live.up_to_date()
            _check_over(live.table, number)
            if self.waiting >= WAITING:
                raise Refused("limit.busy")
            self.waiting += 1
            try:
                async with self.one:
                    if wanted not in self.texts:  # somebody else may have waited for the same log
                        return await self._read(*wanted)
            finally:
                self.waiting -= 1
        return self.texts[wanted]

    async def _read(self, code: str, number: int) -> str:
        """Read the whole log, and keep all its games: whoever wants one may want the others."""
        finished, _ = (await read_history(self.store, code)).games
        if number > len(finished):  # what this process knows may be old; the log says what is over
            raise Refused("table.playing")
        texts = [dump(record) for record in finished]
        for n, text in enumerate(texts, 1):
            self._keep((code, n), text)
        return texts[number - 1]

    def _keep(self, name: tuple[str, int], text: str) -> None:
        self.size += len(text) - len(self.texts.pop(name, ""))
        self.texts[name] = text
        while self.size > KEPT:
            self.size -= len(self.texts.pop(next(iter(self.texts))))


def _check_over(table: Table, number: int) -> None:
    """Only a game that is over is for everybody. What there is none of is not looked for in the whole log."""
    if not 1 <= number <= table.number:
        raise Refused("table.no_game", n=number)
    if number == table.number and table.phase == "play":
        raise Refused("table.playing")
