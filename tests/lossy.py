"""A line to a database that loses an answer: what was asked is done, and nobody hears of it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit


class Line:
    """Forwards everything, until it is told to lose the next answer to a question in which some bytes are."""

    def __init__(self, address: str) -> None:
        self.there = urlsplit(address)
        self.wanted = b""
        self.lost = 0
        self.dead = False  # cut, and nobody gets through
        self.stays_dead = False  # after the next loss
        self.writers: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[object]] = set()

    def lose(self, wanted: bytes, stays_dead: bool = False) -> None:
        self.wanted, self.stays_dead = wanted, stays_dead

    async def met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        if self.dead:
            writer.close()
            return
        there = await asyncio.open_connection(self.there.hostname, self.there.port)
        losing = asyncio.Event()
        self.writers |= {writer, there[1]}
        await asyncio.gather(self._asked(reader, there[1], losing), self._answered(there[0], writer, losing))

    async def _asked(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, losing: asyncio.Event) -> None:
        while some := await read(source):
            if self.wanted and self.wanted in some:
                self.wanted = b""
                losing.set()
            target.write(some)
        target.close()

    async def _answered(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, losing: asyncio.Event
    ) -> None:
        while some := await read(source):
            if losing.is_set():  # it has been done
                self.lost += 1
                self.dead = self.stays_dead
                break
            target.write(some)
        if self.dead:
            self.cut()
        target.close()

    def cut(self) -> None:
        for writer in self.writers:
            writer.close()
        self.writers.clear()


async def read(source: asyncio.StreamReader) -> bytes:
    with contextlib.suppress(OSError):
        return await source.read(65_536)
    return b""


@asynccontextmanager
async def lossy(address: str) -> AsyncIterator[tuple[Line, str]]:
    """A line to this database, and the address under which it is reached through it."""
    line = Line(address)
    server = await asyncio.start_server(line.met, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield line, address.replace(f":{line.there.port}", f":{port}")
    finally:
        line.cut()
        server.close()
