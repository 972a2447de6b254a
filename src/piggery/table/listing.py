"""What the list of open tables says of one table: written one after the other, and again where it failed."""

import asyncio
from collections.abc import Awaitable, Callable

AGAIN = 5.0  # seconds until what could not be written is tried again
Work = Callable[[], Awaitable[None]]


class Listed:
    def __init__(self, write: Callable[[bytes | None], Awaitable[None]], spawn: Callable[[Work], None]) -> None:
        self.write, self.spawn = write, spawn
        self.wanted: bytes | None = None
        self.written, self.writing, self.over = True, False, False

    def say(self, text: bytes | None, unsure: bool = False) -> None:
        """This is what the list should say; `unsure` whether it does, it is written even if it is nothing new."""
        if text == self.wanted and not unsure:
            return
        self.wanted, self.written = text, False
        if not self.writing:
            self.writing = True
            self.spawn(self._write)

    async def _write(self) -> None:
        try:
            while not (self.written or self.over):
                self.written = True
                await self._once()
        finally:
            self.writing = False

    async def _once(self) -> None:
        try:
            await self.write(self.wanted)
        except OSError:
            self.written = False
            await asyncio.sleep(AGAIN)
