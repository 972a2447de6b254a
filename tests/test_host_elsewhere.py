"""A host connected to another process, who goes away and comes back: who may start a game, and from when on."""

import asyncio
import json
from collections.abc import Sequence
from functools import partial

import pytest

from patience import until
from piggery.errors import BadOption, Refused
from piggery.table import returning, wire
from piggery.table.buckets import BESIDES
from piggery.table.events import Replaced
from piggery.table.host import Live
from piggery.table.ports import ALL
from piggery.table.presence import HOST_GRACE
from piggery.table.reading import SLICE
from piggery.table.state import Entry
from test_proofs import World
from test_table_machine import Guest as Reader


class Hearing:
    """A bus to one other process, on which everything is heard at once."""

    alone = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.other: Live | None = None

    async def lease(self, code: str) -> bool:
        return False

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None:
        if self.other and kind == "here":
            self.other.heard(self.name, set(text.split()))


async def apart() -> tuple[World, Reader]:
    """The host at process 1, Ben in a seat at process 0; each hears who is at the other."""
    world = await World(seats=3).loaded()
    here, there = world.lives
    buses = Hearing("here"), Hearing("there")
    here.bus, there.bus = buses
    buses[0].other, buses[1].other = there, here
    host = Reader("host", 1)
    there.join(host)
    here.join(Reader("ben", 0))
    await here.ask("ben", wire.Sit())
    here.presence_changed()
    there.catch_up()
    await until(lambda: there.table.n == here.table.n)
    return world, host


def may_start(live: Live, key: str = "ben") -> bool:
    live.changed()  # what the timer of the grace does
    return bool(json.loads(live.view(key))["may_start"])


async def test_a_host_at_another_process_is_here() -> None:
    world, _ = await apart()
    world.steady += 2 * HOST_GRACE
    assert not may_start(world.lives[0])
    with pytest.raises(Refused):
        await world.lives[0].ask("ben", wire.Start())


async def test_a_host_who_left_another_process_is_waited_for_before_others_may_start() -> None:
    world, host = await apart()
    here, there = world.lives
    there.leave(host)
    for milliseconds, acting in ((HOST_GRACE - 1, False), (1, True)):
        world.steady += milliseconds
        assert may_start(here) == acting
    await here.ask("ben", wire.Start())
    assert here.table.phase == "play"


@pytest.mark.parametrize("process", [0, 1])
async def test_a_host_who_is_back_is_the_only_host_at_once_and_waited_for_anew(process: int) -> None:
    world, host = await apart()
    here, there = world.lives
    there.leave(host)
    world.steady += HOST_GRACE
    assert may_start(here)
    world.lives[process].join(host)
    assert not json.loads(here.view("ben"))["may_start"]
    with pytest.raises(Refused):
        await here.ask("ben", wire.Start())
    assert may_start(world.lives[process], "host")
    world.lives[process].leave(host)
    world.steady += HOST_GRACE - 1
    assert not may_start(here)
    world.steady += 1
    assert may_start(here)


async def test_a_process_that_is_gone_takes_the_host_with_it_and_the_grace_begins() -> None:
    world, _ = await apart()
    here = world.lives[0]
    world.steady += HOST_GRACE
    here.heard("there", set())  # nothing was heard of it for too long
    assert not may_start(here)
    world.steady += HOST_GRACE
    assert may_start(here)
    here.heard("there", {"host"})
    assert not may_start(here)


async def test_whoever_asks_to_come_in_and_is_still_connected_elsewhere_goes_on_asking() -> None:
    world, _ = await apart()
    here, there = world.lives
    await there.ask("host", wire.Start(0))
    here.catch_up()
    lines = Reader("late", 0), Reader("late", 1)
    here.join(lines[0])
    there.join(lines[1])
    await here.ask("late", wire.Sit())
    here.presence_changed()
    there.catch_up()
    await until(lambda: there.table.n == here.table.n)
    there.presence_changed()
    here.leave(lines[0])
    await settled(here)
    assert here.table.seating.request
    there.leave(lines[1])
    await settled(there)
    assert not there.table.seating.request


async def test_whoever_asks_to_come_in_does_not_any_more_when_the_process_they_were_connected_to_is_gone() -> None:
    world, _ = await apart()
    here, there = world.lives
    await there.ask("host", wire.Start(0))
    there.join(Reader("late", 1))
    await there.ask("late", wire.Sit())
    there.presence_changed()
    here.catch_up()
    await until(lambda: here.table.n == there.table.n)
    here.heard("elsewhere", {"ben"})
    here.lost("elsewhere")
    await settled(here)
    assert here.table.seating.request
    here.lost("there")
    await settled(here)
    assert not here.table.seating.request


async def settled(live: Live) -> None:
    """Everything is done that nobody waits for."""
    await until(lambda: not live.beside.tasks)


async def test_a_quicker_neighbour_does_not_make_one_ask_count_twice() -> None:
    world, _ = await apart()
    here, there = world.lives
    before, times = there.table.n, BESIDES[1] - 4
    for _ in range(times):
        await there.ask("host", wire.Rename())
        await here.ask("ben", wire.Rename())
    assert here.table.n == before + 2 * times


async def test_what_was_read_is_shown_though_whoever_asked_is_cut_off_meanwhile() -> None:
    world, _ = await apart()
    here, there = world.lives
    woken = asyncio.Event()
    reader = Reader("", 0)
    reader.wake = woken.set  # type: ignore[method-assign]
    here.join(reader)
    await until(lambda: here.waking.later is None)
    woken.clear()
    for _ in range(2 * SLICE):
        await there.ask("host", wire.Rename())
    before = here.table.n
    asking = asyncio.create_task(here.ask("ben", wire.Rename()))
    await until(lambda: here.table.n > before)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert before < here.table.n < there.table.n
    await asyncio.wait_for(woken.wait(), 5)


