"""Farmers, hogs, lucky pigs and dung heaps: what is measured of them."""

from ...lab.measures import a_game, slope, sum_of
from ...lab.part import Outcomes, Quantities, Quantity, Specials, as_rows
from ...lab.tally import Tally
from ...sim.summary import Mean
from ...words import line
from . import counts as truie
from .measures import had, spent
from .rules import DUNG, FARMER, HOG, LUCKY

CARDS = {"F": FARMER, "H": HOG, "L": LUCKY, "D": DUNG}
DEMANDS = {"F": truie.FARMED, "H": truie.HUNTED}
ANSWERS = {
    "lab.specials.match": [truie.MATCH],
    "lab.specials.alone": [truie.ALONE],
    "lab.specials.sum": [truie.PLUS, truie.MINUS],
    "lab.specials.heap": [truie.HEAP],
    "lab.specials.hog": [truie.SEND_HOG],
    "lab.specials.farmer": [truie.SEND_FARMER],
    "lab.specials.draws": [truie.TAKE],
}
WILD = {"lab.specials.wild_alone": [0], "lab.specials.wild_sum": [1, 2, 3], "lab.specials.wild_heap": [4]}
EVERY_WILD = [truie.WILD + way for way in range(truie.WILDS)]


def _did(demand: int, ways: list[int]) -> list[int]:
    return [truie.DID + demand * truie.WAYS + way for way in ways]


def measures(tally: Tally) -> Quantities:
    often = {
        "F": spent(truie.SEND_FARMER),
        "H": spent(truie.SEND_HOG),
        "L": [*EVERY_WILD, truie.WILD + 3],  # a sum of two lucky pigs lays two
    }
    points = {name: tally.mean(slope(had(card), tally.totals, 2)) for name, card in CARDS.items()}
    drawn = tally.mean(
        sum_of([truie.COST + way for way in range(truie.WAYS)], _did(truie.HUNTED, [*range(truie.WAYS)]))
    )
    table: Quantities = [
        (line("lab.specials.laid"), {name: Quantity(tally.mean(a_game(place)), 1) for name, place in often.items()})
    ]
    table.append((line("lab.specials.handed"), {"D": Quantity(tally.mean(a_game(spent(truie.HEAP))), 1)}))
    table += as_rows(outcomes(tally))
    table.append((line("lab.specials.drawn"), {"H": Quantity(drawn, 1)}))
    table += [
        (line(key), {"L": Quantity(tally.share(sum_of([truie.WILD + way for way in ways], EVERY_WILD)), 100)})
        for key, ways in WILD.items()
    ]
    three = tally.share(sum_of([truie.HEAPS + 3], [truie.ENDS]))
    table.append((line("lab.specials.three"), {"D": Quantity(three, 100)}))
    table.append((line("lab.specials.points"), {name: Quantity(mean, 1) for name, mean in points.items()}))
    return table


def outcomes(tally: Tally) -> Outcomes:
    """What the next player does."""
    found: Outcomes = []
    for key, ways in ANSWERS.items():
        shares: dict[str, Mean] = {}
        for name, demand in DEMANDS.items():
            shares[name] = tally.share(sum_of(_did(demand, ways), _did(demand, [*range(truie.WAYS)])))
        found.append((line(key), {name: mean for name, mean in shares.items() if mean.value == mean.value}))
    return [(what, there) for what, there in found if there]


NAMES = {
    "F": line("truie.name.F"),
    "H": line("truie.name.H"),
    "L": line("lab.specials.lucky"),
    "D": line("lab.specials.dung"),
}
SPECIALS = Specials(tuple(CARDS), NAMES, tuple(CARDS), measures, outcomes)
