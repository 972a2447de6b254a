"""Learn the numbers of games/*/learned.py by games against oneself.

    python training/train.py pig10 2 --generations 200      a mind for two players
    python training/train.py pig10 2 --hands                what cards in the hand are worth, from games of that mind
    python training/train.py truie 2 --generations 200

Everything is seeded: the same command finds the same numbers. Numba and NumPy are needed, nothing else.
"""

import argparse
import sys

import numpy

from evolve import Evolution
from hands import hands
from learned_file import read, write
from matches import rate
from piggery.bots.model import learned_for
from piggery.games.pig10 import mind as pig10_mind
from piggery.games.truie import mind as truie_mind

GAMES = {
    "pig10": [(pig10_mind.LEAVE, 10, 100), (pig10_mind.REST, 10, 300), (pig10_mind.KEEP, 11, 300),
              (pig10_mind.HIT, 2, 100), (pig10_mind.OVER, 1, 100), (pig10_mind.CLEAR, 1, 300)],
    "truie": [(truie_mind.SHED, 3, 30), (truie_mind.OUT, 1, 500), (truie_mind.TAKEN, 1, 100),
              (truie_mind.AGAIN, 1, 200), (truie_mind.RARE, 1, 30), (truie_mind.ATTACK, 1, 100),
              (truie_mind.DANGER, 1, 500), (truie_mind.BIND, 3, 300), (truie_mind.KEEP, 14, 200)],
}  # fmt: skip
CHECK = 10  # generations between looks at how far it has come
BETTER = 0.01


def train(game: str, players: int, generations: int, games: int, seed: int) -> list[int]:
    """Evolve a mind against its own champion and against greedy players."""
    champion = learned_for(players, read(game)["MINDS"])
    places = [at + n for at, length, _ in GAMES[game] for n in range(length)]
    spread = numpy.array([float(width) for _, length, width in GAMES[game] for _ in range(length)])
    evolution = Evolution(numpy.array([float(champion[at]) for at in places]), spread, seed)

    def whole(found: numpy.ndarray) -> list[int]:
        mind = list(champion)
        for at, value in zip(places, found, strict=True):
            mind[at] = round(float(value))
        return mind

    for generation in range(generations):
        deals = seed * 1_000_003 + generation

        def fitness(found: numpy.ndarray, deals: int = deals, champion: list[int] = champion) -> float:
            mind = whole(found)
            return rate(game, mind, champion, players, games, deals) + rate(game, mind, None, players, games, deals + 1)

        evolution.generation(fitness)
        if generation % CHECK == CHECK - 1:
            mind = whole(evolution.found)
            own, greedy = (rate(game, mind, other, players, 10 * games, 7) for other in (champion, None))
            print(f"{generation + 1}: against the champion {own:.4f}, against greedy {greedy:.4f}", flush=True)
            if own > 1 / players + BETTER:
                champion = mind
    mind = whole(evolution.found) if game == "pig10" else in_points(whole(evolution.found))
    return mind if rate(game, mind, champion, players, 20 * games, 11) > 1 / players else champion


def in_points(mind: list[int]) -> list[int]:
    """The same likes and dislikes of truie, with a point shed as the measure of all."""
    shrunk = 100 / mind[truie_mind.SHED]
    return [round(value * shrunk) for value in mind[: truie_mind.COUNTS]] + mind[truie_mind.COUNTS :]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("players", type=int)
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--games", type=int, default=2000, help="in each seat, for each candidate")
    parser.add_argument("--hands", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.hands:
        write("pig10", "HANDS", asked.players, hands(asked.players, asked.seed))
        return 0
    found = train(asked.game, asked.players, asked.generations, asked.games, asked.seed)
    write(asked.game, "MINDS", asked.players, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
