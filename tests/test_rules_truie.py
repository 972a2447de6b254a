"""One test or more for each rule of docs/rules-truie.md, on positions built for it."""

import pytest

from piggery import PiggeryError, after, moves
from piggery.core.notation import parse_position
from piggery.games.checks import card_of, copies_in, start
from piggery.games.registry import game_type
from piggery.games.truie.rules import worth

RULES = game_type("truie")


def position(hand: str, top: str = "7", demand: str = "-", others: str = "1,1,1,1", rest: str = "- 9,9,9,9,9,9") -> str:
    """Seat 0 to move, with one opponent."""
    return f"truie {hand}/{others} {top} 0 {demand} 1:0 0/0 {rest}"


def allowed(hand: str, top: str = "7", demand: str = "-", others: str = "1,1,1,1", **options: object) -> set[str]:
    return set(moves(position(hand, top, demand, others), **options))


def fields(text: str, *names: str) -> list[str]:
    all_names = ["GAME", "HANDS", "TOP", "TURN", "DEMAND", "ROUND", "SCORES", "SPENT", "STOCK"]
    return [text.split(" ")[all_names.index(name)] for name in names]


def test_the_deck_has_seventy_two_cards() -> None:
    copies = copies_in(RULES, RULES.standard)
    assert copies == dict.fromkeys("123456", 6) | dict.fromkeys(["7", "8", "9", "10", "F", "H"], 5) | {"L": 3, "D": 3}
    assert sum(copies.values()) == 72


def test_rule_1_seven_cards_each_and_a_pig_turned_up() -> None:
    text = RULES.position_text(start(RULES, 2, first=1))
    assert fields(text, "TOP", "TURN") == ["-", "1+7"]
    text = after(text, "-", ["1", "1", "1", "1", "1", "1", "2"])
    assert fields(text, "TURN") == ["0+7"]
    text = after(text, "-", ["3", "3", "3", "3", "3", "3", "F"])
    assert fields(text, "TURN", "TOP") == ["1+1", "-"]
    text = after(text, "-", ["9"])
    assert fields(text, "TURN", "TOP", "HANDS") == ["1", "9", "3,3,3,3,3,3,F/1,1,1,1,1,1,2"]


def test_rule_1_only_a_pig_is_turned_up() -> None:
    text = "truie 1,1,1,1,1,1,1/2,2,2,2,2,2,2 - 0+1 - 1:0 0/0 - 5,F"
    with pytest.raises(PiggeryError, match="only a pig can"):
        after(text, "-", ["F"])
    assert fields(after(text, "-", ["5"]), "TOP") == ["5"]


def test_rule_2_the_next_round_is_started_by_the_next_player() -> None:
    text = after("truie 7/1,1/2,2 7 0 - 1:2 0/0/0 - 9,9,9,9,9,9", "7")
    assert fields(text, "ROUND", "TURN", "HANDS", "TOP") == ["2:0", "0+7", "-/-/-", "-"]


def test_rule_3_match_takes_a_pig_of_the_tops_value() -> None:
    assert allowed("7,8") == {"7", "draw"}
    assert fields(after(position("7,8,8,8"), "7"), "HANDS", "TOP", "SPENT") == ["8,8,8/1,1,1,1", "7", "7"]


def test_rule_3_a_sum_starts_with_the_top() -> None:
    assert allowed("3,5", "2") == {"+3=5", "draw"}
    assert allowed("3,5", "8") == {"-5=3", "-3=5", "draw"}


def test_rule_3_the_second_card_of_a_sum_is_the_new_top() -> None:
    assert fields(after(position("3,5,8,8,8", "2"), "+3=5"), "TOP", "SPENT") == ["5", "2,3"]


def test_rule_3_a_sum_of_two_like_cards_takes_two_of_them() -> None:
    assert allowed("4", "8") == {"draw"}
    assert allowed("4,4", "8") == {"-4=4", "draw"}


def test_rule_3_farmer_and_hog_leave_the_top_visible() -> None:
    assert allowed("F,H") == {"F", "H", "draw"}
    for special in "FH":
        text = after(position("8,8,8,8,F,H"), special)
        assert fields(text, "TOP", "SPENT", "DEMAND", "TURN") == ["7", special, special, "1"]


def test_rule_3_a_heap_goes_along_with_a_pig_that_counts_an_opponents_cards() -> None:
    assert allowed("4,D", "2") == {"4>1", "draw"}
    text = after(position("4,8,8,8,D", "2"), "4>1")
    assert fields(text, "HANDS", "TOP", "SPENT") == ["8,8,8/1,1,1,1,D", "4", "2"]


