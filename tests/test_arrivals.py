"""Connections that are no WebSocket yet: half a request is not waited for, and no address takes the place of others."""

import asyncio
import contextlib
import json
import logging
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import cast

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from house import House, house
from patience import until
from piggery.client import open_table
from piggery.server import arrivals
from piggery.server.arrivals import OWN, Arrival, Arrivals, backlog, room
from piggery.server.config import Config
from piggery.server.frames import PIECE, WAITING, QuickText
from piggery.server.limits import Limits, Share, place
from piggery.server.metrics import Counts
from piggery.table.wire import PROTOCOL, Settings
from servers import HOST, Server

SOON, NEVER = 0.05, 3600.0
HEAD = b"POST /api/tables HTTP/1.1\r\nhost: pigs.test\r\n"
UPGRADE = b"GET /socket HTTP/1.1\r\nhost: pigs.test\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
GOODBYE = b"\x88\x80\x00\x00\x00\x00"
OPEN: dict[int, set[QuickText]] = {}  # the connections of a server, by its port
READY = b"GET /readyz HTTP/1.1\r\nhost: pigs.test\r\n\r\n"


@asynccontextmanager
async def street(folder: Path, limits: Limits, unsent: int = 0) -> AsyncIterator[tuple[House, int]]:
    """A house in memory whose door is a real socket, and its port; with `unsent`, only so much can be on its way."""
    loop, state = asyncio.get_running_loop(), ServerState()
    async with house(folder, limits) as at_home:
        config = uvicorn.Config(at_home.app, http=Arrival, ws=QuickText, log_config=None)
        config.load()
        shared = {"arrivals": at_home.app.arrivals}
        server = await loop.create_server(lambda: Arrival(config, state, shared), HOST, 0)
        if unsent:
            for listening in server.sockets:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
        port = server.sockets[0].getsockname()[1]
        OPEN[port] = cast(set[QuickText], state.connections)
        try:
            yield at_home, port
        finally:
            server.close()
            for line in list(state.connections):
                line.transport.abort()
            while state.connections or state.tasks:
                await asyncio.sleep(0)


async def rest(line: asyncio.StreamReader) -> bytes:
    """All that comes until the line is closed."""
    with contextlib.suppress(ConnectionResetError):
        return await asyncio.wait_for(line.read(), 5)
    return b""


@pytest.mark.parametrize(
    "half",
    [b"", b"G", HEAD, HEAD + b"content-length: 9\r\n\r\n{", UPGRADE, READY + b"G", READY + HEAD],
    ids=["nothing", "a letter", "half a head", "half a body", "half an upgrade", "a second letter", "a second head"],
)
async def test_half_a_request_is_not_waited_for(half: bytes, tmp_path: Path) -> None:
    async with street(tmp_path, Limits(head_seconds=SOON, body_seconds=SOON)) as (at_home, port):
        answers, line = await asyncio.open_connection(HOST, port)
        line.write(half)
        assert (b"200 OK" in await rest(answers)) == half.startswith(READY)
        assert at_home.app.counts.closed == {"slow": 1}
        assert at_home.app.arrivals.places == {}
        line.close()


async def test_a_request_that_comes_letter_by_letter_has_no_more_time(tmp_path: Path) -> None:
    async with street(tmp_path, Limits(head_seconds=4 * SOON)) as (at_home, port):
        answers, line = await asyncio.open_connection(HOST, port)
        letters = asyncio.create_task(_trickle(line))
        assert await rest(answers) == b""
        assert at_home.app.counts.closed == {"slow": 1}
        letters.cancel()
        line.close()


