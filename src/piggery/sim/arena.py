"""Bots against each other: in all seats, on the same deals, until it is clear enough who is better.

A match is a set of bots round one table. Every deal is played from every seating that turns the table round, and the
next deal with other neighbours, so that neither the cards nor the seats favour anybody.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from multiprocessing.util import Finalize
from random import Random
from typing import NamedTuple

from ..bots.levels import Player, check_bot, names, player, searches
from ..bots.outside import Conduct, ExternalPlayer, called, check_command, check_name, program
from ..bots.play import play_game
from ..bots.quick import all_quick
from ..bots.search import warm
from ..engine.compiled import available
from ..games.registry import game_type
from .deals import bot_seed, order_of, play_deals
from .orphans import end_with_parent

LEAST = 40  # deals before a match may end: fewer say nothing of their spread
AHEAD = 4  # jobs that wait for each worker
BLOCK = 50  # deals in a job, where all choose at once


class TableResult(NamedTuple):
    """One game: who sat where, and the scores."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]

    def share(self, seat: int) -> float:
        """The part of the win that a seat has; equal scores share."""
        best = max(self.scores)
        return (self.scores[seat] == best) / self.scores.count(best)


class Deal(NamedTuple):
    """One deal from every seating, in order, and how the programs behaved."""

    tables: list[TableResult]
    conduct: Mapping[str, Conduct] = {}


@dataclass
class Match:
    """The same bots on deal after deal. Of each deal the bots' shares are noted, summed over all seatings."""

    bots: tuple[str, ...]
    tables: list[TableResult] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)  # a deal a line
    conduct: dict[str, Conduct] = field(default_factory=dict)  # of programs

    def __post_init__(self) -> None:
        self._sums = [0.0] * len(self.bots)
        self._squares = [0.0] * len(self.bots)

    def add(self, deal: Deal) -> None:
        self.tables += deal.tables
        n = len(self.bots)
        line, order = [0.0] * n, order_of(n, len(self.shares))
        for turned, table in enumerate(deal.tables):
            for seat in range(n):
                line[order[(seat + turned) % n]] += table.share(seat) / len(deal.tables)
        self.shares.append(line)
        for bot, share in enumerate(line):
            self._sums[bot] += share
            self._squares[bot] += share * share
        for name, conduct in deal.conduct.items():
            self.conduct[name] = self.conduct.get(name, Conduct()) + conduct

    def wins(self, bot: int) -> tuple[float, float]:
        """The share of wins of a bot, and half of its 95 % interval: a deal is one observation."""
        n = len(self.shares)
        mean = self._sums[bot] / n
        doubt = mean**2 + (1 - mean) ** 2  # as if one more deal had been lost and one won: forty in a row prove little
        spread = (max(self._squares[bot] - n * mean**2, 0) + doubt) / (n + 1)
        return mean, 1.96 * sqrt(spread / n)

    def clear(self, width: float) -> bool:
        """Whether every interval is tight enough."""
        return len(self.shares) >= LEAST and all(self.wins(bot)[1] <= width for bot in range(len(self.bots)))


def matches(bots: Sequence[str], players: int, neighbours: bool = False) -> list[tuple[str, ...]]:
    """Who meets whom: every set of `players` bots, or, two at a table, only those next to each other in the list."""
    if neighbours:
        return [(bots[n + 1], bots[n]) for n in range(len(bots) - 1)]
    if len(bots) < players:
        return [tuple(bots[n % len(bots)] for n in range(players))]
    return list(combinations(bots, players))


class ThinkTime(NamedTuple):
    """The time that a search has for a move."""

    milliseconds: float | None
    looks: int  # deals a search looks at; 0: as many as there is time for


