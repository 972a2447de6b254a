"""Settings played on the same deals, batch by batch, on all cores; stopped, it keeps what was counted.

A batch is the same deals of every setting, so that whatever was counted can be compared. There is a fixed number of
them, however many games there are, and lengths are not kept by batch: memory stays flat.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from threading import Event
from typing import NamedTuple

from ..engine.compiled import available
from ..errors import BadOption
from .counts import GAMES, LENGTHS, Counts
from .play import play
from .setting import Setting
from .tally import Tally, added

BATCHES = 100
PIECE = 1_000  # games of a setting that are played in one go, so that it can be watched and stopped
LEAST = 20  # games: fewer say nothing of their spread

Done = tuple[int, list[Counts]]


class Trial(NamedTuple):
    """A Tally for each setting; how many games were counted, and how many were wanted."""

    tallies: list[Tally]
    games: int
    wanted: int

    @property
    def stopped(self) -> bool:
        return self.games < self.wanted


class Plan(NamedTuple):
    """Numbered deals to play, the same of each setting. `games` is how many those with the most seatings make."""

    settings: Sequence[Setting]
    games: int
    seed: int = 0

    def check(self) -> None:
        """Raise before anybody waits."""
        if self.games < LEAST:
            raise BadOption("lab.games", text=self.games, least=LEAST)
        for setting in self.settings:
            setting.state()
            setting.numbers()

    @property
    def batches(self) -> int:
        return min(BATCHES, self.games // 8)

    @property
    def pieces(self) -> int:
        """Batches are played in one piece or more."""
        return self.batches * max(1, self.games // (PIECE * self.batches))

    @property
    def wanted(self) -> int:
        """Games of all settings; whole deals, from every seating."""
        return self.deals * sum(one.seatings for one in self.settings)

    @property
    def deals(self) -> int:
        return -(-self.games // max(one.seatings for one in self.settings))

    def piece(self, number: int) -> Done:
        """The same deals of every setting, and which batch they belong to."""
        first, end = (self.deals * n // self.pieces for n in (number, number + 1))
        counts: list[Counts] = [play(setting, self.seed, first, end - first) for setting in self.settings]
        return number * self.batches // self.pieces, counts


def run(plan: Plan, shown: Callable[[int], None] = lambda games: None, stop: Event | None = None) -> Trial:
    """Play until it is done or `stop` is set. `shown` is told how many games more there are."""
    plan.check()
    found: dict[int, list[Counts]] = {}
    lengths: list[Counts] = [[0] * LENGTHS for _ in plan.settings]
    pieces = _threaded if available() else _interpreted
    for batch, counts in pieces(plan, stop or Event()):
        parts = [one[:-LENGTHS] for one in counts]
        found[batch] = [added(pair) for pair in zip(found[batch], parts, strict=True)] if batch in found else parts
        lengths = [added([old, one[-LENGTHS:]]) for old, one in zip(lengths, counts, strict=True)]
        shown(sum(one[GAMES] for one in counts))
    if len(found) < 2:
        raise KeyboardInterrupt  # stopped before anything could be said
    lines = [found[batch] for batch in sorted(found)]
    tallies = [Tally(one, [line[n] for line in lines], lengths[n]) for n, one in enumerate(plan.settings)]
    return Trial(tallies, sum(tally.games for tally in tallies), plan.wanted)


def _interpreted(plan: Plan, stop: Event) -> Iterator[Done]:
    for number in range(plan.pieces):
        yield plan.piece(number)
        if stop.is_set():
            return


def _threaded(plan: Plan, stop: Event) -> Iterator[Done]:
    for setting in {one.game: one for one in plan.settings}.values():
        play(setting, plan.seed, 0, 0)  # compile once, before the threads ask for it
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        waiting: set[Future[Done]] = set()
        for number in range(plan.pieces):
            waiting.add(pool.submit(plan.piece, number))
            if len(waiting) >= 2 * workers:
                done = next(as_completed(waiting))
                waiting.remove(done)
                yield done.result()
            if stop.is_set():
                break
        begun = {one for one in waiting if not (stop.is_set() and one.cancel())}
        for done in as_completed(begun):
            yield done.result()
