"""Moves a second, side by side: our engine, the same rules in C++, and what other libraries play (docs/benchmarks.md).

    python bench/speed.py [--quick] [--only NAMES] [--games N] [--repeats K] [--players P] [--write FILE]
    python bench/speed.py --growth [--full]

With --quick no library is installed or asked. What cannot be measured here is said and left out.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.table import Table

from piggery.engine.compiled import available
from speeds import growth, ours, page
from speeds.others import PEERS, Peer, Skipped, Visitor, cache_folder, environment
from speeds.rows import SPEED_HEADING, VERDICT_HEADING, Row, speed_lines, verdict_lines, verdicts

GAMES = list(ours.LENGTHS)
NAMES = [*GAMES, *(peer.key for peer in PEERS)]
SECONDS = 0.5  # for each case of a library, each time


class Source(Protocol):
    """Something that can be timed, again and again."""

    def measure(self) -> dict[str, float]:
        """Moves a second, by the key of the row."""


class Notes:
    """What has to be said about a run: said at once, and written on the page afterwards."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        self.console.print(line, soft_wrap=True)
        self.lines.append(line)


# Who is there


def our_engines(asked: argparse.Namespace, gpp: str | None, folder: Path, console: Console) -> list[ours.Engine]:
    found = []
    for game in GAMES:
        if game in asked.only:
            engines = ours.engines_for(game, asked.players, asked.games, gpp, folder)
            ours.check(engines)
            console.print(f"{game}: the engines play the same games: {', '.join(engine.name for engine in engines)}.")
            found += engines
    return found


def visitors(asked: argparse.Namespace, notes: Notes) -> Iterator[Visitor]:
    for peer in wanted(asked):
        try:
            yield Visitor(peer, environment(peer, asked.cache, notes.console.print), asked.players, SECONDS)
        except Skipped as why:
            notes(str(why))


def wanted(asked: argparse.Namespace) -> list[Peer]:
    return [] if asked.quick else [peer for peer in PEERS if peer.key in asked.only]


# Measuring


def best(sources: Sequence[Source], repeats: int, notes: Notes) -> dict[str, float]:
    """The best of each row; all take turns."""
    speeds: dict[str, float] = {}
    left = list(sources)
    for _ in range(repeats):
        for source in list(left):
            try:
                found = source.measure()
            except Skipped as why:
                notes(str(why))
                left.remove(source)
                continue
            speeds |= {key: max(speed, speeds.get(key, 0)) for key, speed in found.items()}
    return speeds


def compare(asked: argparse.Namespace, console: Console) -> int:
    gpp, notes = shutil.which("g++"), Notes(console)
    if not gpp:
        notes("There is no g++ here: the rows of C++ are missing.")
    if not available():
        notes("There is no Numba here: the compiled rows are missing.")
    with tempfile.TemporaryDirectory() as folder:
        try:
            engines = our_engines(asked, gpp, Path(folder), console)
        except ours.Differing as why:
            console.print(f"The engines differ.\n{why}", soft_wrap=True)
            return 1
        guests = list(visitors(asked, notes))
        speeds = best([*engines, *guests], asked.repeats, notes)
    rows = [engine.row for engine in engines] + [row for guest in guests for row in guest.rows]
    show(rows, speeds, asked, notes, page.compiler_text(gpp, ours.FLAGS))
    return 0


def grow(asked: argparse.Namespace, console: Console) -> int:
    growth.measured(1, asked.players)  # compiles, so that none of the others has to
    steps = [growth.measured(games, asked.players) for games in (growth.FULL if asked.full else growth.STEPS)]
    lines, found = [growth.line(step) for step in steps], growth.findings(steps)
    print_table(console, growth.HEADING, lines, numbers=range(4))
    for finding in found:
        console.print(finding)
    if asked.write:
        text = [f"## {growth.title(steps)}\n\nPig 10, {asked.players} players, all cores.\n"]
        text += [page.table(growth.HEADING, lines, range(4)), "", *(f"- {finding}" for finding in found), ""]
        page.write(asked.write, page.GROWTH, "\n".join([*text, page.circumstances(asked.command, ours.cores())]))
    return 0


# Showing


def show(rows: list[Row], speeds: dict[str, float], asked: argparse.Namespace, notes: Notes, compiler: str) -> None:
    for row in rows:
        if row.key not in speeds:
            notes(f"{row.game}, {row.engine}: no figure.")
    lines, found = speed_lines(rows, speeds), verdict_lines(verdicts(rows, speeds, ours.cores()))
    where = page.circumstances(asked.command, ours.cores(), compiler)
    print_table(notes.console, SPEED_HEADING, lines, numbers=[2])
    print_table(notes.console, VERDICT_HEADING, found, numbers=[2, 3])
    notes.console.print(where, soft_wrap=True)
    if asked.write:
        text = [f"## Moves a second\n\n{asked.players} players where the game does not say otherwise.\n"]
        text += [page.table(SPEED_HEADING, lines, [2]), "", *(f"- {line}" for line in notes.lines)]
        text += ["\n## Held against bars\n", page.table(VERDICT_HEADING, found, [2, 3]), "", where]
        page.write(asked.write, page.SPEED, "\n".join(text))


def print_table(out: Console, heading: Sequence[str], lines: list[list[str]], numbers: Sequence[int]) -> None:
    table = Table()
    for column, name in enumerate(heading):
        table.add_column(name, justify="right" if column in numbers else "left")
    for cells in lines:
        table.add_row(*cells)
    if lines:
        out.print(table)


# Asking


def names(text: str) -> list[str]:
    asked = [name.strip() for name in text.split(",")]
    for name in asked:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(NAMES)}")
    return asked


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few")
    return number


def arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Our speed beside that of C++ and of other libraries.")
    parser.add_argument("--quick", action="store_true", help="no other libraries")
    parser.add_argument("--only", type=names, default=NAMES, help=f"some of {','.join(NAMES)}")
    parser.add_argument("--games", type=at_least_one, default=100_000, help="of Pig 10; fewer where they are longer")
    parser.add_argument("--repeats", type=at_least_one, default=5, help="how often each is timed; the best counts")
    parser.add_argument("--players", type=int, default=4, choices=ours.SEATS)
    parser.add_argument("--cache", type=Path, default=cache_folder(), help="where libraries are installed")
    parser.add_argument("--growth", action="store_true", help="memory and cost of ever more games instead")
    parser.add_argument("--full", action="store_true", help="with --growth: up to 10⁸ games")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page, too: docs/benchmarks.md")
    asked = parser.parse_args(words)
    asked.command = " ".join(["python3 run.py bench", *words])
    return asked


def main() -> int:
    asked = arguments(sys.argv[1:])
    console = Console(highlight=False)
    return grow(asked, console) if asked.growth else compare(asked, console)


if __name__ == "__main__":
    sys.exit(main())
