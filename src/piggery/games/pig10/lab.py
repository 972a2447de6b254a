"""Pig 10 in the laboratory: house rules to compare, what is measured, and every sum."""

from ...engine.bags import size
from ...lab import measures as m
from ...lab.figures import percent
from ...lab.house import SKILL, starter_column
from ...lab.part import Column, Lab, Sum, SumTable, Variant
from ...lab.setting import Setting
from ...lab.tally import Tally
from ...words import Line, line
from . import counts
from .measures import OVERS, TENS, laid, saying
from .rules import ADD, PIGMAID, SUBTRACT, TEN, Pig10State
from .specials import SPECIALS

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
TENS_COLUMN = Column(
    "lab.rules.tens", m.a_turn(TENS), 100, 1, "lab.rules.percent_unit", head="lab.rules.tens_head",
    most=("lab.rules.most_tens", "lab.rules.near_tens"),
)  # fmt: skip
UNCLAIMED = Column("lab.rules.unclaimed", m.unclaimed, 1, 2, "lab.rules.cards_unit", head="lab.rules.unclaimed_head")


def columns(players: int) -> list[Column]:
    return [TENS_COLUMN, starter_column(players), SKILL, UNCLAIMED, Column("lab.turns", m.turns)]


def had(card: int) -> list[int]:
    """By how many of it a seat drew in a game."""
    return [counts.had_at(card, k) for k in range(counts.MOST)]


def extra_turns(setting: Setting) -> int:
    """Every card is one turn."""
    return size(setting.state().deck) % setting.players


def note(tally: Tally) -> Line:
    return line("lab.sums.note_pig10", percent=percent(tally.share(m.a_turn([counts.MAY]))))


PLUS = [Sum(v, "+", c, counts.sum_at(ADD, v, c)) for v in range(counts.VALUES) for c in range(1, counts.KINDS)]
MINUS = [
    Sum(v, "−", PIGMAID, counts.sum_at(SUBTRACT, v, PIGMAID)) for v in range(PIGMAID, counts.VALUES)
]  # fmt: skip
SUMS = SumTable(
    sums=PLUS + MINUS,
    answers={number: saying(number) for number in range(2 * TEN)},  # every call is one, sum or not
    whole=laid(lambda *_: True),
    note=note,
    rows=range(counts.VALUES - 1, -1, -1),
    plus=range(1, counts.KINDS),
    minus=[PIGMAID],
    widths=(5.2, 0.62, 3.6),
    between=0.22,
)

LAB = Lab[Pig10State](
    watch=counts.WATCH,
    games=GAMES,
    variants=VARIANTS,
    columns=columns,
    compared=(UNCLAIMED, TENS_COLUMN, Column("lab.compare.overs", m.a_turn(OVERS), 100)),
    specials=SPECIALS,
    sums=SUMS,
    had=had,
    extra_turns=extra_turns,
)
