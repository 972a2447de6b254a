"""Play at a table from Python: the same messages as everybody else's, on a line that is made again when it breaks.

async with Player("http://localhost:8010/t/QXZ4BW") as player:
    await player.sit()
    while game := await player.game(lambda view: view.moves[0].move):
        print(game.names, game.scores)

`game` plays one game to its end; whoever wants to see more goes through `views`. examples/ has whole bots.
"""

import asyncio
import contextlib
import secrets
import urllib.error
import urllib.request
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Self
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from .errors import IllegalMove, PiggeryError, Refused
from .games.contract import State
from .games.registry import game_type
from .table import door, wire
from .table.door import TableOpened
from .table.wire import Ask, GameView, Settings, View

FIRST_WAIT = 0.2
LIMITED = 0.5  # seconds to wait after too many messages
decode = msgspec.json.Decoder(wire.Outgoing).decode
encode = msgspec.json.Encoder().encode
Choose = Callable[[View], str]  # one of the moves of a view


class Denied(Refused):
    """The server refused; the code and the values are its own."""


async def open_table(server: str, settings: Settings | None = None, bots: list[str] | None = None) -> TableOpened:
    """A new table at a server such as http://localhost:8010; the token is the host's and sits at seat 0."""
    ask = door.OpenTable(settings or Settings(), bots or [])
    request = urllib.request.Request(f"{server.rstrip('/')}/api/tables", encode(ask), method="POST")  # noqa: S310
    return await asyncio.to_thread(_opened, request)


def _opened(request: urllib.request.Request) -> TableOpened:
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return msgspec.json.decode(answer.read(), type=TableOpened)
    except urllib.error.HTTPError as error:
        try:
            problem = msgspec.json.decode(error.read(), type=door.Problem)
        except msgspec.DecodeError:  # not ours: a proxy's
            raise ConnectionError(f"HTTP {error.code}") from error
        raise Denied(problem.code, **problem.values) from error