async def _trickle(line: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while True:
            line.write(b"x")
            await line.drain()
            await asyncio.sleep(SOON / 5)


async def test_an_answer_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    async with street(tmp_path, Limits(body_seconds=SOON)) as (at_home, port):
        with socket.create_connection((HOST, port)) as line:
            line.setblocking(False)
            asking = asyncio.create_task(_ask_on(line))
            await asyncio.wait_for(asking, 5)
        assert at_home.app.counts.closed == {"slow": 1}


async def _ask_on(line: socket.socket) -> None:
    """Ask for pages and read none of them, until the line is cut."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while True:
            await loop.sock_sendall(line, b"GET /api/words/fr HTTP/1.1\r\nhost: pigs.test\r\n\r\n" * 50)


async def test_whoever_plays_or_asks_in_time_is_not_closed(tmp_path: Path) -> None:
    async with (
        street(tmp_path, Limits(head_seconds=20 * SOON, body_seconds=20 * SOON)) as (at_home, port),
        connect(f"ws://{HOST}:{port}/socket", proxy=None) as player,
    ):
        assert at_home.app.arrivals.places == {}  # a WebSocket is counted elsewhere
        answers, line = await asyncio.open_connection(HOST, port)
        line.write(READY)
        assert b"200 OK" in await rest(answers)
        assert at_home.app.counts.closed == {"slow": 1}  # who asked, when nothing more came
        await player.send("{}")
        assert json.loads(await player.recv())["code"] == "wire.shape"
        line.close()


@pytest.mark.parametrize("junk", [b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"])
async def test_what_is_no_http_is_answered_and_counted(junk: bytes, tmp_path: Path) -> None:
    async with street(tmp_path, Limits()) as (at_home, port):
        answers, line = await asyncio.open_connection(HOST, port)
        line.write(junk)
        assert b" 400 " in await rest(answers)
        assert at_home.app.counts.closed == {"junk": 1}
        line.close()


@pytest.mark.parametrize("before", [0, 2 * WAITING])
async def test_what_is_no_text_ends_a_line_and_is_counted_and_not_logged(
    before: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with street(tmp_path, Limits()) as (at_home, port):
        async with connect(f"ws://{HOST}:{port}/socket") as line:
            for _ in range(before):
                await line.send("[]")
            await line.send(b"\xff\xfe", text=True)
            await line.wait_closed()
            assert line.close_code == 1007
        assert at_home.app.counts.closed == {"junk": 1}
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_a_visitor_who_leaves_in_the_middle_of_a_request_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with street(tmp_path, Limits()) as (at_home, port):
        _, line = await asyncio.open_connection(HOST, port)
        line.write(HEAD + b"content-length: 9\r\n\r\n{")
        while not at_home.app.arrivals.places:
            await asyncio.sleep(0)
        line.close()
        while at_home.app.arrivals.places:
            await asyncio.sleep(0)
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


FLOOD = 4_000  # messages


async def test_of_thousands_of_small_messages_that_come_at_once_few_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, hand_on = [0], QuickText.send_receive_event_to_app

    def watched(line: QuickText) -> None:
        hand_on(line)
        waiting.append(line.queue.qsize())

    monkeypatch.setattr(QuickText, "send_receive_event_to_app", watched)
    async with street(tmp_path, Limits(messages=FLOOD, message_burst=FLOOD, work=Share(30, 4 * FLOOD))) as (
        at_home,
        port,
    ):
        async with connect(f"ws://{HOST}:{port}/socket", proxy=None) as line:
            small = b"\x81\x82\x00\x00\x00\x00[]"  # a masked frame, as clients send them
            line.transport.write(small * FLOOD)
            await until(lambda: at_home.app.counts.asks == FLOOD)
            line.transport.abort()  # it has not read the answers, and would wait for them
        assert max(waiting) <= WAITING + PIECE / len(small)


@pytest.mark.parametrize("sign", [0x89, 0x8A], ids=["ping", "pong"])
async def test_who_gives_signs_of_life_without_end_is_cut_off(sign: int, tmp_path: Path) -> None:
    async with street(tmp_path, Limits(sign_burst=10)) as (at_home, port):
        async with connect(f"ws://{HOST}:{port}/socket", proxy=None) as line:
            for _ in range(10):
                line.transport.write(bytes((sign, 0x80, 0, 0, 0, 0)))
            await line.send("[]")
            assert json.loads(await line.recv())["code"] == "wire.shape"
            line.transport.write(bytes((sign, 0x80, 0, 0, 0, 0)) * 10)
            await line.wait_closed()
        assert at_home.app.counts.closed == {"junk": 1}


async def test_of_one_address_the_newest_beyond_its_limit_is_closed(tmp_path: Path) -> None:
    async with street(tmp_path, Limits(arrivals=2, head_seconds=NEVER)) as (at_home, port):
        lines = [await asyncio.open_connection(HOST, port) for _ in range(3)]
        assert await rest(lines[2][0]) == b""
        assert at_home.app.counts.closed == {"crowd": 1}
        lines[0][1].write(READY)
        assert b"200 OK" in await lines[0][0].readline()
        for _, line in lines:
            line.close()


async def test_a_line_that_rests_after_its_answer_makes_room_for_a_new_one_of_its_address(tmp_path: Path) -> None:
    """A browser keeps its lines open for a while; behind one address there may be a whole school."""
    async with street(tmp_path, Limits(arrivals=2, head_seconds=NEVER)) as (at_home, port):
        half, resting = [await asyncio.open_connection(HOST, port) for _ in range(2)]
        half[1].write(HEAD)
        resting[1].write(READY)
        assert b"200 OK" in await resting[0].readline()
        await until(lambda: any(one.resting for one in at_home.app.arrivals.places[HOST]))
        newest = await asyncio.open_connection(HOST, port)
        newest[1].write(READY)
        assert b"200 OK" in await newest[0].readline()
        await rest(resting[0])
        assert at_home.app.counts.closed == {"crowd": 1}
        half[1].write(b"\r\n")
        assert b" 201 " in await half[0].readline()  # it had time to end
        for _, line in (half, resting, newest):
            line.close()


LONG = b"POST /api/answers HTTP/1.1\r\nhost: pigs.test\r\ncontent-length: 80000\r\n\r\n" + b"x" * 40_000


async def test_an_address_whose_unfinished_requests_are_too_large_loses_the_newest(tmp_path: Path) -> None:
    async with street(tmp_path, Limits(arrival_bytes=100_000, body_seconds=NEVER)) as (at_home, port):
        held = at_home.app.arrivals.held
        first, second, third = [await asyncio.open_connection(HOST, port) for _ in range(3)]
        first[1].write(LONG)
        await until(lambda: held[HOST] == len(LONG))
        second[1].write(LONG)
        await until(lambda: held[HOST] == 2 * len(LONG))
        third[1].write(LONG)
        assert await rest(third[0]) == b""
        assert at_home.app.counts.closed == {"crowd": 1}
        first[1].close()
        await until(lambda: held[HOST] == len(LONG))
        second[1].write(b"x" * 40_000)
        assert b" 400 " in await second[0].readline()  # it is no question
        await until(lambda: not held)
        for _, line in (second, third):
            line.close()


def test_where_all_together_hold_too_much_the_heaviest_address_loses_its_oldest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arrivals, "MOST_HELD", 10)
    found = Arrivals(Config(), Counts())
    lines = [Line(found, host) for host in ("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3")]
    for line in lines:
        found.come(line, line.host, 1)
        found.sent(line, line.host, 3)
    assert [line.why for line in lines] == ["", "full", "", ""]


# Who goes when there is no room


class Line(Arrival):
    def __init__(self, arrivals: Arrivals, host: str) -> None:
        self.arrivals, self.host, self.why = arrivals, host, ""

    def turn_away(self, why: str) -> None:
        self.why = why
        self.arrivals.go(self, self.host)


def crowd(config: Config, *hosts: str) -> list[str]:
    """Why each of these arrivals was closed, if it was; they come in this order."""
    arrivals = Arrivals(config, Counts())
    lines = [Line(arrivals, host) for host in hosts]
    for line in lines:
        arrivals.come(line, line.host, 1 + sum(map(len, arrivals.places.values())))
    return [line.why for line in lines]


def test_without_room_the_address_with_the_most_loses_its_oldest() -> None:
    config = Config(files=OWN + 17 + 3, limits=Limits(arrivals=9))
    arrivals = Arrivals(config, Counts())
    arrivals.room, arrivals.each = 3, 9
    lines = [Line(arrivals, host) for host in ("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3")]
    for number, line in enumerate(lines, 1):
        arrivals.come(line, line.host, number)
    assert [line.why for line in lines] == ["", "full", "", ""]


def test_trusted_addresses_and_proxies_are_not_counted() -> None:
    config = Config(trusted=("10.0.0.1",), proxies="10.1.0.0/16, 10.2.0.1", limits=Limits(arrivals=1))
    assert crowd(config, *["10.0.0.1"] * 3, *["10.1.2.3"] * 3, *["10.2.0.1"] * 3) == [""] * 9
    assert crowd(config, "10.2.0.2", "10.2.0.2") == ["", "crowd"]
    assert crowd(Config(proxies="*", limits=Limits(arrivals=1)), *["10.9.9.9"] * 3) == [""] * 3


@pytest.mark.parametrize("files", [256, 512, 1024, 65536, 2**20])
def test_what_the_system_keeps_waiting_can_be_accepted_at_once(files: int) -> None:
    assert room(files) + backlog(files) + OWN <= files
    assert room(files) > files / 2


# Addresses


def test_an_ipv4_address_that_came_through_ipv6_is_itself() -> None:
    assert place("::ffff:192.0.2.7") == place("::ffff:c000:207") == "192.0.2.7"
    assert place("::ffff:192.0.2.8") != place("::ffff:192.0.2.7")
    assert place("::1") != place("::ffff:127.0.0.1")
    assert crowd(Config(limits=Limits(arrivals=1)), "::ffff:192.0.2.7", "::ffff:192.0.2.8", "192.0.2.7") == [
        "", "", "crowd",
    ]  # fmt: skip


def test_a_trusted_address_may_be_written_in_any_way() -> None:
    for written in ("127.0.0.1", "::ffff:127.0.0.1"):
        assert Config(trusted=(written,)).trusts("::ffff:127.0.0.1")
    assert Config(trusted=("0:0:0:0:0:0:0:1",)).trusts("::1")


# A real server


@contextmanager
def crowded(folder: Path, files: int) -> Iterator[Server]:
    """A server of its own that may open only so many files."""
    server = Server(str(folder / "tables.db"), folder / "log", files=files).start()
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="its files are not counted")
async def test_an_address_that_fills_a_server_with_half_requests_shuts_nobody_else_out(tmp_path: Path) -> None:
    with crowded(tmp_path, files=512) as server, contextlib.ExitStack() as stack:
        opened = await open_table(server.url, Settings(seats=2), ["greedy"])
        async with connect(f"ws://{HOST}:{server.port}/socket", proxy=None) as player:
            await player.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": opened.code, "token": ""}))
            assert json.loads(await player.recv())["type"] == "view"
            for guest in range(2, 4):
                for _ in range(520):
                    line = stack.enter_context(socket.socket())
                    line.bind((f"127.0.0.{guest}", 0))
                    line.connect((HOST, server.port))
                    with contextlib.suppress(OSError):
                        line.sendall(HEAD)
                assert server.get("/readyz") == {"ready": True, "failing": []}
            await player.send("{}")
            while (told := json.loads(await player.recv()))["type"] == "view":  # the bot has moved meanwhile
                pass
            assert told["code"] == "wire.shape"
        assert 'piggery_closed_total{why="crowd"}' in server.text("/metrics")
    assert server.errors() == []


@pytest.mark.process
@pytest.mark.skipif(not socket.has_ipv6, reason="IPV6 IS NOT HERE")
def test_through_a_socket_of_ipv6_an_ipv4_address_is_trusted_too(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", host="::").start()
    try:
        opened = [server.post("/api/tables", {"settings": {"pace": 0}}) for _ in range(Limits().table_burst + 1)]
        assert all("code" in one for one in opened)
    finally:
        server.stop()