def test_rule_3_eleven_cards_cannot_be_met() -> None:
    assert allowed("10,D", "2", others="1,1,1,1,1,1,1,1,1,1,1") == {"draw"}
    assert allowed("10,D", "2", others="1,1,1,1,1,1,1,1,1,D") == {"10>1", "draw"}


def test_rule_3_a_heap_is_laid_in_no_other_way() -> None:
    assert allowed("8,D,D", "2") == {"draw"}


def test_rule_3_to_draw_one_card_ends_the_turn() -> None:
    assert fields(after(position("8,8"), "draw"), "TURN") == ["0+1"]
    assert fields(after(position("8,8"), "draw", ["9"]), "TURN", "HANDS") == ["1", "8,8,9/1,1,1,1"]


def test_rule_4_after_a_farmer_only_the_tops_value_or_a_draw() -> None:
    assert allowed("2,5,7,F,H,L", demand="F") == {"7", "L7", "draw"}


def test_rule_4_passing_a_heap_with_a_pig_of_the_tops_value_meets_the_farmer() -> None:
    assert allowed("4,D", "4", "F") == {"4", "4>1", "draw"}
    assert allowed("4,L,D", "2", "F") == {"L2", "draw"}
    assert allowed("L,D", "4", "F") == {"L4", "L4>1", "draw"}


def test_rule_4_then_the_farmer_is_over() -> None:
    assert fields(after(position("7,8,8,8", demand="F"), "7"), "DEMAND", "TURN") == ["-", "1"]
    assert fields(after(position("8,8,8", demand="F"), "draw", ["9"]), "DEMAND", "TURN") == ["-", "1"]


def test_rule_5_a_lucky_pig_alone_may_have_any_name() -> None:
    assert allowed("L") >= {f"L{value}" for value in range(1, 11)}
    text = after(position("8,8,8,L"), "L3")
    assert fields(text, "TOP") == ["L3"]
    assert moves(text) == ["draw"]


def test_rule_5_a_lucky_pig_keeps_its_name_only_while_on_top() -> None:
    text = after(position("3,8,8,8", "L3", rest="- -"), "3")
    assert fields(text, "TOP", "SPENT") == ["3", "L"]


def test_rule_5_a_lucky_pig_may_be_either_card_of_a_sum_or_both() -> None:
    assert allowed("3,L", "2", lucky="copy") == {"+3=L5", "+L1=3", "L2", "draw"}
    assert "+L3=L5" in allowed("L,L", "2")
    assert "+L3=L5" not in allowed("L", "2")


def test_rule_5_a_lucky_pig_may_pass_a_heap() -> None:
    assert "L4>1" in allowed("L,D", "2")
    assert "L4>1" in allowed("L,D", "2", lucky="copy")


def test_rule_5_after_a_farmer_or_hog_a_lucky_pig_alone_is_named_like_the_top() -> None:
    for demand in "FH":
        named = {move for move in allowed("L", demand=demand) if move.startswith("L")}
        assert named == {"L7"}


def test_rule_5_copy_a_lucky_pig_alone_takes_the_value_on_top() -> None:
    assert {move for move in allowed("L", lucky="copy") if move.startswith("L")} == {"L7"}


@pytest.mark.parametrize(
    ("hand", "move", "turn"),
    [
        ("7,8,8", "7", "0+7"),
        ("8,8,L", "L7", "0+7"),
        ("2,5,8", "-5=2", "0+2"),
        ("2,8,8", "-2=L5", "illegal"),
        ("2,8,L", "-2=L5", "0+5"),
        ("8,8,F", "F", "0+10"),
        ("4,8,D", "4>1", "0+10"),
        ("8,8,8", "draw", "0+10"),
        ("8,8,8,8,H", "H", "1"),
    ],
)
def test_rule_6_what_is_drawn_after_a_hog(hand: str, move: str, turn: str) -> None:
    text = position(hand, "7", "H", rest="- 9,9,9,9,9,9,9,9,9,9,9,9")
    if turn == "illegal":
        assert move not in moves(text)
    else:
        assert fields(after(text, move), "TURN") == [turn]