class Player:
    """One person, bot or spectator at one table. `link` may be a personal one, with the token after the `#`."""

    longest_wait = 5.0  # seconds until a broken line is tried again

    def __init__(self, link: str, token: str = "", protocol: int = wire.PROTOCOL) -> None:
        parts = urlsplit(link)
        self.url = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/socket"
        self.code = parts.path.rpartition("/")[2]
        self.token = token or parts.fragment
        self.protocol = protocol
        self.socket: ClientConnection | None = None
        self.latest: View | None = None
        self.first: View | None = None  # the view that `views` begins with, where it has been looked at already
        self.refusals: deque[wire.Refusal] = deque(maxlen=100)
        self.emotes: deque[wire.Emoted] = deque(maxlen=100)
        self.hints: deque[wire.HintAnswer] = deque(maxlen=100)
        self.asking = self.turned_away = False  # whether those who play are asked, on this line; and have said no
        self.stirred = ""  # the seal that was stirred after
        self.seals: dict[int, str] = {}  # of the latest games, as each was first shown
        self.lines = 0  # how many times it has connected
        self.limits = 0  # how many times it was told to slow down

    async def __aenter__(self) -> Self:
        await self._connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        if self.socket:
            await self.socket.close()

    async def _connect(self) -> None:
        self.socket = await connect(self.url, compression=None, max_size=2**20)
        self.lines += 1
        self.stirred, self.asking = "", False  # on the last line it may have been lost
        await self.ask(wire.Hello(self.protocol, self.code, self.token))

    async def ask(self, ask: Ask) -> None:
        """Send a message. If the line is broken it is lost; `views` connects again, and the view comes again."""
        if self.socket:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(encode(ask), text=True)

    async def sit(self, seat: int | None = None, language: wire.Language = "en", name: str = "") -> View:
        """Take a seat; the view from there. The token is made here, so that no broken line can lose the seat.

        In the middle of a game those who play may be asked first: then it comes, or raises, once they have answered.
        """
        self.token = self.token or secrets.token_urlsafe(24)
        self.asking = self.turned_away = False

        def seated(view: View) -> bool:
            if self.turned_away:
                raise Denied("table.not_let_in")
            return view.you >= 0

        sit = wire.Sit(seat, self.token, language=language, name=name)  # stirred is later, once the seal was seen
        return await self._granted(sit, seated)

    async def admit(self, view: View, yes: bool = True) -> None:
        """Say whether somebody who asks may come in: `view.table.request`."""
        if view.table.request:
            await self.ask(wire.Admit(view.table.request.n, yes))

    async def start(self, first: int | None = None) -> View:
        """Begin, or begin the next game; the first view of it. For the host, or while the host is away."""
        return await self._granted(wire.Start(first), lambda view: view.table.phase in ("starter", "play"))

    async def _granted(self, ask: Ask, granted: Callable[[View], bool]) -> View:
        """Ask, and again where that was lost, until a view shows that it was granted; `views` begins with that view."""
        ask.id, self.first, tries = secrets.randbits(50), self.latest, -1
        async for view in self.views():
            if granted(view):
                self.first = view
                return view
            if self.refusals and self.refusals[-1].id == ask.id:
                raise refused(self.refusals.pop())
            if tries != self.lines + self.limits:
                tries = self.lines + self.limits
                await self.ask(ask)
        raise ConnectionError("the table is gone")

    async def game(self, choose: Choose) -> GameView | None:
        """Play the game that is on, or else the next one, to its end; nothing if the seat or the table is lost.

        Only the newest view is waited for: where the next game begins before the end of this one was seen, they are
        taken for one, and the result is the later one's.
        """
        on, seated = False, self.latest is not None and self.latest.you >= 0
        async for view in self.views():
            on, seated = on or view.table.phase == "play", seated or view.you >= 0
            if seated and view.you < 0:
                return None
            if on and view.table.phase == "over":
                return view.table.game
            if view.moves:
                await self.play(view, _legal(view, choose(view)))
        return None

    async def play(self, view: View, move: str) -> None:
        await self.ask(wire.Play(_ply(view), move))

    async def hint(self, view: View) -> None:
        """Ask the coach; the answer is among `news`, and then in `hints`."""
        await self.ask(wire.HintRequest(_ply(view)))

    async def views(self) -> AsyncIterator[View]:
        """Every new view, and the last one again after a refusal. It ends when the table was deleted."""
        first, self.first, wait = self.first, None, FIRST_WAIT
        if first:
            yield first
        while True:
            try:
                async for news in self.news():
                    wait = FIRST_WAIT
                    if isinstance(news, wire.Gone | wire.Outdated):
                        return
                    if isinstance(news, View):
                        self._keep_seal(news)
                        await self._stir(news)
                    if isinstance(news, wire.Refusal) and news.code.startswith("limit."):
                        self.limits += 1
                        await asyncio.sleep(LIMITED)
                    if isinstance(news, wire.Refusal) and news.code == "table.none":
                        raise refused(news)
                    if isinstance(news, View | wire.Refusal) and self.latest:
                        yield self.latest
            except (ConnectionClosed, OSError):
                pass
            await asyncio.sleep(wait)
            wait = min(self.longest_wait, 2 * wait)
            await self._again()

    async def _again(self) -> None:
        try:
            await self._connect()
        except (OSError, InvalidHandshake, ConnectionClosed):
            self.socket = None

    async def news(self) -> AsyncIterator[wire.Outgoing]:
        """Everything the server says, until the line breaks."""
        if self.socket is None:
            return
        async for text in self.socket:
            yield self._heard(decode(text))

    def _heard(self, news: wire.Outgoing) -> wire.Outgoing:
        if isinstance(news, View):
            self.latest = news
            self.turned_away = self.asking and not news.asking and news.you < 0
            self.asking = news.asking
        elif isinstance(news, wire.Waiting):  # the answer may be there before a view shows that somebody asks
            self.token, self.asking = news.token, True
        elif isinstance(news, wire.Seated):
            self.token = news.token
        elif isinstance(news, wire.Refusal):
            self.refusals.append(news)
        elif isinstance(news, wire.Emoted):
            self.emotes.append(news)
        elif isinstance(news, wire.HintAnswer):
            self.hints.append(news)
        return news

    def _keep_seal(self, view: View) -> None:
        """Keep the seal of the next game: `verify(record, Seen(seal=player.seals[1]))` compares it with game 1."""
        played = view.table.game.number if view.table.game else 0
        if view.table.seal:
            self.seals.setdefault(played + 1, view.table.seal)
            self.seals.pop(played - 1, None)

    async def _stir(self, view: View) -> None:
        """Add a nonce to each deal, once its seal has been seen."""
        table = view.table
        if view.you < 0 or table.chairs[view.you].stirred:
            return
        if table.phase in ("gather", "over") and table.seal != self.stirred:
            self.stirred = table.seal
            await self.ask(wire.Stir(secrets.token_hex(8)))


def refused(refusal: wire.Refusal) -> PiggeryError:
    return Denied(refusal.code, **refusal.values)


def _legal(view: View, move: str) -> str:
    """The move, or raise: whoever is refused one is asked again, and would send it for ever."""
    legal = [choice.move for choice in view.moves]
    if move not in legal:
        raise IllegalMove("illegal", move=move, legal=legal)
    return move


def _ply(view: View) -> int:
    return view.table.game.ply if view.table.game else 0


def state_of(view: View) -> State:
    """The view as the rules know it: what a bot of this library looks at."""
    game = view.table.game
    if game is None:
        raise Refused("table.not_playing")
    name, hands, *rest = game.position.split(" ")
    lists = hands.split("/")
    if view.you >= 0:
        lists[view.you] = ",".join(view.hand) or "-"
    rules = game_type(name)
    options = {key: view.table.settings.options.get(key, known[0]) for key, known in rules.options.items()}
    return rules.parse_position(["/".join(lists), *rest], options)
