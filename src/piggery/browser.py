"""The tables of one device: the same tables and bots as on a server, in a web worker, with the people round it.

JavaScript gives two functions that keep and read the log, and one that hears the news. Everybody on the device is
here; which seat is looked at is the device's business, and a hello changes it.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial, wraps
from typing import Annotated, ParamSpec

import msgspec
from msgspec import Meta, Struct

from .answers.messages import problem, read, refusal
from .answers.questions import Questions
from .answers.reviewing import Reviewing, ReviewProgress
from .answers.summing import ReviewFound, sum_up
from .core.record import dump as dump_record
from .core.record import load
from .core.verify import Seen, verify
from .errors import PiggeryError, Refused
from .table import door, wire
from .table.decisions import Luck, Requester, decide, opening
from .table.events import Event, dump
from .table.hints import coach_request
from .table.history import games
from .table.host import Live
from .table.identity import fresh_code, key_of
from .table.ports import ALL, CLOCKS, Clocks, EntryTaken, Nobody
from .table.state import Entry, Table
from .table.turns import BotTurn
from .table.views import encode

P = ParamSpec("P")
THINK = 200.0  # milliseconds for a bot's move: everything else waits meanwhile
HELP = 400.0  # the same for a hint
Append = Callable[[str, int, int, str], Awaitable[bool]]  # code, n, time, the entries as a JSON list; no: n is taken
Read = Callable[[str], Awaitable[str]]  # the entries of a table as a JSON list of pairs: time, entry
Tell = Callable[[str, str], None]  # code, news


class Gather(Struct, frozen=True, forbid_unknown_fields=True):
    """A game on one device: its people, in turn (an empty name is made up), and its bots."""

    settings: wire.Settings
    people: Annotated[list[wire.Name], Meta(min_length=1, max_length=8)]
    bots: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=7)] = []
    first: Annotated[int, Meta(ge=0, le=7, description="who starts, where the settings say that somebody says so")] = 0
    language: wire.Language = "en"


asks: Callable[[str], wire.Incoming] = msgspec.json.Decoder(wire.Incoming).decode
questions: Callable[[str], Questions] = msgspec.json.Decoder(Questions).decode
gathering = msgspec.json.Decoder(Gather).decode
progress = msgspec.json.Decoder(ReviewProgress).decode
findings = msgspec.json.Decoder(ReviewFound).decode
sights = msgspec.json.Decoder(Seen).decode
rows = msgspec.json.Decoder(list[tuple[int, str]]).decode


def token_of(code: str, seat: int) -> str:
    """On one device a seat needs no secret."""
    return f"{code}/{seat}"


class Drawer:
    """Where the device keeps its tables."""

    def __init__(self, append: Append, read: Read) -> None:
        self._append, self._read = append, read

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        if not await self._append(code, n, at, encode([text.decode() for text in texts]).decode()):
            raise EntryTaken

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        found = rows(await self._read(code))
        return [Entry(n, at, text.encode()) for n, (at, text) in enumerate(found, 1) if n > after][:most]

    async def show(self, code: str, listing: bytes | None) -> None:
        """A device lists its tables by itself."""


class Person:
    """Somebody at the device. Only the one who is looking is told anything."""

    def __init__(self, key: str, look: Callable[["Person"], None], hear: Callable[["Person", bytes], None]) -> None:
        self.key, self._look, self._hear = key, look, hear

    def wake(self) -> None:
        self._look(self)

    def hear(self, news: bytes) -> None:
        self._hear(self, news)


def answered(method: Callable[P, Awaitable[object]]) -> Callable[P, Coroutine[object, object, str]]:
    """A method as JavaScript calls it: `[true, what came of it]` or `[false, why not]`, as JSON."""

    @wraps(method)
    async def called(*given: P.args, **named: P.kwargs) -> str:
        try:
            return encode([True, await method(*given, **named)]).decode()
        except PiggeryError as error:
            return encode([False, problem(error)]).decode()

    return called


class Device:
    def __init__(self, append: Append, read: Read, tell: Tell, clocks: Clocks = CLOCKS) -> None:
        self.drawer, self.tell = Drawer(append, read), tell
        self.luck = Luck()
        self.reviewing = Reviewing()
        self.clocks = clocks
        self.tables: dict[str, Live] = {}
        self.looking: dict[str, Person] = {}

    @answered
    async def gather(self, text: str) -> object:
        """A new game for the people round this device; its code. All of it is stored, or nothing."""
        ask, code, now = read(gathering, text), fresh_code(), self.clocks.date()
        events = _gathering(ask, code, self.luck, now)
        await self.drawer.append(code, 1, now, [dump(event) for event in events])
        await self._live(code)
        return code

    @answered
    async def record(self, code: str, number: int) -> object:
        """A finished game, as a record."""
        finished, _ = games(code, await self.drawer.read(code))
        if not 1 <= number <= len(finished):
            raise Refused("table.no_game", n=number)
        return dump_record(finished[number - 1])

    @answered
    async def answer(self, text: str) -> object:
        """The answer to a question to the rules."""
        return read(questions, text).answer()

    @answered
    async def review(self, record: str, has: str, milliseconds: int) -> object:
        """The next slice of a review, besides what the page has, for about so long."""
        return self.reviewing.look(record, read(progress, has), milliseconds)

    @answered
    async def sum_up(self, record: str, found: str, language: str, narrow: bool) -> object:
        """The sum of what was found, in words and as a picture."""
        return sum_up(record, read(findings, found), language, narrow)

    @answered
    async def verify(self, record: str, seen: str) -> object:
        """What is right about the deal of a finished game, compared with what this device saw of it."""
        return verify(load(record), read(sights, seen))

    async def ask(self, code: str, text: str) -> None:
        """Whatever a page says to a table of this device; answered by news."""
        ask: wire.Incoming | None = None
        try:
            ask = read(asks, text, {"type": "set"})
            await self._do(code, ask)
        except PiggeryError as error:
            self.tell(code, refusal(ask, error).decode())

    async def _do(self, code: str, ask: wire.Incoming) -> None:
        live = await self._live(code)
        who = self.looking.get(code)
        key = who.key if who else ""
        match ask:
            case wire.Hello():
                self._look(code, live, key_of(ask.token))
            case wire.ShowEmote():
                live.emote(live.who(key).seat, ask.emote)
            case wire.HintRequest():
                asked = coach_request(live.table, live.who(key).seat, ask.ply)
                self.tell(code, encode(asked.answer(self.luck.rng, HELP)).decode())
            case _:
                await live.ask(key, ask)
                self._seat_people(code, live)

    def leave(self, code: str) -> None:
        """Nobody looks at this table any more: bots wait, clocks stop."""
        live = self.tables.pop(code, None)
        self.looking.pop(code, None)
        if live:
            for reader in list(live.readers):
                live.leave(reader)

    def changed(self, code: str) -> None:
        """Another tab of this device has changed a table."""
        if live := self.tables.get(code):
            live.catch_up()

    async def _live(self, code: str) -> Live:
        live = self.tables.get(code)
        if not live:
            live = Live(code, self.drawer, Nobody(), self.luck, self.clocks, self._think, one_place=True)
            if not await live.load():
                raise Refused("table.none")
            self.tables[code] = live
            self._seat_people(code, live)
        return live

    async def _think(self, turn: BotTurn) -> str:
        return turn.choice(self.luck.rng, THINK)

    def _seat_people(self, code: str, live: Live) -> None:
        """Everybody who plays on this device is here."""
        here = {reader.key for reader in live.readers}
        for chair in live.table.chairs:
            if chair.key and chair.key not in here:
                live.join(Person(chair.key, partial(self._woken, code), partial(self._told, code)))

    def _look(self, code: str, live: Live, key: str) -> None:
        for who in live.readers:
            if who.key == key and isinstance(who, Person):
                self.looking[code] = who
                self._woken(code, who)

    def _woken(self, code: str, who: Person) -> None:
        if self.looking.get(code) is who and code in self.tables:
            self.tell(code, self.tables[code].view(who.key).decode())

    def _told(self, code: str, who: Person, news: bytes) -> None:
        if self.looking.get(code) is who:
            self.tell(code, news.decode())


def _gathering(ask: Gather, code: str, luck: Luck, now: int) -> list[Event]:
    """Everything that happens until the first person is to move, or until they settle who that is."""
    settings = msgspec.structs.replace(ask.settings, own_names=True, seats=len(ask.people) + len(ask.bots))
    keys = [key_of(token_of(code, seat)) for seat in range(len(ask.people))]
    table = Table(code)
    events: list[Event] = []

    def follow(found: list[Event]) -> None:
        events.extend(found)
        for event in found:
            table.apply(event, now)

    follow(opening(door.OpenTable(settings, language=ask.language, name=ask.people[0]), keys[0], luck))
    host = Requester(keys[0], 0, True)
    for seat, name in enumerate(ask.people[1:], 1):
        sit = wire.Sit(seat=seat, language=ask.language, name=name)
        follow(decide(table, Requester(keys[seat], -1, False), sit, luck, now))
    for level in ask.bots:
        follow(decide(table, host, wire.Bot(level=level), luck, now))
    follow(decide(table, host, wire.Start(first=ask.first), luck, now))
    return events
