"""The counts of a setting, and shares, means and differences of them, each with its 95 % interval.

Games are cut into batches, and the spread of the batches gives the interval: so it holds for any quotient of two
counts. Two settings that were played on the same deals are compared batch by batch, which leaves out what both owe to
the cards.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import copysign, inf, nan, sqrt
from statistics import NormalDist

from ..sim.summary import Mean
from .counts import CAPPED, GAMES, Counts
from .setting import Setting

Measure = Callable[[Counts], tuple[float, float]]  # two sums; their quotient is what is measured
USUAL = 1.96
STUDENT = (inf, 12.706, 4.303, 3.182, 2.776, 2.571)  # by degrees of freedom; the series is near enough from here on


class Tally:
    """The counts of one setting, one batch per row; and how many games took how many turns, of all batches together."""

    def __init__(self, setting: Setting, parts: Sequence[Counts], lengths: Counts) -> None:
        self.setting = setting
        self.parts = parts
        self.lengths = lengths

    @cached_property
    def totals(self) -> list[int]:
        return added(self.parts)

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def games(self) -> int:
        return self.totals[GAMES]

    @property
    def capped(self) -> int:
        return self.totals[CAPPED]

    def mean(self, measure: Measure) -> Mean:
        """A quotient of counts; not a number where there is nothing to divide by."""
        top, bottom = measure(self.totals)
        if not bottom:
            return Mean(nan, nan)
        return Mean(top / bottom, error_of(self.residues(measure)))

    def share(self, measure: Measure) -> Mean:
        """The same for a part of a whole: that it never happened in n cases leaves room for three in n."""
        value, error = self.mean(measure)
        cases = measure(self.totals)[1]
        return Mean(value, max(error, 3 / cases) if value in (0, 1) else error)

    def residues(self, measure: Measure) -> list[float]:
        """How much each batch adds to the quotient beyond its part: they sum to 0, and their spread is its spread."""
        top, bottom = measure(self.totals)
        parts = [measure(part) for part in self.parts]
        return [(a - b * top / bottom) / bottom for a, b in parts]

    def quantile(self, part: float) -> int:
        """The length that this part of the games does not pass."""
        below = 0
        for turns, games in enumerate(self.lengths):
            below += games
            if below >= part * self.games:
                return turns
        return len(self.lengths) - 1


def added(lines: Sequence[Counts]) -> list[int]:
    return [sum(column) for column in zip(*lines, strict=True)]


def error_of(residues: Sequence[float]) -> float:
    """Half of the 95 % interval of their sum."""
    n = len(residues)
    if n < 2:
        return inf
    return student(n - 1) * sqrt(sum(x * x for x in residues) * n / (n - 1))


def difference(a: Tally, b: Tally, first: Measure, second: Measure | None = None) -> Mean:
    """How much more a has than b, played on the same deals; `second` measures b where it is not measured alike."""
    second = second or first
    one, two = a.mean(first), b.mean(second)
    if one.value != one.value or two.value != two.value:
        return Mean(nan, nan)
    pairs = zip(a.residues(first), b.residues(second), strict=True)
    return Mean(one.value - two.value, error_of([x - y for x, y in pairs]))


def lead(a: Tally, b: Tally, plain: Tally, measure: Measure) -> Mean:
    """How much farther a is from the plain game than b, either way."""
    value = plain.mean(measure).value
    far, near = a.mean(measure).value - value, b.mean(measure).value - value
    up, down = copysign(1, far), copysign(1, near)
    lines = zip(a.residues(measure), b.residues(measure), plain.residues(measure), strict=True)
    return Mean(abs(far) - abs(near), error_of([up * (x - z) - down * (y - z) for x, y, z in lines]))


def student(freedom: int) -> float:
    """How many standard errors the 95 % interval reaches, for so few batches: the series around the normal value."""
    if freedom < len(STUDENT):
        return STUDENT[freedom]
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def clear(mean: Mean, looks: int = 1) -> bool:
    """Whether it is not nothing. Who looks at many numbers finds one of twenty by chance, so each has to be clearer."""
    return abs(mean.value) > mean.error * NormalDist().inv_cdf(1 - 0.025 / looks) / USUAL
