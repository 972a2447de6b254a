"""What can be measured of Un, deux, truie: how turns are spent, and what rounds bring."""

from ...lab.counts import SCORES
from ...lab.tally import Measure
from .counts import DID, HELD, MINUS, PLUS, ROUNDS, WAYS, had_at


def spent(way: int) -> list[int]:
    """Where turns spent in some way are counted, after any demand."""
    return [DID + demand * WAYS + way for demand in range(3)]


def round_score(players: int) -> Measure:
    return lambda counts: (sum(counts[SCORES : SCORES + players]), players * counts[ROUNDS])


PAIRS = [*spent(PLUS), *spent(MINUS)]


def had(card: int) -> list[int]:
    """By how many of it a seat was dealt for a round."""
    return [had_at(card, k) for k in range(HELD)]
