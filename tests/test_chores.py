"""Chores go on whatever happens in them, and whoever asks hears of those that do not do their work."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator

import asyncpg
import pytest

from house import House
from piggery.server import chores as chores_module
from piggery.server import http
from piggery.server.chores import Chores
from piggery.server.store import SQLiteStore

NAME = "feed the pigs"
WHATEVER = [
    OSError("gone"), KeyError("pig"), TimeoutError(), asyncpg.InterfaceError("closed"), asyncio.CancelledError(),
    asyncpg.InternalClientError("got result for unknown protocol state"),
]  # fmt: skip


@pytest.fixture
async def chores(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chores]:
    monkeypatch.setattr(chores_module, "AGAIN", 0.0)
    found = Chores()
    yield found
    await found.close()


class Work:
    """Rounds that go wrong for a while: by raising something, or by not coming to an end."""

    def __init__(self, *wrong: BaseException | None) -> None:
        self.wrong = list(wrong)
        self.rounds = 0
        self.done = asyncio.Event()
        self.hanging = asyncio.Event()

    async def __call__(self) -> None:
        await asyncio.sleep(0)
        self.rounds += 1
        if not self.wrong:
            self.done.set()
            return
        error = self.wrong.pop(0)
        if error is None:
            self.hanging.set()
            await asyncio.Event().wait()
        else:
            raise error


async def turn() -> None:
    await asyncio.sleep(0)


@pytest.mark.parametrize("error", WHATEVER, ids=lambda error: type(error).__name__)
async def test_a_chore_in_which_anything_goes_wrong_goes_on(
    chores: Chores, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    work = Work(error, error, error)
    chores.whenever(turn, NAME, work)
    await asyncio.wait_for(work.done.wait(), 5)
    assert chores.failures == {NAME: 3}
    assert [one.levelno >= logging.WARNING and NAME in one.getMessage() for one in caplog.records] == [True] * 3
    assert chores.failing() == []


async def test_a_chore_goes_on_though_what_it_waits_for_fails(chores: Chores) -> None:
    wait, work = Work(KeyError("pig")), Work()
    chores.whenever(wait, NAME, work)
    await asyncio.wait_for(work.done.wait(), 5)
    assert chores.failures == {NAME: 1}


async def test_a_chore_that_failed_is_done_soon_again_whatever_it_waits_for(chores: Chores) -> None:
    woken, work = asyncio.Semaphore(1), Work(OSError("gone"))
    chores.whenever(woken.acquire, NAME, work)
    await asyncio.wait_for(work.done.wait(), 5)
    assert work.rounds == 2


async def test_a_chore_whose_round_was_cancelled_from_within_goes_on(chores: Chores) -> None:
    asked: list[asyncio.Future[None]] = []
    done = asyncio.Event()

    async def work() -> None:
        if asked:
            done.set()
        asked.append(asyncio.get_running_loop().create_future())
        asked[0].cancel()
        await asked[0]

    chores.whenever(turn, NAME, work)
    await asyncio.wait_for(done.wait(), 5)


async def test_a_chore_that_fails_again_and_again_is_named(chores: Chores) -> None:
    held, failing = asyncio.Event(), Work(*[OSError()] * 5, None)
    chores.whenever(turn, NAME, failing)
    chores.whenever(held.wait, "water them", Work())
    await asyncio.wait_for(failing.hanging.wait(), 5)
    assert chores.failing() == [NAME]


async def test_a_round_that_hangs_is_named_then_given_up_and_the_next_one_begins(
    chores: Chores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores_module, "PATIENCE", 0.0)
    monkeypatch.setattr(chores_module, "LONGEST_ROUND", 0.05)
    work = Work(None)
    chores.whenever(turn, NAME, work)
    await asyncio.wait_for(work.hanging.wait(), 5)
    assert chores.failing() == [NAME]
    await asyncio.wait_for(work.done.wait(), 5)
    assert chores.failures == {NAME: 1}


async def test_chores_end_when_they_are_told_to(chores: Chores) -> None:
    hangs, waits = Work(None), Work()
    chores.whenever(turn, NAME, hangs)
    chores.whenever(asyncio.Event().wait, "water them", waits)
    await asyncio.wait_for(hangs.hanging.wait(), 5)
    tasks = chores.tasks
    await chores.close()
    assert all(task.cancelled() for task in tasks)
    assert (hangs.rounds, waits.rounds) == (1, 0)


# Whoever asks


async def ready(house: House) -> tuple[int, list[str]]:
    answer = await house.http.get("/readyz")
    return answer.status_code, answer.json()["failing"]


async def test_a_house_with_a_failing_chore_is_not_ready_and_counts_it(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores_module, "AGAIN", 0.0)
    assert await ready(at_home) == (200, [])
    work, go_on = Work(KeyError(), KeyError(), KeyError()), asyncio.Semaphore(3)
    at_home.lobby.chores.whenever(go_on.acquire, NAME, work)
    while at_home.lobby.chores.failures[NAME] < 3:
        await asyncio.sleep(0)
    assert await ready(at_home) == (503, [NAME])
    assert f'piggery_chore_failures_total{{chore="{NAME}"}} 3.0' in (await at_home.http.get("/metrics")).text
    go_on.release()
    await asyncio.wait_for(work.done.wait(), 5)
    assert await ready(at_home) == (200, [])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "TRIAL_PATIENCE", 0.05)
    monkeypatch.setattr(http, "TRIAL_LASTS", 0.0)


def store_of(house: House) -> SQLiteStore:
    store = house.lobby.store
    assert isinstance(store, SQLiteStore)
    return store


async def test_a_house_whose_writer_hangs_is_not_ready_until_it_goes_on(at_home: House, impatient: None) -> None:
    go_on = threading.Event()
    store_of(at_home).jobs.put((lambda db: go_on.wait(), asyncio.get_running_loop().create_future()))
    try:
        for _ in range(2):
            assert await ready(at_home) == (503, ["store"])
    finally:
        go_on.set()
    while await ready(at_home) != (200, []):
        pass


async def test_a_house_whose_writer_is_dead_is_not_ready(at_home: House, impatient: None) -> None:
    store = store_of(at_home)
    store.jobs.put(None)
    await asyncio.to_thread(store.writer.join)
    assert await ready(at_home) == (503, ["store"])
    assert await ready(at_home) == (503, ["store"])
