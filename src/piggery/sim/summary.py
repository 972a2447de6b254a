"""The counts of a batch of games: whole numbers that add, so that any way to cut the games gives the same sum."""

from dataclasses import dataclass
from math import nan, sqrt
from typing import NamedTuple

SHARE = 840  # a win in equal parts for up to eight who share it
PLAYED, MOVES, CAPPED, UNCLAIMED = 0, 1, 3, 4  # where a count stands; after MOVES stands the sum of its squares
BY_GAME = 5
WINS, SCORE, TURNS = 0, 2, 4  # for each seat, each followed by the sum of its squares
BY_SEAT = 6


class Mean(NamedTuple):
    """A mean and the half-width of its 95 % interval; nan where there is too little to tell."""

    value: float
    error: float


def room(players: int) -> list[int]:
    """A blank list of counts."""
    return [0] * (BY_GAME + BY_SEAT * players)


@dataclass(frozen=True)
class Summary:
    """Counts of games played; two of them add."""

    players: int
    cards: int  # in the deck
    counts: list[int]

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(self.players, self.cards, [a + b for a, b in zip(self.counts, other.counts, strict=True)])

    @property
    def games(self) -> int:
        return self.counts[PLAYED]

    @property
    def moves(self) -> int:
        return self.counts[MOVES]

    @property
    def capped(self) -> int:
        """Games broken off because they would not end."""
        return self.counts[CAPPED]

    @property
    def unclaimed(self) -> float:
        """Cards a game that nobody won."""
        return self.counts[UNCLAIMED] / self.games

    @property
    def length(self) -> Mean:
        return self._mean(MOVES, 1)

    def wins(self, seat: int) -> Mean:
        mean = self._mean(BY_GAME + BY_SEAT * seat + WINS, SHARE)
        if mean.value in (0, 1) and self.games > 1:  # none in n games may still be one in n / 3: the rule of three
            return Mean(mean.value, min(1.0, 3 / self.games))
        return mean

    def score(self, seat: int) -> Mean:
        return self._mean(BY_GAME + BY_SEAT * seat + SCORE, 1)

    def turns(self, seat: int) -> Mean:
        return self._mean(BY_GAME + BY_SEAT * seat + TURNS, 1)

    def _mean(self, place: int, unit: int) -> Mean:
        """The counts at `place` and `place + 1` are the sum and the sum of squares."""
        n, total, squares = self.games, self.counts[place], self.counts[place + 1]
        error = 1.96 * sqrt((n * squares - total * total) / (n * n * (n - 1))) if n > 1 else nan
        return Mean(total / n / unit, error / unit)
