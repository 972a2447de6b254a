"""What a server costs, beside boardgame.io in the same run: CPU for each delivered view, delay, memory, many tables.

python bench/server.py            about five minutes
python bench/server.py --quick    smaller and shorter, to see that it works
python bench/server.py --only beside --write docs/benchmarks.md
"""

import argparse
import asyncio
import resource
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

import boardgame
import load
from boardgame import Figures
from speeds import ours, page

CPU, P99, MEMORY = 0.5, 30.0, 40.0  # bars: part of boardgame.io's CPU, milliseconds at 500 moves/s, KB a connection


@dataclass(frozen=True)
class Size:
    connections: int
    seconds: float
    rounds: int
    tables: tuple[int, ...]


FULL = Size(1000, 15, 3, (10, 100, 1000, 5000))
QUICK = Size(200, 5, 1, (10, 200))


def micros(figures: Figures) -> float:
    """CPU for each delivered view."""
    return 1e6 * figures.cpu_seconds / figures.views


def kilobytes(figures: Figures) -> float:
    """Memory for each connection, its share of the table included."""
    return (figures.rss_full_bytes - figures.rss_idle_bytes) / 1024 / figures.connections


lines: list[list[str]] = []  # of the page
findings: list[str] = []


def show(name: str, figures: Figures) -> None:
    shown = (micros(figures), figures.p50_ms, figures.p99_ms, kilobytes(figures))
    lines.append([name, str(figures.moves), str(figures.views), *(f"{number:.1f}" for number in shown)])
    print(
        f"{name:42} {figures.moves:7} {figures.views:7} {micros(figures):8.1f} {figures.p50_ms:7.1f} "
        f"{figures.p99_ms:7.1f} {kilobytes(figures):8.1f} {figures.late:5}",
        flush=True,
    )


def judge(what: str, found: float, bar: float, digits: int = 0) -> None:
    """A figure beside its bar."""
    met = "met" if found <= bar else "not met"
    findings.append(f"{what}: {found:.{digits}f}, bar ≤ {bar:g}: {met}")
    print(findings[-1])


async def beside(size: Size) -> None:
    """Both servers in turn, 500 moves a second; the ratio of each pair."""
    ratios, seen = [], []
    for _ in range(size.rounds):
        ours = await load.measure(size.connections, 4, 0, 500, size.seconds)
        seen.append(ours)
        show("Piggery, four people, 500 moves/s", ours)
        try:
            theirs = await boardgame.measure(size.connections, 4, 500, size.seconds)
        except boardgame.Unavailable as reason:
            print(f"boardgame.io: {reason}")
            continue
        show("boardgame.io, four people, 500 moves/s", theirs)
        ratios.append(micros(ours) / micros(theirs))
    if ratios:
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        judge(f"CPU for a view, Piggery / boardgame.io (each pair: {each})", statistics.median(ratios), CPU, 2)
    judge("p99 of a move at 500 moves/s, ms", statistics.median(figures.p99_ms for figures in seen), P99)
    judge("KB a connection", statistics.median(map(kilobytes, seen)), MEMORY)


async def with_bots(size: Size) -> None:
    for rate in (250, 500):
        figures = await load.measure(size.connections, 2, 2, rate, size.seconds)
        show(f"two people, two bots, {rate} + {rate} moves/s", figures)


async def many_tables(size: Size) -> None:
    """One person and one bot at each table, the same number of moves in all."""
    for tables in size.tables:
        show(f"{tables} tables, 500 moves/s in all", await load.measure(tables, 1, 1, 250, size.seconds))


PARTS = {"beside": beside, "bots": with_bots, "tables": many_tables}


async def run(size: Size, parts: list[str]) -> None:
    print(f"{'':42} {'moves':>7} {'views':>7} {'µs/view':>8} {'p50 ms':>7} {'p99 ms':>7} {'KB/conn.':>8} {'late':>5}")
    for part in parts:
        await PARTS[part](size)


def write(path: Path) -> None:
    heading = ["", "moves", "views", "CPU µs a view", "p50 ms", "p99 ms", "KB a connection"]
    text = ["## What a server costs", "", page.table(heading, lines, range(1, 7)), ""]
    text += [*(f"- {finding}" for finding in findings), "", page.circumstances(command(), ours.cores())]
    page.write(path, page.SERVER, "\n".join(text))


def command() -> str:
    return " ".join(["python", "bench/server.py", *sys.argv[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=sorted(PARTS))
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page, too: docs/benchmarks.md")
    wanted = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(run(QUICK if wanted.quick else FULL, [wanted.only] if wanted.only else list(PARTS)))
    if wanted.write:
        write(wanted.write)


if __name__ == "__main__":
    main()
