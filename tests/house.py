"""A whole house in memory: the real application, its store in a temporary file, a clock that stands still until told.

A `Guest` is one connection. It speaks to the application as a web server would, without one.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
from starlette.types import Message

from messages import News, Opened, game_in
from piggery.server.app import Gatekeeper, make_app
from piggery.server.config import Config
from piggery.server.limits import Limits
from piggery.server.lobby import HouseStore, Lobby
from piggery.server.site import Site
from piggery.server.store import SQLiteStore
from piggery.table.host import Live
from piggery.table.ports import Clocks
from piggery.table.wire import PROTOCOL

PATIENCE = 5.0
HERE = "http://pigs.test"

MINIATURE = Path(__file__).parent / "miniature"  # a web client of a few lines


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Guest:
    def __init__(self, app: Gatekeeper, address: str = "127.0.0.1", origin: str | None = None) -> None:
        headers = [(b"host", b"pigs.test")] + ([(b"origin", origin.encode())] if origin else [])
        self.scope = {"type": "websocket", "path": "/socket", "client": (address, 1), "headers": headers}
        self.app = app
        self.asked: asyncio.Queue[Message] = asyncio.Queue()
        self.told: asyncio.Queue[Message] = asyncio.Queue()
        self.gate = asyncio.Event()  # closed, the line takes nothing
        self.gate.set()
        self.token = ""
        self.last: News = {}

    async def connect(self) -> str:
        """Knock; what the server says."""
        self.asked.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self.app(self.scope, self.asked.get, self._send))
        return str((await self._next())["type"])

    async def _send(self, message: Message) -> None:
        await self.gate.wait()
        self.told.put_nowait(message)

    async def _next(self) -> Message:
        return await asyncio.wait_for(self.told.get(), PATIENCE)

    async def ask(self, type: str, **values: object) -> None:
        await self.say(json.dumps({"type": type, **values}))

    async def say(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self.asked.put_nowait({"type": "websocket.receive", kind: text})

    async def news(self, kind: str = "") -> News:
        """The next news, or the next of a kind."""
        while True:
            message = await self._next()
            if message["type"] != "websocket.send":
                return cast(News, message)
            news: News = json.loads(message["text"])
            if news["type"] == "view":
                self.last = news
            if news["type"] in ("seated", "waiting"):
                self.token = news["token"]
            if kind in ("", news["type"]):
                return news

    async def view(self, like: Callable[[News], bool] = lambda view: True) -> News:
        """The next view that is as wanted."""
        while True:
            view = await self.news("view")
            if like(view):
                return view

    async def refused(self) -> str:
        return str((await self.news("refusal"))["code"])

    async def play(self, move: str = "") -> None:
        """Make a move, the first there is if none is named."""
        await self.ask("play", ply=game_in(self.last)["ply"], move=move or self.last["moves"][0]["move"])

    async def to_the_end(self) -> None:
        """Play on, whenever it is this guest's turn, until the game is over."""
        while self.last["table"]["phase"] != "over":
            if self.last["moves"]:
                await self.play()
            n = self.last["table"]["n"]
            while self.last["table"]["n"] == n:
                await self.news("view")

    async def hang_up(self) -> None:
        self.asked.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await self.task


class House:
    def __init__(self, store: HouseStore, limits: Limits | None = None, origins: tuple[str, ...] = ()) -> None:
        self.clock = Clock()
        trusted = () if limits else ("127.0.0.1",)
        chosen = Config(limits=limits or Limits(), trusted=trusted, origins=origins)
        self.lobby = Lobby(chosen, store, clocks=Clocks(self.clock, self.clock))
        self.app = make_app(self.lobby, Site(MINIATURE))
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE)
        self.guests: list[Guest] = []

    async def open(self, bots: tuple[str, ...] = (), sit: bool = True, **settings: object) -> Opened:
        """A new table; who opens it sits at seat 0."""
        body = {"settings": {"pace": 0, **settings}, "bots": bots, "sit": sit}
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        opened: Opened = answer.json()
        return opened

    async def guest(self, code: str, token: str = "") -> Guest:
        """Somebody who has said hello and seen the table."""
        guest = Guest(self.app)
        self.guests.append(guest)
        assert await guest.connect() == "websocket.accept"
        guest.token = token
        await guest.ask("hello", protocol=PROTOCOL, table=code, token=token)
        await guest.view()
        return guest

    async def seated(self, code: str, **sit: object) -> Guest:
        guest = await self.guest(code)
        await guest.ask("sit", nonce="oink", **sit)
        await guest.view(lambda view: view["you"] >= 0)
        return guest

    async def together(self, people: int = 2, bots: tuple[str, ...] = (), **settings: object) -> list[Guest]:
        """People at a table whose game has begun; seat 0 is the host and starts."""
        chosen = {"starter": "host", "seats": people + len(bots), **settings}
        opened = await self.open(bots, True, **chosen)
        host = await self.guest(opened["code"], opened["token"])
        others = [await self.seated(opened["code"]) for _ in range(people - 1)]
        await host.ask("start", first=0)
        for guest in [host, *others]:
            await guest.view(lambda view: view["table"]["phase"] == "play")
        return [host, *others]

    def live(self, code: str) -> Live:
        return self.lobby.tables[code]

    def later(self, milliseconds: int) -> None:
        """Time goes by, and everybody notices."""
        self.clock.now += milliseconds
        for live in self.lobby.tables.values():
            live.changed()

    async def close(self) -> None:
        for guest in self.guests:
            if not guest.task.done():
                await guest.hang_up()
        await self.http.aclose()
        await self.lobby.close()


@asynccontextmanager
async def house(folder: Path, limits: Limits | None = None, origins: tuple[str, ...] = ()) -> AsyncIterator[House]:
    found = House(SQLiteStore(folder / "tables.db"), limits, origins)
    await found.lobby.open()
    try:
        yield found
    finally:
        await found.close()
