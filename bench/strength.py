"""How strong the bots are: whole games, the same deals in every seat, with 95 % intervals.

    python bench/strength.py [--games N] [--only TEXT] [--milliseconds M | --deals D] [--workers K]

Each bar of the strongest bot is one line: its share of wins against a table of others, a shared win in equal parts; and
how often it had most, alone or not. A bar is met or missed when the whole interval lies on one side of it, else
undecided. Thinking time is that of one core: with more workers than free cores a move gets less of it; with --deals a
search looks at so many deals instead, and a run can be repeated on a busy machine. It ends with 1 if a bar is missed
for sure.
"""

import argparse
import os
import sys
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from piggery.sim.arena import Arena, Match


class Line(NamedTuple):
    about: str
    game: str
    players: int
    other: str
    bar: float


LINES = [
    Line("Pig 10, against greedy", "pig10", 2, "greedy", 0.90),
    Line("Pig 10, against three greedy ones", "pig10", 4, "greedy", 0.52),
    Line("Pig 10, against flat Monte Carlo, 10,000 greedy playouts", "pig10", 2, "flat:10000", 0.55),
    Line("Un, deux, truie, against greedy", "truie", 2, "greedy", 0.75),
]


def measured(line: Line, asked: argparse.Namespace) -> Match:
    """One against many, each deal once from every seat."""
    bots = ("minerva", *[line.other] * (line.players - 1))
    deals = max(1, asked.games // line.players)
    arena = Arena(line.game, asked.milliseconds, workers=asked.workers, looks=asked.deals)
    with Progress(transient=True, console=Console(stderr=True)) as progress:
        task = progress.add_task(line.about, total=deals)
        return arena.play(bots, deals, 0, lambda match: progress.advance(task))


def first(match: Match) -> float:
    """How often the one who is measured had most, alone or with others."""
    return sum(table.share(table.seats.index("minerva")) > 0 for table in match.tables) / len(match.tables)


def verdict(won: float, error: float, bar: float) -> str:
    if won - error >= bar:
        return "met"
    return "missed" if won + error < bar else "undecided"


def machine_time() -> float:
    """Seconds of processor time, of the workers too, once they have ended."""
    return sum(os.times()[:4])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--only", default="")
    thinking = parser.add_mutually_exclusive_group()
    thinking.add_argument("--milliseconds", type=float, default=100)
    thinking.add_argument("--deals", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    table = Table("the strongest bot", "games", "wins", "± 95 %", "bar", "", "first or shared", "machine time")
    verdicts = []
    for line in LINES:
        if asked.only not in line.about:
            continue
        used = machine_time()
        match = measured(line, asked)
        won, error = match.wins(0)
        verdicts.append(verdict(won, error, line.bar))
        found = f"{won:.3f}", f"{error:.3f}", f"≥ {line.bar:.2f}", verdicts[-1]
        table.add_row(
            line.about, str(len(match.tables)), *found, f"{first(match):.3f}", f"{machine_time() - used:.0f} s"
        )
    Console().print(table)
    return 1 if "missed" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
