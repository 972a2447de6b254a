"""Reads and writes `learned.py` of a game."""

import fcntl
import pprint
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from piggery.games.registry import game_type

HEAD = '''"""Numbers learned by games against itself, written by training/: by the least number of players."""

# fmt: off
'''

Learned = dict[str, dict[int, list[int]]]


def _file(game: str) -> Path:
    return game_type(game).folder / "learned.py"


def read(game: str) -> Learned:
    found: dict[str, dict[int, list[int]]] = {}
    exec(_file(game).read_text(encoding="utf-8"), found)  # noqa: S102
    return {name: value for name, value in found.items() if name.isupper()}


def write(game: str, name: str, players: int, values: list[int]) -> None:
    """Put new numbers in the place of old ones; another training may do the same at the same time."""
    with _alone(_file(game)):
        learned = read(game)
        learned.setdefault(name, {})[players] = values
        parts = [f"{key} = {pprint.pformat(lists, width=100, compact=True)}\n" for key, lists in learned.items()]
        _file(game).write_text(HEAD + "\n".join(parts), encoding="utf-8")


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
