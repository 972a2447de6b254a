"""uvicorn's WebSocket protocol, with a shorter way out for text.

A view goes to every seat of a table after every move. The application finds `piggery.text` among the extensions of the
connection's scope and writes with it at once; whenever that says no, it takes the long way, which waits.
"""

import asyncio
from asyncio import BaseTransport
from typing import cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ..table.buckets import Bucket
from .arrivals import Arrivals
from .limits import plain

LEAVE = 2.0  # seconds in which a line that is closed takes what was still to be told
EXTENSION, ABORT, WAIT = "piggery.text", "piggery.abort", "piggery.wait"
SWITCHING = 101
MOST_UNREAD = 256 * 1024
PIECES = 64
PIECE = 2048  # bytes that are taken apart at once
WAITING = 8  # messages of a client that may wait to be answered
TEXT = 0x81  # a whole message of text
SHORT, MIDDLE = 126, 65536


class QuickText(WebSocketsSansIOProtocol):
    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
        self.arrivals = cast(Arrivals, self.app_state["arrivals"])
        self.signs = Bucket(self.loop.time(), self.arrivals.limits.sign_burst)
        self.rest = b""
        self.gone: asyncio.Future[None] = self.loop.create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.gone.done():
            self.gone.set_result(None)
        if self.handshake_complete:
            self._let_go()

    def _let_go(self) -> None:
        """What goes round in circles is freed late: a server looks for it so rarely that it would keep all lines of an
        evening."""
        self.conn.parser.close()
        extensions = cast(dict[str, object], getattr(self, "scope", {}).get("extensions", {}))
        extensions.clear()

    async def wait(self, seconds: float) -> None:
        """Wait so long, but not for whoever is gone."""
        if seconds:
            await asyncio.wait({self.gone}, timeout=seconds)

    def data_received(self, data: bytes) -> None:
        self.rest += data
        self._take_apart()

    def _take_apart(self) -> None:
        """Piece by piece, and no more as long as messages wait: one read can bring thousands of tiny frames."""
        while self.rest and not self.read_paused and not self.transport.is_closing():
            piece, self.rest = self.rest[:PIECE], self.rest[PIECE:]
            super().data_received(piece)

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._take_apart()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._take_apart()  # the other side may have said goodbye in what still waits

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions = cast(dict[str, dict[str, object]], self.scope)["extensions"]
            extensions.update({EXTENSION: self.write_text, ABORT: self.transport.abort, WAIT: self.wait})
        else:
            self._leave()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._leave()

    def _leave(self) -> None:
        """By itself, a line that is closed stays open until the other side has taken everything, which may be never."""
        self.loop.call_later(LEAVE, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Whoever gives no sign of life takes nothing any more: then nobody may take them for here."""
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Reading is held up only when several wait, not after each."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._refuse()
                return
            if self.queue.qsize() < WAITING:
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    def _refuse(self) -> None:
        """What is no text ends the line. It is counted: uvicorn would let visitors write into the log."""
        self.arrivals.counts.closed["junk"] += 1
        self.frames = []
        self.conn.send_close(1007)
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Who pings and does not take the answers is cut off, before they fill the memory."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
        self._signed()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._signed()

    def _signed(self) -> None:
        """Signs of life cost hardly anything, but not nothing."""
        limits = self.arrivals.limits
        if self.transport.is_closing():
            return
        if not self.signs.take(self.loop.time(), limits.signs, limits.sign_burst):
            self.arrivals.counts.closed["junk"] += 1
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A message is short: one in more than PIECES is no message."""
        if len(self.frames) >= PIECES:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def write_text(self, text: bytes) -> bool:
        """Write a message at once, if the line is open and takes it; whether it did."""
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame(text))
        return True


def frame(text: bytes) -> bytes:
    """A text frame as a server sends it (RFC 6455, section 5.2)."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < MIDDLE:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
