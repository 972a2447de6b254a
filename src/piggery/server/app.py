"""The application: routes, headers, limits for each address, the socket. Nothing a visitor typed is put into HTML."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Receive, Scope, Send

from ..answers.messages import refusal
from ..errors import PiggeryError, Refused
from ..table.buckets import Buckets
from .arrivals import Arrivals
from .frames import ABORT, EXTENSION, LEAVE, WAIT
from .http import ANSWERS, STATUS, Door, address, host, problem
from .limits import place
from .lobby import Lobby
from .metrics import Counts
from .phones import Phones
from .pressure import TICK
from .site import PAGES, Site
from .sockets import Connection, Transport
from .waiting import HungUp, waited
from .work import CONNECT, Purse, Work, units

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
        "img-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "cache-control": "no-cache",
}
SWEEP = 2.0
LONGEST_PATH, LONGEST_NUMBER = 200, 10
TOLD_WHY = 10  # such lines at once, for each address
log = logging.getLogger("piggery.app")


def make_app(lobby: Lobby, site: Site | None = None, phones: Phones | None = None) -> "Gatekeeper":
    counts, phones = Counts(), phones or Phones(lobby.config)
    site = site or Site(public=lobby.config.public)

    async def file(request: Request) -> Response:
        return await site.file(request) or await _nothing(request, HTTPException(404))

    routes: list[BaseRoute] = [
        *Door(lobby, counts, phones).routes(),
        *(Route(path, site.page) for path in PAGES),
        Route("/{path:path}", file),
    ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[dict[str, object]]:
        await lobby.open()
        lobby.chores.every(TICK, "look how busy it is", lobby.pressure.look)
        lobby.chores.every(SWEEP, "drop lines that take nothing", gate.sweep)
        yield {"arrivals": gate.arrivals}  # uvicorn hands it to every connection
        await lobby.close()

    app = Starlette(routes=routes, lifespan=life, exception_handlers={404: _nothing, 405: _nothing, 500: _failed})
    limits = lobby.config.limits
    app.state.tables = Buckets(limits.tables, limits.table_burst, monotonic)
    app.state.answers = Buckets(limits.answers, limits.answer_burst, monotonic)
    gate = Gatekeeper(app, lobby, counts, site, phones)
    return gate


async def _nothing(request: Request, error: Exception) -> Response:
    answer = problem(Refused("server.nothing"), getattr(error, "status_code", 404))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    return problem(Refused("server.failed", text=""), 500)


def secure(request: Request) -> bool:
    """Whether a browser trusts the address; at another it complains of what only goes with trust."""
    return request.url.scheme == "https" or request.url.hostname in ("localhost", "127.0.0.1", "::1")


def _local(host: str) -> bool:
    """An address or this machine, which no name server can give to somebody else."""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


class Gatekeeper:
    """The outermost layer: addresses, origins and headers."""

    def __init__(self, app: Starlette, lobby: Lobby, counts: Counts, site: Site, phones: Phones) -> None:
        self.app, self.lobby, self.counts, self.site, self.phones = app, lobby, counts, site, phones
        limits = lobby.config.limits
        self.requests = Buckets(limits.requests, limits.request_burst, monotonic)
        self.newcomers = Buckets(limits.newcomers, limits.newcomer_burst, monotonic)
        self.connected: Counter[str] = Counter()
        self.leaving: Counter[str] = Counter()  # those that are turned away, and hear why
        self.arrivals = Arrivals(lobby.config, counts)
        self.most = min(limits.connections, self.arrivals.room // 2)  # nobody takes all that there is room for
        self.connections: set[Connection] = set()
        self.work, self.pages, self.questions = (
            Work(share, monotonic) for share in (limits.work, limits.pages, limits.questions)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        self.phones.came(host(request))

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if secure(request):
                    headers.setdefault("cross-origin-opener-policy", "same-origin")
            await send(message)

        try:
            receive = await self._paid(request, receive)
            self._admit(request)
        except HungUp:
            return
        except PiggeryError as error:
            self.counts.refusals[error.code] += 1
            await problem(error, STATUS.get(error.code, 403))(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    async def _paid(self, request: Request, receive: Receive) -> Receive:
        """Wait until the work may be done; it is paid back where nobody waits for it."""
        if self._free(host(request)):
            return receive
        path, limits = request.url.path, self.lobby.config.limits
        purse, cost = self._price(request)
        wait = purse.pay(cost)
        if not wait:
            return receive
        try:
            if wait > limits.work_seconds:
                raise Refused("limit.requests")
            return await waited(receive, wait, limits.record_bytes if path == ANSWERS else limits.message_bytes)
        except (HungUp, PiggeryError):
            purse.pay_back(cost)
            raise

    def _price(self, request: Request) -> tuple[Purse, float]:
        """Who asks the rules much keeps nobody of their address from playing."""
        who, path = address(request), request.url.path
        if path == ANSWERS:
            return self.questions.purse(who), units(path, body_size(request, self.lobby.config.limits.record_bytes))
        if self._asks(request):
            return self.work.purse(who), units(path)
        return self.pages.purse(who), self.site.units(request)

    def _admit(self, request: Request) -> None:
        if len(request.url.path) > LONGEST_PATH:
            raise Refused("server.nothing")
        counted = self._asks(request) and not self._free(host(request))
        if counted and not self.requests.take(address(request)):
            raise Refused("limit.requests")
        if request.method not in ("GET", "HEAD") and not self._same_origin(request.headers):
            raise Refused("server.origin")

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        from_here = host(HTTPConnection(scope))
        who, free = place(from_here), self._free(from_here)
        if scope["path"] != "/socket" or not self._same_origin(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if not free and self.connected[who] >= self.most:
            self.counts.refusals["limit.connections"] += 1
            await self._turned_away(who, scope, send)
            return
        await send({"type": "websocket.accept"})
        found, purse = scope.get("extensions") or {}, self.work.purse(who)
        transport = Transport(
            quick=found.get(EXTENSION),
            cut=found.get(ABORT),
            wait=found.get(WAIT, asyncio.sleep),
            guess=lambda: free or self.requests.take(who),
            guessed=lambda: not free and self.requests.empty(who),
            come=lambda code: free or self.newcomers.take(f"{who} {code}"),
            pay=Transport.pay if free else purse.pay,
            ask=Transport.ask if free else self.questions.purse(who).pay,
        )
        await self._serve(who, Connection(self.lobby, self.counts, send, free, transport), receive)

    async def _turned_away(self, who: str, scope: Scope, send: Send) -> None:
        """Say why, to a few at a time; the line is not left open until the other side hangs up."""
        cut = (scope.get("extensions") or {}).get(ABORT)
        if self.leaving[who] >= TOLD_WHY:
            await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        error = Refused("limit.connections", n=self.most)
        await send({"type": "websocket.send", "text": refusal(None, error).decode()})
        await send({"type": "websocket.close", "code": 1013})
        if cut:
            self.leaving[who] += 1
            asyncio.get_running_loop().call_later(LEAVE, self._left, who, cut)

    def _left(self, who: str, cut: Callable[[], None]) -> None:
        cut()
        self.leaving[who] -= 1
        if not self.leaving[who]:
            del self.leaving[who]

    async def _serve(self, who: str, connection: Connection, receive: Receive) -> None:
        self.connected[who] += 1
        self.connections.add(connection)
        self.counts.connections += 1
        try:
            await connection.transport.wait(connection.transport.pay(CONNECT))
            await connection.listen(receive)
        except asyncio.CancelledError:
            if not connection.stuck:
                raise
            self.counts.dropped += 1
        finally:
            self.connections.discard(connection)
            self.counts.connections -= 1
            self.connected[who] -= 1
            if not self.connected[who]:
                del self.connected[who]

    async def sweep(self) -> None:
        for connection in [connection for connection in self.connections if connection.stuck]:
            connection.drop()

    def _asks(self, request: Request) -> bool:
        """Files, words and games are the same for everybody: a class behind one address may all load them at once."""
        path = request.url.path
        return path.startswith("/api/") and not path.startswith(("/api/words/", "/api/games"))

    def _free(self, host: str) -> bool:
        return self.lobby.config.trusts(host)

    def _same_origin(self, headers: Headers) -> bool:
        """A browser says which page asks. Pages from elsewhere may not; programs do not say."""
        origin = headers.get("origin")
        if origin is None or origin in self.lobby.config.origins or origin == self.lobby.config.public:
            return True
        try:
            asked = urlsplit(origin)
            return asked.netloc == headers.get("host", "") and self._ours(asked.hostname or "")
        except ValueError:
            return False

    def _ours(self, host: str) -> bool:
        """A name that could be this server's; any other may have been pointed here by a page from elsewhere."""
        public = urlsplit(self.lobby.config.public).hostname
        if public:
            return host == public or _local(host)
        return _local(host) or "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".test"))


def body_size(request: Request, most: int) -> int:
    """How long its body is, as it says, or may be."""
    said = request.headers.get("content-length", "")
    return min(most, int(said)) if said.isdecimal() and len(said) < LONGEST_NUMBER else most
