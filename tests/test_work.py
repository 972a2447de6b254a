"""What one address may cost: little is always there, much is shared, and too much is done later."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request

from house import Guest, House, house
from patience import until
from piggery.server import http
from piggery.server.app import body_size
from piggery.server.limits import Limits, Share
from piggery.server.work import HINT, REQUEST, Work, units
from piggery.table.wire import PROTOCOL


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def work(clock: Clock) -> Work:
    return Work(Share(30, 100, 1000, 3000), clock)


def test_whoever_wants_little_never_waits(work: Work, clock: Clock) -> None:
    family, storm = work.purse("family"), work.purse("storm")
    for _ in range(1000):
        storm.pay(100)
        assert family.pay(3) == 0
        clock.now += 0.1


def test_one_address_alone_may_want_much_and_waits_for_what_goes_beyond(work: Work) -> None:
    purse = work.purse("school")
    assert purse.pay(100) == 0
    assert purse.pay(1030) == pytest.approx(1.0)
    assert purse.pay(1030) == pytest.approx(2.0)


def test_those_who_want_too_much_share_what_there_is(work: Work, clock: Clock) -> None:
    storms = [work.purse(f"storm {n}") for n in range(50)]
    for _ in range(20):
        for storm in storms:
            storm.pay(1000)
        clock.now += 0.1
    assert work.rate == 30 + 3000 / 50
    clock.now += 10_000
    work.purse("late").pay(1000)
    assert work.rate == 1030


def test_an_address_that_is_heard_no_more_is_forgotten(work: Work, clock: Clock) -> None:
    for n in range(10_001):
        work.purse(str(n)).pay(1)
    clock.now += 3600
    work.purse("new")
    assert set(work.purses) == {"new"}


def test_a_request_that_makes_work_costs_more() -> None:
    assert units("/api/tables/QXZ4BW/qr.svg") > units("/api/tables/QXZ4BW") == units("/api/games") == REQUEST
    assert units("/api/tables/QXZ4BW/games/1") > REQUEST
    assert units("/api/answers", 20_000) > 10 * units("/api/answers", 100)


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ({"content-length": "700"}, 700),
        ({}, 5000),
        ({"content-length": "x"}, 5000),
        ({"content-length": "9" * 5000}, 5000),
    ],
)
def test_a_question_counts_as_long_as_it_says_or_may_be(said: dict[str, str], counted: int) -> None:
    headers = [(name.encode(), value.encode()) for name, value in said.items()]
    assert body_size(Request({"type": "http", "headers": headers}), 5000) == counted


async def test_a_hint_is_paid_for(tmp_path: Path) -> None:
    async with house(tmp_path, Limits(questions=Share(1, 2 * HINT))) as at_home:
        opened = await at_home.open(("greedy",), starter="host")
        poor = Guest(at_home.app, "203.0.113.7")
        at_home.guests.append(poor)
        await poor.connect()
        await poor.ask("hello", protocol=PROTOCOL, table=opened["code"], token=opened["token"])
        await poor.ask("start", first=0)
        await poor.view(lambda view: bool(view["moves"]))
        purse = at_home.app.questions.purse("203.0.113.7")
        before = purse.level
        await poor.ask("hint", ply=1)
        await poor.news("hinted")
        assert purse.level < before - HINT / 2


async def test_only_so_many_questions_to_the_rules_wait(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"type": "count", "game": "truie", "hands": [["D", "D", "D", "1"]]}
    assert (await at_home.http.post("/api/answers", json=asked)).status_code == 200
    monkeypatch.setattr(http, "MOST_ASKING", 0)
    refused = await at_home.http.post("/api/answers", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (503, "limit.busy")


async def test_a_hello_wakes_nobody_else(at_home: House) -> None:
    opened = await at_home.open()
    spectators = [await at_home.guest(opened["code"]) for _ in range(10)]
    host = await at_home.guest(opened["code"], opened["token"])
    for spectator in spectators:  # the host came
        await spectator.view(lambda view: view["table"]["chairs"][0]["here"])
    views = at_home.app.counts.views
    for _ in range(3):
        for spectator in spectators:
            await spectator.ask("hello", protocol=PROTOCOL, table=opened["code"], token="")
            await spectator.view()
    assert at_home.app.counts.views == views + 30
    assert host.told.empty()


async def test_what_goes_beyond_is_done_later_and_then_only_the_newest_view_is_made(tmp_path: Path) -> None:
    limits = Limits(work=Share(5, 20))
    async with house(tmp_path, limits) as at_home:
        at_home.lobby.config = replace(at_home.lobby.config, trusted=("127.0.0.1",))
        opened = await at_home.open()
        host = await at_home.guest(opened["code"], opened["token"])
        poor = Guest(at_home.app, "203.0.113.7")
        at_home.guests.append(poor)
        await poor.connect()
        await poor.ask("hello", protocol=PROTOCOL, table=opened["code"], token="")
        await poor.view()
        n = poor.last["table"]["n"]
        for _ in range(20):
            await host.ask("rename")
        newest = await host.view(lambda view: view["table"]["n"] == n + 20)
        told = 0
        while poor.last["table"]["n"] < newest["table"]["n"]:
            await poor.view()
            told += 1
        assert told < 20


async def test_a_line_that_waits_for_its_turn_is_not_taken_for_silent(tmp_path: Path) -> None:
    async with house(tmp_path, Limits(work=Share(1, 1), head_seconds=5)) as at_home:
        poor = Guest(at_home.app, "203.0.113.7")
        await poor.connect()
        await poor.say("[]")
        await until(lambda: len(at_home.app.connections) == 1)
        (connection,) = at_home.app.connections
        assert not connection.stuck
        poor.task.cancel()
        await asyncio.gather(poor.task, return_exceptions=True)