async def test_a_stand_in_that_could_not_get_up_does_so_as_soon_as_anything_happens() -> None:
    world, _ = await apart()
    here, store = world.lives[0], world.store
    await world.lives[1].ask("host", wire.Start(0))
    here.catch_up()
    await settled(here)
    append = store.append

    async def failing(code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        if b'"returned"' in texts[0]:
            raise OSError("disk full")
        await append(code, n, at, texts)

    store.append = failing  # type: ignore[method-assign]
    await here.do(lambda now: [Replaced(here.who("ben").seat, "greedy")])
    await settled(here)
    assert here.table.chairs[here.who("ben").seat].stand_in
    store.append = append  # type: ignore[method-assign]
    await here.ask("ben", wire.Rename())
    await settled(here)
    assert not here.table.chairs[here.who("ben").seat].stand_in


async def test_a_stand_in_that_could_not_get_up_does_so_a_little_later_though_nothing_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, _ = await apart()
    here, store = world.lives[0], world.store
    await world.lives[1].ask("host", wire.Start(0))
    here.catch_up()
    await settled(here)
    append, tries = store.append, 0
    monkeypatch.setattr(returning, "AGAIN", 0.01)

    async def failing(code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        nonlocal tries
        tries += b'"returned"' in texts[0]
        if tries in (1, 2):
            raise OSError("disk full")
        await append(code, n, at, texts)

    store.append = failing  # type: ignore[method-assign]
    seat = here.who("ben").seat
    await here.do(lambda now: [Replaced(seat, "greedy")])
    assert here.table.chairs[seat].stand_in
    await until(lambda: not here.table.chairs[seat].stand_in)
    assert tries == 3


async def test_a_process_that_is_behind_reads_on_before_it_denies_that_somebody_sits_there() -> None:
    world = await World(seats=3).loaded()
    here, there = world.lives
    await there.ask("ben", wire.Sit())
    assert not here.table.knows("ben")
    assert await here.knows("ben")
    assert not await here.knows("eve")


@pytest.mark.parametrize("then", ["somebody comes", "the process is gone"])
async def test_what_nobody_has_told_of_is_read_when(then: str) -> None:
    world, _ = await apart()
    here, there = world.lives
    await there.ask("host", wire.Rename())
    assert here.table.n < there.table.n
    if then == "somebody comes":
        here.join(Reader("", 0))
    else:
        here.lost("there")
    await until(lambda: here.table.n == there.table.n)


async def test_all_who_are_not_known_at_once_share_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of thirty comes to a table of which this process knows less than is stored."""
    world = await World(seats=3).loaded()
    here, there = world.lives
    await there.ask("ben", wire.Sit())
    read, readings = here.store.read, 0

    async def counted(code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        nonlocal readings
        readings += 1
        await asyncio.sleep(0)
        return await read(code, after, most)

    monkeypatch.setattr(here.store, "read", counted)
    found = await asyncio.gather(*(here.knows(key) for key in ["ben", *(f"guest {n}" for n in range(30))]))
    assert found == [True] + [False] * 30
    assert readings <= 2


async def test_what_others_wait_for_is_read_though_whoever_wanted_it_first_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await World(seats=3).loaded()
    here, there = world.lives
    await there.ask("ben", wire.Sit())
    first, second = (asyncio.create_task(here.knows("ben")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second


async def test_an_alarm_for_the_host_that_rings_a_little_early_is_set_again() -> None:
    world, host = await apart()
    here, there = world.lives
    there.leave(host)
    world.steady += HOST_GRACE - 1
    here.grace.off()
    here.grace.ring(False)
    assert here.grace.on
    world.steady += 1
    here.grace.off()
    here.grace.ring(False)
    assert not here.grace.on
    assert json.loads(here.view("ben"))["may_start"]


async def test_who_cannot_be_told_keeps_nobody_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    world = await World(seats=3).loaded()
    live, woken = world.lives[0], asyncio.Event()
    broken, reader = Reader("", 0), Reader("", 0)

    def fail() -> None:
        raise KeyError("a line that is half gone")

    broken.wake, reader.wake = fail, woken.set  # type: ignore[method-assign]
    live.readers.update({broken: None, reader: None})
    await live.ask("ben", wire.Sit())
    await asyncio.wait_for(woken.wait(), 5)
    assert "could not be told" in caplog.text


async def test_what_fails_beside_is_said_and_a_refusal_is_not(caplog: pytest.LogCaptureFixture) -> None:
    live = (await World(seats=3).loaded()).lives[0]
    problems = (
        Refused("table.busy"),
        OSError("no disk"),
        BadOption("store.reach", problem="x"),
        asyncio.CancelledError(),
    )

    async def fail(problem: BaseException) -> None:
        raise problem

    for problem in problems:
        live.beside.do(partial(fail, problem))
        await settled(live)
    assert [one.levelname for one in caplog.records] == ["WARNING", "ERROR", "ERROR"]


async def test_whether_somebody_sits_there_is_not_denied_where_it_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await World(seats=3).loaded()
    here, there = world.lives
    await there.ask("ben", wire.Sit())

    async def fail(*asked: object) -> None:
        raise OSError("no database")

    monkeypatch.setattr(here.store, "read", fail)
    with pytest.raises(OSError, match="no database"):
        await here.knows("ben")
