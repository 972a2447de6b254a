"""How much a boardgame.io server spends on games of Pig 10: the peer that Piggery's own server is measured against.
Its packages come from npm the first time, into a cache folder; everything else stays on this machine.
"""

import argparse
import asyncio
import gc
import hashlib
import json
import math
import os
import secrets
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE
from typing import Protocol, TypedDict

from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent / "boardgame_io"
CACHE = Path.home() / ".cache" / "piggery-bench"
HOST = "127.0.0.1"
WARM_UP = 3.0
GIVE_UP = 60.0
LATE = 0.01  # seconds behind its slot from which a move counts as late
AT_ONCE = 10  # tables that connect at a time
DECK = 80
FROG, PIGMAID = 0, 5

EVENT = "42/pig10,"  # engine.io message, Socket.IO event, the game's namespace
UPDATE, SYNC, JOINED = f'{EVENT}["update"', f'{EVENT}["sync"', "40/pig10,"
PING, PONG, HELLO = "2", "3", "0{"


class Unavailable(Exception):
    """Node, npm or the packages are not available here, so nothing can be measured."""


class Refused(Exception):
    """The server did not take a move, or complained: the figures would be worth nothing."""


@dataclass(frozen=True)
class Figures:
    """One measurement. The times go from sending a move to the mover's own client having the server's update."""

    connections: int
    moves: int
    views: int  # updates delivered to clients
    cpu_seconds: float  # user and system time of the server
    p50_ms: float
    p99_ms: float
    rss_idle_bytes: int  # of the server before the first match and connection
    rss_full_bytes: int  # with all connected, before play
    late: int  # moves sent behind their slot, as the update before had not come or the driver was busy
    driver_seconds: float  # CPU time of this process


@dataclass(frozen=True)
class Match:
    id: str
    credentials: list[str]  # by seat


@dataclass
class Meter:
    """What is counted between `begin` and `end`, on the clock of time.perf_counter."""

    begin: float = math.inf
    end: float = math.inf
    moves: int = 0
    views: int = 0
    late: int = 0
    took: list[float] = field(default_factory=list)

    def counts(self, moment: float) -> bool:
        return self.begin <= moment < self.end


def packages() -> Path:
    """The folder with boardgame.io, as the lock file pins it; fetched the first time."""
    lock = HERE / "package-lock.json"
    folder = CACHE / f"boardgame-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"
    if not shutil.which("node") or not shutil.which("npm"):
        raise Unavailable("The programs node and npm are needed to measure boardgame.io.")
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as fresh:
            fetch(Path(fresh) / "app").rename(folder)
    return folder / "node_modules"


def fetch(folder: Path) -> Path:
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as failure:
        raise Unavailable("npm could not fetch the packages of boardgame.io.") from failure
    return folder


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """The process id and the port of a boardgame.io server, which ends with the block, and must not have complained."""
    env = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(packages())}
    command = ["node", str(HERE / "server.js")]
    with (
        tempfile.TemporaryFile("w+") as complaints,
        subprocess.Popen(command, env=env, stdin=PIPE, stdout=PIPE, stderr=complaints, text=True) as node,
    ):
        try:
            assert node.stdout
            port = node.stdout.readline() if select.select([node.stdout], [], [], GIVE_UP)[0] else ""
            if not port:
                raise Unavailable("The boardgame.io server did not start.")
            yield node.pid, int(port)
        finally:
            node.kill()
        complaints.seek(0)
        if complaint := complaints.readline():
            raise Refused(complaint.strip())


def cpu_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def rss_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_matches(port: int, count: int, seats: int) -> list[Match]:
    """Full matches, made and joined through the lobby."""
    lobby = HTTPConnection(HOST, port, timeout=GIVE_UP)

    def ask(path: str, **wanted: object) -> dict[str, str]:
        lobby.request("POST", f"/games/pig10/{path}", json.dumps(wanted), {"Content-Type": "application/json"})
        answer: dict[str, str] = json.loads(lobby.getresponse().read())
        return answer

    def open_match() -> Match:
        id = ask("create", numPlayers=seats)["matchID"]
        joins = [ask(f"{id}/join", playerID=str(seat), playerName=f"Pig {seat}") for seat in range(seats)]
        return Match(id, [join["playerCredentials"] for join in joins])

    try:
        return [open_match() for _ in range(count)]
    finally:
        lobby.close()


