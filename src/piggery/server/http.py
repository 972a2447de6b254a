"""The HTTP door: opening and listing tables, finished games, pictures of links, words, health."""

import asyncio
import gzip
import logging
import re
from collections.abc import Awaitable, Callable
from io import BytesIO
from ipaddress import ip_address, ip_network

import msgspec
import segno
from prometheus_client import generate_latest
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from ..answers import messages
from ..answers.questions import Questions
from ..bots.levels import ladder, names
from ..bots.minds import minds_of
from ..core.story import numbered_rules
from ..errors import Malformed, PiggeryError, Refused
from ..games.checks import copies_in
from ..games.contract import GameType
from ..games.lessons import Lessons
from ..games.registry import game_types
from ..study.puzzles import has_puzzles
from ..table import door
from ..table.views import encode
from ..words import LANGUAGES, catalogue
from .lobby import Lobby
from .metrics import Counts, registry
from .openapi import description

Handler = Callable[[Request], Awaitable[Response]]
STATUS = {
    "table.none": 404,
    "table.no_game": 404,
    "server.nothing": 404,
    "wire.misplaced": 400,
    "wire.shape": 400,
    "wire.long": 413,
    "limit.tables": 429,
    "limit.requests": 429,
}
WORTH_PACKING = 2000  # bytes
HUGE = 6  # the version of IP in which addresses cost nothing
decode: Callable[[str], door.OpenTable] = msgspec.json.Decoder(door.OpenTable).decode
ask = msgspec.json.Decoder(Questions).decode
log = logging.getLogger("piggery.http")


class Door:
    def __init__(self, lobby: Lobby, counts: Counts) -> None:
        self.lobby, self.counts = lobby, counts
        self.registry = registry(counts)
        self.words = {language: encode(catalogue(language)) for language in LANGUAGES}
        self.openapi = encode(description())
        self.thinking = asyncio.Lock()

    def routes(self) -> list[Route]:
        found: list[tuple[str, str, Handler]] = [
            ("POST", "/api/tables", self.open),
            ("GET", "/api/tables", self.list),
            ("GET", "/api/tables/{code}", self.table),
            ("GET", "/api/tables/{code}/qr.svg", self.qr),
            ("GET", "/api/tables/{code}/games/{number:int}", self.game),
            ("GET", "/api/games", self.games),
            ("POST", "/api/answers", self.answers),
            ("GET", "/api/words/{language}", self.said),
            ("GET", "/openapi.json", self.described),
            ("GET", "/healthz", self.healthy),
            ("GET", "/readyz", self.ready),
            ("GET", "/metrics", self.metrics),
        ]
        return [Route(path, answered(handler), methods=[method]) for method, path, handler in found]

    async def open(self, request: Request) -> Response:
        text = await body(request, self.lobby.config.limits.message_bytes) or b"{}"
        ask = messages.read(decode, text.decode(), {})
        who = address(request)
        free = who in self.lobby.config.trusted
        if not request.app.state.tables.take(who) and not free:
            raise Refused("limit.tables")
        ask = msgspec.structs.replace(ask, settings=self.lobby.polite(ask.settings, free))
        live, token = await self.lobby.open_table(ask)
        self.counts.opened += 1
        code = live.table.code
        there = link(self.lobby.config.public, request, code)
        return json(door.TableOpened(code, there, token, seat=0 if ask.sit else -1), 201)

    async def list(self, request: Request) -> Response:
        found = await self.lobby.listing()
        return json(door.Listing([msgspec.json.decode(text, type=door.TableListing) for text in found]))

    async def table(self, request: Request) -> Response:
        """The table as a stranger sees it before sitting down."""
        live = await self.lobby.find(request.path_params["code"])
        return Response(live.stranger(), media_type="application/json")

    async def qr(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["code"])
        picture = BytesIO()
        address = link(self.lobby.config.public, request, live.table.code)
        segno.make(address, micro=False).save(picture, kind="svg", scale=8, border=2, xmldecl=False, nl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def game(self, request: Request) -> Response:
        text = await self.lobby.record(request.path_params["code"], request.path_params["number"])
        return Response(text, media_type="application/json")

    async def games(self, request: Request) -> Response:
        """The games on offer: seats, options, decks, bots."""
        return json({name: _offered(rules) for name, rules in game_types().items()})

    async def answers(self, request: Request) -> Response:
        """A question to the rules."""
        question = ask(await body(request, self.lobby.config.limits.record_bytes))
        who = address(request)
        if who not in self.lobby.config.trusted and not request.app.state.answers.take(who):
            raise Refused("limit.requests")
        async with self.thinking:  # one at a time: tables come first
            text = await asyncio.to_thread(lambda: encode(question.answer()))
        return packed(request, text)

    async def said(self, request: Request) -> Response:
        text = self.words.get(request.path_params["language"])
        if not text:
            raise Refused("server.nothing")
        return packed(request, text)

    async def described(self, request: Request) -> Response:
        return Response(self.openapi, media_type="application/json")

    async def healthy(self, request: Request) -> Response:
        return json({"healthy": True})

    async def ready(self, request: Request) -> Response:
        good = self.lobby.ready and await self.lobby.store.healthy()
        return json({"ready": good}, 200 if good else 503)

    async def metrics(self, request: Request) -> Response:
        self.counts.tables = len(self.lobby.tables)
        return Response(generate_latest(self.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


def _offered(rules: GameType) -> door.GameOffer:
    reaction = rules.reaction.options if rules.reaction else {}
    return door.GameOffer(
        seats=list(rules.seats),
        options={name: list(known) for name, known in rules.options.items()},
        deck=copies_in(rules, rules.standard),
        reacts=[f"{name}={value}" for name, value in reaction.items()],
        bots=ladder(rules) if minds_of(rules).levels else names(rules),
        lesson=rules.part("lessons", Lessons) is not None,
        puzzles=has_puzzles(rules.name),
        guide=bool(numbered_rules(rules)),
    )


def packed(request: Request, text: bytes) -> Response:
    """JSON, compressed for those who can unpack it and where it is worth the while."""
    if len(text) < WORTH_PACKING or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type="application/json")
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(gzip.compress(text, 5), headers=headers, media_type="application/json")


def answered(handler: Handler) -> Handler:
    """Errors raised on purpose, as an answer."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except messages.UNREADABLE as error:
            return problem(messages.bad_shape(error), 400)
        except OSError as error:
            log.error("the store failed", extra={"error": type(error).__name__})
            return problem(Refused("server.failed", text=""), 503)
        except PiggeryError as error:
            return problem(error, STATUS.get(error.code, 409))

    return answer


async def body(request: Request, most: int) -> bytes:
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise Malformed("wire.long", n=most)
    return found


def json(what: object, status: int = 200) -> Response:
    return Response(encode(what), status, media_type="application/json")


def problem(error: PiggeryError, status: int) -> Response:
    return json(messages.problem(error), status)


def address(request: HTTPConnection) -> str:
    return place(request.client.host if request.client else "-")


def place(host: str) -> str:
    """Where a client is, as far as limits go: of IPv6 addresses everybody has a whole network."""
    try:
        number = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((number, 64), strict=False)) if number.version == HUGE else host


def link(public: str, request: Request, code: str) -> str:
    """The address of a table, as its players reach it."""
    host = request.headers.get("host", "")
    here = f"{request.url.scheme}://{host}" if re.fullmatch(r"[\w.\-:\[\]]{1,100}", host) else ""
    return f"{public.rstrip('/') or here}/t/{code}"
