"""A request whose address has made too much work waits for its turn: not too long, and not for whoever has gone."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.types import Message, Receive

from house import House, house
from patience import until
from piggery.errors import Malformed
from piggery.server.config import Config
from piggery.server.limits import Limits, Share
from piggery.server.waiting import HungUp, waited
from piggery.server.work import REQUEST

ADDRESS, NOBODY = "203.0.113.7", {"type": "http.disconnect"}
ENDLESS = 3600.0


class Line:
    """What a web server hands on of one request, and what it hears."""

    def __init__(self, app: House, path: str) -> None:
        self.brought: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: list[Message] = []
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
            "headers": [(b"host", b"pigs.test")], "client": (ADDRESS, 1), "server": ("pigs.test", 80),
            "scheme": "http", "root_path": "",
        }  # fmt: skip
        self.brought.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        self.task = asyncio.create_task(app.app(scope, self.brought.get, self._hear))

    async def _hear(self, message: Message) -> None:
        self.heard.append(message)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])


@pytest.fixture
async def poor(tmp_path: Path) -> AsyncIterator[House]:
    """A house in which an address has work for three requests, and then waits ten seconds for each."""
    limits = Limits(work=Share(REQUEST / 10, 3 * REQUEST), work_seconds=25)
    async with house(tmp_path, limits) as found:
        yield found


async def answered(line: Line) -> int:
    await asyncio.wait_for(line.task, 5)
    return line.status


def level(poor: House) -> float:
    return poor.app.work.purse(ADDRESS).level


async def test_whoever_waits_too_long_is_refused_and_has_paid_nothing(poor: House) -> None:
    assert [await answered(Line(poor, "/api/tables")) for _ in range(3)] == [200] * 3
    waiting = [Line(poor, "/api/tables") for _ in range(2)]
    await until(lambda: level(poor) < -1.5 * REQUEST)
    before = level(poor)
    assert await answered(Line(poor, "/api/tables")) == 429
    assert level(poor) == pytest.approx(before, abs=REQUEST / 2)
    assert poor.app.counts.refusals == {"limit.requests": 1}
    assert not any(line.task.done() for line in waiting)
    for line in waiting:
        line.brought.put_nowait(NOBODY)
        await asyncio.wait_for(line.task, 5)


async def test_whoever_has_gone_is_not_answered_and_has_paid_nothing(poor: House) -> None:
    for _ in range(3):
        await answered(Line(poor, "/api/tables"))
    line = Line(poor, "/api/tables")
    await until(lambda: level(poor) < -REQUEST / 2)
    line.brought.put_nowait(NOBODY)
    await asyncio.wait_for(line.task, 5)
    assert line.heard == []
    assert level(poor) > -REQUEST / 2


# What comes meanwhile


def bringing(*messages: Message) -> Receive:
    queue: asyncio.Queue[Message] = asyncio.Queue()
    for message in messages:
        queue.put_nowait(message)
    return queue.get


def part(body: bytes) -> Message:
    return {"type": "http.request", "body": body, "more_body": True}


async def test_what_was_received_while_it_waited_is_received_again_in_order() -> None:
    parts = [part(b"a"), part(b"b"), part(b"c")]
    receive = await waited(bringing(*parts), 0.01, 10_000)
    assert [await receive() for _ in parts] == parts


async def test_more_than_a_request_may_be_is_not_kept_while_it_waits() -> None:
    with pytest.raises(Malformed):
        await waited(bringing(*[part(b"x" * 900)] * 20), ENDLESS, 10_000)
    with pytest.raises(Malformed):
        await waited(bringing(*[part(b"")] * 200), ENDLESS, 10_000)


async def test_nobody_waits_for_somebody_who_has_gone() -> None:
    with pytest.raises(HungUp):
        await waited(bringing(part(b"a"), NOBODY), ENDLESS, 10_000)


# Whom limits do not concern


def test_a_trusted_address_is_itself_and_not_its_neighbour() -> None:
    config = Config(trusted=("2001:db8::7", "192.0.2.7"))
    assert config.trusts("2001:db8::7")
    assert config.trusts("2001:db8:0:0:0:0:0:7")
    assert config.trusts("::ffff:192.0.2.7")
    assert not config.trusts("2001:db8::8")
    assert not config.trusts("192.0.2.8")
