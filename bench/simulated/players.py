"""The people of a history: they play when it is their turn, lose their line, come back somewhere else, and watch."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from starlette.types import Message

from piggery.server.metrics import Counts
from piggery.server.sockets import Connection, Transport
from piggery.table import wire
from piggery.table.identity import key_of

from .checks import Violation

if TYPE_CHECKING:
    from .world import Process, World

LATENCY = (0.001, 0.05)
UNKNOWN, STALE = "table.unknown", "table.stale"
PAUSES = (0.02, 0.6, 2.0)  # seconds before somebody acts
RELOADED = 0.3  # how often somebody loads the page again who has just sat down
ABSENT = 100.0  # seconds for which somebody does nothing
IMPATIENT = 12.0  # seconds without an answer after which somebody tries another line
decode: Callable[[bytes], wire.Outgoing] = msgspec.json.Decoder(wire.Outgoing).decode
encode = msgspec.json.Encoder().encode


class Asked(NamedTuple):
    """A move that was asked for: from which seat, after how many stored entries, at which ply."""

    seat: int
    n: int
    ply: int
    move: str


class Line:
    """One connection of a player to a process."""

    def __init__(self, world: "World", player: "Player", process: "Process") -> None:
        self.world, self.player, self.process = world, player, process
        self.asked: asyncio.Queue[Message] = asyncio.Queue()
        self.open, self.joined, self.n = True, False, 0
        self.stranger: bool | None = None  # whether nobody knew this player when the hello arrived
        self.there = self.back = world.now  # when the last text arrives, in each direction
        process.loop.begin(self._serve())

    async def _serve(self) -> None:
        connection = Connection(self.process.lobby, Counts(), self._send, True, Transport(quick=self._told))
        await connection.listen(self.asked.get)

    async def _send(self, message: object) -> None:
        raise AssertionError("a simulated line takes everything at once")

    def _told(self, text: bytes) -> bool:
        """The process tells something: it must be true, whether or not it arrives."""
        if self.process.weather.dead:
            return True
        news = decode(text)
        if isinstance(news, wire.Seated | wire.Waiting):
            self.stranger = False
        if isinstance(news, wire.View):
            with self.world.looking():
                self._check(news)
        self.back = max(self.back, self.world.now + self.world.rng.uniform(*LATENCY))
        self.world.at(self.back, partial(self._hear, news))
        return True

    def _check(self, view: wire.View) -> None:
        player = self.player
        if view.you >= 0:
            self.stranger = False
        player.ledger.check("" if self.stranger else player.key, view)
        if view.table.n < self.n:
            raise Violation(f"a view of {view.table.n} entries after one of {self.n}")
        self.n, self.joined = view.table.n, True

    def _hear(self, news: wire.Outgoing) -> None:
        if self.open:
            self.player.hear(news)

    def ask(self, ask: wire.Incoming) -> None:
        message: Message = {"type": "websocket.receive", "text": encode(ask).decode()}
        self.there = max(self.there, self.world.now + self.world.rng.uniform(*LATENCY))
        self.world.at(self.there, partial(self._arrive, message))

    def _arrive(self, message: Message) -> None:
        if self.stranger is None:
            self.stranger = not self.player.ledger.table.knows(self.player.key)
        if not self.process.weather.dead:
            self.process.loop.call_soon(self.asked.put_nowait, message)

    def cut(self, noticed: float) -> None:
        """The line breaks; the process notices a little later."""
        self.open = False
        self.world.at(self.world.now + noticed, partial(self._arrive, {"type": "websocket.disconnect"}))


class Player:
    """Somebody with a seat, or who only watches."""

    def __init__(self, world: "World", code: str, token: str) -> None:
        self.world, self.code, self.token = world, code, token
        self.key, self.ledger = key_of(token), world.ledgers[code]
        self.line: Line | None = None
        self.view: wire.View | None = None
        self.asked: dict[int, Asked] = {}
        self.heard = self.since = 0.0  # when something came last; when this line was made
        self.waiting = self.playing = False
        self.doubted = -1  # a ply of which nobody could say whether it was stored
        self.acting = True
        self.restless = world.rng.choice((0.0, 0.0, 0.02))  # how often this player leaves, or removes somebody
        self.undecided = world.rng.choice((0.1, 0.1, 0.6))  # how often a move is taken back
        self.absent = world.rng.choice((0.0, 0.0, 0.02))  # how often this player hangs up, or looks elsewhere
        self.lost_at = world.now
        self.idle = 0.0  # until when this player does nothing

    @property
    def seat(self) -> int:
        return self.ledger.people().get(self.key, -1)

    @property
    def there(self) -> bool:
        """Whether some process knows that this player is here."""
        return bool(self.line and self.line.open and self.line.joined)

    def connect(self) -> None:
        """Say hello to some process that lives."""
        world = self.world
        there = [process for process in world.processes if process.open]
        if self.line and self.line.open:
            return
        if not there:
            world.at(world.now + 0.5, self.connect)
            return
        self.line, self.view = Line(world, self, world.rng.choice(there)), None
        self.line.ask(wire.Hello(table=self.code, token=self.token))
        self.since = self.heard = world.now
        self._expect()

    def _expect(self) -> None:
        """Something must be heard, or another line is tried."""
        if not self.waiting:
            self.waiting = True
            self.world.at(self.world.now + IMPATIENT, self._lost_patience)

    def _lost_patience(self) -> None:
        self.waiting = False
        if self.line and self.line.open and self.heard <= self.world.now - IMPATIENT:
            self.lose(0.0)

    def lose(self, length: float, noticed: float | None = None) -> None:
        """The line is gone for so long; the process notices after a while, or after so many seconds."""
        self.lost_at = self.world.now
        if self.line:
            self.line.cut(self.world.rng.choice((0.0, 0.1, 20.0)) if noticed is None else noticed)
        self.world.at(self.world.now + max(0.05, length), self.connect)

    def hear(self, news: wire.Outgoing) -> None:
        self.heard = self.world.now
        if isinstance(news, wire.Refusal):
            self._refused(news)
        if isinstance(news, wire.Seated) and self.world.rng.random() < RELOADED:
            self.lose(0.0)
            return
        if isinstance(news, wire.View):
            self.view = news
            self.asked = {n: asked for n, asked in self.asked.items() if not self.ledger.made(*asked, news.table.n)}
        if not self.playing and self.view and self.acting:
            self.playing = True
            self.world.at(self.world.now + self.world.rng.choice(PAUSES), self._act)

    def _refused(self, refusal: wire.Refusal) -> None:
        if refusal.ask == "hello":
            self.lose(1.0)
        asked = self.asked.pop(refusal.id, None)
        if asked and refusal.code == UNKNOWN:
            self.doubted = asked.ply
        if not asked or refusal.code == UNKNOWN or any(other.ply == asked.ply for other in self.asked.values()):
            return
        if refusal.code != STALE or self.doubted != asked.ply:  # whoever plays again may be told that it was stored
            with self.world.looking():
                self.ledger.honest(*asked, refusal)

    def _act(self, rested: bool = False) -> None:
        self.playing = False
        line, view = self.line, self.view
        if not line or not line.open or not view or not self.acting:
            return
        if not rested and self.world.rng.random() < self.absent:
            self._look_elsewhere()
            return
        if ask := self._wish(view):
            line.ask(ask)
            self._expect()

    def _look_elsewhere(self) -> None:
        """Somebody hangs up for longer than others wait, or stays and does nothing."""
        rng = self.world.rng
        if rng.random() < 0.5:
            self.lose(rng.uniform(0.0, ABSENT))
        else:
            self.playing, self.idle = True, self.world.now + rng.uniform(0.0, ABSENT)
            self.world.at(self.idle, partial(self._act, rested=True))

    def _wish(self, view: wire.View) -> wire.Incoming | None:
        """What this player wants to do now."""
        rng, table = self.world.rng, view.table
        if table.request and view.you >= 0:
            return wire.Admit(table.request.n, yes=rng.random() < 0.7)
        if self.token and view.you < 0 and view.way_in in ("ask", "sit") and not view.asking:
            return wire.Sit(token=self.token)
        if view.you >= 0 and rng.random() < self.restless:
            return wire.Remove(rng.randrange(len(table.chairs))) if view.host and rng.random() < 0.5 else wire.Leave()
        if table.phase == "starter" and view.you >= 0:
            return self._choose(view)
        if table.phase != "play":
            return wire.Start() if view.may_start else None
        if table.paused:
            return wire.Resume() if view.may_start else None
        if view.you >= 0 and rng.random() < 0.02:
            return rng.choice((wire.Rename(), wire.Pause(), wire.ShowEmote("oink")))
        if view.back and table.game and rng.random() < self.undecided:
            return wire.Back(table.game.ply)
        if not view.moves or not table.game:
            return None
        move = rng.choice(view.moves).move
        self.world.number += 1
        self.asked[self.world.number] = Asked(view.you, self.ledger.table.n, table.game.ply, move)
        return wire.Play(table.game.ply, move, id=self.world.number)

    def _choose(self, view: wire.View) -> wire.Incoming | None:
        """This player's part in settling who starts."""
        chairs, rng = view.table.chairs, self.world.rng
        if view.table.choosing == "vote":
            return wire.Vote(rng.randrange(len(chairs))) if view.vote < 0 else None
        if chairs[view.you].race or not self.line:
            return None
        for number in range(1, 10):
            self.line.ask(wire.Tap(number))
        return wire.Tap(rng.choice((10, 10, 10, 7)))
