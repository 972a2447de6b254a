"""The application: routes, headers, limits for each address, the socket. Nothing a visitor typed is put into HTML."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Message, Receive, Scope, Send

from ..answers.messages import refusal
from ..errors import Refused
from .frames import ABORT, EXTENSION
from .http import Door, address, place, problem
from .limits import Buckets
from .lobby import Lobby
from .metrics import Counts
from .site import PAGES, Site
from .sockets import Connection, Transport

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
log = logging.getLogger("piggery.app")


def make_app(lobby: Lobby, site: Site | None = None) -> "Gatekeeper":
    counts = Counts()
    site = site or Site()

    async def file(request: Request) -> Response:
        return await site.file(request) or await _nothing(request, HTTPException(404))

    routes: list[BaseRoute] = [
        *Door(lobby, counts).routes(),
        *(Route(path, site.page) for path in PAGES),
        Route("/{path:path}", file),
    ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await lobby.open()
        yield
        await lobby.close()

    app = Starlette(routes=routes, lifespan=life, exception_handlers={404: _nothing, 405: _nothing, 500: _failed})
    limits = lobby.config.limits
    app.state.tables = Buckets(limits.tables, limits.table_burst, monotonic)
    app.state.answers = Buckets(limits.answers, limits.answer_burst, monotonic)
    return Gatekeeper(app, lobby, counts)


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

    def __init__(self, app: Starlette, lobby: Lobby, counts: Counts) -> None:
        self.app, self.lobby, self.counts = app, lobby, counts
        limits = lobby.config.limits
        self.requests = Buckets(limits.requests, limits.request_burst, monotonic)
        self.connected: Counter[str] = Counter()
        self.connections: set[Connection] = set()
        self.sweeper: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if secure(request):
                    headers.setdefault("cross-origin-opener-policy", "same-origin")
            await send(message)

        if self._counted(request) and not self.requests.take(address(request)):
            self.counts.refusals["limit.requests"] += 1
            await problem(Refused("limit.requests"), 429)(scope, receive, with_headers)
        elif request.method not in ("GET", "HEAD") and not self._same_origin(request.headers):
            await problem(Refused("server.origin"), 403)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        who = place(scope["client"][0] if scope["client"] else "-")
        if scope["path"] != "/socket" or not self._same_origin(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008})
            return
        if not self._free(who) and self.connected[who] >= self.lobby.config.limits.connections:
            self.counts.refusals["limit.connections"] += 1
            await send({"type": "websocket.accept"})
            error = Refused("limit.connections", n=self.lobby.config.limits.connections)
            await send({"type": "websocket.send", "text": refusal(None, error).decode()})
            await send({"type": "websocket.close", "code": 1013})
            return
        await send({"type": "websocket.accept"})
        found, free = scope.get("extensions") or {}, self._free(who)
        transport = Transport(found.get(EXTENSION), found.get(ABORT), lambda: free or self.requests.take(who))
        await self._serve(who, Connection(self.lobby, self.counts, send, free, transport), receive)

    async def _serve(self, who: str, connection: Connection, receive: Receive) -> None:
        self.sweeper = self.sweeper or asyncio.create_task(self._sweep())
        self.connected[who] += 1
        self.connections.add(connection)
        self.counts.connections += 1
        try:
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

    async def _sweep(self) -> None:
        """Drop connections that take nothing."""
        while self.connections:
            await asyncio.sleep(SWEEP)
            for connection in [connection for connection in self.connections if connection.stuck]:
                connection.drop()
        self.sweeper = None

    def _counted(self, request: Request) -> bool:
        """Pages, words and games are the same for everybody: a class behind one address may all load them at once."""
        path = request.url.path
        asking = path.startswith("/api/") and not path.startswith(("/api/words/", "/api/games"))
        return asking and not self._free(address(request))

    def _free(self, who: str) -> bool:
        return who in self.lobby.config.trusted

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
