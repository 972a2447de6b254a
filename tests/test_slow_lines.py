"""Lines that take little or nothing of what they are told, and lines that are gone: nobody waits for them for ever."""

import asyncio
import gc
import json
import socket
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from house import House
from patience import until
from piggery.server import arrivals, frames
from piggery.server.arrivals import Arrivals
from piggery.server.config import Config
from piggery.server.limits import Limits, Share
from piggery.server.metrics import Counts
from piggery.table.wire import PROTOCOL
from servers import HOST
from test_arrivals import GOODBYE, NEVER, OPEN, SOON, UPGRADE, Line, rest, street

FEW = 20_000  # bytes


@contextmanager
def slow_line(port: int) -> Iterator[socket.socket]:
    """A line of somebody who reads nothing, or only a little when they like."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.connect((HOST, port))
        line.setblocking(False)
        yield line


async def test_a_line_rests_only_once_its_answer_has_been_read(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    limits = Limits(arrivals=1, head_seconds=NEVER, body_seconds=NEVER)
    async with street(tmp_path, limits, FEW) as (at_home, port):
        with slow_line(port) as line:
            await loop.sock_sendall(line, b"GET /api/words/en HTTP/1.1\r\nhost: pigs.test\r\n\r\n")
            places = at_home.app.arrivals.places
            await until(lambda: any(one.answered for one in places.get(HOST, ())))
            (reading,) = places[HOST]
            assert reading.unread > 0
            newest = await asyncio.open_connection(HOST, port)
            assert await rest(newest[0]) == b""
            head, read = b"", 0
            while b"content-length: %d\r\n" % (read - len(head.partition(b"\r\n\r\n")[0]) - 4) not in head:
                more = await asyncio.wait_for(loop.sock_recv(line, 2**16), 5)
                assert more
                head, read = head or more, read + len(more)
            await until(lambda: reading.resting)
            newest[1].close()


async def test_whoever_goes_on_reading_an_answer_has_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "LEAST_READ", 1)
    found = Arrivals(Config(limits=Limits()), Counts())
    line = Line(found, HOST)
    line.loop, line.timers = asyncio.get_running_loop(), {}
    left = iter([5, 5, 3, 3, 0])
    monkeypatch.setattr(Line, "unread", property(lambda self: next(left)))
    line._waited("answer", NEVER, 7)
    assert (line.why, list(line.timers)) == ("", ["answer"])
    line._stop("answer")
    line._waited("answer", NEVER, 3)
    assert line.why == "slow"


async def _unread(at_home: House, port: int, line: socket.socket) -> None:
    """Join a table, and ask for it again until the line takes no more."""
    loop, opened = asyncio.get_running_loop(), await at_home.open(("greedy",))
    key = b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    await loop.sock_sendall(line, UPGRADE + key)
    await until(lambda: len(at_home.app.connections) == 1)
    (there,) = OPEN[port]
    hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "table": opened["code"], "token": opened["token"]})
    frame = bytes((0x81, 0xFE)) + len(hello).to_bytes(2, "big") + bytes(4) + hello.encode()
    while there.transport.get_write_buffer_size() < FEW:
        asks = at_home.app.counts.asks
        await loop.sock_sendall(line, frame)
        await until(lambda asks=asks: at_home.app.counts.asks > asks)  # type: ignore[misc]
    await until(lambda: len(at_home.live(opened["code"]).own) == 1)


async def test_who_says_goodbye_and_takes_nothing_any_more_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "LEAVE", SOON)
    async with street(tmp_path, Limits(), FEW) as (at_home, port):
        with slow_line(port) as line:
            await _unread(at_home, port, line)
            await asyncio.get_running_loop().sock_sendall(line, GOODBYE)
            await until(lambda: not at_home.app.connections and not OPEN[port])


async def test_what_somebody_who_is_gone_has_to_wait_for_is_not_waited_for(tmp_path: Path) -> None:
    async with street(tmp_path, Limits(work=Share(0.001, 13, 0, 0))) as (at_home, port):
        async with connect(f"ws://{HOST}:{port}/socket", proxy=None) as line:
            await line.send("[]")
            await until(lambda: at_home.app.work.purse(HOST).level < 0)
            line.transport.abort()
        await until(lambda: not at_home.app.connections)


async def test_a_line_that_is_gone_is_freed_at_once(tmp_path: Path) -> None:
    async with street(tmp_path, Limits()) as (_, port):
        async with connect(f"ws://{HOST}:{port}/socket", proxy=None) as line:
            await line.send("{}")
            await line.recv()
            (there,) = map(weakref.ref, OPEN[port])
            gc.collect()
            gc.disable()
        try:
            await until(lambda: there() is None)
        finally:
            gc.enable()


async def test_who_gives_no_sign_of_life_is_not_here_though_something_could_not_be_sent(
    tmp_path: Path,
) -> None:
    async with street(tmp_path, Limits(), FEW) as (at_home, port):
        with slow_line(port) as line:
            await _unread(at_home, port, line)
            (there,) = OPEN[port]
            there.keepalive_timeout()
            await until(lambda: not at_home.app.connections and not OPEN[port])
