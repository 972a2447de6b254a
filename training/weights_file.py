"""Writes bots/pig10_weights.py: weights in thousandths, two bytes each, as text."""

import base64
import fcntl
import textwrap
from pathlib import Path
from typing import Any

import numpy

from piggery.bots.pig10_value import WEIGHT
from piggery.bots.pig10_weights import WEIGHTS

FILE = Path(__file__).parent.parent / "src" / "piggery" / "bots" / "pig10_weights.py"
HEAD = '''"""What positions of Pig 10 are worth, as training/values.py learned and wrote it, by number of players."""

# fmt: off
WEIGHTS: dict[int, str] = {
'''


def write(players: int, w1: Any, w2: Any) -> None:
    """Put new weights in the place of old ones; another training may do the same at the same time."""
    whole = numpy.rint(numpy.concatenate([w1.ravel(), w2]) * WEIGHT).clip(-32768, 32767).astype("<i2")
    with FILE.open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found: dict[str, Any] = {}
        exec(FILE.read_text(encoding="utf-8"), found)  # noqa: S102
        known: dict[int, str] = {**WEIGHTS, **found["WEIGHTS"], players: base64.b64encode(whole.tobytes()).decode()}
        FILE.write_text(HEAD + "".join(_lines(n, known[n]) for n in sorted(known)) + "}\n", encoding="utf-8")


def _lines(players: int, text: str) -> str:
    lines = "".join(f'        "{line}"\n' for line in textwrap.wrap(text, 100))
    return f"    {players}: (\n{lines}    ),\n"