def test_rule_6_hogs_do_not_add_up() -> None:
    text = after(position("8,8,8,H", demand="H", rest="- 9,9,9,9,9,9,9,9,9,9,9,9"), "H")
    assert fields(text, "DEMAND", "TURN") == ["H", "1"]
    assert fields(after(text, "draw"), "TURN") == ["1+10"]


@pytest.mark.parametrize(
    ("hand", "move"),
    [("7", "7"), ("7,D", "7"), ("2,5", "-2=5"), ("L", "L7"), ("F", "F"), ("4,D", "4>1"), ("L,D", "L4>1"), ("H,D", "H")],
)
def test_rule_6_whoever_lays_the_last_card_after_a_hog_has_ended_the_round(hand: str, move: str) -> None:
    text = after(position(hand, "7", "H", rest="- 9,9,9,9,9,9,9,9,9,9,9,9"), move)
    assert fields(text, "ROUND", "TURN", "DEMAND") == ["2:1", "1+7", "-"]


def test_rule_6_with_last_card_draws_it_is_looked_at_after_the_draw() -> None:
    text = after(position("1", "1", "H", others="5,5,5", rest="- 9,9,D"), "1", last_card="draws")
    assert fields(text, "TURN") == ["0+1"]
    assert fields(after(text, "-", ["9"], last_card="draws"), "ROUND") == ["1:0"]
    assert fields(after(text, "-", ["D"], last_card="draws"), "ROUND") == ["2:1"]


def test_rule_6_with_last_card_draws_a_hog_laid_last_ends_the_round() -> None:
    text = position("H", "1", "H", others="5,5,5", rest="- 9,9,D")
    assert fields(after(text, "H", last_card="draws"), "ROUND") == ["2:1"]


def test_rule_7_two_cards_left_want_two_grunts_and_one_card_one() -> None:
    two = after(position("7,8,8"), "7")
    assert fields(two, "DEMAND", "TURN") == ["G", "0"]
    assert moves(two) == ["g0", "g1", "g2"]
    assert fields(after(two, "g2"), "TURN", "DEMAND") == ["1", "-"]
    one = after(position("7,8"), "7")
    assert fields(after(one, "g1"), "TURN") == ["1"]


@pytest.mark.parametrize("grunt", ["g0", "g1"])
def test_rule_7_a_wrong_grunt_costs_two_cards(grunt: str) -> None:
    text = after(after(position("7,8,8"), "7"), grunt)
    assert fields(text, "TURN", "DEMAND") == ["0+2", "-"]
    assert fields(after(text, "-", ["9", "9"]), "TURN", "HANDS") == ["1", "8,8,9,9/1,1,1,1"]


def test_rule_7_heaps_count_and_cards_drawn_for_a_hog_count() -> None:
    assert fields(after(position("7,8,D"), "7"), "DEMAND") == ["G"]
    assert fields(after(position("1,8", "1", "H"), "1"), "DEMAND", "TURN") == ["G", "0+1"]
    assert fields(after(position("7,8", "7", "H", rest="- 9,9,9,9,9,9,9,9"), "7"), "DEMAND") == ["-"]


def test_rule_7_a_farmer_laid_waits_while_the_grunt_is_owed() -> None:
    text = after(position("8,8,F"), "F")
    assert fields(text, "DEMAND") == ["GF"]
    assert fields(after(text, "g2"), "DEMAND", "TURN") == ["F", "1"]


def test_rule_7_no_grunt_is_due_after_a_draw_or_for_a_heap_handed_over() -> None:
    assert fields(after(position("8"), "draw", ["9"]), "DEMAND", "TURN") == ["-", "1"]
    text = after("truie 1,8,8,8,8,D/9 7 0 - 1:0 0/0 - 9,9,9", "1>1")
    assert fields(text, "DEMAND", "TURN", "HANDS") == ["-", "1", "8,8,8,8/9,D"]


def test_rule_7_no_grunt_is_due_when_the_round_is_over() -> None:
    assert fields(after(position("7,D"), "7"), "DEMAND", "ROUND") == ["-", "2:1"]
    assert fields(after(position("7,D,D", demand="H"), "7"), "DEMAND", "ROUND") == ["-", "2:1"]


def test_rule_7_with_last_card_draws_cards_drawn_for_the_last_one_want_grunts() -> None:
    text = after(position("1", "1", "H"), "1", last_card="draws")
    assert fields(text, "DEMAND", "TURN") == ["G", "0+1"]


def test_rule_7_auto_grunts_for_everyone() -> None:
    assert fields(after(position("7,8,8"), "7", grunting="auto"), "DEMAND", "TURN") == ["-", "1"]