class Public(TypedDict):
    """What everybody knows, and of the hands one's own."""

    middle: list[int]
    value: int
    players: dict[str, list[int]]


class Sent(TypedDict):
    G: Public
    ctx: dict[str, object]
    _stateID: int


def legal(public: Public, hand: list[int]) -> list[tuple[int, int]]:
    """Rule 4: every card of the hand with every call it allows."""
    middle, value = public["middle"], public["value"]
    moves: list[tuple[int, int]] = []
    for card in hand:
        if not middle or card == FROG:
            moves.append((card, card))
            continue
        moves.append((card, value + card))
        if card == PIGMAID and value >= PIGMAID:
            moves.append((card, value - PIGMAID))
        if card in (value, middle[-1]):
            moves.append((card, card))
    return moves


def event(*arguments: object) -> str:
    return EVENT + json.dumps(arguments, separators=(",", ":"))


class Table:
    """The clients of one table. Only the update of the seat to move is read; the others are counted."""

    def __init__(self, meter: Meter, matches: list[Match], seats: int) -> None:
        self.meter = meter
        self.matches = matches  # the last one is being played, those before it are to come
        self.seats = seats
        self.sockets: list[ClientConnection] = []
        self.sent = [0.0] * seats  # when a seat sent the move it has no answer to yet
        self.unsynced = set(range(seats))
        self.turn = 0
        self.step = 0
        self.state: Sent
        self.ready = asyncio.Event()  # the seat to move knows its hand

    async def open(self, port: int, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        """Connect every seat; the tasks that listen must be cancelled in the end."""
        url = f"ws://{HOST}:{port}/socket.io/?EIO=4&transport=websocket"
        listeners = []
        for seat in range(self.seats):
            self.sockets.append(await connect(url, compression=None, ping_interval=None, max_queue=None, proxy=None))
            listeners.append(group.create_task(self.listen(seat)))
        await self.ready.wait()
        return listeners

    async def listen(self, seat: int) -> None:
        socket = self.sockets[seat]
        async for message in socket:
            assert isinstance(message, str)
            if message.startswith(UPDATE):
                self.updated(seat, message)
            elif message == PING:
                await socket.send(PONG)
            elif message.startswith(SYNC):
                self.synced(seat, message)
            elif message.startswith(HELLO):
                await socket.send(JOINED)
            elif message.startswith(JOINED):
                await self.sync(seat)
        raise Refused("The server closed a connection.")

    async def sync(self, seat: int) -> None:
        match = self.matches[-1]
        await self.sockets[seat].send(event("sync", match.id, str(seat), match.credentials[seat], self.seats))

    def synced(self, seat: int, message: str) -> None:
        self.unsynced.discard(seat)
        if seat == self.turn:
            self.state = json.loads(message[len(EVENT) :])[2]["state"]
        if not self.unsynced:
            self.ready.set()

    def updated(self, seat: int, message: str) -> None:
        now = time.perf_counter()
        self.meter.views += self.meter.counts(now)
        if self.meter.counts(self.sent[seat]):
            self.meter.took.append(now - self.sent[seat])
        self.sent[seat] = 0.0
        if seat == self.turn:
            self.state = json.loads(message[len(EVENT) :])[2]
            self.step += 1
            if self.state["_stateID"] != self.step:
                raise Refused(f"The server refused move {self.step} of match {self.matches[-1].id}.")
            self.ready.set()

    async def next_match(self) -> None:
        """Go on in the next match over the same connections."""
        self.matches.pop()
        self.unsynced = set(range(self.seats))
        self.turn = self.step = 0
        self.ready.clear()
        for seat in range(self.seats):
            await self.sync(seat)
        await self.ready.wait()

    async def move(self) -> None:
        seat, match = self.turn, self.matches[-1]
        card, call = secrets.choice(legal(self.state["G"], self.state["G"]["players"][str(seat)]))
        made = {"type": "play", "args": [card, call], "playerID": str(seat), "credentials": match.credentials[seat]}
        action = {"type": "MAKE_MOVE", "payload": made}
        self.turn = (seat + 1) % self.seats
        self.ready.clear()
        self.sent[seat] = time.perf_counter()
        self.meter.moves += self.meter.counts(self.sent[seat])
        await self.sockets[seat].send(event("update", action, self.step, match.id, str(seat)))

    async def play(self, slot: float, gap: float) -> None:
        """A move at each slot, or later, when the update before it has come."""
        while slot < self.meter.end:
            await asyncio.sleep(slot - time.perf_counter())
            await self.ready.wait()
            now = time.perf_counter()
            if now >= self.meter.end:
                return
            self.meter.late += self.meter.counts(now) and now - slot > LATE
            await self.move()
            slot += gap
            await self.ready.wait()
            if "gameover" in self.state["ctx"]:
                await self.next_match()


class Opens(Protocol):
    """A table whose clients can connect."""

    async def open(self, port: int, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]: ...


async def open_tables(tables: Sequence[Opens], port: int, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
    """A few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(table: Opens) -> list[asyncio.Task[None]]:
        async with gate:
            return await table.open(port, group)

    return [task for tasks in await asyncio.gather(*map(enter, tables)) for task in tasks]


async def spend(pid: int, meter: Meter) -> tuple[float, float]:
    """CPU seconds of the server and of this process while the meter counts."""
    await asyncio.sleep(meter.begin - time.perf_counter())
    server, driver = cpu_seconds(pid), time.process_time()
    await asyncio.sleep(meter.end - time.perf_counter())
    return cpu_seconds(pid) - server, time.process_time() - driver


async def play(tables: list[Table], pid: int, rate: float, seconds: float) -> tuple[float, float]:
    """Moves on all tables, their slots evenly spread; until every move has its answer."""
    meter, gap, now = tables[0].meter, len(tables) / rate, time.perf_counter()
    meter.begin, meter.end = now + WARM_UP, now + WARM_UP + seconds
    games = (table.play(now + gap * i / len(tables), gap) for i, table in enumerate(tables))
    async with asyncio.timeout(WARM_UP + seconds + GIVE_UP):
        spent, _ = await asyncio.gather(spend(pid, meter), asyncio.gather(*games))
        while len(meter.took) < meter.moves:
            await asyncio.sleep(0.01)
    return spent


async def measure(connections: int, per_table: int, rate: float, seconds: float) -> Figures:
    """Start a server, connect, play `rate` moves a second over all tables for so long, and end the server."""
    meter, count = Meter(), max(1, connections // per_table)
    spare = math.ceil((rate * (WARM_UP + seconds) / count + 1) / DECK) - 1
    with server() as (pid, port):
        idle = rss_bytes(pid)
        tables = [Table(meter, [match], per_table) for match in open_matches(port, count, per_table)]
        async with asyncio.TaskGroup() as group:
            async with asyncio.timeout(GIVE_UP):
                listeners = await open_tables(tables, port, group)
            await asyncio.sleep(1)
            full = rss_bytes(pid)
            for table in tables:
                table.matches[:0] = await asyncio.to_thread(open_matches, port, spare, per_table)
            gc.freeze()
            cpu, driver = await play(tables, pid, rate, seconds)
            for listener in listeners:
                listener.cancel()
    took = sorted(meter.took)
    p50, p99 = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99))
    return Figures(count * per_table, meter.moves, meter.views, cpu, p50, p99, idle, full, meter.late, driver)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--per-table", type=int, default=4)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    wanted = parser.parse_args()
    figures = asyncio.run(measure(wanted.connections, wanted.per_table, wanted.rate, wanted.seconds))
    for name, figure in asdict(figures).items():
        print(name, round(figure, 3))
    print("cpu_per_view_us", round(1e6 * figures.cpu_seconds / figures.views, 1))


if __name__ == "__main__":
    main()
