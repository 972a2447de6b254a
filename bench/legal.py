"""No bot ever plays an illegal move: whole games of all quick levels, every move looked at.

    python bench/legal.py [--games N]

The levels sit down in turn at tables of every size, as the simulator plays them. The strongest, who takes her time,
plays one game in a thousand, from views, with a millisecond a move. It ends with 1 if a single move was not among the
legal ones.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from rich.console import Console
from rich.table import Table

from piggery.bots.levels import player
from piggery.bots.play import play_game
from piggery.bots.quick import Minded, choice_of, mind_lists, quick_names
from piggery.bots.search import PastTurn, warm
from piggery.engine.bags import MOST_CARDS, has, members, shuffle, unpack
from piggery.engine.compiled import compiled, numbers, record
from piggery.engine.kernel import Numbers, below, generator
from piggery.games.checks import start
from piggery.games.contract import State
from piggery.games.registry import game_type, game_types

CAP = 3000
Games = Callable[[State, Numbers, Numbers, Minded, int, int, Numbers], int]
SLOW = 1000  # the strongest plays one game in so many


@cache
def checked(name: str) -> Games:
    rules = game_type(name)
    reset, legal, play, draw, fits, choice = (
        rules.reset,
        rules.legal,
        rules.play,
        rules.draw,
        rules.fits,
        choice_of(rules),
    )

    def games(state: State, rng: Numbers, cards: Numbers, known: Minded, levels: int, n: int, found: Numbers) -> int:
        """Play; count the moves in `found`, and return how many were illegal."""
        wrong = 0
        for game in range(n):
            reset(state, game % state.players)
            left = 0
            for _ in range(CAP):
                while state.due:
                    if left != state.left:
                        left = unpack(state.stock, cards)
                        shuffle(cards, left, rng)
                    k = left - 1
                    while not fits(state, cards[k]):
                        k = below(rng, left)
                    card = cards[k]
                    cards[k] = cards[left - 1]
                    left -= 1
                    draw(state, card)
                moves = legal(state)
                if moves == 0:
                    break
                move = choice((game + state.turn) % levels, known, state, moves, rng)
                found[0] += 1
                wrong += 1 - has(moves, move)
                play(state, move if has(moves, move) else 0)
        return wrong

    return games


def quick(name: str, games: int) -> tuple[int, int]:
    rules, found, wrong = game_type(name), numbers([0]), 0
    for players in rules.seats:
        work = numbers([0] * MOST_CARDS)
        wrong += compiled(checked(name))(
            record(start(rules, players)), numbers(generator(players)), work, numbers(mind_lists(rules)),
            len(quick_names(rules)), games // len(rules.seats), found,
        )  # fmt: skip
    return int(found[0]), int(wrong)


def slow(name: str, games: int) -> tuple[int, int]:
    rules, found = game_type(name), [0, 0]
    bot = player(rules, "minerva", 1.0)

    def looked_at(view: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
        move = bot(view, legal, rng, past)
        found[0] += 1
        found[1] += move not in members(legal)
        return move

    for number in range(games):
        play_game(rules, [looked_at] * rules.seats[number % len(rules.seats)], Random(number), number)
    return found[0], found[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    asked = parser.parse_args()
    table, illegal = Table("game", "who", "games", "moves", "illegal", "seconds"), 0
    for name in game_types():
        warm(game_type(name))
        for who, played, games in (("quick", quick, asked.games), ("strongest", slow, max(1, asked.games // SLOW))):
            began = time.perf_counter()
            moves, wrong = played(name, games)
            illegal += wrong
            table.add_row(name, who, str(games), str(moves), str(wrong), f"{time.perf_counter() - began:.0f}")
    Console().print(table)
    return 1 if illegal else 0


if __name__ == "__main__":
    sys.exit(main())