def test_rule_8_an_empty_draw_pile_is_made_of_what_lies_under_the_top() -> None:
    text = after(position("8,8", rest="3,4,F -"), "draw")
    assert fields(text, "SPENT", "STOCK", "TOP", "TURN") == ["-", "3,4,F", "7", "0+1"]


def test_rule_8_it_is_not_touched_before_a_card_is_due() -> None:
    assert fields(after(position("7,8,8,8,8", rest="3,4 -"), "7"), "SPENT", "STOCK") == ["3,4,7", "-"]


def test_rule_8_in_the_middle_of_a_draw_too() -> None:
    text = after(position("8,8,8", demand="H", rest="3,4 9"), "draw")
    assert fields(text, "TURN", "STOCK", "SPENT") == ["0+3", "9", "3,4"]
    assert fields(after(text, "-", ["9"]), "TURN", "STOCK", "SPENT") == ["0+2", "3,4", "-"]


def test_rule_8_as_many_are_drawn_as_there_are_and_the_demand_is_over() -> None:
    text = after(position("8,8,8", demand="H", rest="- 9"), "draw", ["9"])
    assert fields(text, "TURN", "DEMAND") == ["1", "-"]


def test_rule_9_the_round_ends_with_the_last_card_or_nothing_but_heaps() -> None:
    for hand in ("7", "7,D", "7,D,D"):
        for demand in "-FH":
            assert fields(after(position(hand, demand=demand), "7"), "ROUND") == ["2:1"]


def test_rule_9_whoever_only_draws_has_not_ended_it() -> None:
    text = position("D,D", others="1,2", rest="- 3,D")
    assert fields(after(text, "draw", ["D"]), "ROUND", "TURN") == ["1:0", "1"]
    for last_card in ("ends", "draws"):
        found = after(position("D", others="2,2", rest="- -"), "draw", last_card=last_card)
        assert fields(found, "ROUND", "TURN", "DEMAND") == ["1:0", "1", "1"]


def test_rule_9_it_ends_when_everyone_in_turn_finds_nothing() -> None:
    text = position("8,8", others="1,1", rest="- -")
    text = after(text, "draw")
    assert fields(text, "DEMAND", "TURN") == ["1", "1"]
    assert fields(after(text, "draw"), "ROUND", "SCORES") == ["2:1", "-16/-2"]


def test_rule_9_laying_a_card_starts_that_count_again() -> None:
    text = "truie 8,8,8/7,8,8,8 7 1 1 1:0 0/0 - -"
    assert fields(after(text, "7"), "DEMAND", "TURN") == ["-", "0"]


def test_the_last_round_leaves_every_card_where_it_lies() -> None:
    text = after(position("7", others="1,F"), "7", rounds=1)
    assert text == "truie -/1,F 7 - - 1:0 0/-11 7 9,9,9,9,9,9"
    assert moves(text, rounds=1) == []


@pytest.mark.parametrize(
    ("hand", "points"),
    [("-", 0), ("3,10", -13), ("F,H,L", -30), ("D", -15), ("D,D", -30), ("D,D,D", 30), ("4,F,D,D,D", 16)],
)
def test_score(hand: str, points: int) -> None:
    bag = sum(1 << 4 * card_of(RULES, name) for name in hand.split(",") if name != "-")
    assert worth(bag) == points


def test_after_the_rounds_the_highest_total_wins() -> None:
    _, state = parse_position("truie -/1,F 7 - - 4:0 -20/-31 7 9")
    assert [RULES.score(state, seat) for seat in range(2)] == [-20, -31]


def test_why_not_says_what_is_in_the_way() -> None:
    def why(text: str, card: str) -> str:
        rules, state = parse_position(text)
        told = rules.why_not(state, card_of(rules, card))
        return told.key if told else ""

    assert why(position("7,8"), "7") == ""
    assert why(position("7,8"), "8") == "why.sum"
    assert why(position("3,5", "2"), "5") == ""
    assert why(position("3,5", "2", "F"), "5") == "why.farmer"
    assert why(position("4,D", "2", "F"), "4") == "why.farmer"
    assert why(position("5,D"), "D") == "why.heap"
    assert why(position("4,D"), "D") == ""
    assert why(position("4,D"), "4") == ""
    assert why(position("8,F"), "F") == ""
    assert why("truie 8,8/1,1 7 0 G 1:0 0/0 - 9", "8") == "why.grunt"
