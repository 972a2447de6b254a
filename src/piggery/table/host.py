"""A table in play: it is asked, it stores, then it tells everybody who reads. The same on a server and in a browser.

What somebody asks for is decided on under the table's lock, stored under the key (table, n), and only then applied. If
another process was quicker, the key is taken: the log is read again, and the question asked again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

from ..errors import PiggeryError, Refused
from . import wire
from .contests import LAST
from .decisions import Luck, Requester, TableAsk, by_itself, decide, raced, returned
from .events import Event, dump, load
from .state import AutoAction, Entry, Table
from .turns import BotTurn, bot_turn
from .views import ViewEncoder, encode, listed

TRIES = 5
AGAIN = 1.0  # seconds until something that could not be done is tried again; twice as long each time, …
LONGEST = 60.0  # … but no longer than this
OVERDUE = 5_000  # milliseconds after which the lease is no longer waited for
THOUGHT_OF = ("bot", "clock")  # a bot moves, for itself or for somebody who was too slow
Clock = Callable[[], int]
Think = Callable[[BotTurn], Awaitable[str]]  # a bot's move, thought of wherever there is time
log = logging.getLogger("piggery.table")


class EntryTaken(Exception):
    """Another process has stored this entry of the log already."""


class Store(Protocol):
    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        """Store entries n, n + 1 …, all or none, for good; raise `EntryTaken` if n already exists."""

    async def read(self, code: str, after: int = 0) -> list[Entry]:
        """The entries of a table after number `after`."""

    async def show(self, code: str, listing: bytes | None) -> None:
        """The line of this table in the list of open ones."""


class Bus(Protocol):
    """The way to the other processes that serve the same tables."""

    async def lease(self, code: str) -> bool:
        """Whether this process does what happens by itself at this table."""

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None:
        """Presence and emotes: told, not stored."""


class Nobody:
    """There is no other process."""

    async def lease(self, code: str) -> bool:
        return True

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None: ...


class Reader(Protocol):
    key: str

    def wake(self) -> None:
        """There is a new view."""

    def hear(self, news: bytes) -> None:
        """News that is not a view."""


class Live:
    """A table in play. With `timed`, what happens by itself does so in time; without, whoever holds it says when.

    In `one_place` people pass a device round to settle who starts: nothing hurries them.
    """

    def __init__(
        self, code: str, store: Store, bus: Bus, luck: Luck, clock: Clock, think: Think | None = None, *,
        timed: bool = True, one_place: bool = False,
    ) -> None:  # fmt: skip
        self.table, self.timed, self.one_place = Table(code), timed, one_place
        self.store, self.bus, self.luck, self.clock = store, bus, luck, clock
        self.think = think or self._think_here
        self.encoder = ViewEncoder()
        self.lock = asyncio.Lock()
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, set[str]] = {}  # who is connected to which other process
        self.here: set[str] = set()
        self.away: dict[str, int] = {}
        self.taps: dict[str, tuple[int, int, int]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.task: asyncio.Task[None] | None = None
        self.public: wire.TableView | None = None
        self.upcoming: AutoAction | None = None
        self.noted = 0
        self.ended = False
        self.again = AGAIN
        self.known: dict[str, Requester] = {}
        self.shown: bytes | None = None
        self.idle_since = clock()

    # Reading

    async def load(self) -> bool:
        """Read the log; whether there is such a table."""
        async with self.lock:
            await self._read()
            self._note_presence()
            self.shown = listed(self.table)
            return self.table.n > 0

    def catch_up(self, n: int | None = None) -> None:
        """Another process says that the log has n entries by now; without n, there may be any number."""
        if n is None or self.table.n < n:
            self._spawn(self._catch_up(n))

    async def _catch_up(self, n: int | None) -> None:
        while not self.ended:
            try:
                async with self.lock:
                    if n is None or self.table.n < n:
                        await self._read()
                        self.changed()
                return
            except OSError:
                await asyncio.sleep(AGAIN)

    async def _read(self) -> None:
        """Read on. What another process stored is news now: clocks run from here, whatever its own clock said."""
        fresh = self.table.n > 0
        for entry in await self.store.read(self.table.code, self.table.n):
            self.table.apply(load(entry.text), entry.at)
            if self.table.since == entry.at and fresh:
                self.table.since = self.clock()
        self.table.since = min(self.table.since, self.clock())

    def who(self, key: str) -> Requester:
        """Who has this key: looked up once, until somebody comes, goes or changes places."""
        found = self.known.get(key) if self.noted == self.table.reseated else None
        if found is None:
            table = self.table
            seat, host = table.seat_of(key), bool(key) and key == table.host
            found = Requester(key, seat, host, acting=seat >= 0 and table.host not in self.here)
            if seat >= 0 or host:
                self.known[key] = found
        return found

    def view(self, key: str) -> bytes:
        """The view of the reader with this key; a stranger sees, where nobody may watch, only who sits there."""
        table, who = self.table, self.who(key)
        if not table.settings.watching and who.seat < 0 and not who.host:
            return self.encoder.view(table, who, self.clock(), self._printed(game=False))
        if self.public is None:
            self.public = self._printed()
        return self.encoder.view(table, who, self.clock(), self.public)

    def stranger(self) -> bytes:
        """The table as somebody sees it who only has the link."""
        return encode(self._printed(game=False))

    def _printed(self, game: bool = True) -> wire.TableView:
        return self.encoder.public(self.table, self.here, self.upcoming, game)

    # Writing

    async def ask(self, key: str, ask: TableAsk | wire.Tap) -> None:
        """Do what is asked, or raise."""
        if isinstance(ask, wire.Tap):
            await self._tap(key, ask.number)
        else:
            await self.do(lambda now: decide(self.table, self.who(key), ask, self.luck, now))

    async def do(self, decision: Callable[[int], list[Event]]) -> None:
        """Decide, store, apply, tell."""
        async with self.lock:
            for _ in range(TRIES):
                now = self.clock()
                found = decision(now)
                if not found:
                    return
                try:
                    await self.store.append(self.table.code, self.table.n + 1, now, [dump(event) for event in found])
                except asyncio.CancelledError:
                    self.catch_up()  # it may be stored: whoever is still here must hear of it
                    raise
                except EntryTaken:
                    await self._read()
                    self.changed()
                    continue
                for event in found:
                    self.table.apply(event, now)
                self.changed()
                return
            raise Refused("table.busy")

    def changed(self) -> None:
        """Wake every reader, and see what happens next by itself."""
        if self.noted != self.table.reseated:
            self._note_presence()
            self._list()
            self._welcome()
        self.public = None
        upcoming = self.table.upcoming(self.away, bool(self.readers or self.elsewhere))
        self.upcoming = None if self.one_place and self.table.phase == "starter" else upcoming
        self._plan()
        for reader in self.readers:
            reader.wake()

    def _list(self) -> None:
        shown = listed(self.table)
        if shown != self.shown:
            self.shown = shown
            self._spawn(self.store.show(self.table.code, shown))

    # Who is here

    def join(self, reader: Reader) -> None:
        self.readers.add(reader)
        self.presence_changed()

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self.idle_since = self.clock()
        self.presence_changed()
        if not self.readers:
            self.bus.release(self.table.code)

    def presence_changed(self) -> None:
        """Somebody came, went, or sat down."""
        before = self.here
        self._note_presence()
        self.changed()
        if self.here != before:
            self.bus.tell(self.table.code, "here", " ".join(sorted(self._keys())))
        self._welcome()

    def _welcome(self) -> None:
        """A stand-in gets up for somebody who is connected here."""
        for chair in self.table.chairs:
            if chair.stand_in and chair.key in self._keys():
                self._spawn(self.do(partial(self._returned, chair.key)))

    def _returned(self, key: str, now: int) -> list[Event]:
        return returned(self.table, self.table.seat_of(key))

    def heard(self, process: str, keys: set[str]) -> None:
        """Another process says who is connected to it."""
        if self.elsewhere.get(process, set()) == keys:
            return
        self.elsewhere[process] = keys
        if not keys:
            del self.elsewhere[process]
        self._note_presence()
        self.changed()

    def roll_call(self) -> None:
        """Say who is here."""
        if keys := self._keys():
            self.bus.tell(self.table.code, "here", " ".join(sorted(keys)))

    def _keys(self) -> set[str]:
        known = {self.table.host, *(chair.key for chair in self.table.chairs)} - {""}
        return {reader.key for reader in self.readers} & known

    def _note_presence(self) -> None:
        self.here = self._keys().union(*self.elsewhere.values())
        now = self.clock()
        keys = {chair.key for chair in self.table.chairs if chair.key} - self.here
        self.away = {key: self.away.get(key, now) for key in keys}
        self.noted = self.table.reseated
        self.known = {}

    def emote(self, seat: int, emote: wire.Emote) -> None:
        """An emote for everybody, here and elsewhere."""
        self.show(seat, emote)
        self.bus.tell(self.table.code, "emote", f"{seat} {emote}")

    def show(self, seat: int, emote: str) -> None:
        self._tell(wire.Emoted(seat, emote))

    def _tell(self, news: wire.News) -> None:
        encoded = encode(news)
        for reader in self.readers:
            reader.hear(encoded)

    def end(self) -> None:
        """The table was deleted."""
        self.ended = True
        self._plan()
        self._tell(wire.Gone())

    # What happens by itself

    def _plan(self, least: float = 0) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if self.upcoming and self.timed and self.readers and not self.ended:
            delay = max(least, (self.upcoming.at - self.clock()) / 1000)
            self.timer = asyncio.get_running_loop().call_later(delay, self._fire)

    def _fire(self) -> None:
        self.timer = None
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._by_itself())

    async def _by_itself(self) -> None:
        """Whoever holds the lease does it; if it is long overdue, anybody: the key lets it happen only once."""
        least = AGAIN
        try:
            mine = await self.bus.lease(self.table.code)
            if not self.readers:
                self.bus.release(self.table.code)
            elif mine or (self.upcoming and self.clock() - self.upcoming.at > OVERDUE):
                await self.go_on()
                least, self.again = 0, AGAIN
        except Exception:
            log.exception("table %s could not go on by itself", self.table.code)
            least, self.again = self.again, min(LONGEST, 2 * self.again)
        self.task = None
        if not self.timer:
            self._plan(least)

    async def go_on(self) -> None:
        """Do what is due. A bot thinks before the table is locked: what it saw may be over by then."""
        action, turn, move = self.upcoming, None, ""
        if action and action.kind in THOUGHT_OF and action.at <= self.clock():
            turn = bot_turn(self.table, action)
            move = await self.think(turn)
        await self.do(partial(self._decided, turn, move))

    def _decided(self, turn: BotTurn | None, move: str, now: int) -> list[Event]:
        action = self.upcoming
        if action is None or action.at > now or (action.kind in THOUGHT_OF) != (turn is not None):
            return []
        if turn and (turn.ply != self.table.ply or turn.view.turn != action.seat):
            return []
        return by_itself(self.table, action, self.luck, now, move)

    async def _think_here(self, turn: BotTurn) -> str:
        return turn.choice(self.luck.rng)

    async def _tap(self, key: str, number: int) -> None:
        """The race is timed from the first tap to the tenth, so that a slow line is no handicap. A 1 starts it again:
        whoever had to load the page goes back to the start, and is timed from there."""
        seat, now, race = self.who(key).seat, self.clock(), self.table.since
        if seat < 0:
            raise Refused("table.not_seated")
        if self.table.phase != "starter" or self.table.choosing != "race":
            raise Refused("table.not_choosing")
        began, last, start = self.taps.get(key, (race, 0, now))
        if began != race or number == 1:
            last, start = 0, now
        self.taps[key] = (race, number, start)
        if number != last + 1:
            await self.do(lambda at: raced(self.table, self.who(key).seat, -1, self.luck, at))
        elif number == LAST:
            await self.do(lambda at: raced(self.table, self.who(key).seat, max(1, now - start), self.luck, at))

    def _spawn(self, work: Awaitable[None]) -> None:
        """Do something without being waited for."""
        task = asyncio.ensure_future(_quietly(work))
        _RUNNING.add(task)
        task.add_done_callback(_RUNNING.discard)


_RUNNING: set["asyncio.Future[None]"] = set()


async def _quietly(work: Awaitable[None]) -> None:
    try:
        await work
    except PiggeryError:
        pass
    except Exception:
        log.exception("a background task failed")
