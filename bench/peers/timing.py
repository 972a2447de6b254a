"""How a peer is timed: inside its own environment and process, on one core, in CPU time.

A case plays a few games with random players and returns how many moves they had: decisions, not deals and draws.
"""

import json
import os
import sys
import time
from collections.abc import Callable

Case = Callable[[], int]


def on_one_core() -> None:
    """Keep this process, with every thread it may start, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def timed(case: Case, seconds: float) -> tuple[int, float]:
    """Play for so long; the moves, and the CPU time they took."""
    moves, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds or not moves:
        moves += case()
    return moves, took


def tell(cases: dict[str, Case]) -> None:
    """Time every case for as long as the command line says; a line of JSON for each as soon as it is known."""
    for name, case in cases.items():
        case()  # what is compiled, loaded or counted once
        moves, seconds = timed(case, float(sys.argv[1]))
        print(json.dumps({"case": name, "moves": moves, "seconds": seconds}), flush=True)
