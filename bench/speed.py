"""Moves a second: our rules, compiled and interpreted, beside the same rules in C++ (bench/cpp), on one core.

    python bench/speed.py [--games N] [--repeats K] [--players P]

The three play the same games from the same seed; they are timed only once their counts and checksums agree.
"""

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from piggery.compiled import available
from piggery.games import GAMES
from piggery.sim.play import Match
from piggery.sim.summary import MOVES
from piggery.words import say

CPP = Path(__file__).parent / "cpp"
FLAGS = ("-std=c++20", "-O3", "-march=native")
SEED, BATCH = 10, 3
COMPILED, INTERPRETED, THEIRS = "compiled", "interpreted", "C++"
SLOWER = 100  # the interpreter plays so many times fewer games


class Contest(NamedTuple):
    """A game to be timed: how long one is, against Pig 10's, and what our speed is held to."""

    name: str
    length: int
    ratio: float  # of the compiled rules to C++
    interpreted: int  # moves a second; 0 where nothing is asked


CONTESTS = (Contest("pig10", 1, 0.6, 200_000), Contest("truie", 20, 0.5, 0))


class Run(NamedTuple):
    counts: list[int]
    check: int
    seconds: float  # of CPU time

    @property
    def speed(self) -> float:
        return self.counts[MOVES] / max(self.seconds, 1e-6)  # the step of the clock


Engine = Callable[[int], Run]  # plays so many games


# The engines


def ours(match: Match, fast: bool) -> Engine:
    def play(games: int) -> Run:
        began = time.process_time()
        summary, check = match.batch(BATCH, games, fast)
        return Run(summary.counts, check, time.process_time() - began)

    return play


def theirs(program: Path, players: int) -> Engine:
    def play(games: int) -> Run:
        words = [str(program), *map(str, (players, games, SEED, BATCH))]
        return Run(**json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout))

    return play


def build(gpp: str, name: str, folder: Path) -> Path:
    program = folder / name
    done = subprocess.run([gpp, *FLAGS, "-o", str(program), str(CPP / f"{name}.cpp")], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}.cpp does not compile:\n{done.stderr}")
    return program


def engines_for(contest: Contest, players: int, gpp: str | None, folder: Path) -> dict[str, Engine]:
    match = Match(GAMES[contest.name], ["random"] * players, SEED)
    engines = {COMPILED: ours(match, fast=True)} if available() else {}
    if gpp:
        engines[THEIRS] = theirs(build(gpp, contest.name, folder), players)
    return engines | {INTERPRETED: ours(match, fast=False)}


# Measuring


def fewer(games: int) -> int:
    return max(1, games // SLOWER)


def differences(engines: dict[str, Engine], games: int) -> list[str]:
    """What the engines do not agree on, all of them in a few games and the quick ones in many."""
    few = {name: engine(fewer(games)) for name, engine in engines.items()}
    many = {name: engine(games) for name, engine in engines.items() if name != INTERPRETED}
    return [line for runs in (few, many) for line in _differing(runs)]


def _differing(runs: dict[str, Run]) -> list[str]:
    if len({(tuple(run.counts), run.check) for run in runs.values()}) < 2:
        return []
    return [f"{name}: check {run.check}, counts {run.counts}" for name, run in runs.items()]


def best(engines: dict[str, Engine], games: int, repeats: int) -> dict[str, float]:
    """The best moves a second of each, in turns."""
    quick = {name: engine for name, engine in engines.items() if name != INTERPRETED}
    speeds: dict[str, float] = dict.fromkeys(engines, 0)
    for _ in range(repeats):
        for name, engine in quick.items():
            speeds[name] = max(speeds[name], engine(games).speed)
    for _ in range(repeats):
        speeds[INTERPRETED] = max(speeds[INTERPRETED], engines[INTERPRETED](fewer(games)).speed)
    return speeds


# Showing


def bar_text(contest: Contest, name: str, speed: float, yardstick: float | None) -> str:
    if name == COMPILED and yardstick:
        return _held(f"≥ {contest.ratio}", speed / yardstick >= contest.ratio)
    if name == INTERPRETED and contest.interpreted:
        return _held(f"≥ {contest.interpreted:,}/s", speed >= contest.interpreted)
    return ""


def _held(bar: str, met: bool) -> str:
    return f"{bar} {'met' if met else 'missed'}"


def add_rows(table: Table, contest: Contest, speeds: dict[str, float]) -> None:
    yardstick = speeds.get(THEIRS)
    for name, speed in speeds.items():
        ratio = f"{speed / yardstick:.3f}" if yardstick else "–"
        bar = bar_text(contest, name, speed, yardstick)
        table.add_row(say(f"{contest.name}.title"), name, f"{speed:,.0f}", ratio, bar)
    table.add_section()


def new_table() -> Table:
    table = Table()
    for heading in ("game", "engine"):
        table.add_column(heading)
    for heading in ("moves/s", "ratio to C++", "bar"):
        table.add_column(heading, justify="right")
    return table


def machine(gpp: str | None) -> str:
    numba = f"Numba {version('numba')}" if available() else "no Numba"
    compiler = f"g++ {_said_by(gpp, '-dumpfullversion')} {' '.join(FLAGS)}" if gpp else "no g++"
    return f"{_processor()}, Python {platform.python_version()}, {numba}, {compiler}"


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    for line in listing.read_text(encoding="utf-8").splitlines() if listing.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _said_by(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Our speed beside C++'s.")
    parser.add_argument("--games", type=int, default=100_000, help="of Pig 10; fewer where games are longer")
    parser.add_argument("--repeats", type=int, default=5, help="how often each is timed; the best counts")
    parser.add_argument("--players", type=int, default=4, choices=range(2, 7))
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    console = Console(highlight=False)
    gpp = shutil.which("g++")
    if not gpp:
        console.print("There is no g++ here: the rows of C++ are missing.")
    if not available():
        console.print("There is no Numba here: the compiled rows are missing.")
    table = new_table()
    with tempfile.TemporaryDirectory() as folder:
        for contest in CONTESTS:
            engines = engines_for(contest, asked.players, gpp, Path(folder))
            games = max(1, asked.games // contest.length)
            if lines := differences(engines, games):
                console.print(f"{contest.name}: the engines differ.", *lines, sep="\n")
                return 1
            console.print(f"{contest.name}: {', '.join(engines)}: the same counts and checksum.")
            add_rows(table, contest, best(engines, games, max(1, asked.repeats)))
    console.print(table)
    console.print(machine(gpp))
    return 0


if __name__ == "__main__":
    sys.exit(main())
