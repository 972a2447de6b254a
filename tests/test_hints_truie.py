"""Hints for farmers and lucky pigs: they say why, and all they say is true, in hands of all sorts and sizes."""

import re
from collections.abc import Sequence

import pytest

from coaching import LONGEST, said
from piggery.words import LANGUAGES, Line
from true_hints import Case, Truth

OTHERS = ((1,), (2,), (7,), (2, 6), (6, 1), (10, 3))  # cards that the others hold, the next player first
GONE = "3,3,3,3,3,L,L,L"  # the other 3s, and all that could stand for one

FARMER_WHY = {"farmer_odds", "farmer_none"}  # what the next player cannot do
LUCKY_WHY = {"rescue", "rare", "rare_none", "pro_ahead", "pro_sum", "pro_again", "heap_cost", "pro_draws", "pro_points"}
KEPT_WHY = {"pro_lucky", "pro_lucky_one", "pro_keep_farmer", "pro_vain"}
ALIKE = [  # of these, one is enough
    {"farmer_odds", "farmer_none", "pro_farmer"},
    {"farmer_last", "farmer_few", "farmer_stuck", "nearly_out"},
    {"farmer_cost", "pro_points"},
    {"rare", "rare_none", "pro_rare", "pro_rare_none"},
    {"rescue", "rescue_farmer", "pro_draws", "pro_no_draws"},
    {"pro_ahead", "pro_sum", "pro_again", "pro_stays"},
    {"heap_cost", "pro_heap"},
]


def cases(*table: Case, others: Sequence[tuple[int, ...]] = OTHERS) -> list[Case]:
    """Each position against hands of all sizes."""
    return [one._replace(held=held, best=one.best.format(held[0])) for one in table for held in others]


FARMERS = cases(
    Case("4,9,F", 8, "F", "draw"),  # nothing else fits
    Case("4,8,F", 8, "F", "8"),  # what fits is kept
    Case("1,2,6,8,F", 8, "F", "-2=6"),
    Case("2,10,F", 10, "F", "10"),
    Case("3,7,F", 4, "F", "+3=7"),  # the last sum waits for its turn
    Case("1,5,6,9,F,F", 3, "F", "draw", spent=GONE),  # nobody can please it
    Case("3,4,5,F,L", 7, "F", "L7"),  # a lucky pig is kept
    Case("3,9,F", 8, "F", "draw", demand="H"),
    Case("5,F,D", 1, "F", "draw", spent="1,1,1"),
    Case("6,6,F,H", 6, "F", "H"),
)
LUCKY_PIGS = cases(
    Case("4,9,L", 8, "L9", "draw"),  # alone, for a number of one’s own
    Case("4,9,10,L", 8, "L7", "draw", spent="7,7,7,7,7"),  # for one that nobody has
    Case("2,2,10,L", 2, "L10", "2"),
    Case("9,L", 3, "L9", "draw"),  # the last card fits then
    Case("4,9,L", 8, "L8", "draw", demand="F"),
    Case("4,9,L", 8, "L8", "draw", demand="H"),
    Case("4,9,L", 8, "-L4=4", "L4"),  # first in a sum
    Case("3,9,L", 7, "+3=L10", "draw"),  # second
    Case("5,L,L", 2, "+L3=L5", "L5"),  # both
    Case("5,8,L,D", 3, "L{}>1", "draw"),  # a heap goes with it
)
KEPT = cases(
    Case("4,8,L", 8, "8", "L8"),
    Case("1,9,L", 8, "+1=9", "+L1=9"),
    Case("5,8,L", 8, "8", "L8", demand="F"),
    Case("4,L,L", 6, "-L2=4", "-L1=L5"),  # one of two
)
KEPT_FARMERS = cases(
    Case("7,9,F", 7, "7", "F", spent="1,2,2,3,4,5,6,8,8,9,10"),
    Case("7,9,F", 7, "7", "F", spent="7,7,L,L"),
    Case("2,3,10,F", 5, "-2=3", "F"),
    others=((3,), (5,), (9,), (4, 1), (8, 2)),  # the next player is not nearly out yet
)
EVERY = [*FARMERS, *LUCKY_PIGS, *KEPT, *KEPT_FARMERS]


def told(case: Case) -> list[Line]:
    """All lines after the nudge, without the move itself."""
    _, ideas, (_, *reasons) = case.hint()
    return [*ideas, *reasons]


def keys(case: Case) -> list[str]:
    return [line.key.rpartition(".")[2] for line in told(case)]


def test_there_are_fifty_of_each_kind_and_no_two_alike() -> None:
    assert min(len(FARMERS), len(LUCKY_PIGS)) >= 50
    assert len(set(EVERY)) == len(EVERY)


@pytest.mark.parametrize("case", FARMERS)
def test_a_farmer_is_advised_with_what_the_next_player_cannot_do(case: Case) -> None:
    assert FARMER_WHY & set(keys(case))
    assert "farmer_only" in keys(case)


@pytest.mark.parametrize("case", LUCKY_PIGS)
def test_a_lucky_pig_is_advised_with_what_it_is_good_for(case: Case) -> None:
    assert LUCKY_WHY & set(keys(case))


@pytest.mark.parametrize("case", [*KEPT, *KEPT_FARMERS])
def test_of_a_special_card_that_is_kept_it_is_said_what_for(case: Case) -> None:
    assert KEPT_WHY & set(keys(case))


def test_a_farmer_is_not_kept_for_somebody_who_is_nearly_out_already() -> None:
    for held in (1, 2):
        assert not KEPT_WHY & set(keys(Case("7,8,9,F", 7, "7", "F", held=(held,))))


@pytest.mark.parametrize("case", EVERY)
def test_all_that_a_hint_says_is_true(case: Case) -> None:
    true = Truth(case)
    assert [line for line in told(case) if not true(line)] == []


@pytest.mark.parametrize("case", EVERY)
def test_no_hint_says_a_thing_twice(case: Case) -> None:
    found = keys(case)
    assert len(set(found)) == len(found)
    assert [alike & set(found) for alike in ALIKE if len(alike & set(found)) > 1] == []
    sentences = [one for one in re.split(r"(?<=[.!?]) ", said(told(case))) if one]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("case", EVERY)
def test_no_step_is_too_long_for_a_small_phone(case: Case) -> None:
    for language in LANGUAGES:
        assert max(len(said(step, language)) for step in case.hint()) <= LONGEST
