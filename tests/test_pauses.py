"""Two processes on one database, and one of them is stopped for longer than the others wait to hear from it."""

import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pairs import all_here, begun, ended, seen, two_servers
from piggery.table.events import Replaced, Returned
from servers import Server

pytestmark = pytest.mark.process

COMING = Replaced | Returned


@pytest.fixture
async def servers(tmp_path: Path, postgres: str) -> AsyncIterator[list[Server]]:
    async with two_servers(tmp_path, postgres) as found:
        yield found


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    assert server.process
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


async def test_whoever_was_stopped_is_back_and_nobody_is_replaced_again(servers: list[Server], postgres: str) -> None:
    adas, bens = [await begun(servers, first) for first in (0, 1)]  # by whose turn it is
    with stopped(servers[0]):
        await seen(adas.ben, lambda view: bool(view.table.chairs[0].stand_in))
        await seen(bens.ben, lambda view: not view.table.chairs[0].here)
    for pair in (adas, bens):
        for player in pair.both:
            await seen(player, all_here)
        await pair.play(14)
        for player in pair.both:
            await seen(player, all_here)
    changes = [
        [type(event) for event in await pair.log(postgres) if isinstance(event, COMING)] for pair in (adas, bens)
    ]
    assert changes == [[Replaced, Returned], []]
    await ended(adas, bens)
    assert [server.errors() for server in servers] == [[], []]


async def test_two_processes_stopped_in_turn_again_and_again_wear_no_table_out(
    servers: list[Server], postgres: str
) -> None:
    pair = await begun(servers, 0)
    for number in (0, 1, 0):
        other = pair.both[1 - number]
        with stopped(servers[number]):
            await seen(other, lambda view: not all_here(view))
        for player in pair.both:
            await seen(player, all_here)
    await pair.play(14)
    assert sum(isinstance(event, COMING) for event in await pair.log(postgres)) <= 6
    await ended(pair)
