"""`python -m piggery.bots.warm`: compile every search into the cache, for another process that then finds it there."""

import os

from .search import MODELS, warm


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    for name in MODELS:
        warm(name)


if __name__ == "__main__":
    main()
