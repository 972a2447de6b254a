"""One connection. It asks for itself, and holds one pending view: the newest when it can be sent.

Nobody waits for a slow reader. A view is made when it can be sent, from what the table is then; a connection that takes
nothing for ten seconds is dropped, and can come back.
"""

import asyncio
import functools
import logging
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from time import monotonic

import msgspec
from starlette.types import Receive, Send

from ..answers.messages import read, refusal
from ..errors import PiggeryError, Refused
from ..table import wire
from ..table.hints import CoachRequest, coach_request
from ..table.host import Live
from ..table.identity import SHORTEST, fresh_token, key_of
from ..table.state import Table
from ..table.views import encode
from .limits import Bucket
from .lobby import Lobby
from .metrics import Counts

Quick = Callable[[bytes], bool]  # writes at once, or says no

STUCK = 10.0
UNHEARD = 16  # news besides views that may wait
decode: Callable[[str], wire.Incoming] = msgspec.json.Decoder(wire.Incoming).decode
log = logging.getLogger("piggery.socket")


@dataclass(frozen=True, slots=True)
class Transport:
    """The rest of what a web server does with a connection: write at once, cut it, charge for a guess."""

    quick: Quick | None = None
    cut: Callable[[], None] | None = None
    charge: Callable[[], bool] = lambda: True


