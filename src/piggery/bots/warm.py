"""`python -m piggery.bots.warm`: compile every search into the cache, for another process that then finds it there."""

import os

from ..games.registry import game_types
from .search import warm


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    for game in game_types().values():
        warm(game)


if __name__ == "__main__":
    main()
