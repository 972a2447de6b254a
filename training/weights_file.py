"""Writes games/pig10/weights.json: for each number of players the weights, two bytes each, as text."""

import base64
import fcntl
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy

from piggery.games.pig10.value import FILE, WEIGHT


def write(players: int, parts: Sequence[Any]) -> None:
    """Put new weights in the place of old ones; another training may do the same at the same time."""
    whole = numpy.rint(numpy.concatenate([part.ravel() for part in parts]) * WEIGHT).clip(-32768, 32767).astype("<i2")
    with Path(FILE).open("r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        known = json.load(file) | {str(players): base64.b64encode(whole.tobytes()).decode()}
        file.seek(0)
        file.truncate()
        file.write(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
