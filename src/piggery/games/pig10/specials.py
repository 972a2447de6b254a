"""Frogs and pigmaids: what is measured of them."""

from collections.abc import Mapping

from ...lab.measures import a_game, sum_of
from ...lab.part import Outcomes, Quantities, Quantity, Specials, as_rows
from ...lab.tally import Tally
from ...sim.summary import Mean
from ...words import line
from . import counts as pig10
from .measures import laid
from .rules import ADD, FROG, PIGMAID, SET, SUBTRACT

OTHER = "other"
KINDS = {"0": [FROG], "5": [PIGMAID], OTHER: [card for card in range(pig10.KINDS) if card not in (FROG, PIGMAID)]}
WAYS = {
    "lab.specials.added": ADD,
    "lab.specials.taken": SUBTRACT,
    "lab.specials.same": SET,
    "lab.specials.empty": pig10.EMPTY,
}
THEN = {
    "lab.specials.ten_now": pig10.TEN_NOW,
    "lab.specials.next_over": pig10.NEXT_OVER,
    "lab.specials.goes_on": pig10.GOES_ON,
    "lab.specials.next_ten": pig10.NEXT_TEN,
    "lab.specials.over_now": pig10.OVER_NOW,
}


def _laid(cards: list[int], way: int | None = None) -> list[int]:
    return laid(lambda how, _, card: card in cards and way in (None, how))


def _then(cards: list[int], outcome: int) -> list[int]:
    return [pig10.THEN + card * pig10.OUTCOMES + outcome for card in cards]


def _shares(tally: Tally, parts: Mapping[str, list[int]]) -> dict[str, Mean]:
    """Of all cards of a kind that were laid, those counted in `parts`."""
    found = {name: tally.share(sum_of(parts[name], _laid(cards))) for name, cards in KINDS.items()}
    return {name: mean for name, mean in found.items() if mean.value == mean.value}


def measures(tally: Tally) -> Quantities:
    often = {name: Quantity(tally.mean(a_game(_laid(cards))), 1) for name, cards in KINDS.items()}
    table: Quantities = [(line("lab.specials.laid"), often)]
    for key, way in WAYS.items():
        found = _shares(tally, {name: _laid(cards, way) for name, cards in KINDS.items()})
        table.append((line(key), {name: Quantity(mean, 100) for name, mean in found.items()}))
    return table + as_rows(outcomes(tally))


def outcomes(tally: Tally) -> Outcomes:
    return [
        (line(key), _shares(tally, {name: _then(cards, outcome) for name, cards in KINDS.items()}))
        for key, outcome in THEN.items()
    ]


NAMES = {"0": line("pig10.name.0"), "5": line("pig10.name.5"), OTHER: line("lab.specials.other")}
SPECIALS = Specials(("0", "5"), NAMES, ("0", "5", OTHER), measures, outcomes)
