"""How strong the bots are: whole games, the same deals in every seat, with 95 % intervals.

    python bench/strength.py [--games N] [--only TEXT] [--milliseconds M] [--workers K]

Each bar of the strongest bot is one line: its share of wins against a table of others. Thinking time is that of one
core: with more workers than free cores a move gets less of it. It ends with 1 if a bar is missed for sure (the whole
interval lies below it).
"""

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from piggery.bots.levels import Player, player
from piggery.bots.play import play_game
from piggery.bots.search import warm
from piggery.games import GAMES


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


def share(line: Line, milliseconds: float, number: int) -> float:
    """What the strongest bot wins of game `number`: every deal is played once from every seat."""
    deal, seat = divmod(number, line.players)
    seats: list[Player] = [player(GAMES[line.game], line.other)] * line.players
    seats[seat] = player(GAMES[line.game], "minerva", milliseconds)
    scores = play_game(GAMES[line.game], seats, random.Random(deal), number)
    best = max(scores)
    return (scores[seat] == best) / scores.count(best)


def measured(line: Line, games: int, milliseconds: float, workers: int) -> tuple[float, float]:
    with ProcessPoolExecutor(workers, initializer=warm, initargs=(line.game,)) as pool:
        jobs = [pool.submit(share, line, milliseconds, number) for number in range(games)]
        shares = [job.result() for job in track(jobs, line.about, transient=True)]
    mean = sum(shares) / games
    spread = sum((one - mean) ** 2 for one in shares) / max(games - 1, 1)
    return mean, 1.96 * sqrt(spread / games)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--only", default="")
    parser.add_argument("--milliseconds", type=float, default=100)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    table = Table("the strongest bot", "games", "wins", "± 95 %", "bar")
    missed = False
    for line in LINES:
        if asked.only in line.about:
            mean, error = measured(line, asked.games, asked.milliseconds, asked.workers)
            missed |= mean + error < line.bar
            table.add_row(line.about, str(asked.games), f"{mean:.3f}", f"{error:.3f}", f"≥ {line.bar:.2f}")
    Console().print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
