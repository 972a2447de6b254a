"""Our engine, compiled and interpreted, and the same rules in C++: they are timed once their games agree.

All play the same games from the same seed; counts and a checksum over every move must be the same.
"""

import json
import operator
import os
import subprocess
import time
from collections.abc import Callable, Iterable
from functools import reduce
from pathlib import Path
from typing import NamedTuple

from piggery.engine.compiled import available
from piggery.games.registry import game_type
from piggery.sim.play import BATCH, Simulation
from piggery.sim.summary import MOVES
from piggery.words import say
from speeds.rows import BEST, COMPILED, CORES, INTERPRETED, OURS, PLAIN, Row, our_key

CPP = Path(__file__).parent.parent / "cpp"
FLAGS = ("-std=c++20", "-O3", "-march=native")
SEED, NUMBER = 10, 3
SLOWER = 100  # the interpreter plays so many times fewer games
LENGTHS = {"pig10": 1, "truie": 20}  # how long a game is, against one of Pig 10
PROGRAMS = {"pig10": {PLAIN: "pig10", BEST: "pig10_best"}, "truie": {PLAIN: "truie"}}
SEATS = range(2, 7)  # for both games


class Differing(Exception):
    """The engines do not play the same games: there is nothing to compare."""


class Run(NamedTuple):
    counts: list[int]
    check: int  # over every move; 0 where batches are played at once
    seconds: float

    @property
    def speed(self) -> float:
        return self.counts[MOVES] / max(self.seconds, 1e-6)  # the step of the clock


class Engine(NamedTuple):
    """Something that plays so many games of one kind."""

    game: str
    name: str
    games: int
    play: Callable[[int], Run]

    @property
    def row(self) -> Row:
        return Row(our_key(self.game, self.name), say(f"{self.game}.title"), OURS[self.name])

    def measure(self) -> dict[str, float]:
        return {self.row.key: self.play(self.games).speed}


# The engines


def one_core(match: Simulation, fast: bool) -> Callable[[int], Run]:
    def play(games: int) -> Run:
        began = time.process_time()
        summary, check = match.batch(NUMBER, games, fast)
        return Run(summary.counts, check, time.process_time() - began)

    return play


def all_cores(match: Simulation) -> Callable[[int], Run]:
    def play(games: int) -> Run:
        began = time.perf_counter()
        summary = reduce(operator.add, match.batches(games))
        return Run(summary.counts, 0, time.perf_counter() - began)

    return play


def theirs(program: Path, players: int, *house_rules: str) -> Callable[[int], Run]:
    def play(games: int) -> Run:
        words = [str(program), *map(str, (players, games, SEED, NUMBER)), *house_rules]
        return Run(**json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout))

    return play


def build(gpp: str, name: str, folder: Path) -> Path:
    program = folder / name
    words = [gpp, *FLAGS, "-o", str(program), str(CPP / f"{name}.cpp")]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}.cpp does not compile:\n{done.stderr}")
    return program


def engines_for(game: str, players: int, games: int, gpp: str | None, folder: Path) -> list[Engine]:
    """Every engine that can be had here for one game."""
    match = Simulation(game_type(game), ["random"] * players, SEED)
    many = max(1, games // LENGTHS[game])
    found = []
    if available():
        found += [Engine(game, COMPILED, many, one_core(match, fast=True))]
        found += [Engine(game, CORES, max(4 * many, 2 * BATCH * cores()), all_cores(match))]
    found += [Engine(game, INTERPRETED, fewer(many), one_core(match, fast=False))]
    for name, program in PROGRAMS[game].items() if gpp else ():
        found += [Engine(game, name, many, theirs(build(str(gpp), program, folder), players))]
    return found


def cores() -> int:
    return os.cpu_count() or 1


def fewer(games: int) -> int:
    return max(1, games // SLOWER)


# Do they agree?


def check(engines: Iterable[Engine]) -> None:
    """Raise unless all play the same games: everybody a few, the quick ones many."""
    known = [engine for engine in engines if engine.name != CORES]
    few = min(engine.games for engine in known)
    _compare({engine.name: engine.play(few) for engine in known})
    _compare({engine.name: engine.play(engine.games) for engine in known if engine.name != INTERPRETED})


def _compare(runs: dict[str, Run]) -> None:
    if len({(tuple(run.counts), run.check) for run in runs.values()}) > 1:
        raise Differing("\n".join(f"{name}: check {run.check}, counts {run.counts}" for name, run in runs.items()))
