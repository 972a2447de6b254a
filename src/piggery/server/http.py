"""The HTTP door: opening and listing tables, finished games, pictures of links, words, health."""

import asyncio
import gzip
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import BytesIO
from time import monotonic

import msgspec
import segno
from prometheus_client import generate_latest
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from ..answers import messages
from ..answers.questions import Questions, ReviewQuestion
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
from .limits import place
from .lobby import Lobby
from .metrics import Counts, registry
from .openapi import description
from .phones import Phones, asked_for, only_here
from .site import here, unpacks

Handler = Callable[[Request], Awaitable[Response]]
STATUS = {
    "table.none": 404,
    "table.no_game": 404,
    "server.nothing": 404,
    "wire.misplaced": 400,
    "wire.shape": 400,
    "wire.long": 413,
    "phones.not_here": 403,
    "limit.tables": 429,
    "limit.requests": 429,
    "limit.reviews": 429,
    "limit.busy": 503,
}
WORTH_PACKING = 2000  # bytes
SIT = "#sit"  # whoever points the camera at a table wants to sit down
ANSWERS = "/api/answers"
MOST_ASKING = 32  # questions to the rules that wait for their turn; more are refused
TRIAL_PATIENCE, TRIAL_LASTS = 2.0, 1.0  # seconds that the store may take to store something, and how long that is good
decode: Callable[[str], door.OpenTable] = msgspec.json.Decoder(door.OpenTable).decode
phones_change: Callable[[str], door.PhonesChange] = msgspec.json.Decoder(door.PhonesChange).decode
ask = msgspec.json.Decoder(Questions).decode
listing = msgspec.json.Decoder(door.TableListing).decode
log = logging.getLogger("piggery.http")


