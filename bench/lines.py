"""A WebSocket that sends and hears text and does little else, so that whoever measures is not what is measured.

It comes from any address of this machine: on Linux the whole of 127.0.0.0/8 is its own.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import cast

from boardgame import HOST, Refused

UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGlnZ2VyeSBwaWdnZXJ5IQ==\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
UNMASKED = b"\0\0\0\0"  # a mask that changes nothing


class Line(asyncio.Protocol):
    def __init__(self) -> None:
        self.buffer = bytearray()
        self.texts: deque[str] = deque()
        self.waiting: asyncio.Future[None] | None = None
        self.accepted = self.closed = False
        self.view = ""  # the newest, where somebody keeps it
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.accepted:
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            self.accepted, self.buffer = True, bytearray(rest)
        self._take()
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(None)

    def _take(self) -> None:
        """Every whole frame of what has come; a server masks nothing."""
        buffer, at = self.buffer, 0
        while len(buffer) >= at + 2:
            kind, size, start = buffer[at], buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            self._hear(kind, bytes(buffer[start : start + size]))
            at = start + size
        del buffer[:at]

    def _hear(self, kind: int, text: bytes) -> None:
        if kind == TEXT:
            self.texts.append(text.decode())
        elif kind == PING:
            self.transport.write(frame(text, PONG))
        elif kind == CLOSE:
            self.transport.close()

    async def _more(self) -> None:
        self.waiting = asyncio.get_running_loop().create_future()
        await self.waiting

    async def send(self, text: str) -> None:
        self.transport.write(frame(text.encode()))

    async def __aiter__(self) -> AsyncIterator[str]:
        while not self.closed or self.texts:
            if self.texts:
                yield self.texts.popleft()
            else:
                await self._more()


def frame(text: bytes, kind: int = TEXT) -> bytes:
    """A frame as a client sends it (RFC 6455, section 5.2)."""
    size = len(text)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    return bytes((kind,)) + length + UNMASKED + text


async def connected(port: int, address: str = HOST) -> Line:
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Line, HOST, port, local_addr=(address, 0))
    line.transport.write(UPGRADE.format(port=port).encode())
    while not line.accepted:
        if line.closed:
            raise Refused("The server does not take a connection.")
        await line._more()
    return line


async def ask(port: int, path: str, wanted: object = None, address: str = HOST) -> tuple[int, bytes]:
    """Status and answer of a request from an address of this machine."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    try:
        body = b"" if wanted is None else json.dumps(wanted).encode()
        method = "GET" if wanted is None else "POST"
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        top, _, answer = (await reader.read(-1)).partition(b"\r\n\r\n")
        return int(top.split(maxsplit=2)[1]), answer
    finally:
        writer.close()