class Connection:
    __slots__ = (
        "bucket", "counts", "emoted", "free", "helping", "key", "live", "lobby", "news", "quick", "send", "sending",
        "stale", "strikes", "task", "token", "transport", "writer", "writing",
    )  # fmt: skip

    def __init__(
        self, lobby: Lobby, counts: Counts, send: Send, free: bool, transport: Transport | None = None
    ) -> None:
        self.lobby, self.counts, self.send, self.free = lobby, counts, send, free
        self.transport = transport or Transport()
        self.quick = self.transport.quick
        self.live: Live | None = None
        self.key = self.token = ""
        self.news: deque[bytes] = deque()
        self.stale = False
        self.sending = 0.0
        self.writing = False
        self.writer: asyncio.Task[None] | None = None
        self.task = asyncio.current_task()
        self.bucket = Bucket(monotonic(), lobby.config.limits.message_burst)
        self.strikes = 0
        self.emoted = 0
        self.helping: asyncio.Task[None] | None = None

    # Writing

    def wake(self) -> None:
        self.stale = True
        self._write()

    def hear(self, news: bytes) -> None:
        if len(self.news) < UNHEARD:
            self.news.append(news)
            self._write()

    def _write(self) -> None:
        """Send at once; only a connection that does not take it gets a task of its own, to wait in."""
        if self.writing or self._written():
            return
        self.writing = True
        steps = self._writing()
        try:
            waiting = steps.send(None)
        except StopIteration:
            return
        self.writer = asyncio.create_task(_go_on(steps, waiting))

    def _written(self) -> bool:
        """Whether everything could be written at once."""
        while self.quick and self._unsent:
            text = self._next()
            if not self.quick(text):
                self.news.appendleft(text)
                return False
        return self.quick is not None

    @property
    def _unsent(self) -> bool:
        return bool(self.news) or (self.stale and self.live is not None)

    def _next(self) -> bytes:
        return self.news.popleft() if self.news else self._view()

    async def _writing(self) -> None:
        try:
            while self._unsent:
                text = self._next()
                self.sending = monotonic()
                await self.send({"type": "websocket.send", "text": text.decode()})
                self.sending = 0.0
        except (OSError, RuntimeError):
            pass  # the connection is gone: the reading side sees it too
        finally:
            self.writing = False
            self.writer = None

    def _view(self) -> bytes:
        self.stale = False
        self.counts.views += 1
        return self.joined.view(self.key)

    @property
    def joined(self) -> Live:
        """The table this connection is at."""
        if not self.live:
            raise Refused("wire.hello")
        return self.live

    @property
    def stuck(self) -> bool:
        return bool(self.sending) and monotonic() - self.sending > STUCK

    def drop(self) -> None:
        if self.transport.cut:
            self.transport.cut()
        if self.writer:
            self.writer.cancel()
        if self.task:
            self.task.cancel()

    # Reading

    async def listen(self, receive: Receive) -> None:
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._answer(message.get("text"))
                if len(self.news) >= UNHEARD and self.writer:  # who does not listen is not listened to
                    await asyncio.wait([self.writer])
                if self.strikes > self.lobby.config.limits.strikes:
                    await self.send({"type": "websocket.close", "code": 1008})
                    return
        finally:
            if self.helping:
                self.helping.cancel()
            if self.live:
                self.live.leave(self)

    async def _answer(self, text: str | None) -> None:
        self.counts.asks += 1
        try:
            self._count()
            ask = _read(text)
        except PiggeryError as error:
            self._refuse(None, error)
        else:
            await self._answered(ask, functools.partial(self._do, ask))

    async def _answered(self, ask: wire.Ask, work: Callable[[], Awaitable[None]]) -> None:
        """Do what is asked; whatever goes wrong is answered."""
        try:
            await work()
        except PiggeryError as error:
            self._refuse(ask, error)
        except Exception as error:
            log.exception("an ask failed", extra={"ask": type(ask).__name__})
            said = f" ({type(error).__name__})" if isinstance(error, OSError) else ""
            self._refuse(ask, Refused("server.failed", text=said))

    def _count(self) -> None:
        limits = self.lobby.config.limits
        if self.free or self.bucket.take(monotonic(), limits.messages, limits.message_burst):
            self.strikes = max(0, self.strikes - 1)
            return
        self.strikes += 1
        raise Refused("limit.messages", n=int(limits.messages))

    def _refuse(self, ask: wire.Ask | None, error: PiggeryError) -> None:
        self.counts.refusals[error.code] += 1
        self.news.append(refusal(ask, error))
        self._write()

    async def _do(self, ask: wire.Incoming) -> None:
        match ask:
            case wire.Hello():
                await self._hello(ask)
            case wire.ShowEmote():
                self._emote(ask)
            case wire.HintRequest():
                self._hint(ask)
            case wire.Sit():
                await self._sit(ask)
            case wire.Set():
                await self.joined.ask(self.key, wire.Set(self.lobby.polite(ask.settings, self.free), id=ask.id))
            case _:
                await self.joined.ask(self.key, ask)

    async def _hello(self, ask: wire.Hello) -> None:
        if ask.protocol != wire.PROTOCOL:
            self.hear(encode(wire.Outdated(wire.PROTOCOL)))
            return
        live, key = await self._found(ask.table), key_of(ask.token)
        known = live.table.knows(key)
        if self.live and self.live is not live:
            self.live.leave(self)
        self.token, self.key = (ask.token, key) if known else ("", "")
        self.live = live
        live.join(self)

    async def _found(self, code: str) -> Live:
        """The table; a wrong code counts as a request, so that codes cannot be guessed."""
        try:
            return await self.lobby.find(code)
        except Refused:
            if not self.transport.charge():
                self.strikes += 1
                raise Refused("limit.requests") from None
            raise

    async def _sit(self, ask: wire.Sit) -> None:
        live, token = self.joined, self.token or ask.token or fresh_token()
        if len(token) < SHORTEST:
            raise Refused("table.token", n=SHORTEST)
        key = key_of(token)
        await live.ask(key, ask)
        self.token, self.key = token, key
        self.news.append(encode(wire.Seated(live.table.seat_of(key), token)))
        self._write()
        live.presence_changed()

    def _emote(self, ask: wire.ShowEmote) -> None:
        live, now = self.joined, self.lobby.clock()
        seat = live.who(self.key).seat
        if seat < 0:
            raise Refused("table.not_seated")
        if now - self.emoted < self.lobby.config.limits.emote_gap:
            raise Refused("limit.emotes")
        self.emoted = now
        live.emote(seat, ask.emote)

    def _hint(self, ask: wire.HintRequest) -> None:
        """A second request replaces the first; other messages are handled meanwhile."""
        table = self.joined.table
        asked = coach_request(table, self.joined.who(self.key).seat, ask.ply)
        if self.helping:
            self.helping.cancel()
        tell = functools.partial(self._tell_hint, table, asked)
        self.helping = asyncio.create_task(self._answered(ask, tell))

    async def _tell_hint(self, table: Table, asked: CoachRequest) -> None:
        self.hear(encode(await self.lobby.thinkers.help(table, asked)))


async def _go_on(steps: Coroutine[object, object, None], waiting: object) -> None:
    await _resumed(steps, waiting)


@types.coroutine
def _resumed(steps: Coroutine[object, object, None], waiting: object) -> Generator[object, object, None]:
    """The rest of a coroutine that has begun and waits for something."""
    while True:
        try:
            sent = yield waiting
        except BaseException as error:
            step = functools.partial(steps.throw, error)
        else:
            step = functools.partial(steps.send, sent)
        try:
            waiting = step()
        except StopIteration:
            return


def _read(text: str | None) -> wire.Incoming:
    if text is None:
        raise Refused("wire.binary")
    return read(decode, text, {"type": "set"})
