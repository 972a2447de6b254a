"""Whether the date can be believed: while it cannot, nothing old is forgotten."""

import logging
from collections.abc import Iterator

import pytest

from house import House
from piggery.server.dates import DOUBT, JUMP, Dates
from piggery.table.ports import Clocks

MINUTE = 60_000
YEAR = 366 * 24 * 60 * MINUTE


class Hours:
    """A date that somebody may set, and a clock that nobody can."""

    def __init__(self) -> None:
        self.date, self.steady = 1_800_000_000_000, 5_000
        self.dates = Dates(Clocks(lambda: self.date, lambda: self.steady))
        assert not any(self.minutes(DOUBT // MINUTE))  # nobody knows whether it was right at the start

    def later(self, milliseconds: int) -> bool:
        """Whether the date is believed after so long."""
        self.date += milliseconds
        self.steady += milliseconds
        self.dates.look()
        return self.dates.certain

    def minutes(self, number: int) -> Iterator[bool]:
        return (self.later(MINUTE) for _ in range(number))


def test_a_date_that_goes_on_as_time_does_is_believed() -> None:
    hours = Hours()
    assert all(hours.minutes(300))
    assert hours.later(YEAR)  # nobody has looked for long


@pytest.mark.parametrize("jump", [YEAR, -YEAR, JUMP + 1, -JUMP - 1])
def test_a_date_that_was_set_is_not_believed_for_an_hour(jump: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    hours = Hours()
    hours.date += jump
    assert not any(hours.minutes(DOUBT // MINUTE + 1))
    assert all(hours.minutes(10))
    assert [one.levelname for one in caplog.records] == ["INFO"]


def test_a_date_that_is_set_right_again_is_not_believed_for_an_hour_from_then() -> None:
    hours = Hours()
    hours.date += YEAR
    assert not any(hours.minutes(5))
    hours.date -= YEAR
    assert not any(hours.minutes(DOUBT // MINUTE + 1))
    assert hours.later(MINUTE)


def test_a_date_that_is_put_right_by_a_little_is_believed() -> None:
    hours = Hours()
    hours.date += JUMP
    assert all(hours.minutes(10))


class Watch:
    """The clocks of a house, apart from each other."""

    def __init__(self, at_home: House) -> None:
        self.lobby, self.clock, self.steady = at_home.lobby, at_home.clock, at_home.clock.now
        self.lobby.clocks = Clocks(self.clock, lambda: self.steady)
        self.lobby.dates = Dates(self.lobby.clocks)

    async def use(self, code: str, n: int = 1) -> None:
        await self.lobby.store.append(code, n, self.clock.now, [b"0"])

    async def forgotten(self, milliseconds: int) -> int:
        """How many tables are, after so long."""
        self.clock.now += milliseconds
        self.steady += milliseconds
        return await self.lobby.expire()


async def test_no_table_is_forgotten_because_somebody_has_set_the_date(at_home: House) -> None:
    watch = Watch(at_home)
    assert await watch.forgotten(2 * DOUBT) == 0
    await watch.use("QXZ4BW")
    watch.clock.now += YEAR
    assert await watch.forgotten(MINUTE) == 0
    watch.clock.now -= YEAR
    assert await watch.forgotten(MINUTE) == 0
    assert await watch.forgotten(2 * DOUBT) == 0
    assert await watch.forgotten(YEAR) == 1


@pytest.mark.parametrize("wrong", [YEAR, -YEAR])
async def test_tables_that_were_used_by_a_wrong_date_are_kept_as_long_as_others(wrong: int, at_home: House) -> None:
    """A machine without a clock of its own begins with any date, and is told the right one later."""
    await at_home.lobby.store.append("BEFORE", 1, at_home.clock.now - 2 * YEAR, [b"0"])
    at_home.clock.now += wrong
    watch = Watch(at_home)
    await watch.use("QXZ4BW")
    await watch.use("QXZ4BW", 2)
    assert await watch.forgotten(MINUTE) == 0
    watch.clock.now -= wrong
    assert await watch.forgotten(MINUTE) == 0
    assert await watch.forgotten(2 * DOUBT) == 1
    assert [code for code, *_ in await at_home.lobby.store.codes()] == ["QXZ4BW"]
    await watch.use("QXZ4BW", 3)
    assert await watch.forgotten(YEAR) == 1
