"""Un, deux, truie in the laboratory: house rules to compare, what is measured, what special cards do, every sum."""

from ...lab import measures as m
from ...lab.counts import TURNS
from ...lab.figures import percent
from ...lab.house import SKILL, starter_column, turns_column
from ...lab.part import Column, Lab, Quantity, Specials, Sum, SumTable, Variant, measured
from ...lab.tally import Tally
from ...words import Line, line
from . import counts
from .counts import did, had, spent
from .rules import DUNG, FARMER, HOG, LUCKY, TEN, TruieState

VARIANTS = (
    Variant("lab.rules.one_round", {}, {"rounds": 1}),
    Variant("lab.rules.copy", {}, {"lucky": "copy"}),
    Variant("lab.rules.auto", {}, {"grunting": "auto"}),
    Variant("lab.rules.draws", {}, {"last_card": "draws"}),
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
PAIRS = m.a_turn(spent(counts.PLUS, counts.MINUS))


def columns(players: int) -> list[Column]:
    turns = turns_column(m.sum_of([TURNS], [counts.ROUNDS]))
    score = m.score(players, counts.ROUNDS)
    points = Column("lab.rules.points", score, unit="lab.rules.points_unit", head="lab.rules.points_head")
    return [turns, starter_column(players), SKILL, points]


CARDS = {"F": FARMER, "H": HOG, "L": LUCKY, "D": DUNG}
NAMES = {
    "F": line("truie.name.F"),
    "H": line("truie.name.H"),
    "L": line("lab.specials.lucky"),
    "D": line("lab.specials.dung"),
}
DEMANDS = {"F": counts.FARMED, "H": counts.HUNTED}
ANSWERS = {
    "lab.specials.match": [counts.MATCH],
    "lab.specials.alone": [counts.ALONE],
    "lab.specials.sum": [counts.PLUS, counts.MINUS],
    "lab.specials.heap": [counts.HEAP],
    "lab.specials.hog": [counts.SEND_HOG],
    "lab.specials.farmer": [counts.SEND_FARMER],
    "lab.specials.draws": [counts.TAKE],
}
WILD = {"lab.specials.wild_alone": [0], "lab.specials.wild_sum": [1, 2, 3], "lab.specials.wild_heap": [4]}
EVERY_WILD = [counts.WILD + way for way in range(counts.WILDS)]
EVERY_WAY = range(counts.WAYS)


def specials(tally: Tally) -> list[Quantity]:
    often = {
        "F": spent(counts.SEND_FARMER),
        "H": spent(counts.SEND_HOG),
        "L": [*EVERY_WILD, counts.WILD + 3],  # a sum of two lucky pigs lays two
    }
    drawn = m.sum_of([counts.COST + way for way in EVERY_WAY], did(counts.HUNTED, EVERY_WAY))
    points = {name: tally.mean(m.slope(had(card), tally.totals, 2)) for name, card in CARDS.items()}
    return [
        Quantity("lab.specials.laid", {name: tally.mean(m.a_game(places)) for name, places in often.items()}, 1),
        Quantity("lab.specials.handed", {"D": tally.mean(m.a_game(spent(counts.HEAP)))}, 1),
        *outcomes(tally),
        Quantity("lab.specials.drawn", {"H": tally.mean(drawn)}, 1),
        *(
            Quantity(key, {"L": tally.share(m.sum_of([counts.WILD + way for way in ways], EVERY_WILD))})
            for key, ways in WILD.items()
        ),
        Quantity("lab.specials.three", {"D": tally.share(m.sum_of([counts.HEAPS + 3], [counts.ENDS]))}),
        Quantity("lab.specials.points", points, 1),
    ]


def outcomes(tally: Tally) -> list[Quantity]:
    """How the next player answers a demand."""
    found = {
        key: measured(
            {name: tally.share(m.sum_of(did(demand, ways), did(demand, EVERY_WAY))) for name, demand in DEMANDS.items()}
        )
        for key, ways in ANSWERS.items()
    }
    return [Quantity(key, means, outcome=True) for key, means in found.items() if means]


def note(tally: Tally) -> Line:
    return line("lab.sums.note_truie", percent=percent(tally.share(PAIRS)))


ADDED = [Sum(t, "+", a, counts.ADDED + t * 11 + a) for t in range(1, TEN) for a in range(1, TEN + 1 - t)]
TAKEN = [Sum(t, "−", a, counts.TAKEN + t * 11 + a) for t in range(2, TEN + 1) for a in range(1, t)]
SUMS = [*ADDED, *TAKEN]
LAB = Lab[TruieState](
    watch=counts.WATCH,
    games=GAMES,
    variants=VARIANTS,
    columns=columns,
    compared=(
        Column("lab.compare.sums", PAIRS, 100),
        Column("lab.compare.draws", m.a_turn(spent(counts.TAKE)), 100),
    ),
    specials=Specials(tuple(CARDS), NAMES, specials),
    sums=SumTable(
        sums=SUMS,
        answers={number: [one.place for one in SUMS if one.answer == number] for number in range(1, TEN + 1)},
        whole=[one.place for one in SUMS],
        note=note,
        widths=(3.1, 3.1, 2.4),
        between=0.2,
    ),
    had=had,
    rounds=(counts.ROUNDS, counts.PLACES),
)
