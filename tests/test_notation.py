"""Positions and moves as text: what bad text gets, and what is done about unknown cards."""

from typing import cast

import pytest

from piggery import PiggeryError, after, moves
from piggery.errors import BadMove, BadPosition, CardNotThere, CardsDue, GameOver, IllegalMove, NothingDue, NotKnown

PIG10 = "pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72"
IDLE = "field 4: “{}” seats in a row cannot all have laid nothing here, with nothing left to draw"
TRUIE = "truie 2,3,5,8,F,L,D/?7 7 0 - 1:0 0/0 - ?57"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "field 0: “” is not a game; choose from pig10, truie"),
        ("chess e4", "field 0: “chess” is not a game; choose from pig10, truie"),
        ("pig10", "field 1: 0 fields after the game’s name, but 6 are needed"),
        (PIG10 + " -", "field 7: 7 fields after the game’s name, but 6 are needed"),
        ("pig10  3,4 7 0 -/- ?72", "field 1: nothing between two spaces"),
        ("pig10 3,4,11/1 4,3 7 0 -/- ?72", "field 1: “11” is not a card"),
        ("pig10 3,4,/1 4,3 7 0 -/- ?72", "field 1: “” is not a card"),
        ("pig10 03/1 4,3 7 0 -/- ?72", "field 1: “03” is not a card"),
        ("pig10 ?2,3/1 4,3 7 0 -/- ?72", "field 1: “?2” is not a card"),
        ("pig10 3,?0/1 4,3 7 0 -/- ?72", "field 1: “?0” is not a card"),
        ("pig10 3,4,9 4,3 7 0 - ?72", "field 1: 1 player; from 2 to 8 can play"),
        ("pig10 1/1/1/1/1/1/1/1/1 4,3 7 0 -/- ?72", "field 1: 9 players; from 2 to 8 can play"),
        ("pig10 3/1 4,?1 7 0 -/- ?72", "field 2: the cards in the middle are face up: none can be unknown"),
        ("pig10 3/1 4,3 x 0 -/- ?72", "field 3: “x” is not a pile value"),
        ("pig10 3/1 4,3 10 0 -/- ?72", "field 3: “10” is not a pile value"),
        ("pig10 3/1 - 3 0 -/- ?72", "field 3: the pile value of an empty middle is 0, not “3”"),
        ("pig10 3/1 4,3 7 2 -/- ?72", "field 4: “2” is not a seat"),
        ("pig10 3/1 4,3 7 0+ -/- ?72", "field 4: “0+” does not say whose turn it is"),
        ("pig10 3/1 4,3 7 0+2 -/- ?72", "field 4: “0+2” is more than can be drawn: 1"),
        ("pig10 3/1 4,3 7 0+1 -/- -", "field 4: “0+1” is more than can be drawn: 0"),
        ("pig10 3/1 4,3 7 - -/- -", "field 4: the game is not over: seat 0 holds cards"),
        ("pig10 3/1 4,3 7 0 - ?72", "field 5: 1 list for 2 players"),
        ("pig10 3/1 4,3 7 0 -/- " + ",".join("4" * 15), "field 6: card 4 more than 15 times"),
        ("pig10 3/1 4,3 7 0 -/- ?500", "field 6: more than 165 cards in all"),
        ("truie 1/1 0 0 - 1:0 0/0 - 1", "field 2: “0” is not a pig from 1 to 10"),
        ("truie 1/1 LL 0 - 1:0 0/0 - 1", "field 2: “LL” is not a pig from 1 to 10"),
        ("truie 1/1 7 5 - 1:0 0/0 - 1", "field 3: “5” is not a seat"),
        ("truie 1/1 7 0+3 - 1:0 0/0 1 1", "field 3: “0+3” is more than can be drawn: 2"),
        ("truie 1/1 7 0 X 1:0 0/0 - 1", "field 4: “X” is not a demand"),
        ("truie 1/1 7 0 FG 1:0 0/0 - 1", "field 4: “FG” is not a demand"),
        ("truie 1/1 7 0 2 1:0 0/0 - -", IDLE.format(2)),
        ("truie 1,1,1/1 7 0 G 1:0 0/0 - 1", "field 4: seat 0 with 3 cards does not have to grunt"),
        ("truie 1/1 7 0", "field 4: 3 fields after the game’s name, but 8 are needed"),
        ("truie 1/1 7 0 - 1-0 0/0 - 1", "field 5: “1-0” does not name one of 4 rounds and the seat that started it"),
        ("truie 1/1 7 0+1 1 1:0 0/0 - 1", IDLE.format(1)),
        ("truie -/- - 0+7 G 1:0 0/0 - ?30", "field 4: seat 0 with 7 cards does not have to grunt"),
        ("truie -/- - 0+7 H 1:0 0/0 - ?30", "field 4: nothing is demanded while the cards are being dealt"),
        ("truie 1/1 7 0 - 5:0 0/0 - 1", "field 5: “5:0” does not name one of 4 rounds and the seat that started it"),
        ("truie 1/1 7 0 - 1:2 0/0 - 1", "field 5: “2” is not a seat"),
        ("truie 1/1 7 0 - 1:0 0 - 1", "field 6: 1 list for 2 players"),
        ("truie 1/1 7 0 - 1:0 0/x - 1", "field 6: “x” is not a score"),
        ("truie 1/1 7 0 - 1:0 0/-0 - 1", "field 6: “-0” is not a score"),
        ("truie -/- - 0 - 1:0 0/0 - 1", "field 3: “0” does not fit a deal, and no pig is on top"),
        ("truie 1/- - 0+7 - 1:0 0/0 - ?30", "field 3: “0+7” does not fit a deal, and no pig is on top"),
        ("truie -/- - 0+7 F 1:0 0/0 - ?30", "field 4: nothing is demanded while the cards are being dealt"),
        ("truie -/- - 0+7 - 1:0 0/0 3 ?30", "field 7: no card has been used yet while the cards are being dealt"),
    ],
)
def test_a_bad_position_is_refused_saying_what_and_where(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        moves(position)
    assert str(caught.value) == sentence
    with pytest.raises(BadPosition):
        after(position, "draw")


@pytest.mark.parametrize("move", ["", "x", "4", "4=", "=4", "04=4", "4=004", "11=11", "-4=4", "draw", "4=4 ", "L4"])
def test_what_is_no_move_of_pig10_is_bad(move: str) -> None:
    with pytest.raises(BadMove, match="is not a move"):
        after(PIG10, move)


@pytest.mark.parametrize(
    "move", ["", "x", "0", "11", "L", "L0", "+3", "3=5", "+3=5=8", "5>6", "D", "f", "g3", "g", "Draw"]
)
def test_what_is_no_move_of_truie_is_bad(move: str) -> None:
    with pytest.raises(BadMove, match="is not a move"):
        after(TRUIE, move)


def test_a_move_that_is_not_allowed_is_refused_with_those_that_are() -> None:
    with pytest.raises(IllegalMove, match="4=4 is not allowed now; allowed: 3=10, 3=3, 4=11, 9=16"):
        after(PIG10, "4=4")


def test_a_move_waits_for_cards_that_are_due() -> None:
    due = after(PIG10, "3=10")
    assert moves(due) == []
    with pytest.raises(CardsDue, match="seat 0 has 1 card to draw first"):
        after(due, "4=4")
    assert after(due, "-") == due


def test_nothing_is_drawn_when_nothing_is_due() -> None:
    with pytest.raises(NothingDue, match="there is no card to draw now"):
        after(PIG10, "-")
    with pytest.raises(NothingDue, match="card 7: there is no card to draw now"):
        after(PIG10, "3=10", ["6", "7"])


def test_a_card_that_is_not_in_the_draw_pile_is_not_drawn() -> None:
    with pytest.raises(CardNotThere, match="card 6 is not in the draw pile"):
        after("pig10 3,4/1 4 4 0 -/- 7,8", "3=7", ["6"])


@pytest.mark.parametrize("card", ["x", "?", "?1", "", "F", "11", None])
def test_a_bad_card_is_refused(card: object) -> None:
    with pytest.raises(PiggeryError, match="is not a card"):
        after(PIG10, "3=10", [cast(str, card)])


def test_cards_may_be_numbers_but_not_one_text() -> None:
    assert after(PIG10, "3=10", [6]) == after(PIG10, "3=10", ["6"])
    with pytest.raises(PiggeryError, match="“10” is not a card"):
        after(PIG10, "3=10", "10")


def test_a_finished_game_takes_no_move() -> None:
    over = "pig10 -/- - 0 - 3,7/- -"
    assert moves(over) == []
    with pytest.raises(GameOver, match="the game is over"):
        after(over, "4=4")


def test_a_demand_means_nothing_when_the_game_is_over() -> None:
    assert moves("truie 1/1 7 - F 1:0 0/0 - 1") == []


def test_a_hand_to_move_that_is_not_fully_known_is_an_error() -> None:
    for position in ("pig10 3,?1/1 4 4 0 -/- ?9", "truie 3,?1/1 4 0 - 1:0 0/0 - ?9"):
        with pytest.raises(NotKnown, match="the hand of seat 0 is not fully known"):
            moves(position)


def test_a_drawn_card_is_one_the_pile_is_known_to_hold_or_an_unknown_one() -> None:
    position = "pig10 3,4/1 4 4 0 -/- 6,?2"
    assert after(position, "3=7", ["6"]).endswith(" ?2")
    assert after(position, "3=7", ["9"]).endswith(" 6,?1")


def test_an_unknown_card_cannot_be_a_sixteenth() -> None:
    hand = ",".join("4" * 14)
    with pytest.raises(CardNotThere, match="card 4: there are already 15 of them"):
        after(f"pig10 3,{hand}/1 4 4 0 -/- ?2", "3=7", ["4"])


def test_a_round_cannot_end_with_a_hand_that_is_not_known() -> None:
    with pytest.raises(NotKnown, match="the hand of seat 1 is not fully known: it cannot be counted"):
        after("truie 7/?2 7 0 - 1:0 0/0 - ?9", "7")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"lucky": "red"}, "“red” is not a value for lucky; it can be wild, copy"),
        ({"rounds": 11}, "“11” is not a value for rounds; it can be 1–10"),
        ({"rounds": True}, "“True” is not a value for rounds; it can be 1–10"),
        ({"rounds": "4"}, "“4” is not a value for rounds; it can be 1–10"),
        ({"speed": 3}, "truie has no option “speed”; choose from rounds, lucky, grunting, last_card"),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(PiggeryError) as caught:
        moves(TRUIE, **options)
    assert str(caught.value) == sentence


def test_a_position_may_list_cards_in_any_order_and_is_written_in_one() -> None:
    assert after("pig10 9,3,4/5,1,5 4,3 7 0 -/- ?72", "3=10") == after(PIG10, "3=10")


def test_a_deck_may_have_fifteen_of_each_card() -> None:
    everything = ",".join(str(card) for card in range(11) for _ in range(15))
    position = f"pig10 -/- - 0 0+3 -/- {everything}"
    assert after(position, "-") == position
