"""Un, deux, truie in the laboratory: house rules to compare, what is measured, and every sum."""

from ...lab import measures as m
from ...lab.counts import TURNS
from ...lab.figures import percent
from ...lab.house import SKILL, starter_column, turns_column
from ...lab.part import Column, Lab, Sum, SumTable, Variant
from ...lab.tally import Tally
from ...words import Line, line
from . import counts
from .measures import PAIRS, had, round_score, spent
from .rules import TEN, TruieState
from .specials import SPECIALS

VARIANTS = (
    Variant("lab.rules.one_round", {}, {"rounds": 1}),
    Variant("lab.rules.copy", {}, {"lucky": "copy"}),
    Variant("lab.rules.auto", {}, {"grunting": "auto"}),
    Variant("lab.rules.no_farmers", {"F": 0}),
    Variant("lab.rules.no_hogs", {"H": 0}),
    Variant("lab.rules.no_lucky", {"L": 0}),
    Variant("lab.rules.no_heaps", {"D": 0}),
    Variant("lab.rules.gentle", {"H": 0, "D": 0}),
    Variant("lab.rules.pigs", {"F": 0, "H": 0, "L": 0, "D": 0}),
)
GAMES = {
    "starter": 15_000, "length": 20_000, "skill": 3_000, "specials": 30_000, "rules": 24_000, "sums": 30_000,
    "compare": 10_000,
}  # fmt: skip


def columns(players: int) -> list[Column]:
    turns = turns_column(m.sum_of([TURNS], [counts.ROUNDS]))
    points = Column(
        "lab.rules.points", round_score(players), unit="lab.rules.points_unit", head="lab.rules.points_head"
    )
    return [turns, starter_column(players), SKILL, points]


def note(tally: Tally) -> Line:
    return line("lab.sums.note_truie", percent=percent(tally.share(m.a_turn(PAIRS))))


ADDED = [Sum(t, "+", a, counts.ADDED + t * 11 + a) for t in range(1, TEN) for a in range(1, TEN + 1 - t)]
TAKEN = [Sum(t, "−", a, counts.TAKEN + t * 11 + a) for t in range(2, TEN + 1) for a in range(1, t)]
ALL = [*ADDED, *TAKEN]
SUMS = SumTable(
    sums=ALL,
    answers={number: [one.place for one in ALL if one.answer == number] for number in range(1, TEN + 1)},
    whole=[one.place for one in ALL],
    note=note,
    rows=range(TEN, 0, -1),
    plus=range(1, TEN),
    minus=range(1, TEN),
    widths=(3.1, 3.1, 2.4),
    between=0.2,
)

LAB = Lab[TruieState](
    watch=counts.WATCH,
    games=GAMES,
    variants=VARIANTS,
    columns=columns,
    compared=(
        Column("lab.compare.sums", m.a_turn(PAIRS), 100),
        Column("lab.compare.draws", m.a_turn(spent(counts.TAKE)), 100),
    ),
    specials=SPECIALS,
    sums=SUMS,
    had=had,
    rounds=(counts.ROUNDS, counts.PLACES),
)
