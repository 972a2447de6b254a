"""What can be measured: each a quotient of two counts, for a Tally to take the mean of."""

from collections.abc import Callable, Sequence
from typing import Any

from ..games.pig10 import counts as pig10
from ..games.pig10.rules import SET, SUBTRACT, TEN
from ..games.truie import counts as truie
from ..sim.summary import SHARE
from .counts import GAMES, SCORES, TURNS, UNCLAIMED, WINS, WON, Counts
from .tally import Measure

MAY_TEN = pig10.MAY  # turns at which ten can be called


def turns(counts: Counts) -> tuple[float, float]:
    return counts[TURNS], counts[GAMES]


def unclaimed(counts: Counts) -> tuple[float, float]:
    return counts[UNCLAIMED], counts[GAMES]


def wins(seat: int) -> Measure:
    """What a seat wins, in the order of play."""
    return lambda counts: (counts[WINS + seat] / SHARE, counts[GAMES])


def won(bot: int) -> Measure:
    return lambda counts: (counts[WON + bot] / SHARE, counts[GAMES])


def edge(seat: int, players: int) -> Measure:
    """What a seat wins beyond its fair share."""
    return lambda counts: (counts[WINS + seat] / SHARE - counts[GAMES] / players, counts[GAMES])


def turn_more(ahead: int, players: int) -> Measure:
    """What each of the first seats, who have a turn more, wins beyond each of the others."""

    def beyond(counts: Counts) -> tuple[float, float]:
        first, rest = counts[WINS : WINS + ahead], counts[WINS + ahead : WINS + players]
        return (sum(first) / ahead - sum(rest) / len(rest)) / SHARE, counts[GAMES]

    return beyond


def score(players: int) -> Measure:
    return lambda counts: (sum(counts[SCORES : SCORES + players]), players * counts[GAMES])


def sum_of(places: Sequence[int], whole: Sequence[int]) -> Measure:
    """Some counts as a part of others."""
    return lambda counts: (sum(counts[at] for at in places), sum(counts[at] for at in whole))


def a_turn(places: Sequence[int]) -> Measure:
    return sum_of(places, [TURNS])


def a_game(places: Sequence[int]) -> Measure:
    return sum_of(places, [GAMES])


# Pig 10


def called(way: int, value: int, card: int) -> int:
    """The number that is said."""
    if way in (SET, pig10.EMPTY):
        return card
    return value - card if way == SUBTRACT else value + card


def laid(fits: Callable[[int, int, int], Any]) -> list[int]:
    """Where cards are counted that were laid in some way on some value."""
    return [
        pig10.sum_at(way, value, card)
        for way in pig10.WAYS
        for value in range(pig10.VALUES)
        for card in range(pig10.KINDS)
        if fits(way, value, card)
    ]


def saying(answer: int) -> list[int]:
    return laid(lambda way, value, card: called(way, value, card) == answer)


TENS = saying(TEN)
OVERS = [at for answer in range(TEN + 1, 2 * TEN + 1) for at in saying(answer)]


# Un, deux, truie


def spent(way: int) -> list[int]:
    """Where turns spent in some way are counted, after any demand."""
    return [truie.DID + demand * truie.WAYS + way for demand in range(3)]


def round_score(players: int) -> Measure:
    return lambda counts: (sum(counts[SCORES : SCORES + players]), players * counts[truie.ROUNDS])


PAIRS = [*spent(truie.PLUS), *spent(truie.MINUS)]


# What a card is worth


def worth(game: str, card: int, totals: Counts, what: int = 1) -> Measure:
    """How much more somebody wins for each more of a card they were dealt: the slope of a straight line.

    In Pig 10 all cards drawn in a game count, in truie the hand dealt for a round.
    """
    if game == "pig10":
        places = [pig10.had_at(card, k) for k in range(pig10.MOST)]
    else:
        places = [truie.had_at(card, k) for k in range(truie.HELD)]
    hands = sum(totals[at] for at in places)
    mean = sum(k * totals[at] for k, at in enumerate(places)) / hands if hands else 0
    unit = SHARE if what == 1 else 1

    def slope(counts: Counts) -> tuple[float, float]:
        top = sum((k - mean) * counts[at + what] for k, at in enumerate(places))
        return top / unit, sum((k - mean) ** 2 * counts[at] for k, at in enumerate(places))

    return slope
