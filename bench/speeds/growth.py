"""Does memory stay flat, and does the cost grow in step, however many games are played?

Each number of games is played by `Match.batches` in a fresh process, which says how much memory it had at most.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from typing import NamedTuple

from piggery.games.registry import game_type
from piggery.sim.play import Simulation

STEPS = (100_000, 1_000_000, 10_000_000)
FULL = (*STEPS, 100_000_000)
MEMORY_BAR, COST_BAR = 1.1, 1.25  # the most may be so many times the least
HEADING = ["games", "peak memory, MB", "CPU s per million games", "s per million games"]


class Growth(NamedTuple):
    games: int
    memory: float  # bytes at most; 0 where the system does not tell
    cpu: float  # seconds
    wall: float

    @property
    def cost(self) -> float:
        """CPU seconds per million games."""
        return self.cpu / self.games * 1e6


def played(games: int, players: int) -> Growth:
    """Play them in this process."""
    match = Simulation(game_type("pig10"), ["random"] * players, seed=10)
    match.batch(0, 1)  # compiled, or found in the cache
    cpu, wall = time.process_time(), time.perf_counter()
    done = sum(summary.games for summary in match.batches(games))
    assert done == games
    return Growth(games, peak(), time.process_time() - cpu, time.perf_counter() - wall)


def peak() -> float:
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return 0
    most: float = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def measured(games: int, players: int) -> Growth:
    """Play them in a fresh process."""
    words = [sys.executable, "-m", "speeds.growth", str(games), str(players)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, env=environment, check=True, capture_output=True, text=True)
    return Growth(*json.loads(done.stdout))


def line(step: Growth) -> list[str]:
    memory = f"{step.memory / 1e6:.0f}" if step.memory else "–"
    return [f"{step.games:,}", memory, f"{step.cost:.2f}", f"{step.wall / step.games * 1e6:.2f}"]


def title(steps: list[Growth]) -> str:
    return f"From {steps[0].games:,} games to {steps[-1].games:,}"


def findings(steps: list[Growth]) -> list[str]:
    """Each bar, and whether it is met."""
    memory, cost = [step.memory for step in steps], [step.cost for step in steps]
    found = [("cost per game, most to least", max(cost) / max(min(cost), 1e-9), COST_BAR)]
    if all(memory):
        found.insert(0, ("peak memory, most to least", max(memory) / min(memory), MEMORY_BAR))
    return [f"{what}: {ratio:.2f}, bar ≤ {bar:g}: {'met' if ratio <= bar else 'missed'}" for what, ratio, bar in found]


if __name__ == "__main__":
    print(json.dumps(played(int(sys.argv[1]), int(sys.argv[2]))))
