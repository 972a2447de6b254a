"""What is due is done by whoever holds the lease, and nobody waits for ever for one who does not."""

import asyncio
import logging

import pytest

from patience import until
from piggery.errors import Refused
from piggery.table import clockwork
from piggery.table.clockwork import OVERDUE, UNLED, Clockwork
from piggery.table.ports import Nobody


class Led(Nobody):
    """The lease is another's."""

    def __init__(self) -> None:
        self.asked = 0
        self.held = False
        self.released: list[str] = []

    async def lease(self, code: str) -> bool:
        self.asked += 1
        return self.held

    def release(self, code: str) -> None:
        self.released.append(code)


class Table:
    """Something is due whenever the clock says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, problem: BaseException | None = None) -> None:
        monkeypatch.setattr(clockwork, "AGAIN", 0.0)
        self.now, self.done, self.problem = 0, 0, problem
        self.bus = Led()
        self.clockwork = Clockwork("QXZ4BW", self.bus, lambda: self.now, self._go_on, lambda: None)

    async def _go_on(self) -> None:
        self.done += 1
        if self.problem:
            raise self.problem
        self.clockwork.set(None)

    async def asked_for(self, more: int) -> None:
        asked = self.bus.asked
        await until(lambda: self.bus.asked >= asked + more)


async def test_whoever_has_no_lease_waits_until_it_is_long_overdue_and_then_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(monkeypatch)
    table.clockwork.set(0)
    table.now = OVERDUE
    await table.asked_for(3)
    assert table.done == 0
    table.now += 1
    await until(lambda: table.done == 1)
    table.clockwork.set(table.now)
    await until(lambda: table.done == 2)
    table.now += UNLED
    table.clockwork.set(table.now)
    await table.asked_for(3)
    assert table.done == 2
    table.bus.held = True
    await until(lambda: table.done == 3)


async def test_a_table_whose_work_was_cancelled_from_within_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A library may cancel what it waits for itself; nobody has told the table to end."""
    monkeypatch.setattr(clockwork, "LONGEST", 0.0)
    table = Table(monkeypatch, asyncio.CancelledError())
    table.bus.held = True
    table.clockwork.again = 0.0
    table.clockwork.set(0)
    await until(lambda: table.done == 3)
    table.clockwork.set(None)
    assert {one.levelname for one in caplog.records} == {"ERROR"}


async def test_where_nothing_is_due_any_more_the_lease_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    table.bus.held = True
    table.clockwork.set(0)
    await asyncio.sleep(0)  # the alarm is about to ring
    while table.clockwork.task is None:
        await asyncio.sleep(0)
    table.clockwork.set(None)
    await until(lambda: bool(table.bus.released))
    assert table.done == 0


@pytest.mark.parametrize(
    ("problem", "level"),
    [(OSError("no disk"), "WARNING"), (Refused("table.busy"), "WARNING"), (KeyError("7"), "ERROR")],
    ids=["the store failed", "others were quicker", "a mistake"],
)
async def test_what_could_not_be_done_is_done_again_and_said_as_what_it_is(
    problem: Exception, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clockwork, "LONGEST", 0.0)
    table = Table(monkeypatch, problem)
    table.bus.held = True
    table.clockwork.again = 0.0
    with caplog.at_level(logging.WARNING):
        table.clockwork.set(0)
        await until(lambda: table.done == 3)
    table.clockwork.set(None)
    assert {one.levelname for one in caplog.records} == {level}
    assert all(one.exc_info is None or level == "ERROR" for one in caplog.records)
