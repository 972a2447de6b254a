"""Measures: each a quotient of two counts, for a Tally to take the mean of."""

from collections.abc import Sequence

from ..sim.summary import SHARE
from .counts import GAMES, SCORES, TURNS, UNCLAIMED, WINS, WON, Counts
from .tally import Measure


def turns(counts: Counts) -> tuple[float, float]:
    return counts[TURNS], counts[GAMES]


def unclaimed(counts: Counts) -> tuple[float, float]:
    return counts[UNCLAIMED], counts[GAMES]


def wins(seat: int) -> Measure:
    """The wins of a seat, in the order of play."""
    return lambda counts: (counts[WINS + seat] / SHARE, counts[GAMES])


def won(bot: int) -> Measure:
    return lambda counts: (counts[WON + bot] / SHARE, counts[GAMES])


def edge(seat: int, players: int, games: int = GAMES, wins: int = WINS) -> Measure:
    """How much more a seat wins than its fair share, of games or of what else is counted at `games`."""
    return lambda counts: (counts[wins + seat] / SHARE - counts[games] / players, counts[games])


def turn_more(ahead: int, players: int) -> Measure:
    """How much more each of the first seats, who have a turn more, wins than each of the others."""

    def beyond(counts: Counts) -> tuple[float, float]:
        first, rest = counts[WINS : WINS + ahead], counts[WINS + ahead : WINS + players]
        return (sum(first) / ahead - sum(rest) / len(rest)) / SHARE, counts[GAMES]

    return beyond


def score(players: int, games: int = GAMES) -> Measure:
    return lambda counts: (sum(counts[SCORES : SCORES + players]), players * counts[games])


def sum_of(places: Sequence[int], whole: Sequence[int]) -> Measure:
    """Some counts as a part of others."""
    return lambda counts: (sum(counts[place] for place in places), sum(counts[place] for place in whole))


def a_turn(places: Sequence[int]) -> Measure:
    return sum_of(places, [TURNS])


def a_game(places: Sequence[int]) -> Measure:
    return sum_of(places, [GAMES])


def slope(places: Sequence[int], totals: Counts, what: int = 1) -> Measure:
    """How much more somebody wins for each more of a card they had: the slope of a straight line.

    At `places` hands are counted that had 0, 1, 2 … of it; behind each stands what they won, in parts of SHARE, and
    maybe points.
    """
    hands = sum(totals[place] for place in places)
    mean = sum(k * totals[place] for k, place in enumerate(places)) / hands if hands else 0
    unit = SHARE if what == 1 else 1

    def rise(counts: Counts) -> tuple[float, float]:
        top = sum((k - mean) * counts[place + what] for k, place in enumerate(places))
        return top / unit, sum((k - mean) ** 2 * counts[place] for k, place in enumerate(places))

    return rise
