"""One connection. It asks for itself, and holds one pending view: the newest when it can be sent.

Nobody waits for a slow reader. A view is made when it can be sent, from what the table is then; a connection that takes
nothing for ten seconds is dropped, and can come back.
"""

import asyncio
import functools
import logging
import math
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
from ..table.buckets import Bucket
from ..table.hints import CoachRequest, coach_request
from ..table.host import Live
from ..table.identity import SHORTEST, fresh_token, key_of
from ..table.state import Table
from ..table.views import encode
from .lobby import Lobby
from .metrics import Counts
from .work import ASK, HINT, VIEW

Quick = Callable[[bytes], bool]  # writes at once, or says no

STUCK = 10.0
UNHEARD = 16  # news besides views that may wait
decode: Callable[[str], wire.Incoming] = msgspec.json.Decoder(wire.Incoming).decode
log = logging.getLogger("piggery.socket")


def _nothing(units: float) -> float:
    return 0.0


@dataclass(frozen=True)
class Transport:
    """The rest of what a web server does with a connection: write at once, cut it, let it guess a code, let it pay."""

    quick: Quick | None = None
    cut: Callable[[], None] | None = None
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep  # so many seconds, or until the line is gone
    guess: Callable[[], bool] = lambda: True  # count a wrong code; whether it was allowed
    guessed: Callable[[], bool] = lambda: False  # whether the next one would not be
    come: Callable[[str], bool] = lambda code: True  # whether somebody new may ask for a seat at this table
    pay: Callable[[float], float] = _nothing  # for work: how long to wait before it is done
    ask: Callable[[float], float] = _nothing  # … and for what others think about


class Connection:
    __slots__ = (
        "began", "bucket", "counts", "free", "helping", "key", "later", "live", "lobby", "news", "quick",
        "send", "sending", "stale", "strikes", "task", "token", "transport", "writer", "writing",
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
        self.began = math.inf  # when it could first be heard
        self.helping: asyncio.Task[None] | None = None
        self.later: asyncio.TimerHandle | None = None  # a view that is not due yet

    # Writing

    def wake(self) -> None:
        self.stale = True
        if self.later:
            return
        if wait := self.transport.pay(VIEW):
            self.later = asyncio.get_running_loop().call_later(wait, self._due)
        else:
            self._write()

    def _due(self) -> None:
        self.later = None
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
        return bool(self.news) or (self.stale and self.live is not None and not self.later)

    def _next(self) -> bytes:
        return self.news.popleft() if self.news else self._view()

    async def _writing(self) -> None:
        try:
            while self._unsent:
                text = self._next()
                self.sending = monotonic()
                await self.send({"type": "websocket.send", "text": text.decode()})
        except (OSError, RuntimeError):
            pass  # the connection is gone: the reading side sees it too
        finally:
            self.writing, self.sending = False, 0.0
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
        """Whether it takes nothing, or has never found a table."""
        now = monotonic()
        silent = not self.live and now - self.began > self.lobby.config.limits.head_seconds
        return silent or (bool(self.sending) and now - self.sending > STUCK)

    def drop(self) -> None:
        if self.transport.cut:
            self.transport.cut()
        if self.writer:
            self.writer.cancel()
        if self.task:
            self.task.cancel()

    # Reading

    async def listen(self, receive: Receive) -> None:
        self.began = monotonic()
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
            for waiting in (self.helping, self.later):
                if waiting:
                    waiting.cancel()
            if self.live:
                self.live.leave(self)

    async def _answer(self, text: str | None) -> None:
        self.counts.asks += 1
        if wait := self.transport.pay(ASK):
            self.began += wait
            await self.transport.wait(wait)
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
        except OSError as error:
            kind = type(error).__name__
            log.warning("the store failed", extra={"ask": type(ask).__name__, "error": kind})
            self._refuse(ask, Refused("server.failed", text=f" ({kind})"))
        except Exception:
            log.exception("an ask failed", extra={"ask": type(ask).__name__})
            self._refuse(ask, Refused("server.failed", text=""))

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
        live, key = await self._found(ask)
        # a token that is not known may be soon: a seat may have been asked for on a line that is gone
        token, key = (ask.token, key) if len(ask.token) >= SHORTEST else ("", "")
        if self.live and (self.live is not live or self.key != key):
            self.live.leave(self)
        self.token, self.key = token, key
        self.live = live
        live.join(self)

    async def _found(self, ask: wire.Hello) -> tuple[Live, str]:
        """The table, and the key to a seat there. A wrong code counts as a request, so that none can be guessed: after
        too many, whoever is not known hears the same of wrong codes and right ones."""
        guessed = self.transport.guessed()
        try:
            live, key = await self.lobby.find(ask.table), key_of(ask.token)
        except Refused:
            if not self.transport.guess():
                raise Refused("limit.requests") from None
            raise
        if not await live.knows(key) and guessed:
            raise Refused("limit.requests")
        return live, key

    async def _sit(self, ask: wire.Sit) -> None:
        live = self.joined
        token = ask.token if ask.token and not live.table.knows(self.key) else self.token or fresh_token()
        if len(token) < SHORTEST:
            raise Refused("table.token", n=SHORTEST)
        key = key_of(token)
        if not await live.knows(key) and not self.transport.come(live.table.code):
            raise Refused("limit.seat")
        if self.key == key or live.table.seat_of(key) < 0:
            await live.ask(key, ask)
        self.token, self.key = token, key
        seat = live.table.seat_of(key)
        self.news.append(encode(wire.Seated(seat, token) if seat >= 0 else wire.Waiting(token)))
        self._write()
        live.show_now(self)

    def _emote(self, ask: wire.ShowEmote) -> None:
        live, now = self.joined, self.lobby.clocks.steady()
        seat = live.who(self.key).seat
        if seat < 0:
            raise Refused("table.not_seated")
        if now - live.emoted.get(seat, -math.inf) < self.lobby.config.limits.emote_gap:
            raise Refused("limit.emotes")
        live.emoted[seat] = now
        live.emote(seat, ask.emote)

    def _hint(self, ask: wire.HintRequest) -> None:
        """A second request replaces the first; other messages are handled meanwhile."""
        table = self.joined.table
        asked = coach_request(table, self.joined.who(self.key).seat, ask.ply)
        if self.helping:
            self.helping.cancel()
        tell = functools.partial(self._tell_hint, table, asked, self.transport.ask(HINT))
        self.helping = asyncio.create_task(self._answered(ask, tell))

    async def _tell_hint(self, table: Table, asked: CoachRequest, wait: float) -> None:
        await self.transport.wait(wait)
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