class Arena:
    """Plays matches on all cores. A search has `milliseconds` a move, or looks at a number of deals."""

    def __init__(
        self, game: str, milliseconds: float | None = None, seed: int = 0, workers: int | None = None, looks: int = 0
    ) -> None:
        self.game, self.seed, self.thinking = game, seed, ThinkTime(milliseconds, looks)
        self.workers = workers or os.cpu_count() or 1

    def check(self, bots: Sequence[str]) -> None:
        rules, taken = game_type(self.game), names(game_type(self.game))
        for bot in dict.fromkeys(bots):
            found = program(bot)
            if found is None:
                check_bot(rules, bot)
                continue
            check_command(found.command)
            if found.name != bot:
                check_name(found.name, taken)
                taken.append(found.name)

    def play(
        self, bots: tuple[str, ...], deals: int, width: float, shown: Callable[[Match], None] = lambda match: None
    ) -> Match:
        """Play one match: at most `deals` deals, fewer once every interval is tight enough."""
        match = Match(tuple(map(called, bots)))
        with self._pool(bots) as pool:
            try:
                for deal in self._in_order(pool, bots, deals):
                    match.add(deal)
                    shown(match)
                    if match.clear(width):
                        break
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        return match

    def _pool(self, bots: tuple[str, ...]) -> Executor:
        """Threads where a deal is one compiled call, processes where it is not."""
        if all_quick(game_type(self.game), bots) and available():
            play_deals(self.game, bots, self.seed, 0, 0)  # compile once, before the threads ask for it
            return ThreadPoolExecutor(self.workers)
        game = self.game if any(map(searches, bots)) else ""
        if game:
            warm(game_type(game))  # once, into the cache, before every worker does it
        return ProcessPoolExecutor(self.workers, initializer=_prepare, initargs=(game,))

    def _in_order(self, pool: Executor, bots: tuple[str, ...], deals: int) -> Iterator[Deal]:
        """Deals in their order: the same seed gives the same match on any number of cores, if nobody is timed."""
        ahead: deque[Future[list[Deal]]] = deque()
        block = BLOCK if all_quick(game_type(self.game), bots) else 1
        for first in range(0, deals, block):
            numbers = range(first, min(first + block, deals))
            ahead.append(pool.submit(_deals, self.game, bots, self.thinking, self.seed, numbers))
            if len(ahead) == AHEAD * self.workers:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()


def _prepare(game: str) -> None:
    Finalize(None, _close, exitpriority=10)  # a worker that was forked runs no `atexit`
    end_with_parent(_close)
    if game:
        warm(game_type(game))


def _close() -> None:
    for one in list(_players.values()):
        if isinstance(one, ExternalPlayer):
            one.stop()


_players: dict[tuple[str, str, ThinkTime], Player] = {}  # of this process: programs stay open


def _player(game: str, name: str, thinking: ThinkTime) -> Player:
    key = (game, name, thinking)
    if key not in _players:
        rules, found = game_type(game), program(name)
        _players[key] = ExternalPlayer(rules, found.command) if found else player(rules, name, *thinking)
    return _players[key]


def _seats(bots: tuple[str, ...], number: int, turned: int) -> tuple[str, ...]:
    seats = tuple(bots[bot] for bot in order_of(len(bots), number))
    return seats[turned:] + seats[:turned]


def _deal(game: str, bots: tuple[str, ...], thinking: ThinkTime, seed: int, number: int) -> Deal:
    """One deal move by move, from every seating that turns the table round."""
    tables = []
    for turned in range(len(bots)):
        seats = _seats(bots, number, turned)
        players = [_player(game, name, thinking) for name in seats]
        cards = Random(f"{seed} {number}")  # noqa: S311
        scores = play_game(game_type(game), players, cards, bot_seed(seed, number, turned))
        tables.append(TableResult(tuple(map(called, seats)), tuple(scores)))
    found = {called(name): _player(game, name, thinking) for name in bots}
    return Deal(tables, {name: one.take_conduct() for name, one in found.items() if isinstance(one, ExternalPlayer)})


def _deals(game: str, bots: tuple[str, ...], thinking: ThinkTime, seed: int, numbers: range) -> list[Deal]:
    """Deals in order; those of bots that choose at once in one call."""
    if not all_quick(game_type(game), bots):
        return [_deal(game, bots, thinking, seed, number) for number in numbers]
    found = play_deals(game, bots, seed, numbers.start, len(numbers))
    return [
        Deal([TableResult(_seats(bots, number, turned), scores) for turned, scores in enumerate(deal)])
        for number, deal in zip(numbers, found, strict=True)
    ]
