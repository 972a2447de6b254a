"""One test or more for each rule of docs/rules-pig10.md, on positions built for it."""

import pytest

from piggery import PiggeryError, after, moves
from piggery.core.story import winners
from piggery.games.checks import copies_in, start
from piggery.games.pig10 import GAME as RULES
from piggery.words import both, line
from worlds import state_of


def position(hand: str, value: int = 0, middle: str = "-", others: str = "9,9,9", stock: str = "?60") -> str:
    """Seat 0 to move, with one opponent."""
    return f"pig10 {hand}/{others} {middle} {value} 0 -/- {stock}"


def calls(hand: str, value: int = 0, middle: str = "-") -> set[str]:
    return set(moves(position(hand, value, middle)))


def test_the_deck_has_eighty_cards() -> None:
    copies = copies_in(RULES, RULES.standard)
    assert copies == {"0": 7, "5": 5, "10": 4} | dict.fromkeys("12346789", 8)
    assert sum(copies.values()) == 80


def test_rule_1_three_cards_are_dealt_to_each_player_in_turn() -> None:
    state = start(RULES, 3, first=2)
    dealt = RULES.position_text(state)
    assert dealt.split(" ")[4] == "2+3"
    dealt = after(dealt, "-", ["1", "2", "3"])
    assert dealt.split(" ")[1] == "-/-/1,2,3"
    assert dealt.split(" ")[4] == "0+3"
    dealt = after(dealt, "-", ["4", "4", "4", "6", "7", "8"])
    assert dealt.split(" ")[1:5] == ["4,4,4/6,7,8/1,2,3", "-", "0", "2"]
    assert moves(dealt) == ["1=1", "2=2", "3=3"]


def test_rule_2_any_seat_may_start() -> None:
    for first in range(4):
        assert start(RULES, 4, first).turn == first


def test_rule_3_a_move_is_a_card_and_a_call() -> None:
    assert after(position("4,8,8", 3, "3"), "4=7").startswith("pig10 8,8/9,9,9 3,4 7 0+1 ")
    with pytest.raises(PiggeryError, match="4=8 is not allowed now"):
        after(position("4,8,8", 3, "3"), "4=8")


def test_rule_4_an_empty_middle_takes_the_cards_own_number() -> None:
    assert calls("0,5,7") == {"0=0", "5=5", "7=7"}


def test_rule_4_a_frog_calls_zero() -> None:
    assert calls("0", 7, "7") == {"0=0"}


def test_rule_4_any_other_card_is_added() -> None:
    assert calls("6", 9, "2,7") == {"6=15"}


def test_rule_4_a_pigmaid_may_be_subtracted() -> None:
    assert calls("5", 6, "5,1") == {"5=11", "5=1"}


def test_rule_4_a_pigmaid_never_goes_below_zero() -> None:
    assert calls("5", 4, "4") == {"5=9"}


def test_rule_4_the_same_card_as_the_last_may_call_its_number() -> None:
    assert calls("4", 7, "3,4") == {"4=11", "4=4"}


def test_rule_4_the_same_card_as_the_pile_value_may_call_its_number() -> None:
    assert calls("8", 8, "4,4") == {"8=16", "8=8"}


def test_rule_4_a_card_further_down_does_not_count() -> None:
    assert calls("3", 7, "3,4") == {"3=10"}


def test_rule_4_two_ways_to_one_number_are_one_move() -> None:
    assert calls("4", 0, "0") == {"4=4"}
    assert calls("5", 0, "5,5") == {"5=5"}


def test_rule_4_a_pigmaid_on_a_pigmaid_has_three_calls() -> None:
    assert calls("5", 5, "5") == {"5=10", "5=0", "5=5"}


