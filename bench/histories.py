"""Evenings at simulated tables, each with faults of its own: pauses, lost answers, noise, clocks that jump.

python bench/histories.py                  300 histories
python bench/histories.py --full           two core-hours of them
python bench/histories.py --seconds 600    as many as ten minutes of a core are enough for
python bench/histories.py --seed 4711      one of them again
python bench/histories.py --without 6      with one thing taken back that was mended: a violation has to be found

What is taken back (`--without`): 1 a process that is heard again is asked who is there, and whoever comes and goes is
waited for ever longer; 2 chores are supervised; 4 long logs are read in slices, and take-backs cost little; 6 an entry
whose outcome is unknown is asked for again; 7 what waits runs on a clock that never jumps.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

from simulated.checks import Violation
from simulated.history import LEAST_FAULTS, LEAST_PLIES, History
from simulated.taken_back import MENDS, without

USUAL = 300
FULL = 2 * 3600.0  # seconds of one core
PATIENCE = 600.0  # seconds in which a violation has to be found where something is taken back
BATCH = 10
MANY = 10**6


class Found(NamedTuple):
    """What came of some histories: how many, their plies and faults, and the first violation with its seed."""

    histories: int
    plies: int
    faults: int
    seconds: float
    seed: int = -1
    violation: str = ""

    def and_then(self, more: "Found") -> "Found":
        histories, plies, faults = self.histories + more.histories, self.plies + more.plies, self.faults + more.faults
        return Found(histories, plies, faults, self.seconds + more.seconds, more.seed, more.violation)


def run(seeds: range, mend: int) -> Found:
    """Histories in this process, until one is violated."""
    plies = faults = 0
    began = time.process_time()
    with ExitStack() as stack:
        if mend:
            stack.enter_context(without(mend))
        for done, seed in enumerate(seeds):
            try:
                story = History(seed).run()
            except Violation as violation:
                return Found(done, plies, faults, time.process_time() - began, seed, str(violation))
            if story.plies < LEAST_PLIES or story.faults < LEAST_FAULTS:
                return Found(done, plies, faults, time.process_time() - began, seed, f"too little happened: {story}")
            plies, faults = plies + story.plies, faults + story.faults
    return Found(len(seeds), plies, faults, time.process_time() - began)


def all_of_them(first: int, most: int, seconds: float, mend: int) -> Found:
    """On all cores, until there were `most` of them, or for so many seconds of a core, or to the first violation."""
    batches = [range(start, min(start + BATCH, first + most)) for start in range(first, first + most, BATCH)]
    total = Found(0, 0, 0, 0.0)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(partial(run, mend=mend), batches):
            total = total.and_then(found)
            if found.violation or total.seconds > seconds:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--seconds", type=float, default=0.0, help="seconds of a core")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--first", type=int, default=0, help="the seed to begin with")
    parser.add_argument("--without", type=int, choices=MENDS, default=0)
    wanted = parser.parse_args()
    if wanted.seed is not None:
        found = run(range(wanted.seed, wanted.seed + 1), wanted.without)
    elif wanted.without:
        found = all_of_them(wanted.first, MANY, 2 * PATIENCE, wanted.without)
    elif wanted.full or wanted.seconds:
        found = all_of_them(wanted.first, MANY, wanted.seconds or FULL, 0)
    else:
        found = all_of_them(wanted.first, USUAL, FULL, 0)
    print(f"{found.histories} histories, {found.plies} plies, {found.faults} faults, {found.seconds:.0f} s of a core")
    if found.violation:
        print(f"seed {found.seed}: {found.violation}")
    return int(bool(found.violation) != bool(wanted.without))


if __name__ == "__main__":
    sys.exit(main())
