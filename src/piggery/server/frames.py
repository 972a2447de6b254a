"""uvicorn's WebSocket protocol, with a shorter way out for text.

A view goes to every seat of a table after every move. The application finds `piggery.text` among the extensions of the
connection's scope and writes with it at once; whenever that says no, it takes the long way, which waits.
"""

from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION, ABORT = "piggery.text", "piggery.abort"
SWITCHING = 101
MOST_UNREAD = 256 * 1024
PIECES = 64
WAITING = 8  # messages of a client that may wait to be answered
TEXT = 0x81  # a whole message of text
SHORT, MIDDLE = 126, 65536


class QuickText(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions = cast(dict[str, dict[str, object]], self.scope)["extensions"]
            extensions.update({EXTENSION: self.write_text, ABORT: self.transport.abort})

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Reading is held up only when several wait, not after each."""
        if self.queue.qsize() < WAITING and self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                pass  # the long way knows what to do
            else:
                self.frames = []
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Who pings and does not take the answers is cut off, before they fill the memory."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
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
