"""What is told of a ply: true, whole, and only what the reader may know."""

from piggery.core.notation import follow, parse_position
from piggery.core.record import Ply, Record, Seat
from piggery.core.story import ALL, tell
from piggery.games.checks import options_of
from piggery.words import say


def told(position: str, ply: str, reader: int = ALL, **options: object) -> list[str]:
    rules, state = parse_position(position, **options)
    before = state.copy()
    move, *draws = ply.split(" ")
    choice, laid = follow(rules, state, move, draws)
    seats = tuple(Seat(name) for name in ("Ada", "Ben", "Cleo")[: state.players])
    record = Record(rules, seats, 0, state.deck, options_of(rules, options), {"from": "typed"})
    return [say(what) for what in tell(record, Ply(1, move, draws, before, state, choice, laid), reader)]


def test_a_call() -> None:
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7") == ["Ada plays a 4: “seven”.", "Ada draws a 7."]


def test_ten_and_over_ten() -> None:
    assert told("pig10 7,9/1 3 3 0 -/- -", "7=10") == ["Ada plays a 7: “PIG 10!” and wins 2 cards."]
    assert told("pig10 9,9/1 3 3 0 -/- -", "9=12") == ["Ada plays a 9: “twelve”. Over! Ben wins 2 cards."]


def test_the_end_of_pig10_names_the_winner() -> None:
    assert told("pig10 7/- 3 3 0 -/- -", "7=10")[-1] == "Ada wins the game with 2 cards!"
    assert told("pig10 7/- 3 3 0 -/4,4 -", "7=10")[-1] == "Ada and Ben share the victory with 2 cards each!"


def test_others_do_not_hear_what_was_drawn() -> None:
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=1)[-1] == "Ada draws 1 card."
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=-1)[-1] == "Ada draws 1 card."
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=0)[-1] == "Ada draws a 7."


def test_sums_are_said_as_the_rules_say_them() -> None:
    assert told("truie 3,5,9,9,9/1,1 2 0 - 1:0 0/0 - 9", "+3=5") == ["Ada: “two plus three is five”."]
    lucky = told("truie 5,9,9,9,L/1,1 8 0 - 1:0 0/0 - 9", "-5=L3")
    assert lucky == ["Ada: “eight minus five is three”.", "A lucky pig stands for three."]


def test_a_wrong_grunt_is_called_wrong_also_when_nothing_can_be_drawn() -> None:
    assert told("truie 9,9/1,1 2 0 G 1:0 0/0 - 5,5", "g1 5 5") == [
        "Ada grunts once.", "That was not right: Ada has two cards to draw.", "Ada draws a 5 and a 5.",
    ]  # fmt: skip
    assert told("truie 9,9/1,1 2 0 G 1:0 0/0 - -", "g0") == [
        "Ada does not grunt.", "That was not right, but there is nothing to draw.",
    ]  # fmt: skip


def test_a_round_that_ends_with_a_draw_for_the_hog_is_told_in_order() -> None:
    position = "truie 1/5,5 1 0 H 1:1 0/0 - 2,2,2,2,2,2,2,2,2,2,2,2,D"
    assert told(position, "1 D 2 2 2 2 2 2 2", last_card="draws") == [
        "Ada lays a 1 on the same number.",
        "Ada draws a dung heap.",
        "Round 1 is over.",
        "Ada: −15, in all −15.",
        "Ben: −10, in all −10.",
        "Ada draws a 2, a 2, a 2, a 2, a 2, a 2 and a 2.",
    ]


def test_a_round_that_ends_with_the_last_card_is_told_before_the_deal() -> None:
    position = "truie 1/5,5 1 0 H 1:1 0/0 - 2,2,2,2,2,2,2,2,2,2,2,2,D"
    assert told(position, "1 D 2 2 2 2 2 2") == [
        "Ada lays a 1 on the same number.",
        "Round 1 is over.",
        "Ada: 0, in all 0.",
        "Ben: −10, in all −10.",
        "Ada draws a dung heap, a 2, a 2, a 2, a 2, a 2 and a 2.",
    ]


def test_an_empty_draw_pile_is_told() -> None:
    assert told("truie 9,9/1,1 2 0 - 1:0 0/0 3,4 -", "draw 3") == [
        "The draw pile was empty: the cards are shuffled again.", "Ada draws a 3.",
    ]  # fmt: skip
    assert told("truie 9,9/1,1 2 0 - 1:0 0/0 - -", "draw") == ["Ada lays nothing and finds nothing to draw."]


def test_farmer_hog_and_heap_name_who_is_next() -> None:
    hand = "truie 4,9,9,9,F,H,D/1,1,1,1/2,2 2 0 - 1:0 0/0/0 - 9"
    assert told(hand, "F") == ["Ada lays farmer Roger: Ben must lay a pig of 2, or draw."]
    assert told(hand, "H") == ["Ada lays Hector the hog: Ben will have to draw."]
    assert told(hand, "4>1") == ["Ada lays a 4 and hands Ben, who held 4 cards, a dung heap."]
