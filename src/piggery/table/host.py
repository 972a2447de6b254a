"""A table in play: it is asked, it stores, then it tells everybody who reads. The same on a server and in a browser.

What somebody asks for is decided on under the table's lock, stored under the key (table, n), and only then applied. If
another process was quicker, the key is taken: the log is read again, and the question asked again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial

from ..errors import Refused
from . import wire
from .alarm import Alarm
from .beside import Beside
from .buckets import Allowance
from .clockwork import Clockwork
from .contests import Taps
from .decisions import Luck, Requester, TableAsk, by_itself, check_racing, decide, raced, requester, returned
from .events import Event, Returned, dump, load
from .following import ENDLESS, Following
from .late import withdrawn
from .listing import Listed
from .loosely import loosely
from .ports import Bus, Clocks, LogLost, OutcomeUnknown, Reader, Store
from .presence import Presence
from .reading import PAGE, beyond, in_slices, next_page, read_all
from .returning import Returning
from .state import Entry, Table
from .storing import store_once
from .turns import BotTurn, bot_turn, thought_here
from .upcoming import AutoAction, upcoming
from .views import ViewEncoder, encode, listed
from .waking import Waking

TRIES = 5
THOUGHT_OF = ("bot", "clock")  # a bot moves, for itself or for somebody who was too slow
Turn = AbstractAsyncContextManager[object]
AT_ONCE = nullcontext()
Think = Callable[[BotTurn], Awaitable[str]]  # a bot's move, thought of wherever there is time
log = logging.getLogger("piggery.table")


class Live:
    """A table in play. With `timed`, what happens by itself does so in time; without, whoever holds it says when.

    In `one_place` people pass a device round to settle who starts: nothing hurries them.
    """

    def __init__(
        self, code: str, store: Store, bus: Bus, luck: Luck, clocks: Clocks, think: Think | None = None, *,
        timed: bool = True, one_place: bool = False,
    ) -> None:  # fmt: skip
        self.table, self.timed, self.one_place = Table(code), timed, one_place
        self.store, self.bus, self.luck, self.clocks = store, bus, luck, clocks
        self.think = think or partial(thought_here, luck.rng)
        self.encoder = ViewEncoder()
        self.lock = asyncio.Lock()
        self.readers: dict[Reader, None] = {}  # in the order in which they came
        self.waking = Waking(self.readers.keys(), timed and not one_place)
        self.presence = Presence(clocks.steady)
        self.own: set[str] = set()  # who belongs to the table and is connected to this process
        self.taps = Taps()
        self.emoted: dict[int, int] = {}  # when each seat did last
        self.allowance = Allowance(lambda: clocks.steady() / 1000)
        self.clockwork = Clockwork(code, bus, clocks.steady, loosely(self.go_on), loosely(self.catch_up))
        self.grace = Alarm(loosely(self._host_awaited))
        self.beside = Beside()
        self.public: wire.TableView | None = None
        self.upcoming: AutoAction | None = None
        self.began = self.since = self.at = (
            0  # what is waited for runs from this entry, seen then; when the last was stored
        )
        self.following = Following(loosely(self._length), loosely(self._caught_up), self.beside.do)
        self.ended = self.left_to_others = False
        self.unsure, self.noted = False, 0  # whether something may be stored that is not known here
        self.known: dict[str, Requester] = {}
        self.returning = Returning(loosely(self._stood_in), loosely(self._return), self.beside.do)
        self.listed = Listed(partial(store.show, code), self.beside.do)
        self.idle_since = clocks.steady()

    # Reading

    async def load(self, first: Turn = AT_ONCE, others: Turn = AT_ONCE, served: bool = False) -> bool:
        """Read the log; its first page is applied in one turn, each of the others in another. Whether there is such a
        table. What was stored long ago is not waited for as long again, unless another process serves the table: that
        one has waited, and need not have the same date."""
        async with self.lock:
            more, turn = True, first
            while more:
                page = await next_page(self.store, self.table)
                async with turn:
                    more = await self._applied(page)
                turn = others
            if not served:
                self.since -= max(0, self.clocks.date() - self.table.since)
            self._note()
            if self.table.n:
                self.listed.say(listed(self.table), unsure=True)
            return self.table.n > 0

    async def knows(self, key: str) -> bool:
        """Whether somebody with this key belongs here. Before it is denied, what others may have stored is read."""
        if key and not self.table.knows(key):
            await self.up_to_date()
        return self.table.knows(key)

    async def up_to_date(self) -> None:
        """See what others may have stored by now."""
        if self.unsure or not self.bus.alone:
            await self.following.up_to_date()

    def catch_up(self, n: int = ENDLESS) -> None:
        """Another process says that the log has n entries by now; or, without n, there may be any number."""
        self.following.said(n)

    def _length(self) -> int:
        return self.table.n

    async def _caught_up(self, goal: int) -> None:
        async with self.lock:
            if self.table.n < goal:
                await self._read_on()

    async def _read_on(self) -> None:
        """See what is stored beyond what is known here. What was read counts, even where the reading is cut off."""
        before = self.table.n
        try:
            while await self._applied(await next_page(self.store, self.table)):
                pass
        except LogLost:
            await self._read_again()
        finally:
            if self.table.n > before:
                self.changed()

    async def _read_again(self) -> None:
        """The store was put back to an earlier time: what it has is what happened."""
        log.warning("the store has lost entries of table %s", self.table.code)
        self.unsure = True
        self.table, self.at = await read_all(self.store, self.table.code)
        self.encoder, self.noted, self.since, self.unsure = ViewEncoder(), -1, self.clocks.steady(), False
        if not self.table.n:
            self.end()
            raise Refused("table.none")
        self.changed()

    async def _applied(self, page: list[Entry]) -> bool:
        """Apply what was read; whether there may be more."""
        more = beyond(page, self.table.n, self.at)
        await in_slices(more, lambda entry: self._apply(load(entry.text), entry.at))
        self.unsure &= len(more) == PAGE
        return len(more) == PAGE

    def _apply(self, event: Event, at: int) -> None:
        """One more entry. What follows from it in time runs from now, whatever the clock said that it was stored by."""
        self.table.apply(event, at)
        self.at, self.public = at, None
        if self.began != self.table.began:
            self.began, self.since = self.table.began, self.clocks.steady()
        if isinstance(event, Returned):
            self.presence.waited_anew(self.table.chairs[event.seat].key)

    def who(self, key: str) -> Requester:
        """Who has this key: looked up once, until somebody comes, goes or changes places."""
        found = self.known.get(key) if self.noted == self.table.reseated else None
        if found is None:
            found = requester(self.table, key, self.left_to_others)
            if found.seat >= 0 or found.host:
                self.known[key] = found
        return found

    def view(self, key: str) -> bytes:
        """The view of the reader with this key; a stranger sees, where nobody may watch, only who sits there."""
        table, who, now = self.table, self.who(key), self.clocks.steady()
        if not table.settings.watching and who.seat < 0 and not who.host:
            return self.encoder.view(table, who, now, self._printed(game=False))
        if self.public is None:
            self.public = self._printed()
        return self.encoder.view(table, who, now, self.public)

    def stranger(self) -> bytes:
        """The table as somebody sees it who only has the link."""
        return encode(self._printed(game=False))

    def _printed(self, game: bool = True) -> wire.TableView:
        return self.encoder.public(self.table, self.presence.here, self.upcoming, game)

    # Writing

    async def ask(self, key: str, ask: TableAsk | wire.Tap) -> None:
        """Do what is asked, or raise."""
        if isinstance(ask, wire.Tap):
            await self._tap(key, ask.number)
            return
        counts = not (self.one_place or isinstance(ask, wire.Play | wire.Back))
        allow = partial(self.allowance.use, key, self.table.knows(key)) if counts else None
        await self.do(lambda now: decide(self.table, self.who(key), ask, self.luck, now), allow)

    async def do(self, decision: Callable[[int], list[Event]], allow: Callable[[], None] | None = None) -> None:
        """Decide, store, apply, tell. Whether it is allowed at all is asked once, however often others are quicker."""
        async with self.lock:
            if self.ended:
                raise Refused("table.none")
            await self._made_sure()
            for number in range(TRIES):
                now = self.clocks.date()
                found = decision(now)
                if not found:
                    return
                if number == 0 and allow:
                    allow()
                if await self._stored(found, now):
                    for event in found:
                        self._apply(event, now)
                    self.changed()
                    return
                await self._read_on()
            raise Refused("table.busy")

    async def _stored(self, found: list[Event], now: int) -> bool:
        texts = [dump(event) for event in found]
        try:
            return await store_once(self.store, self.table.code, self.table.n + 1, now, texts)
        except asyncio.CancelledError:
            self.unsure = True
            self.beside.do(partial(self._settle, self.table.n + 1, now, texts))
            raise
        except OutcomeUnknown as error:
            self.unsure = True
            self.catch_up()
            raise Refused("table.unknown") from error
        except LogLost as error:
            await self._read_again()
            raise Refused("table.unknown") from error

    async def _settle(self, n: int, at: int, texts: list[bytes]) -> None:
        """Whoever asked is gone, and it may be stored, now or soon: those who are still here must hear of it."""
        async with self.lock:
            with suppress(OSError, LogLost):
                await store_once(self.store, self.table.code, n, at, texts)
        self.catch_up()

    async def _made_sure(self) -> None:
        """Where something may be stored that is not known here, nothing is decided before the log was read."""
        if self.unsure:
            try:
                await self._read_on()
            except OSError as error:
                raise Refused("table.unknown") from error

    def changed(self) -> None:
        """Something has happened: see what happens next by itself, and wake every reader."""
        if self.noted != self.table.reseated:
            self._note()
            self.listed.say(listed(self.table))
        self.returning.look()
        if self.left_to_others != self.presence.left_to_others(self.table):
            self.left_to_others, self.known = not self.left_to_others, {}
        self.public = None
        self._look_ahead()
        self.waking.wake()

    def _look_ahead(self) -> None:
        watched = bool(self.readers or self.presence.elsewhere)
        coming = upcoming(self.table, self.since, self.presence.away, watched)
        self.upcoming = None if self.one_place and self.table.phase == "starter" else coming
        self._plan()

    # Who is here

    def join(self, reader: Reader) -> None:
        """Somebody came. Whoever loads a page again wants to see what is stored, though nobody may have told of it."""
        if not self.bus.alone:
            self.catch_up()
        self.readers[reader] = None
        self.show_now(reader)

    def show_now(self, reader: Reader) -> None:
        """Somebody came, or sees with other eyes: the others may wait a little, and may not have to be told at all."""
        if not self.presence_changed() or self.waking.later:
            reader.wake()

    def leave(self, reader: Reader) -> None:
        self.readers.pop(reader, None)
        self._give_up(reader.key)
        self.idle_since = self.clocks.steady()
        self.presence_changed()
        if not self.readers:
            self.bus.release(self.table.code)

    def _give_up(self, key: str) -> None:
        if self._asked_no_more(key):
            self.beside.do(partial(self.do, lambda now: self._asked_no_more(key)))

    def _asked_no_more(self, key: str) -> list[Event]:
        """Whoever asks to come in does not any more once they are connected nowhere."""
        here = any(other.key == key for other in self.readers) or self.presence.is_elsewhere(key)
        return [] if here else withdrawn(self.table, key)

    def presence_changed(self) -> bool:
        """Somebody came, went, or sat down. All hear of it only if it is somebody who plays; whether it was."""
        if news := self._note():
            self.changed()
        else:
            self._look_ahead()
        self.returning.look()
        return news

    def _stood_in(self) -> set[str]:
        """Those who are connected here, and are played for."""
        chairs = () if self.ended else self.table.chairs
        return {chair.key for chair in chairs if chair.stand_in and chair.key in self.own}

    async def _return(self, key: str) -> None:
        await self.do(lambda now: returned(self.table, key, now))

    def heard(self, process: str, keys: set[str]) -> None:
        """Another process says who is connected to it."""
        if self.presence.say(process, keys) and self._note():
            self.changed()

    def lost(self, process: str) -> None:
        """Another process is gone, with everybody who was there, and may have stored what was not heard of."""
        if process in self.presence.elsewhere:
            self.catch_up()
        self.heard(process, set())
        if request := self.table.seating.request:
            self._give_up(request.key)

    def _note(self) -> bool:
        """See who is here, and tell other processes who is here at this one; whether it is news."""
        table = self.table
        connected, before = {reader.key for reader in self.readers}, self.own
        self.own = connected & table.keys
        if self.own != before:
            self.bus.tell(table.code, "here", " ".join(sorted(self.own)))
        self.noted, self.known = table.reseated, {}
        found = self.presence.note(table, connected)
        self._await_host()
        return found

    def _await_host(self) -> None:
        """When the host has been away for long enough, somebody else may start."""
        self.grace.off()
        left = self.presence.grace(self.table)
        if self.timed and left > 0 and self.readers:
            self.grace.set(left / 1000)

    def _host_awaited(self, slept: bool) -> None:
        self._await_host()  # again, where the alarm was a little early
        self.changed()

    def emote(self, seat: int, emote: wire.Emote) -> None:
        """An emote for everybody, here and elsewhere."""
        self.show(seat, emote)
        self.bus.tell(self.table.code, "emote", f"{seat} {emote}")

    def show(self, seat: int, emote: str) -> None:
        self._tell(wire.Emoted(seat, emote))

    def _tell(self, news: wire.News) -> None:
        encoded = encode(news)
        self.waking.all_of_them(lambda reader: reader.hear(encoded))

    def end(self) -> None:
        """The table was deleted."""
        self.ended = self.following.over = self.listed.over = True
        self._plan()
        self._tell(wire.Gone())

    # What happens by itself

    def _plan(self) -> None:
        going = self.upcoming and self.timed and self.readers and not self.ended
        self.clockwork.set(self.upcoming.at if self.upcoming and going else None)

    async def go_on(self) -> None:
        """Do what is due. A bot thinks before the table is locked: what it saw may be over by then."""
        action, turn, move = self.upcoming, None, ""
        if action and action.kind in THOUGHT_OF and action.at <= self.clocks.steady():
            turn = bot_turn(self.table, action)
            move = await self.think(turn)
        await self.do(partial(self._decided, turn, move))

    def _decided(self, turn: BotTurn | None, move: str, now: int) -> list[Event]:
        action = self.upcoming
        if action is None or action.at > self.clocks.steady() or (action.kind in THOUGHT_OF) != (turn is not None):
            return []
        if turn and (turn.ply != self.table.ply or turn.view.turn != action.seat):
            return []
        return by_itself(self.table, action, self.luck, now, move)

    async def _tap(self, key: str, number: int) -> None:
        check_racing(self.table, self.who(key))
        if took := self.taps.tap(key, self.table.began, number, self.clocks.steady()):
            await self.do(lambda at: raced(self.table, self.who(key), took, at))
