"""Reasons: what sets one move apart from another, each as a weight and two sentences."""

from collections.abc import Iterable
from typing import NamedTuple

from ..words import Line

MOST = 2  # reasons given at once


class Reason(NamedTuple):
    """Why one move is better than another; the greater its weight, the more it explains."""

    weight: float
    pro: Line  # said of the better move
    con: Line  # said of the other: its own fault, which does not tell the better one


def weightiest(reasons: Iterable[Reason], light: float) -> list[Reason]:
    """Those that speak for the better move, the most telling first; light ones explain nothing."""
    speaking = [reason for reason in reasons if reason.weight > light]
    return sorted(speaking, key=lambda reason: -reason.weight)[:MOST]
