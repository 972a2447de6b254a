"""A table at which anything happens in any order, served by two processes that hear of each other late or never.

Whatever is done: the log says it all, a refusal changes nothing, everybody sees their own hand, and nothing is stuck.
"""

import asyncio
import json
from collections.abc import Awaitable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, invariant, multiple, rule
from msgspec.structs import replace

from piggery.core.record import PERSON
from piggery.engine.kernel import generator
from piggery.errors import PiggeryError
from piggery.table import door, events, wire
from piggery.table.decisions import Luck, TableAsk, opening
from piggery.table.host import Live
from piggery.table.ports import ALL, Clocks, EntryTaken
from piggery.table.state import Entry, Table
from piggery.table.upcoming import upcoming

T = TypeVar("T")
CODE = "QXZ4BW"
SEATS = st.integers(0, 7)


class Memory:
    """A store in memory, with the same referee."""

    def __init__(self) -> None:
        self.log: list[Entry] = []

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        if n != len(self.log) + 1:
            raise EntryTaken
        self.log += [Entry(n + k, at, text) for k, text in enumerate(texts)]

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        return self.log[after : after + most]

    async def show(self, code: str, listing: bytes | None) -> None: ...


class Silent:
    """A bus on which nothing is heard, and a process that waits to be told when something is due."""

    alone = False

    async def lease(self, code: str) -> bool:
        return False

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None: ...


class Guest:
    def __init__(self, key: str, process: int) -> None:
        self.key, self.process = key, process

    def wake(self) -> None: ...

    def hear(self, news: bytes) -> None: ...


