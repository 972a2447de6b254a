"""Bots against each other: in all seats, on the same deals, until it is clear enough who is better.

A match is a set of bots round one table. Every deal is played from every seating that turns the table round, so that
neither the cards nor the seats favour anybody.
"""

import atexit
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from random import Random
from typing import NamedTuple

from ..bots.levels import Player, check_level, player, thinks
from ..bots.outside import PREFIX, Outside, check_command
from ..bots.play import play_game
from ..bots.search import warm
from ..games import game as game_named

LEAST = 40  # deals before a match may end: fewer say nothing of their spread
AHEAD = 4  # deals that wait for each worker


class Table(NamedTuple):
    """One game: who sat where, and the scores."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]

    def share(self, seat: int) -> float:
        """What a seat won of it; equal scores share."""
        best = max(self.scores)
        return (self.scores[seat] == best) / self.scores.count(best)


@dataclass
class Match:
    """The same bots on deal after deal. Of each deal the bots' shares are noted, summed over all seatings."""

    bots: tuple[str, ...]
    tables: list[Table] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)  # a deal a line

    def add(self, tables: Sequence[Table]) -> None:
        self.tables += tables
        line = [0.0] * len(self.bots)
        for number, table in enumerate(tables):
            for seat in range(len(self.bots)):
                line[(seat + number) % len(self.bots)] += table.share(seat) / len(tables)
        self.shares.append(line)

    def wins(self, bot: int) -> tuple[float, float]:
        """The share of wins of a bot, and half of its 95 % interval: a deal is one observation."""
        n = len(self.shares)
        mean = sum(line[bot] for line in self.shares) / n
        doubt = [0.0, 1.0]  # as if one more deal had been lost and one won: forty in a row are no certainty
        spread = sum((share - mean) ** 2 for share in [*doubt, *(line[bot] for line in self.shares)]) / (n + 1)
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


class Arena:
    """Plays matches on all cores."""

    def __init__(self, game: str, milliseconds: float | None = None, seed: int = 0, workers: int | None = None) -> None:
        self.game, self.milliseconds, self.seed = game, milliseconds, seed
        self.workers = workers or os.cpu_count() or 1

    def check(self, bots: Sequence[str]) -> None:
        rules = game_named(self.game)
        for name in bots:
            if name.startswith(PREFIX):
                check_command(name.removeprefix(PREFIX))
            else:
                check_level(rules, name)

    def play(
        self, bots: tuple[str, ...], deals: int, width: float, shown: Callable[[Match], None] = lambda match: None
    ) -> Match:
        """Play one match: at most so many deals, fewer once every interval is tight enough."""
        match = Match(bots)
        slow = any(thinks(self.game, name) for name in bots)
        with ProcessPoolExecutor(self.workers, initializer=_prepare, initargs=(self.game if slow else "",)) as pool:
            for tables in self._in_order(pool, bots, deals):
                match.add(tables)
                shown(match)
                if match.clear(width):
                    break
            pool.shutdown(wait=True, cancel_futures=True)
        return match

    def _in_order(self, pool: ProcessPoolExecutor, bots: tuple[str, ...], deals: int) -> Iterator[list[Table]]:
        """Deals in their order: the same seed gives the same match on any number of cores, if nobody is timed."""
        ahead: dict[int, Future[list[Table]]] = {}
        sent = 0
        for number in range(deals):
            while sent < deals and len(ahead) < AHEAD * self.workers:
                ahead[sent] = pool.submit(_deal, self.game, bots, self.milliseconds, self.seed, sent)
                sent += 1
            wait([ahead[number]], return_when=FIRST_COMPLETED)
            yield ahead.pop(number).result()


def _prepare(game: str) -> None:
    atexit.register(_close)
    if game:
        warm(game)


def _close() -> None:
    for one in _players.values():
        if isinstance(one, Outside):
            one.close()


_players: dict[tuple[str, str, float | None], Player] = {}  # of this process: programs stay open


def _player(game: str, name: str, milliseconds: float | None) -> Player:
    key = (game, name, milliseconds)
    if key not in _players:
        rules = game_named(game)
        outside = name.removeprefix(PREFIX)
        _players[key] = Outside(rules, outside) if outside != name else player(rules, name, milliseconds)
    return _players[key]


def _deal(game: str, bots: tuple[str, ...], milliseconds: float | None, seed: int, number: int) -> list[Table]:
    """One deal, from every seating that turns the table round."""
    rules = game_named(game)
    tables = []
    for turned in range(len(bots)):
        seats = tuple(bots[(seat + turned) % len(bots)] for seat in range(len(bots)))
        players = [_player(game, name, milliseconds) for name in seats]
        cards = Random(f"{seed} {number}")  # noqa: S311
        scores = play_game(rules, players, cards, (seed * 1_000_003 + number) * 8 + turned)
        tables.append(Table(seats, tuple(scores)))
    return tables
