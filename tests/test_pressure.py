"""A server that has too much to do opens no new tables, and goes on with those in play."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from house import house
from messages import game_in
from piggery.server.limits import Limits
from piggery.server.pressure import CROWD, FEWEST, FULL, LATE, SHUT, TICK, WINDOW, Pressure, Watched
from piggery.table.ports import ALL
from piggery.table.state import Entry


class Hours:
    """A clock that somebody sets, and a process that is looked at by it."""

    def __init__(self) -> None:
        self.now, self.worked = 1000.0, 0.0
        self.pressure = Pressure(lambda: self.now, lambda: self.worked)

    async def tick(self, times: int = 1, late: float = 0.0, full: float = 0.0) -> None:
        for _ in range(times):
            self.now += TICK + late
            self.worked += full * (TICK + late)
            await self.pressure.look()


class SlowStore:
    """A store that stores when it is told to."""

    def __init__(self) -> None:
        self.done = asyncio.Event()

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        await self.done.wait()

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        return []

    async def show(self, code: str, listing: bytes | None) -> None: ...


async def test_timers_that_ring_late_again_and_again_shut_the_door_until_they_no_longer_do() -> None:
    hours = Hours()
    await hours.tick(WINDOW)
    await hours.tick(SHUT - 1, late=2 * LATE)
    assert not hours.pressure.busy
    await hours.tick(late=2 * LATE)
    assert hours.pressure.busy
    assert 1.9 * LATE < hours.pressure.delay < 2.1 * LATE
    await hours.tick(WINDOW - SHUT)
    assert hours.pressure.busy  # they are still remembered
    await hours.tick(SHUT)
    assert not hours.pressure.busy


async def test_a_process_that_works_nearly_all_the_time_shuts_the_door_before_anybody_waits() -> None:
    hours = Hours()
    await hours.tick(WINDOW, full=FULL - 0.01)
    assert not hours.pressure.busy
    await hours.tick(SHUT, full=FULL + 0.01)
    assert hours.pressure.busy
    assert hours.pressure.delay < LATE
    await hours.tick(WINDOW, full=FULL - 0.01)
    assert not hours.pressure.busy


async def test_a_process_that_has_just_begun_or_was_stopped_for_a_while_is_not_busy() -> None:
    hours = Hours()
    await hours.tick(FEWEST - 1, late=1.0)
    assert not hours.pressure.busy
    hours = Hours()
    await hours.tick(WINDOW)
    await hours.tick(late=3600.0)
    assert not hours.pressure.busy


async def waiting(hours: Hours, moves: int) -> tuple[SlowStore, list[asyncio.Task[None]]]:
    """Moves on their way into a store that takes its time."""
    store = SlowStore()
    watched = Watched(store, hours.pressure)
    moving = [asyncio.create_task(watched.append("QXZ4BW", n, 0, [])) for n in range(moves)]
    await asyncio.sleep(0)
    return store, moving


async def test_a_crowd_that_waits_for_the_store_shuts_the_door() -> None:
    hours = Hours()
    await hours.tick(WINDOW)
    store, moving = await waiting(hours, CROWD)
    await hours.tick(SHUT)
    assert hours.pressure.busy
    assert hours.pressure.delay > LATE
    store.done.set()
    await asyncio.gather(*moving)
    await hours.tick()
    assert hours.pressure.delay > LATE  # they waited in this tick, too
    await hours.tick(WINDOW)
    assert not hours.pressure.busy


async def test_a_slow_disk_that_few_wait_for_is_no_pressure() -> None:
    hours = Hours()
    await hours.tick(WINDOW)
    store, moving = await waiting(hours, CROWD - 1)
    await hours.tick(WINDOW)
    assert not hours.pressure.busy
    store.done.set()
    await asyncio.gather(*moving)


async def test_while_it_is_busy_a_server_refuses_new_tables_with_a_sentence_and_plays_on(tmp_path: Path) -> None:
    hours = Hours()
    async with house(tmp_path, Limits()) as home:
        players = await home.together()
        home.lobby.pressure = hours.pressure
        await hours.tick(WINDOW, late=1.0)
        answer = await home.http.post("/api/tables", json={})
        assert answer.status_code == 503
        assert answer.json()["code"] == "limit.busy"
        await players[0].play()
        await players[1].view(lambda view: game_in(view)["ply"] == 2)
        figures = (await home.http.get("/metrics")).text
        assert "piggery_busy 1.0" in figures
        assert 'piggery_refusals_total{code="limit.busy"} 1.0' in figures
        await hours.tick(WINDOW)
        assert (await home.http.post("/api/tables", json={})).status_code == 201


async def test_addresses_without_limits_open_tables_whatever_else_goes_on(tmp_path: Path) -> None:
    hours = Hours()
    async with house(tmp_path) as home:
        home.lobby.pressure = hours.pressure
        await hours.tick(WINDOW, late=1.0)
        await home.open()
