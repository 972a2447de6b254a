"""A hostile hour: fifty addresses do what they can to a server, and at other tables people play on.

python bench/hostile.py                  a minute
python bench/hostile.py --full           an hour
python bench/hostile.py --only hellos    one attack, from all addresses

Each address changes its attack every ten seconds. The people at the other tables have addresses of their own, no
privileges, and one move a second at each table.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import uvloop

from attacks import BY_NAME, Pest, attack
from boardgame import cpu_seconds
from crowd import Crowds, Seen, Step
from servers import Server

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 52)]
TURN = 10.0  # seconds for an attack, before an address tries another
TABLES = 8  # where people play meanwhile
BEFORE = 5.0  # seconds of peace
BAR = 100.0  # milliseconds for a move at another table, at p99
PLAYED = 0.9  # of the moves that there is time for, one a second at each of them


@dataclass(frozen=True)
class Told:
    """What was seen, by whom."""

    before: Seen
    during: Seen
    answers: Counter[str]
    log: Counter[str]
    complaints: list[str]
    figures: dict[str, float]
    cpu: float  # of a core


def pester(pipe: "Connection[Counter[str], None]", port: int, seconds: float, names: Sequence[str]) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    pipe.send(uvloop.run(_pester(port, seconds, names)))


async def _pester(port: int, seconds: float, names: Sequence[str]) -> Counter[str]:
    seen: Counter[str] = Counter()
    codes: list[str] = []
    end = time.monotonic() + seconds
    await asyncio.gather(*(_pest(port, number, end, seen, codes, names) for number in range(len(ADDRESSES))))
    return seen


async def _pest(port: int, number: int, end: float, seen: Counter[str], codes: list[str], names: Sequence[str]) -> None:
    rng, turn = random.Random(number), number
    while (now := time.monotonic()) < end:
        pest = Pest(port, ADDRESSES[number], rng, min(end, now + TURN), seen, codes)
        await attack(pest, BY_NAME[names[turn % len(names)]])
        turn += 1


def hour(folder: Path, seconds: float, names: Sequence[str] = tuple(BY_NAME), tables: int = TABLES) -> Told:
    server = Server(str(folder / "tables.db"), folder / "log").start()
    crowds = Crowds(1, [server.port], far=True)
    try:
        before = crowds.step(Step(tables, min(BEFORE, seconds)))
        here, there = multiprocessing.get_context("spawn").Pipe()
        pests = multiprocessing.get_context("spawn").Process(target=pester, args=(there, server.port, seconds, names))
        pests.start()
        pid = server.process.pid if server.process else 0
        spent = cpu_seconds(pid)
        during = crowds.step(Step(0, seconds))
        spent = cpu_seconds(pid) - spent
        answers = here.recv()
        pests.join()
        figures = sums(server.text("/metrics"))
    finally:
        crowds.close()
        server.stop()
    return Told(before, during, answers, said(server.log), server.errors(), figures, spent / seconds)


def sums(text: str) -> dict[str, float]:
    """What a server counted, and is not zero."""
    pairs = (
        line.rpartition(" ") for line in text.splitlines() if line.startswith("piggery") and "_created" not in line
    )
    return {name.removeprefix("piggery_"): float(number) for name, _, number in pairs if float(number)}


def said(log: Path) -> Counter[str]:
    """The lines of a log, by level and text."""
    found: Counter[str] = Counter()
    for text in log.read_text(encoding="utf-8").splitlines():
        try:
            line = json.loads(text)
            found[f"{line['level']}: {line['event']}"] += 1
        except ValueError:
            found[text] += 1
    return found


def show(told: Told) -> None:
    for name, seen in (("before", told.before), ("meanwhile", told.during)):
        times = f"p50 {seen.part(0.5):.0f} ms, p99 {seen.part(0.99):.0f} ms, longest {seen.part(0.99999):.0f} ms"
        print(f"{name}: {seen.tables} tables, {seen.moves} moves, {times}")
    print(f"the server spent {100 * told.cpu:.0f} % of a core")
    for title, numbers in (
        ("attackers saw", told.answers),
        ("the server counted", told.figures),
        ("its log", told.log),
    ):
        print(f"{title}: " + ", ".join(f"{name} {number:g}" for name, number in sorted(numbers.items())))


def wrong(told: Told, seconds: float) -> list[str]:
    """What must not be. A server that stands still answers few moves, so their number counts as well as their times."""
    found = [f"the log says “{line}”" for line in told.log if not line.startswith("info: ")]
    if (p99 := told.during.part(0.99)) > BAR:
        found.append(f"a move took {p99:.0f} ms at p99")
    if told.during.moves < PLAYED * TABLES * seconds:
        found.append(f"only {told.during.moves} moves were made in {seconds:.0f} s at {TABLES} tables")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="an hour")
    parser.add_argument("--only", choices=list(BY_NAME))
    parser.add_argument("--each", action="store_true", help="one attack after the other, each for that long")
    parser.add_argument("--folder", help="where the store is; the usual one for temporary files if none is named")
    asked = parser.parse_args()
    tempfile.tempdir = asked.folder
    seconds = 3600.0 if asked.full else 60.0
    bad: list[str] = []
    for names in [[name] for name in BY_NAME] if asked.each else [[asked.only] if asked.only else list(BY_NAME)]:
        with tempfile.TemporaryDirectory() as folder:
            told = hour(Path(folder), seconds, names)
        print(*names)
        show(told)
        bad += wrong(told, seconds)
    if bad:
        raise SystemExit("\n".join(bad))


if __name__ == "__main__":
    main()
