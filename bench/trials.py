"""Servers of several checkouts at once, under the same load: what each spends for a view, beside the first.

    python bench/trials.py BASE/src OTHER/src … [--rounds N] [--seconds S] [--connections N] [--rate R]

On a machine that others use, figures taken one after the other differ by a fifth; taken at the same time, the same
checkout twice differs by two hundredths.
"""

import argparse
import asyncio
import statistics

import load
from boardgame import Figures
from server import micros


async def together(sources: list[str], asked: argparse.Namespace) -> list[Figures]:
    loads = (load.measure(asked.connections, 4, 0, asked.rate, asked.seconds, source) for source in sources)
    return await asyncio.gather(*loads)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", metavar="SRC", help="the folder that has piggery/ in it")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--connections", type=int, default=400)
    parser.add_argument("--rate", type=float, default=250)
    asked = parser.parse_args()
    rounds: list[list[float]] = []
    for _ in range(asked.rounds):
        rounds.append([micros(figures) for figures in asyncio.run(together(asked.sources, asked))])
        print("  ".join(f"{spent:7.1f}" for spent in rounds[-1]), "µs a view", flush=True)
    for number, source in enumerate(asked.sources):
        ratios = [spent[number] / spent[0] for spent in rounds]
        print(f"{statistics.median(ratios):.2f}  {source}  ({', '.join(f'{ratio:.2f}' for ratio in ratios)})")


if __name__ == "__main__":
    main()
