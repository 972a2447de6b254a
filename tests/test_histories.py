"""Simulated evenings: several processes, and whatever can go wrong with them. `bench/histories.py --full` has more."""

import os
import subprocess
import sys

import pytest

from histories import BATCH, run
from simulated.history import LEAST_FAULTS, LEAST_PLIES
from simulated.taken_back import MENDS

HISTORIES = 2_000
PATIENCE = 1_000


@pytest.mark.parametrize("first", range(0, HISTORIES, HISTORIES // 20))
def test_nothing_is_lost_told_too_early_stuck_or_repeated_without_end(first: int, full: bool) -> None:
    found = run(range(first, first + HISTORIES // 20 * (10 if full else 1)), 0)
    assert not found.violation, f"python bench/histories.py --seed {found.seed}: {found.violation}"
    assert found.plies >= found.histories * LEAST_PLIES
    assert found.faults >= found.histories * LEAST_FAULTS


@pytest.mark.parametrize("mend", MENDS)
def test_what_was_mended_is_found_again_when_it_is_taken_back(mend: int) -> None:
    assert run(range(PATIENCE), mend).violation


@pytest.mark.process
def test_a_seed_tells_the_same_history_in_another_process() -> None:
    """A failing seed can be played alone: nothing in it depends on where it runs, or on the order of sets."""
    script = f"import sys; sys.path[:0] = {sys.path!r}; from histories import run; print(run(range({BATCH}), 0)[:3])"
    told = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
