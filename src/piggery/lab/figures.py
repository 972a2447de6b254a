"""Numbers as lines: each language writes them its own way."""

from math import inf, isfinite

from ..sim.summary import Mean
from ..words import NOTHING, Line, figure, line

THIN = "\u202f"  # between thousands, in every language
FINEST = 3


def tick(value: float, sign: bool = False) -> Line | str:
    """A number on an axis: as many digits as it has."""
    shortest = next((digits for digits in range(4) if abs(round(value, digits) - value) < 1e-9), 4)
    return figure(value, shortest, sign)


def spread(mean: Mean, digits: int = 1, scale: float = 1, sign: bool = False) -> Line | str:
    """`12.3 ± 0.4`; with more digits where the interval is narrower."""
    if not isfinite(mean.value):
        return NOTHING
    digits = fine(mean, digits, scale)
    error = figure(mean.error * scale, digits) if mean.error != inf else "∞"
    return line("lab.spread", value=figure(mean.value * scale, digits, sign), error=error)


def change(mean: Mean, digits: int = 1, scale: float = 1) -> Line | str:
    """A difference with its sign."""
    return figure(mean.value * scale, fine(mean, digits, scale), sign=True)


def fine(mean: Mean, digits: int, scale: float) -> int:
    """As many digits as wanted, or more, until the interval is seen."""
    error = mean.error * scale
    if not isfinite(error) or not _seen(error, FINEST):
        return digits
    return next(n for n in range(digits, max(digits, FINEST) + 1) if _seen(error, n))


def _seen(value: float, digits: int) -> bool:
    return float(f"{value:.{digits}f}") != 0


def percent(mean: Mean, digits: int = 1, sign: bool = False) -> Line | str:
    return spread(mean, digits, 100, sign)


def part(share: float) -> Line | str:
    """A share in percent; nearly all and nearly nothing are not rounded away."""
    return figure(100 * share, 1 if 0 < abs(share - 0.5) - 0.49 < 0.01 else 0)


def grouped(n: int) -> str:
    """`100 000`."""
    return f"{n:,}".replace(",", THIN)


def pair(mean: Mean, scale: float = 1) -> list[float | str]:
    """A mean and half of its interval for a file; nothing where there is none."""
    return [round(part * scale, 6) if isfinite(part) else "" for part in mean]


def field(key: str) -> str:
    """What a key of the catalogues is called in a file: its last word."""
    return key.rpartition(".")[2]


def span(values: list[int]) -> str:
    """`2–8`, or `2, 4, 6`."""
    if len(values) > 2 and values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}–{values[-1]}"
    return ", ".join(map(str, values))
