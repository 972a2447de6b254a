"""What goes wrong in a history: what, when, for how long, and to which process or player."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from .players import Player
from .world import Process, World

KINDS = (
    "pause",  # a process is stopped, and goes on later
    "sleep",  # the same, and its clocks have stood still
    "kill",  # a process dies; another one is started later
    "stop",  # a process is told to stop; another one is started later
    "break",  # the line by which it hears the others is cut
    "deaf",  # nothing that others say comes through, nor what it says, and nobody notices
    "outage",  # the database is out of reach
    "failing",  # the database refuses some of what is to be stored
    "lost",  # the database stores it, at once or later or not at all, and the answer gets lost
    "noise",  # what processes say is dropped, delayed, repeated, told in another order
    "bug",  # a driver raises what nobody expects of it
    "jump",  # somebody sets the date of a process
    "cut",  # a player's line breaks
)
EVERYWHERE = ("outage", "failing", "lost")  # about the database: mostly all processes meet with them
FARTHEST = 24 * 3600.0  # seconds by which a date is set forward or back
LONGEST = {
    "pause": 45.0,
    "sleep": 45.0,
    "kill": 10.0,
    "stop": 10.0,
    "outage": 30.0,
    "deaf": 40.0,
    "cut": 20.0,
    "jump": 0.0,
}
USUAL = 15.0
EACH = 4.0  # seconds from one fault to the next, about


class Fault(NamedTuple):
    at: float
    kind: str
    process: int
    player: int
    length: float


def faults(rng: Random, number: int, processes: int, players: int) -> Iterator[Fault]:
    """One after the other; some begin while others last. A history has its favourites, so that some go together."""
    favourites = rng.sample(KINDS, rng.randint(2, len(KINDS)))
    at = rng.uniform(1.0, 6.0)
    for _ in range(number):
        kind = rng.choice(favourites)
        longest = LONGEST.get(kind, USUAL)
        length = rng.uniform(0.0, longest) * rng.choice((0.1, 0.5, 1.0))
        yield Fault(at, kind, rng.randrange(processes), rng.randrange(players), length)
        at += rng.expovariate(1 / EACH)


class Trouble:
    """Faults as they begin and end in a world."""

    def __init__(self, world: World, players: Sequence[Player], number: int) -> None:
        self.world, self.players, self.done = world, players, 0
        for fault in faults(world.rng, number, len(world.processes), len(players)):
            world.at(fault.at, partial(self._begin, fault))
            world.troubles += 1

    def _begin(self, fault: Fault) -> None:
        world, process = self.world, self.world.processes[fault.process]
        if fault.kind == "cut":
            self.players[fault.player].lose(fault.length)
        elif fault.kind == "kill":
            self._kill(process)
        elif fault.kind == "stop" and process.open:
            process.stop()
            self._hang_up(process, 0.0)
        elif fault.kind == "break":
            process.channel.cut()
        elif fault.kind == "jump":
            process.jump += world.rng.choice((-1, 1)) * world.rng.choice((5.0, 3600.0, FARTHEST))
        touched = world.processes if fault.kind in EVERYWHERE and world.rng.random() < 0.7 else [process]
        for one in touched:
            one.weather.now[fault.kind] += 1
            if fault.kind in ("pause", "sleep"):
                one.pause(fault.kind == "sleep")
        world.at(world.now + fault.length, partial(self._end, fault, list(touched)))

    def _end(self, fault: Fault, touched: list[Process]) -> None:
        world = self.world
        for one in touched:
            one.weather.now[fault.kind] -= 1
            if fault.kind in ("pause", "sleep"):
                one.go_on(fault.kind == "sleep")
        if touched[0].stopping:
            touched[0].die()
        if fault.kind in ("kill", "stop") and world.processes[fault.process].weather.dead:
            self.start(fault.process)
        self.done += 1
        world.troubles -= 1
        world.calm_since = world.now

    def _kill(self, process: Process) -> None:
        process.die()
        self._hang_up(process)

    def _hang_up(self, process: Process, noticed: float | None = None) -> None:
        for player in self.players:
            if player.line and player.line.process is process and player.line.open:
                player.lose(self.world.rng.uniform(0.05, 2.0), noticed)

    def start(self, number: int) -> None:
        """Another process in place of one that is dead, or that could not start."""
        world = self.world
        world.number += 1
        world.processes[number] = Process(world, f"p{number}.{world.number}")
        self.watch(number)

    def watch(self, number: int) -> None:
        self.world.at(self.world.now + 2.0, partial(self._started, number, self.world.processes[number]))

    def _started(self, number: int, process: Process) -> None:
        if self.world.processes[number] is not process or process.open:
            return
        if process.failed:
            self.start(number)
        else:
            self.watch(number)
