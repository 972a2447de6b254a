"""Load on our own server: tables of people and bots, moves at a steady rate, measured as in bench/boardgame.py."""

import asyncio
import gc
import json
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Protocol, TypedDict

from websockets.asyncio.client import connect

from boardgame import GIVE_UP, HOST, LATE, Figures, Meter, Refused, open_tables, rss_bytes, spend
from piggery.table.wire import PROTOCOL
from servers import Server

WARM_UP = 3.0
Watch = Callable[[int, Meter], Awaitable[tuple[float, float]]]  # CPU seconds of the server, and of this process


@contextmanager
def server(folder: Path, source: str = "") -> Iterator[tuple[int, int]]:
    """The process id and the port of a Piggery server with its store in a folder; it must not have complained."""
    started = Server(str(folder / "tables.db"), folder / "log", source=source).start()
    try:
        yield started.process.pid if started.process else 0, started.port
    finally:
        started.stop()
    for complaint in started.errors():
        raise Refused(complaint)


class Socket(Protocol):
    async def send(self, text: str, /) -> None: ...
    def __aiter__(self) -> AsyncIterator[str | bytes]: ...


class Opened(TypedDict):
    code: str
    token: str


def open_table(port: int, wanted: dict[str, object]) -> Opened:
    door = HTTPConnection(HOST, port, timeout=GIVE_UP)
    try:
        door.request("POST", "/api/tables", json.dumps(wanted))
        opened: Opened = json.loads(door.getresponse().read())
        return opened
    finally:
        door.close()


class Table:
    """The clients of one table. Only the view of the seat to move is read; the others are counted."""

    def __init__(self, meter: Meter, people: int, bots: int) -> None:
        self.meter = meter
        self.people, self.bots = people, bots
        self.sockets: list[Socket] = []
        self.sent = [0.0] * people
        self.seated = 0
        self.views = 0
        self.moves: list[tuple[int, int, list[str]]] = []  # socket, ply, moves
        self.asked = self.played = (0, -1)  # the game and the ply of the newest turn, and of the last move
        self.ready = asyncio.Event()
        self.changed = asyncio.Event()
        self.over = False

    async def open(self, port: int, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        seats = self.people + self.bots
        settings = {"game": "pig10", "seats": seats, "starter": "host", "pace": 0}
        wanted: dict[str, object] = {"settings": settings, "bots": ["greedy"] * self.bots}
        opened = await self.opened(port, wanted)
        listeners = []
        for number in range(self.people):
            socket = await self.connected(port)
            self.sockets.append(socket)
            listeners.append(group.create_task(self.listen(number)))
            token = opened["token"] if number == 0 else ""
            await socket.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "table": opened["code"], "token": token})
            )
            if number:
                await socket.send('{"type":"sit"}')
        await self.until(lambda: self.seated == self.people - 1)
        await self.start()
        return listeners

    async def opened(self, port: int, wanted: dict[str, object]) -> Opened:
        return await asyncio.to_thread(open_table, port, wanted)

    async def connected(self, port: int) -> Socket:
        return await connect(
            f"ws://{HOST}:{port}/socket", compression=None, ping_interval=None, max_queue=None, proxy=None
        )

    async def start(self) -> None:
        self.over = False
        await self.sockets[0].send('{"type":"start","first":0}')
        await self.ready.wait()

    async def until(self, good: Callable[[], bool]) -> None:
        while not good():
            self.changed.clear()
            await self.changed.wait()

    async def listen(self, number: int) -> None:
        async for text in self.sockets[number]:
            assert isinstance(text, str)
            if text.startswith('{"type":"view"'):
                self.seen(number, text)
            elif text.startswith('{"type":"seated"'):
                self.seated += 1
            else:
                raise Refused(text)
            self.changed.set()
        raise Refused("The server closed a connection.")

    def seen(self, number: int, text: str) -> None:
        now = time.perf_counter()
        self.meter.views += self.meter.counts(now)
        view = json.loads(text) if '"moves":[{' in text else None
        if view:
            self.asked = view["table"]["game"]["number"], view["table"]["game"]["ply"]
            if self.asked == self.played:
                return  # something else was told before the move was
        if self.sent[number] and self.meter.counts(self.sent[number]):
            self.meter.took.append(now - self.sent[number])
        self.sent[number] = 0.0
        if view:
            self.moves = [(number, self.asked[1], [choice["move"] for choice in view["moves"]])]
            self.ready.set()
        elif number == 0 and '"phase":"over"' in text and not self.over:
            self.over = True
            self.ready.set()

    async def move(self) -> None:
        number, ply, moves = self.moves[0]
        self.moves, self.played = [], self.asked
        self.ready.clear()
        self.sent[number] = time.perf_counter()
        self.meter.moves += self.meter.counts(self.sent[number])
        await self.sockets[number].send(f'{{"type":"play","ply":{ply},"move":"{secrets.choice(moves)}"}}')

    async def play(self, slot: float, gap: float) -> None:
        """A move at each slot, or later, when it is somebody's turn again; the next game when one is over."""
        while slot < self.meter.end:
            await asyncio.sleep(slot - time.perf_counter())
            await self.ready.wait()
            if self.over:
                self.ready.clear()
                await self.start()
            now = time.perf_counter()
            if now >= self.meter.end:
                return
            self.meter.late += self.meter.counts(now) and now - slot > LATE
            await self.move()
            slot += gap


async def measure(
    connections: int, people: int, bots: int, rate: float, seconds: float, source: str = "", watch: Watch = spend
) -> Figures:
    """Play `rate` moves of people a second over all tables; the bots move when it is their turn. The server is the one
    of `source`, if it is given, and `watch` says what it spends meanwhile."""
    meter, count = Meter(), max(1, connections // people)
    tables = [Table(meter, people, bots) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), source) as (pid, port):
        empty = rss_bytes(pid)
        async with asyncio.TaskGroup() as group:
            async with asyncio.timeout(10 * GIVE_UP):
                listeners = await open_tables(tables, port, group)
            await asyncio.sleep(1)
            full = rss_bytes(pid)
            gc.freeze()
            gap, now = len(tables) / rate, time.perf_counter()
            meter.begin, meter.end = now + WARM_UP, now + WARM_UP + seconds
            games = (table.play(now + gap * i / len(tables), gap) for i, table in enumerate(tables))
            async with asyncio.timeout(WARM_UP + seconds + GIVE_UP):
                (cpu, driver), _ = await asyncio.gather(watch(pid, meter), asyncio.gather(*games))
                while len(meter.took) < meter.moves:
                    await asyncio.sleep(0.01)
            for listener in listeners:
                listener.cancel()
    took = sorted(meter.took)
    p50, p99 = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99))
    return Figures(count * people, meter.moves, meter.views, cpu, p50, p99, empty, full, meter.late, driver)