class Door:
    def __init__(self, lobby: Lobby, counts: Counts, phones: Phones) -> None:
        self.lobby, self.counts, self.phones = lobby, counts, phones
        self.registry = registry(counts, lobby.chores.failures)
        self.words = {language: Packed(encode(catalogue(language))) for language in LANGUAGES}
        self.openapi = encode(description())
        self.thinking, self.asking = asyncio.Lock(), 0
        self.trial: asyncio.Future[None] | None = None
        self.tried = 0.0

    def routes(self) -> list[Route]:
        found: list[tuple[str, str, Handler]] = [
            ("POST", "/api/tables", self.open),
            ("GET", "/api/tables", self.list),
            ("GET", "/api/tables/{code}", self.table),
            ("GET", "/api/tables/{code}/qr.svg", self.qr),
            ("GET", "/api/tables/{code}/games/{number:int}", self.game),
            ("GET", "/api/phones", self.phones_now),
            ("POST", "/api/phones", self.phones_change),
            ("GET", "/api/games", self.games),
            ("POST", ANSWERS, self.answers),
            ("GET", "/api/words/{language}", self.said),
            ("GET", "/openapi.json", self.described),
            ("GET", "/healthz", self.healthy),
            ("GET", "/readyz", self.ready),
            ("GET", "/metrics", self.metrics),
        ]
        return [Route(path, answered(handler, self.counts), methods=[method]) for method, path, handler in found]

    async def open(self, request: Request) -> Response:
        text = await body(request, self.lobby.config.limits.message_bytes) or b"{}"
        ask = messages.read(decode, text.decode(), {})
        free = self.lobby.config.trusts(host(request))
        if not free:
            self._admit(request)
        ask = msgspec.structs.replace(ask, settings=self.lobby.polite(ask.settings, free))
        live, token = await self.lobby.open_table(ask)
        self.counts.opened += 1
        code = live.table.code
        there = link(self.lobby.config.public, request, code)
        return json(door.TableOpened(code, there, token, seat=0 if ask.sit else -1), 201)

    def _admit(self, request: Request) -> None:
        """Tables that are in play come first; then everybody in turn."""
        if self.lobby.pressure.busy:
            raise Refused("limit.busy")
        if not request.app.state.tables.take(address(request)):
            raise Refused("limit.tables")

    async def list(self, request: Request) -> Response:
        found = []
        for text in await self.lobby.listing():
            with suppress(*messages.UNREADABLE):  # one line that is damaged hides no other
                found.append(listing(text))
        return json(door.Listing(found))

    async def table(self, request: Request) -> Response:
        """The table as a stranger sees it before sitting down."""
        live = await self.lobby.find(request.path_params["code"])
        return Response(live.stranger(), media_type="application/json")

    async def qr(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["code"])
        picture = BytesIO()
        address = link(self._for_phones(request), request, live.table.code)
        segno.make(f"{address}{SIT}", micro=False).save(picture, kind="svg", scale=8, border=2, xmldecl=False, nl=False)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    def _for_phones(self, request: Request) -> str:
        """An address that a phone can open: the one that this server is known by, or one of those that are open to
        phones where only this computer has the one that was asked for."""
        if not only_here(asked_for(request)):
            return self.lobby.config.public
        wanted, found = request.query_params.get("address", ""), self.phones.links()
        if not found:
            raise Refused("phones.closed")
        return wanted if wanted in found else found[0]

    async def phones_now(self, request: Request) -> Response:
        return json(self.phones.answer(request))

    async def phones_change(self, request: Request) -> Response:
        text = await body(request, self.lobby.config.limits.message_bytes)
        change = messages.read(phones_change, text.decode(), {})
        await self.phones.change(request, change.token, change.open)
        return json(self.phones.answer(request))

    async def game(self, request: Request) -> Response:
        text = await self.lobby.record(request.path_params["code"], request.path_params["number"])
        return Response(text, media_type="application/json")

    async def games(self, request: Request) -> Response:
        """The games on offer: seats, options, decks, bots."""
        return json({name: _offered(rules) for name, rules in game_types().items()})

    async def answers(self, request: Request) -> Response:
        """A question to the rules."""
        if not (self.lobby.config.trusts(host(request)) or request.app.state.answers.take(address(request))):
            raise Refused("limit.requests")
        question = ask(await body(request, self.lobby.config.limits.record_bytes))
        if isinstance(question, ReviewQuestion):
            return Packed(encode(await self.lobby.reviews.answer(question))).answer(request)
        if self.asking >= MOST_ASKING:
            raise Refused("limit.busy")
        self.asking += 1
        try:
            async with self.thinking:  # one at a time: tables come first
                text = await asyncio.to_thread(lambda: encode(question.answer()))
        finally:
            self.asking -= 1
        return Packed(text).answer(request)

    async def said(self, request: Request) -> Response:
        text = self.words.get(request.path_params["language"])
        if not text:
            raise Refused("server.nothing")
        return text.answer(request)

    async def described(self, request: Request) -> Response:
        return Response(self.openapi, media_type="application/json")

    async def healthy(self, request: Request) -> Response:
        return json({"healthy": True})

    async def ready(self, request: Request) -> Response:
        failing = self.lobby.chores.failing() if self.lobby.ready else ["open"]
        if not await self.writable():
            failing.append("store")
        return json({"ready": not failing, "failing": failing}, 503 if failing else 200)

    async def writable(self) -> bool:
        """Whether the store takes something now. A store that does not answer is not asked again before it does."""
        now = monotonic()
        if not self.trial or (self.trial.done() and now - self.tried > TRIAL_LASTS):
            self.trial, self.tried = asyncio.ensure_future(self.lobby.store.check()), now
            self.trial.add_done_callback(_looked_at)
        await asyncio.wait({self.trial}, timeout=TRIAL_PATIENCE)
        return self.trial.done() and not self.trial.cancelled() and self.trial.exception() is None

    async def metrics(self, request: Request) -> Response:
        self.counts.tables = len(self.lobby.tables)
        self.counts.delay, self.counts.busy = self.lobby.pressure.delay, self.lobby.pressure.busy
        return Response(generate_latest(self.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


def _looked_at(trial: "asyncio.Future[None]") -> None:
    """Nobody may be waiting any more for how it went; then it is no news for the log."""
    if not trial.cancelled():
        trial.exception()


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


class Packed:
    """JSON, compressed once for those who can unpack it, where it is worth the while."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.packed = gzip.compress(text, 5) if len(text) >= WORTH_PACKING else b""

    def answer(self, request: Request) -> Response:
        if not (self.packed and unpacks(request)):
            return Response(self.text, media_type="application/json")
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(self.packed, headers=headers, media_type="application/json")


def answered(handler: Handler, counts: Counts) -> Handler:
    """Errors raised on purpose, as an answer."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        except messages.UNREADABLE as error:
            return problem(messages.bad_shape(error), 400)
        except OSError as error:
            log.warning("the store failed", extra={"error": type(error).__name__})
            return problem(Refused("server.failed", text=""), 503)
        except PiggeryError as error:
            counts.refusals[error.code] += 1
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


def host(request: HTTPConnection) -> str:
    return request.client.host if request.client else "-"


def address(request: HTTPConnection) -> str:
    """Where it comes from, as far as limits go."""
    return place(host(request))


def link(public: str, request: Request, code: str) -> str:
    """The address of a table, as its players reach it."""
    return f"{public.rstrip('/') or here(request)}/t/{code}"
