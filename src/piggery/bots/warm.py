"""`python -m piggery.bots.warm`: compile every search into the cache, for another process that then finds it there.

With `--for-another` it ends as soon as that process does, however it ends: its standard input is a pipe that only that
process holds open, and nobody else has to notice.
"""

import os
import sys
import threading

from ..games.registry import game_types
from .search import warm

FOR_ANOTHER = "--for-another"


def main() -> None:
    if FOR_ANOTHER in sys.argv:
        threading.Thread(target=_end_with_the_other, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)
    for game in game_types().values():
        warm(game)


def _end_with_the_other() -> None:
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    main()
