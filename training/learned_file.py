"""Reads and writes bots/learned.py."""

import fcntl
import pprint
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = Path(__file__).parent.parent / "src" / "piggery" / "bots" / "learned.py"
HEAD = '''"""Numbers learned by games against itself, written by training/: from so many players on, until the next."""

# fmt: off
'''

Learned = dict[str, dict[int, list[int]]]


def read() -> Learned:
    found: dict[str, dict[int, list[int]]] = {}
    exec(FILE.read_text(encoding="utf-8"), found)  # noqa: S102
    return {name: value for name, value in found.items() if name.isupper()}


def write(name: str, players: int, values: list[int]) -> None:
    """Put new numbers in the place of old ones; another training may do the same at the same time."""
    with _alone():
        learned = read()
        learned.setdefault(name, {})[players] = values
        parts = [f"{key} = {pprint.pformat(lists, width=100, compact=True)}\n" for key, lists in learned.items()]
        FILE.write_text(HEAD + "\n".join(parts), encoding="utf-8")


@contextmanager
def _alone() -> Iterator[None]:
    with FILE.open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