class TableMachine(RuleBasedStateMachine):
    guests = Bundle("guests")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.now = 1_000_000
        self.store = Memory()
        self.luck = Luck(below=Random(7).randrange, secret=lambda: b"pig!" * 8, rng=generator(1))
        self.everybody: list[Guest] = []
        self.dealt: dict[tuple[int, int], str] = {}  # who has held the hand of a seat in a game

    def teardown(self) -> None:
        self.loop.close()

    def run(self, work: Awaitable[T]) -> T:
        async def all_of_it() -> T:
            result = await work
            await asyncio.sleep(0)  # what was begun on the side
            return result

        return self.loop.run_until_complete(all_of_it())

    def live(self, guest: Guest) -> Live:
        return self.lives[guest.process]

    def ask(self, guest: Guest, ask: TableAsk | wire.Tap) -> bool:
        """Ask, and see that a refusal changes nothing; whether it was done."""
        live = self.live(guest)
        n, stored, view = live.table.n, len(self.store.log), live.view(guest.key)
        try:
            self.run(live.ask(guest.key, ask))
        except PiggeryError:
            assert len(self.store.log) == stored
            if live.table.n == n:
                assert live.view(guest.key) == view
            return False
        return True

    @initialize(
        game=st.sampled_from(["pig10", "truie"]), seats=st.integers(2, 4), wait=st.integers(0, 30),
        late=st.sampled_from(["ask", "bots", "next"]),
    )  # fmt: skip
    def open(self, game: str, seats: int, wait: int, late: wire.Late) -> None:
        few = {"0": 0} | {str(number): 2 for number in range(1, 11)} if game == "pig10" else {}  # soon over
        chosen = wire.Settings(game=game, seats=seats, wait=wait, pace=0, clock=20, deck=few, late=late)
        for event in opening(door.OpenTable(chosen, ["greedy"]), "host", self.luck):
            self.store.log.append(Entry(len(self.store.log) + 1, self.now, events.dump(event)))
        clocks = Clocks(lambda: self.now, lambda: self.now)
        self.lives = [Live(CODE, self.store, Silent(), self.luck, clocks, timed=False) for _ in range(2)]
        for live in self.lives:
            self.run(live.load())
        self.host = self._came("host", 0)

    def _came(self, key: str, process: int) -> Guest:
        guest = Guest(key, process)
        self.everybody.append(guest)
        self.run(self._joined(guest))
        return guest

    async def _joined(self, guest: Guest) -> None:
        self.live(guest).join(guest)

    @rule(target=guests, process=st.integers(0, 1))
    def come(self, process: int) -> Guest | MultipleResults[Guest]:
        if len(self.everybody) > 8:
            return multiple()
        return self._came(f"key {len(self.everybody)}", process)

    @rule(guest=guests, seat=st.none() | SEATS)
    def sit(self, guest: Guest, seat: int | None) -> None:
        self.ask(guest, wire.Sit(seat, "nonce"))

    @rule(guest=guests, yes=st.booleans())
    def admit(self, guest: Guest, yes: bool) -> None:
        for one in (guest, self.host):
            request = self.live(one).table.seating.request
            self.ask(one, wire.Admit(request.n if request else 0, yes))

    @rule(guest=guests)
    def hang_up(self, guest: Guest) -> None:
        async def leave() -> None:
            self.live(guest).leave(guest)

        self.run(leave())

    @rule(guest=guests, process=st.integers(0, 1))
    def come_back(self, guest: Guest, process: int) -> None:
        """To the same process or the other one."""
        self.hang_up(guest)
        guest.process = process
        self.run(self._joined(guest))

    @rule(guest=guests)
    def leave(self, guest: Guest) -> None:
        self.ask(guest, wire.Leave())

    @rule(guest=guests, pick=st.integers(0, 50))
    def play(self, guest: Guest, pick: int) -> None:
        self._play(guest, pick)

    @rule(pick=st.integers(0, 50))
    def host_plays(self, pick: int) -> None:
        self._play(self.host, pick)

    def _play(self, guest: Guest, pick: int) -> None:
        view = json.loads(self.live(guest).view(guest.key))
        if view["moves"]:
            move = view["moves"][pick % len(view["moves"])]["move"]
            done = self.ask(guest, wire.Play(view["table"]["game"]["ply"], move))
            assert done or self.live(guest).table.n > view["table"]["n"]  # refused only if something else came first
        else:
            assert not self.ask(guest, wire.Play(pick, "4=4"))

    @rule(pick=st.integers(0, 50), turns=st.integers(1, 12))
    def play_on(self, pick: int, turns: int) -> None:
        """Everybody plays in turn, people and bots."""
        for turn in range(turns):
            self._play(self.everybody[turn % len(self.everybody)], pick)
            self.time_goes_by(turn % 2, 1)
            self.news_arrive(turn % 2)

    @rule(guest=guests, ply=st.integers(-1, 9), move=st.sampled_from(["4=4", "draw", "-", "g1", ""]))
    def play_nonsense(self, guest: Guest, ply: int, move: str) -> None:
        self.ask(guest, wire.Play(ply, move))

    @rule(starter=st.sampled_from(["chance", "host", "race", "vote"]), first=st.none() | SEATS)
    def start(self, starter: wire.Starter, first: int | None) -> None:
        table = self.live(self.host).table
        if table.phase in ("gather", "over"):
            self.ask(self.host, wire.Set(replace(table.settings, starter=starter)))
        self.ask(self.host, wire.Start(first))

    @rule(guest=guests, number=st.integers(1, 10), seat=SEATS)
    def tap_or_vote(self, guest: Guest, number: int, seat: int) -> None:
        self.ask(guest, wire.Tap(number))
        self.ask(guest, wire.Vote(seat))

    @rule(level=st.sampled_from(["random", "greedy"]), seat=st.none() | SEATS)
    def bot(self, level: str, seat: int | None) -> None:
        self.ask(self.host, wire.Bot(level, seat))

    @rule(seat=SEATS)
    def remove(self, seat: int) -> None:
        self.ask(self.host, wire.Remove(seat))

    @rule(pause=st.booleans())
    def pause(self, pause: bool) -> None:
        self.ask(self.host, wire.Pause() if pause else wire.Resume())

    @rule(game=st.sampled_from(["pig10", "truie"]), seats=st.integers(2, 6))
    def change(self, game: str, seats: int) -> None:
        now = self.live(self.host).table.settings
        self.ask(self.host, wire.Set(replace(now, game=game, seats=seats, deck={})))

    @rule(guest=guests)
    def rename_and_stir(self, guest: Guest) -> None:
        self.ask(guest, wire.Rename())
        self.ask(guest, wire.Stir("more"))

    @rule(process=st.integers(0, 1), time=st.sampled_from([1, 1000, 25_000, 60_000]))
    def time_goes_by(self, process: int, time: int) -> None:
        """A process does what is due there; the other one may do the same."""
        self.now += time
        self.run(self.lives[process].go_on())

    @rule(process=st.integers(0, 1))
    def news_arrive(self, process: int) -> None:
        async def arrive() -> None:
            self.lives[process].catch_up()
            await asyncio.sleep(0)

        self.run(arrive())

    # What always holds

    @invariant()
    def the_log_says_it_all(self) -> None:
        for live in self.lives:
            again = Table(CODE)
            for entry in self.store.log[: live.table.n]:
                again.apply(events.load(entry.text), entry.at)
            assert _everything(again) == _everything(live.table)

    @invariant()
    def everybody_has_one_seat_and_sees_that_hand(self) -> None:
        for guest in self.everybody:
            live = self.live(guest)
            keys = [chair.key for chair in live.table.chairs if chair.key]
            assert len(keys) == len(set(keys))
            view = json.loads(live.view(guest.key))
            seat = view["you"]
            assert seat == live.table.seat_of(guest.key)
            if live.table.phase == "play" and seat >= 0:
                assert len(view["hand"]) == view["table"]["game"]["held"][seat]
            else:
                assert view["hand"] == []

    @invariant()
    def a_hand_that_a_person_has_held_is_nobody_elses(self) -> None:
        for live in self.lives:
            table = live.table
            for seat in table.people if table.phase == "play" else []:
                assert table.seating.held[seat] == table.chairs[seat].key
                assert self.dealt.setdefault((table.number, seat), table.chairs[seat].key) == table.chairs[seat].key

    @invariant()
    def nothing_is_stuck(self) -> None:
        """While a person is there, a game waits for somebody who is there, or for a moment that comes."""
        for live in self.lives:
            table = live.table
            here = [n for n in table.people if table.chairs[n].key in live.presence.here]
            if table.phase == "play" and here and not table.paused:
                turn = table.current.turn
                waits_for_somebody = table.chairs[turn].player == PERSON and turn in here
                assert waits_for_somebody or upcoming(table, live.since, live.presence.away, True)


def _everything(table: Table) -> tuple[object, ...]:
    chairs = [[getattr(chair, name) for name in chair.__slots__] for chair in table.chairs]
    game, seating = table.game and (table.game.record, table.game.state), vars(table.seating)
    return table.n, table.phase, table.paused, table.settings, chairs, table.seal, table.sheet, game, seating


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
