"""Pig 10 in the laboratory: house rules to compare, what is measured, what frogs and pigmaids do, every sum."""

from collections.abc import Callable

from ...engine.bags import size
from ...lab import measures as m
from ...lab.figures import percent
from ...lab.house import SKILL, starter_column
from ...lab.part import Column, Lab, Quantity, Specials, Sum, SumTable, Variant, measured
from ...lab.setting import Setting
from ...lab.tally import Tally
from ...sim.summary import Mean
from ...words import Line, line
from . import counts
from .rules import ADD, FROG, PIGMAID, SET, SUBTRACT, TEN, Pig10State

HALF = {str(card): 4 for card in range(10)} | {"5": 2, "10": 2}
VARIANTS = (
    Variant("lab.rules.no_frogs", {"0": 0}),
    Variant("lab.rules.many_frogs", {"0": 14}),
    Variant("lab.rules.no_pigmaids", {"5": 0}),
    Variant("lab.rules.many_pigmaids", {"5": 10}),
    Variant("lab.rules.no_tens", {"10": 0}),
    Variant("lab.rules.numbers", {"0": 0, "5": 0}),
    Variant("lab.rules.half", HALF),
)
GAMES = {
    "starter": 40_000, "length": 20_000, "skill": 6_000, "specials": 60_000, "rules": 60_000, "sums": 40_000,
    "compare": 40_000,
}  # fmt: skip
TENS = Column(
    "lab.rules.tens", m.a_turn(counts.saying(TEN)), 100, 1, "lab.rules.percent_unit", head="lab.rules.tens_head",
    most=("lab.rules.most_tens", "lab.rules.near_tens"),
)  # fmt: skip
OVERS = Column("lab.compare.overs", m.a_turn(counts.saying(*range(TEN + 1, 2 * TEN + 1))), 100)
UNCLAIMED = Column("lab.rules.unclaimed", m.unclaimed, 1, 2, "lab.rules.cards_unit", head="lab.rules.unclaimed_head")


def columns(players: int) -> list[Column]:
    return [TENS, starter_column(players), SKILL, UNCLAIMED, Column("lab.turns", m.turns)]


def extra_turns(setting: Setting) -> int:
    """Every card is one turn."""
    return size(setting.state().deck) % setting.players


NAMES = {"0": line("pig10.name.0"), "5": line("pig10.name.5"), "other": line("lab.specials.other")}
KINDS = {"0": [FROG], "5": [PIGMAID], "other": [card for card in range(counts.KINDS) if card not in (FROG, PIGMAID)]}
WAYS = {
    "lab.specials.added": ADD,
    "lab.specials.taken": SUBTRACT,
    "lab.specials.same": SET,
    "lab.specials.empty": counts.EMPTY,
}
THEN = {
    "lab.specials.ten_now": counts.TEN_NOW,
    "lab.specials.next_over": counts.NEXT_OVER,
    "lab.specials.goes_on": counts.GOES_ON,
    "lab.specials.next_ten": counts.NEXT_TEN,
    "lab.specials.over_now": counts.OVER_NOW,
}


def _laid(cards: list[int], way: int | None = None) -> list[int]:
    return counts.laid(lambda how, _, card: card in cards and way in (None, how))


def _then(cards: list[int], outcome: int) -> list[int]:
    return [counts.THEN + card * counts.OUTCOMES + outcome for card in cards]


def _shares(tally: Tally, places: Callable[[list[int], int], list[int]], which: int) -> dict[str, Mean]:
    """Of all cards of a kind that were laid, those of one way or outcome."""
    return measured({name: tally.share(m.sum_of(places(cards, which), _laid(cards))) for name, cards in KINDS.items()})


def specials(tally: Tally) -> list[Quantity]:
    often = {name: tally.mean(m.a_game(_laid(cards))) for name, cards in KINDS.items()}
    return [
        Quantity("lab.specials.laid", often, 1),
        *(Quantity(key, _shares(tally, _laid, way)) for key, way in WAYS.items()),
        *(Quantity(key, _shares(tally, _then, outcome), outcome=True) for key, outcome in THEN.items()),
    ]


def note(tally: Tally) -> Line:
    return line("lab.sums.note_pig10", percent=percent(tally.share(m.a_turn([counts.MAY]))))


PLUS = [Sum(v, "+", c, counts.sum_at(ADD, v, c)) for v in range(counts.VALUES) for c in range(1, counts.KINDS)]
MINUS = [Sum(v, "−", PIGMAID, counts.sum_at(SUBTRACT, v, PIGMAID)) for v in range(PIGMAID, counts.VALUES)]
LAB = Lab[Pig10State](
    watch=counts.WATCH,
    games=GAMES,
    variants=VARIANTS,
    columns=columns,
    compared=(UNCLAIMED, TENS, OVERS),
    specials=Specials(("0", "5"), NAMES, specials),
    sums=SumTable(
        sums=PLUS + MINUS,
        answers={number: counts.saying(number) for number in range(2 * TEN)},  # every call is one, sum or not
        whole=counts.laid(lambda *_: True),
        note=note,
        widths=(5.2, 0.62, 3.6),
        between=0.22,
    ),
    had=counts.had,
    extra_turns=extra_turns,
)
