"""How fast a search is: playouts a second from the first move, on one core, in CPU time.

    python bench/search.py [--seconds S]

A playout is a deal of the unseen cards (shared by all moves), a copy of the state, the move and everything after it. It
ends with 1 if greedy playouts of Pig 10 with two players are slower than the bar.
"""

import argparse
import sys
import time
from random import Random

from rich.console import Console
from rich.table import Table

from piggery.bots.model import TO_THE_END
from piggery.bots.play import Pile
from piggery.bots.search import Effort, Search, warm
from piggery.engine.bags import many
from piggery.engine.kernel import generator
from piggery.games.checks import start, view_of
from piggery.games.registry import game_type, game_types

BAR = 400_000
DEALS = 500
PLANS = {
    "greedy, to the end": Effort(plies=TO_THE_END, careful=False, hunches=False),
    "careful, to the end": Effort(plies=TO_THE_END),
    "as the strongest bot": Effort(),
}


def rate(game: str, players: int, plan: Effort, seconds: float) -> float:
    """Playouts a second, the best of three."""
    rules = game_type(game)
    state = start(rules, players)
    Pile(rules, Random(1)).draw(state)
    search = Search(rules, view_of(rules, state, state.turn), (), plan)
    rng, best = generator(1), 0.0
    for _ in range(3):
        began, deals = time.process_time(), 0
        while time.process_time() - began < seconds / 3:
            search.add_deals(DEALS if search.fast else 1, rng)
            deals += DEALS if search.fast else 1
        best = max(best, deals * many(search.moves) / (time.process_time() - began))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3)
    asked = parser.parse_args()
    table = Table("game", "players", "playouts", "a second", "bar")
    for rules in game_types().values():
        warm(rules)
    first = rate("pig10", 2, PLANS["greedy, to the end"], asked.seconds)
    table.add_row("pig10", "2", "greedy, to the end", f"{first:,.0f}", f"≥ {BAR:,}")
    for game in game_types():
        for players in (2, 4):
            for name, plan in PLANS.items():
                if (game, players, name) != ("pig10", 2, "greedy, to the end"):
                    table.add_row(game, str(players), name, f"{rate(game, players, plan, asked.seconds):,.0f}", "")
    Console().print(table)
    return 0 if first >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
