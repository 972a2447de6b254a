"""What is told of a ply: true, whole, and only what the reader may know."""

from piggery.core.notation import follow, parse_position
from piggery.core.record import Ply, Record, Seat
from piggery.core.story import ALL, abilities, label, story_of, tell, wordy_label
from piggery.games.checks import options_of, parse_move
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
    assert told("pig10 7,9/1 3 3 0 -/- -", "7=10") == ["Ada plays a 7, shouts “PIG 10!” and wins 2 cards."]
    assert told("pig10 9,9/1 3 3 0 -/- -", "9=12") == ["Ada plays a 9: “twelve”. Over! Ben wins 2 cards."]


def test_the_end_of_pig10_names_the_winner() -> None:
    assert told("pig10 7/- 3 3 0 -/- -", "7=10")[-1] == "Ada wins the game with 2 cards!"
    assert told("pig10 7/- 3 3 0 -/4,4 -", "7=10")[-1] == "Ada and Ben share the win with 2 cards each!"


def test_others_do_not_hear_what_was_drawn() -> None:
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=1)[-1] == "Ada draws 1 card."
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=-1)[-1] == "Ada draws 1 card."
    assert told("pig10 4,9/1 3 3 0 -/- 7,7", "4=7 7", reader=0)[-1] == "Ada draws a 7."


def test_sums_are_said_as_the_rules_say_them() -> None:
    assert told("truie 3,5,9,9,9/1,1 2 0 - 1:0 0/0 - 9", "+3=5") == ["Ada: “two plus three is five”."]
    lucky = told("truie 5,9,9,9,L/1,1 8 0 - 1:0 0/0 - 9", "-5=L3")
    assert lucky == ["Ada: “eight minus five is three”.", "A lucky pig counts as three."]


def test_a_wrong_grunt_is_called_wrong_also_when_nothing_can_be_drawn() -> None:
    assert told("truie 9,9/1,1 2 0 G 1:0 0/0 - 5,5", "g1 5 5") == [
        "Ada grunts once.", "That wasn’t right: Ada must draw two cards.", "Ada draws a 5 and a 5.",
    ]  # fmt: skip
    assert told("truie 9,9/1,1 2 0 G 1:0 0/0 - -", "g0") == [
        "Ada doesn’t grunt.", "That wasn’t right, but there’s nothing to draw.",
    ]  # fmt: skip


def test_a_round_that_ends_with_a_draw_for_the_hog_is_told_in_order() -> None:
    position = "truie 1/5,5 1 0 H 1:1 0/0 - 2,2,2,2,2,2,2,2,2,2,2,2,D"
    assert told(position, "1 D 2 2 2 2 2 2 2", last_card="draws") == [
        "Ada lays a 1 on the same number.",
        "Ada draws a dung heap.",
        "Round 1 is over.",
        "Ada: −15, −15 in all.",
        "Ben: −10, −10 in all.",
        "Ada draws a 2, a 2, a 2, a 2, a 2, a 2 and a 2.",
    ]


def test_a_round_that_ends_with_the_last_card_is_told_before_the_deal() -> None:
    position = "truie 1/5,5 1 0 H 1:1 0/0 - 2,2,2,2,2,2,2,2,2,2,2,2,D"
    assert told(position, "1 D 2 2 2 2 2 2") == [
        "Ada lays a 1 on the same number.",
        "Round 1 is over.",
        "Ada: 0, 0 in all.",
        "Ben: −10, −10 in all.",
        "Ada draws a dung heap, a 2, a 2, a 2, a 2, a 2 and a 2.",
    ]


def test_an_empty_draw_pile_is_told() -> None:
    assert told("truie 9,9/1,1 2 0 - 1:0 0/0 3,4 -", "draw 3") == [
        "The draw pile was empty: the cards are shuffled again.", "Ada draws a 3.",
    ]  # fmt: skip
    assert told("truie 9,9/1,1 2 0 - 1:0 0/0 - -", "draw") == ["Ada lays nothing, and there’s nothing to draw."]


def test_farmer_hog_and_heap_name_who_is_next() -> None:
    hand = "truie 4,9,9,9,F,H,D/1,1,1,1/2,2 2 0 - 1:0 0/0/0 - 9"
    assert told(hand, "F") == ["Ada lays Farmer Roger: Ben must lay another 2, or draw."]
    assert told(hand, "H") == ["Ada lays Hector the hog: Ben will have to draw."]
    assert told(hand, "4>1") == ["Ada lays a 4 and hands a dung heap to Ben, who had 4 cards."]


# Labels

NAMES = ("Ada", "Ben")


def test_a_lucky_pig_in_a_sum_has_a_clover() -> None:
    rules, view = parse_position("truie 5,9,9,9,L/1,1 8 0 - 1:0 0/0 - 9")
    moves = [parse_move(rules, view, text) for text in ("-5=L3", "-L3=5", "+L1=9")]
    assert [say(label(rules, view, move, NAMES)) for move in moves] == ["8 − 5 = ☘3", "8 − ☘3 = 5", "8 + ☘1 = 9"]


def test_a_card_that_stands_by_itself_is_named_in_the_nominative() -> None:
    rules, view = parse_position("truie 5,9,9,D,L/1,1,1,1,1 8 0 - 1:0 0/0 - 9")
    heap = rules.cards["D"]
    assert say(abilities(rules, view, heap, NAMES), "de").startswith("ein Misthaufen: ")
    frog, view = parse_position("pig10 0,9/1 3 3 0 -/- -")
    move = parse_move(frog, view, "0=0")
    assert say(story_of(frog).phrase(view, move, NAMES), "de") == "ein Frosch, „null“"
    assert say(wordy_label(frog, view, move, NAMES), "de").startswith("ein Frosch: ")
