"""Tables full of people, played by processes of their own, a few more at each step.

Each process is told a `Step` and answers with what it saw in it. The moves of a table come at its own pace, or later,
when the view before has not come: a server that cannot follow is waited for.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

import msgspec
import uvloop

import lines
from boardgame import HOST, Meter, Refused
from load import Opened, Socket, Table

PEOPLE = 4
GAP = 1.0  # seconds from move to move at a table
AT_ONCE = 8  # tables that are opened at a time
PATIENCE = 20.0  # seconds for that
APART = 10_000  # no process opens as many
SETTLE = 2.0  # seconds after tables were opened, before what is seen counts


@dataclass(frozen=True)
class Step:
    tables: int  # more than before
    seconds: float
    within: float = 0.0  # seconds in which they are opened, evenly; 0: as quickly as it goes


@dataclass
class Seen:
    tables: int = 0
    moves: int = 0
    views: int = 0
    refused: int = 0  # tables that could not be opened
    cpu: float = 0.0
    took: list[float] = field(default_factory=list)

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.tables + other.tables, self.moves + other.moves, self.views + other.views,
            self.refused + other.refused, self.cpu + other.cpu, self.took + other.took,
        )  # fmt: skip

    def part(self, share: float) -> float:
        """So much of all moves took at most so many milliseconds."""
        return 1000 * sorted(self.took)[int(len(self.took) * share)] if self.took else 0.0


class Window(Meter):
    """Games go on for ever; what is counted is counted between two moments."""

    until = 0.0

    def counts(self, moment: float) -> bool:
        return self.begin <= moment < self.until


class Busy(Refused):
    """The server has too much to do for another table."""


class FarTable(Table):
    """A table whose people come from an address of this machine, perhaps to several processes in turn."""

    def __init__(self, meter: Meter, address: str, ports: Sequence[int]) -> None:
        super().__init__(meter, PEOPLE, 0)
        self.address, self.ports = address, ports
        self.lines: list[lines.Line] = []

    async def opened(self, port: int, wanted: dict[str, object]) -> Opened:
        status, answer = await lines.ask(port, "/api/tables", wanted, self.address)
        if status != 201:
            raise Busy(answer.decode())
        return msgspec.json.decode(answer, type=Opened)

    async def connected(self, port: int) -> Socket:
        self.lines.append(await lines.connected(self.ports[len(self.sockets) % len(self.ports)], self.address))
        return self.lines[-1]

    def leave(self) -> None:
        for line in self.lines:
            line.transport.close()


class Crowd:
    def __init__(self, ports: Sequence[int], number: int, far: bool) -> None:
        self.ports, self.number, self.far = ports, number * APART, far
        self.meter = Window()
        self.tables = self.came = self.refused = 0
        self.gate = asyncio.Semaphore(AT_ONCE)

    async def run(self, pipe: "Connection[Seen, Step | None]") -> None:
        async with asyncio.TaskGroup() as group:
            while (step := await asyncio.to_thread(pipe.recv)) is not None:
                pipe.send(await self.step(step, group))
            raise asyncio.CancelledError

    async def step(self, step: Step, group: asyncio.TaskGroup) -> Seen:
        self.refused = 0
        coming = asyncio.ensure_future(self._spread(step, group))
        if step.tables and not step.within:
            await asyncio.wait({coming}, timeout=PATIENCE)  # a server that cannot follow never has them all
            await asyncio.sleep(SETTLE)
        meter, cpu = self.meter, time.process_time()
        meter.moves, meter.views, meter.took = 0, 0, []
        meter.begin = time.perf_counter()
        meter.until = meter.begin + step.seconds
        await asyncio.sleep(step.seconds)
        if step.within:
            await coming
        await self._answered()
        cpu = time.process_time() - cpu
        return Seen(self.tables, meter.moves, meter.views, self.refused, cpu, meter.took)

    async def _answered(self) -> None:
        """Moves of this step that are still under way count, too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                while len(self.meter.took) < self.meter.moves:
                    await asyncio.sleep(0.01)

    async def _spread(self, step: Step, group: asyncio.TaskGroup) -> None:
        async with asyncio.TaskGroup() as coming:
            for _ in range(step.tables):
                coming.create_task(self._come(group))
                await asyncio.sleep(step.within / step.tables)

    async def _come(self, group: asyncio.TaskGroup) -> None:
        async with self.gate:
            number = self.number + self.came
            self.came += 1
            self.tables += 1
            table = FarTable(self.meter, address(number) if self.far else HOST, self.ports)
            try:
                await table.open(self.ports[number % len(self.ports)], group)
            except Busy:
                self.tables -= 1
                self.refused += 1
                return
        group.create_task(table.play(time.perf_counter() + GAP * (number % 97) / 97, GAP))


def address(number: int) -> str:
    """One of this machine's many."""
    return f"127.{number // 62_500 + 1}.{number // 250 % 250}.{number % 250 + 1}"


def live(pipe: "Connection[Seen, Step | None]", ports: Sequence[int], number: int, far: bool) -> None:
    try:
        uvloop.run(Crowd(ports, number, far).run(pipe))
    except* asyncio.CancelledError:
        pass
    except* Refused as refusals:
        print(*refusals.exceptions[:3], sep="\n", flush=True)


class Crowds:
    """Several processes at once."""

    def __init__(self, many: int, ports: Sequence[int], far: bool = False) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pipes, self.processes = [], []
        for number in range(many):
            here, there = spawn.Pipe()
            process = spawn.Process(target=live, args=(there, list(ports), number, far), daemon=True)
            process.start()
            self.pipes.append(here)
            self.processes.append(process)

    def step(self, step: Step) -> Seen:
        share = Step(step.tables // len(self.pipes), step.seconds, step.within)
        for pipe in self.pipes:
            pipe.send(share)
        try:
            return sum((pipe.recv() for pipe in self.pipes), Seen())
        except EOFError:
            raise Refused("A move or a connection was refused.") from None

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
            process.join()