WORKED_EXAMPLES = [
    ("-", 0, "4", {"4=4"}),
    ("4", 4, "3", {"3=7"}),
    ("4,3", 7, "2", {"2=9"}),
    ("4,3,2", 9, "6", {"6=15"}),
    ("-", 0, "5", {"5=5"}),
    ("5", 5, "1", {"1=6"}),
    ("5,1", 6, "5", {"5=11", "5=1"}),
    ("-", 0, "3", {"3=3"}),
    ("3", 3, "4", {"4=7"}),
    ("3,4", 7, "4", {"4=11", "4=4"}),
    ("3,4,4", 4, "4", {"4=8", "4=4"}),
    ("3,4,4,4", 8, "8", {"8=16", "8=8"}),
    ("3,4,4,4", 8, "0", {"0=0"}),
    ("5", 5, "5", {"5=10", "5=0", "5=5"}),
    ("0", 0, "0", {"0=0"}),
]


@pytest.mark.parametrize(("middle", "value", "card", "allowed"), WORKED_EXAMPLES)
def test_rule_4_worked_examples(middle: str, value: int, card: str, allowed: set[str]) -> None:
    assert calls(card, value, middle) == allowed


FOUR = "pig10 {}/1,1/2,2/3,3 4,3,2 9 0 -/-/-/- ?50"


def test_rule_5_exactly_ten_wins_the_middle_with_the_card_just_laid() -> None:
    assert after(FOUR.format("1"), "1=10") == "pig10 -/1,1/2,2/3,3 - 0 0+1 1,2,3,4/-/-/- ?50"


def test_rule_5_over_ten_gives_the_middle_to_the_right_neighbour() -> None:
    assert after(FOUR.format("6"), "6=15") == "pig10 -/1,1/2,2/3,3 - 0 0+1 -/-/-/2,3,4,6 ?50"


def test_rule_5_the_right_neighbour_is_the_seat_before() -> None:
    text = after("pig10 1,1/9,9/2,2 8 8 1 -/-/- ?50", "9=17")
    assert text == "pig10 1,1/9/2,2 - 0 1+1 8,9/-/- ?50"


def test_rule_5_nothing_that_lay_there_matters_to_the_next_player() -> None:
    text = after("pig10 4/4,4/1 6 6 0 -/-/- -", "4=10")
    assert moves(text) == ["4=4"]


def test_rule_6_after_the_turn_one_card_is_drawn() -> None:
    text = after(position("4,8,8", 3, "3"), "4=7", ["2"])
    assert text == "pig10 2,8,8/9,9,9 3,4 7 1 -/- ?59"


def test_rule_6_an_empty_draw_pile_gives_nothing() -> None:
    assert after(position("4,8", 3, "3", stock="-"), "4=7") == "pig10 8/9,9,9 3,4 7 1 -/- -"


def test_rule_6_there_is_no_passing() -> None:
    assert calls("9,9,9", 8, "8") == {"9=17"}


def test_rule_6_you_may_choose_to_go_over() -> None:
    assert calls("1,9", 4, "4") == {"1=5", "9=13"}


def test_rule_7_the_game_is_over_when_nobody_holds_a_card() -> None:
    text = after("pig10 4/- 3 3 0 1,2/7 -", "4=7")
    assert text == "pig10 -/- 3,4 7 - 1,2/7 -"
    assert moves(text) == []


def test_rule_7_cards_in_the_middle_at_the_end_belong_to_nobody() -> None:
    end = state_of(RULES, "pig10 -/- 3,4 7 - 1,2/7 -")
    assert [RULES.score(end, seat) for seat in range(2)] == [2, 1]
    assert RULES.unclaimed(end) == 2


def test_rule_7_equal_counts_share_the_place() -> None:
    end = state_of(RULES, "pig10 -/-/- - 0 - 1,2/7,7/3 -")
    assert winners(["Ada", "Ben", "Cleo"], end.wins, "story.wins_cards") == [
        line("story.wins_cards_shared", players=both(["Ada", "Ben"]), n=2)
    ]


def test_rule_7_a_ten_on_an_empty_middle_wins_just_itself() -> None:
    assert after(position("10,8"), "10=10") == "pig10 8/9,9,9 - 0 0+1 10/- ?60"


def test_rule_7_a_seat_without_cards_is_skipped() -> None:
    assert after("pig10 4,4/-/2 3 3 0 -/-/- -", "4=7") == "pig10 4/-/2 3,4 7 2 -/-/- -"
    assert moves("pig10 -/3,4 - 0 0 -/- -") == ["3=3", "4=4"]
