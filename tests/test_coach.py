"""The coach: every idea where it belongs, three steps, nothing hidden used, in four languages."""

from typing import Protocol

import pytest

from coaching import NAMES, QUICK, judged, said, seen
from piggery.bots import odds
from piggery.bots.coach import hint, why, why_not_best
from piggery.bots.search import Thought
from piggery.core.notation import parse_position
from piggery.engine.bags import members
from piggery.engine.kernel import generator
from piggery.games.checks import parse_move, view_of
from piggery.games.pig10 import GAME as PIG10
from piggery.games.pig10 import odds as pig10_odds
from worlds import seen_in


class Advise(Protocol):
    def __call__(self, position: str, *best: str, rival: str = "", **options: object) -> list[str]: ...


@pytest.fixture
def advise(monkeypatch: pytest.MonkeyPatch) -> Advise:
    """A hint for a position in which the search likes a given move best."""

    def advised(position: str, *best: str, rival: str = "", **options: object) -> list[str]:
        rules, state = parse_position(position, **options)
        thoughts = judged(rules, view_of(rules, state, state.turn), *best, rival=rival)
        monkeypatch.setattr("piggery.bots.search.Search.run", lambda search, rng: thoughts)
        return [said(step) for step in hint(rules, state, generator(1), NAMES, effort=QUICK).steps]

    return advised


# Pig 10


def test_a_ten_is_shown_as_the_sum_it_is(advise: Advise) -> None:
    assert advise("pig10 3,4,9/?3 4,3 7 0 -/- ?72", "3=10") == [
        "The pile is at 7. How many more to make 10?",
        "7 and 3 make 10: you can win 3 cards.",
        "Try this: play a 3 and shout “PIG 10!”. You win 3 cards at once.",
    ]


def test_a_ten_on_an_empty_middle_is_a_ten_by_itself(advise: Advise) -> None:
    nudge, idea, _ = advise("pig10 3,4,10/?3 - 0 0 -/- ?74", "10=10")
    assert nudge == "You start from 0. Which card makes 10 all by itself?"
    assert idea == "A 10 makes 10 at once: you can win 1 card."


def test_a_ten_that_is_not_worth_it(advise: Advise) -> None:
    nudge, _, move = advise("pig10 3,4,10/?3 - 0 0 -/- ?74", "3=3", rival="10=10")
    assert nudge == "You can make 10. But is it the right moment?"
    assert "A PIG 10 wins only 1 card here." in move


def test_no_ten_leaves_the_next_player_as_few_tens_as_possible(advise: Advise) -> None:
    position = "pig10 1,2,9/?3 2,2,2 6 0 -/- ?71"
    shown = seen_in(PIG10, position)
    seven, eight = (pig10_odds.hit(shown, parse_move(PIG10, shown, text)) for text in ("1=7", "2=8"))
    nudge, idea, move = advise(position, "2=8", rival="1=7")
    assert nudge == "You can’t make 10 now. Which number do you leave for Ben?"
    assert f"If you say 8, Ben needs a 2 to make 10. Ben has one: {round(100 * eight)} times out of 100." in idea
    assert f"If you say 8, Ben can make 10: {round(100 * eight)} times out of 100." in move
    assert f"If you say 7: {round(100 * seven)} times out of 100." in move
    assert "You stay under 10. If you go over, Ben wins 4 cards." in advise(position, "2=8", rival="9=15")[2]


def test_a_card_that_is_gone_cannot_make_ten(advise: Advise) -> None:
    _, idea, _ = advise("pig10 1,2/3,3 4,2 6 0 -/- 9,9,8,8,2", "1=7")
    assert "If you say 7, Ben needs a 3 to make 10." in idea
    _, idea, move = advise("pig10 1,2/9,8 4,2 6 0 -/- 9,9,8,8,2", "1=7", rival="2=8")
    assert "Ben can’t have one." in idea
    assert "If you say 7, Ben can’t make 10. If you say 8, Ben can: 29 times out of 100." in move


def test_a_trap_is_named_with_its_odds(advise: Advise) -> None:
    shown = seen_in(PIG10, "pig10 1,2/9,8 4,4 8 0 -/- 9,9,8,8,2")
    chance = round(100 * pig10_odds.bust(shown, parse_move(PIG10, shown, "1=9")))
    _, idea, _ = advise("pig10 1,2/9,8 4,4 8 0 -/- 9,9,8,8,2", "1=9")
    assert f"If you say 9, Ben must go over 10: {chance} times out of 100. Then you win the pile." in idea


def test_when_all_goes_over_the_useful_cards_are_kept(advise: Advise) -> None:
    nudge, idea, _ = advise("pig10 2,7,8/?3 4,5 9 0 -/- ?72", "7=16")
    assert nudge == "All your cards go over 10. Which one do you need least?"
    assert idea == "Whatever you play, Ben wins 3 cards. Keep your 2: that’s your most useful card."


def test_going_over_by_choice_costs_little(advise: Advise) -> None:
    nudge, idea, move = advise("pig10 1,7,7/?3 6 6 0 -/- ?73", "7=13")
    assert nudge == "Going over 10 isn’t always bad. How many cards are in the middle?"
    assert "If you go over 10, Ben wins 2 cards. That’s not much." in idea
    assert "You keep your 1 for later. That’s a useful card." in move


def test_a_frog_makes_zero(advise: Advise) -> None:
    _, idea, move = advise("pig10 0,8,9/?3 4,2 6 0 -/- ?72", "0=0")
    assert idea.startswith("A frog always makes the pile 0. From 0, only a 10 makes 10.")
    assert move.startswith("Try this: play a frog and say 0.")


def test_a_pigmaid_can_be_taken_away(advise: Advise) -> None:
    _, idea, move = advise("pig10 5,8,9/?3 4,2 6 0 -/- ?72", "5=1")
    assert "A pigmaid can take away 5: 6 minus 5 is 1." in idea
    assert move.startswith("Try this: play a pigmaid, take away 5 and say 1.")


def test_same_card_same_number(advise: Advise) -> None:
    _, idea, move = advise("pig10 4,8,9/?3 3,4 7 0 -/- ?72", "4=4")
    assert "Same card, same number: you may just say 4." in idea
    assert move.startswith("Try this: play a 4 and just say 4.")


def test_a_big_pile_asks_for_care(advise: Advise) -> None:
    assert advise("pig10 1,8,9/?3 1,1,1,1,1 5 0 -/- ?69", "1=6")[1].startswith(
        "There are 5 cards in the middle. That’s a lot"
    )


def test_a_good_first_card(advise: Advise) -> None:
    assert (
        advise("pig10 1,8,9/?3 - 0 0 -/- ?74", "9=9")[0]
        == "The middle is empty. Which card is a good one to start with?"
    )


def test_at_the_end_the_cards_of_the_last_opponent_are_known(advise: Advise) -> None:
    _, idea, _ = advise("pig10 1,9/2,8 4,2 6 0 -/- -", "1=7")
    assert "There are no more cards to draw. Now you can count what is left. Ben is sure to have a 2 and an 8." in idea
    assert "Ben can’t have one." in idea


def test_an_ending_is_worked_out_and_not_searched() -> None:
    rules, state = parse_position("pig10 0,1,6/8,9 8,1 9 0 -/- -")
    found = hint(rules, state, generator(1), NAMES, effort=QUICK)
    assert rules.move_text(state, found.move) == "1=10"
    assert all(thought.error == 0 for thought in found.thoughts)


def test_the_last_one_with_cards_has_nobody_to_fear(advise: Advise) -> None:
    nudge, idea, _ = advise("pig10 1,2/- 4,2 6 0 -/- -", "1=7")
    assert nudge == "The others have no cards left. What do you do with yours?"
    assert "Ben" not in idea


def test_moves_that_the_search_cannot_tell_apart_are_both_called_good(advise: Advise) -> None:
    assert "Just as good: play a" in advise("pig10 2,7,8/?3 4,5 9 0 -/- ?72", "7=16", "8=17")[2]
    assert (
        "All your moves are about equally good here." in advise("pig10 1,2/?3 4,2 6 0 -/- ?73", "1=7", "2=8", "2=2")[2]
    )


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("pig10 1,6,9/?3 4,1 5 0 -/- ?72", "1=6", "You stay under 10. If you go over, Ben wins 3 cards."),
        ("truie 3,5,9,F,H/?2/?4 6 0 H 2:0 -10/-20/-5 - ?60", "H", "You draw no cards."),
    ],
)
@pytest.mark.parametrize("error", [0.0, 0.2])  # even where the search is sure, a weighty reason is not passed over
def test_moves_that_differ_are_not_called_equal_because_the_search_cannot_tell(
    position: str, move: str, reason: str, error: float
) -> None:
    rules, shown = seen(position)
    best = parse_move(rules, shown, move)
    others = [other for other in members(rules.legal(shown)) if other != best]
    thoughts = [Thought(best, 0.5, 0, 0), *(Thought(other, 0.5 - error / 2, error, 0) for other in others)]
    told = said(why(rules, shown, thoughts, NAMES))
    assert reason in told
    assert "equally good" not in told


def test_what_the_search_does_not_know_is_not_called_equal() -> None:
    rules, shown = seen("pig10 1,2/?3 4,2 6 0 -/- ?73")
    first, *others = (parse_move(rules, shown, text) for text in ("2=8", "1=7", "2=2"))
    for error, known in ((0.009, True), (0.011, False)):
        thoughts = [Thought(first, 0.5, 0, 0), *(Thought(move, 0.495, error, 0) for move in others)]
        assert ("equally good" in said(why(rules, shown, thoughts, NAMES))) == known


@pytest.mark.parametrize(("favourite", "advised"), [("1=7", "1=7"), ("2=8", "2=8"), ("2=2", "1=7")])
def test_of_moves_as_good_the_favourite_of_the_search_is_advised(
    favourite: str, advised: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, shown = seen("pig10 1,2/?3 4,2 6 0 -/- ?73")
    thoughts = judged(rules, shown, "1=7", "2=8")
    monkeypatch.setattr("piggery.bots.search.Search.run", lambda search, rng: thoughts)
    monkeypatch.setattr("piggery.bots.search.Search.favourite", lambda *_: parse_move(rules, shown, favourite))
    assert rules.move_text(shown, hint(rules, shown, generator(1), NAMES, effort=QUICK).move) == advised


def test_without_a_reason_the_coach_says_only_that_it_tried(advise: Advise) -> None:
    _, _, move = advise("pig10 7,8/?3 4,5 9 0 -/- ?73", "8=17", rival="7=16")
    assert move == "Try this: play an 8 and say 17. I’ve tried it many times. This wins most often."


def test_what_is_wrong_with_another_move() -> None:
    rules, shown = seen("pig10 3,4,9/?3 4,3 7 0 -/- ?72")
    thoughts = judged(rules, shown, "3=10")
    told = {
        text: said(why_not_best(rules, shown, thoughts, parse_move(rules, shown, text), NAMES))
        for text in ("9=16", "3=10")
    }
    assert told["9=16"] == "That goes over 10. Ben wins 3 cards. Better: play a 3 and shout “PIG 10!”."
    assert told["3=10"] == "That’s the best move."
    equal = judged(rules, shown, "3=10", "3=3")
    assert said(why_not_best(rules, shown, equal, parse_move(rules, shown, "3=3"), NAMES)) == "That’s a good move, too."


def test_going_over_without_need_is_wrong() -> None:
    rules, shown = seen("pig10 1,2,9/?3 4,2 6 0 -/- ?72")
    told = why_not_best(rules, shown, judged(rules, shown, "1=7"), parse_move(rules, shown, "9=15"), NAMES)
    assert said(told).startswith("That goes over 10. Ben wins 3 cards.")


# Un, deux, truie


def test_the_same_number(advise: Advise) -> None:
    assert advise("truie 1,7,8/?7 7 0 - 1:0 0/0 - ?61", "7")[:2] == [
        "There’s a 7 on top. Do you have the same number?",
        "The same number always fits.",
    ]


def test_a_sum_is_said(advise: Advise) -> None:
    nudge, idea, move = advise("truie 1,2,5,9/?7 7 0 - 1:0 0/0 - ?60", "-2=5")
    assert nudge == "There’s a 7 on top. Which two cards make a sum with it?"
    assert idea == "You can say “seven minus two is five”. You lay two cards at once."
    assert move.startswith("Try this: lay a 2, then a 5. Say “seven minus two is five”.")


def test_the_nudge_reminds_of_a_grunt_that_is_owed(advise: Advise) -> None:
    assert advise("truie 8,9/?7 7 0 G 1:0 0/0 - ?62", "g2") == [
        "Stop! Count your cards. What do you have to do now?",
        "You have 2 cards left. So you grunt twice.",
        "Try this: grunt twice. If you forget, you draw 2 cards.",
    ]


def test_the_right_grunt_is_best_whatever_a_search_thinks(advise: Advise) -> None:
    assert advise("truie 8/?7 7 0 G 1:0 0/0 - ?63", "g2")[2].startswith("Try this: grunt once.")


def test_a_move_that_leaves_two_cards_comes_with_a_reminder(advise: Advise) -> None:
    reminder = "Then you have 2 cards left: don’t forget to grunt twice!"
    assert reminder in advise("truie 7,8,9/?7 7 0 - 1:0 0/0 - ?61", "7")[2]
    assert reminder not in advise("truie 7,8,9/?7 7 0 - 1:0 0/0 - ?61", "7", grunting="auto")[2]


def test_going_out(advise: Advise) -> None:
    nudge, idea, move = advise("truie 2,5/?7 7 0 - 1:0 0/0 - ?62", "-2=5", rival="draw")
    assert nudge == "Look closely: can you end the round now?"
    assert idea == "You can lay all your cards. Then the round is over."
    assert "Then your hand is empty, so you lose no points." in move
    assert (
        advise("truie 7,D/?7 7 0 - 1:0 0/0 - ?62", "7")[1]
        == "You can lay everything except your dung heaps. Then the round is over."
    )


def test_nothing_fits(advise: Advise) -> None:
    assert advise("truie 4,9/?7 8 0 - 1:0 0/0 - ?62", "draw") == [
        "There’s an 8 on top. Do any of your cards fit?",
        "None of your cards fit, and no sum works.",
        "Try this: draw 1 card. There’s nothing else you can do now.",
    ]


def test_drawing_by_choice(advise: Advise) -> None:
    assert (
        advise("truie 1,7,L/?7 7 0 - 1:0 0/0 - ?61", "draw")[0] == "You can lay something. But is it the right moment?"
    )


def test_a_farmer_asks_for_one_number(advise: Advise) -> None:
    nudge, idea, _ = advise("truie 4,9,9/?7 8 0 F 1:0 0/0 - ?61", "draw")
    assert (nudge, idea) == ("The farmer wants an 8. Do you have one?", "You have no 8 and no lucky pig.")
    rescued = "Without a lucky pig, you would have to draw 1 card."
    assert advise("truie 4,9,L/?7 8 0 F 1:0 0/0 - ?61", "L8")[1] == f"A lucky pig can be an 8, too. {rescued}"


def test_a_farmer_blocks_with_exact_odds(advise: Advise) -> None:
    rules, shown = seen("truie 4,9,F/?7 8 0 - 1:0 0/0 - ?61")
    chance = round(100 * (1 - odds.holds(rules, shown, [8, 13], [1])))
    _, idea, move = advise("truie 4,9,F/?7 8 0 - 1:0 0/0 - ?61", "F")
    assert f"Ben has no 8 and no lucky pig: {chance} times out of 100." in idea
    assert "Your farmer makes Ben draw" not in move  # that was the idea


def test_a_hog_hurts_by_the_top(advise: Advise) -> None:
    nudge, idea, _ = advise("truie 4,9,H/?7 8 0 - 1:0 0/0 - ?61", "H")
    assert nudge == "One of your special cards helps you now. Which one?"
    assert "Whoever lays an 8 draws 8 cards. Whoever lays nothing draws 10." in idea


def test_under_a_hog_a_small_top_costs_little(advise: Advise) -> None:
    nudge, idea, move = advise("truie 3,5,9/?7 8 0 H 1:0 0/0 - ?61", "-5=3", rival="-3=5")
    assert nudge == "Hector the hog is here. How can you draw as few cards as possible?"
    assert idea.startswith("You draw as many cards as the new number on top.")
    assert "Try this: lay a 5, then a 3" in move
    assert "You draw 3 cards instead of 5." in move


def test_under_a_hog_a_hog_of_ones_own_draws_nothing(advise: Advise) -> None:
    assert advise("truie 3,5,H/?7 8 0 H 1:0 0/0 - ?61", "H")[1].startswith(
        "Your own hog helps: lay it and you draw nothing."
    )


def test_a_heap_is_handed_over_by_counting(advise: Advise) -> None:
    nudge, idea, move = advise("truie 3,5,6,D/?5 8 0 - 1:0 0/0 - ?62", "5>1")
    assert nudge == "You have a dung heap. How many cards do the others hold?"
    assert idea == "A dung heap costs 15 points at the end. Ben holds 5 cards: you need a 5."
    assert "Try this: lay a 5 and hand Ben a dung heap." in move
    assert "That saves you 15 points." not in move  # that was the idea
    _, idea, move = advise("truie 3,4,L,D/?5 8 0 - 1:0 0/0 - ?62", "L5>1")
    assert "you need a 5. A lucky pig can be a 5, too." in idea
    assert "Try this: lay a lucky pig and say 5. Hand Ben a dung heap." in move


def test_three_heaps_are_a_treasure(advise: Advise) -> None:
    _, idea, _ = advise("truie 5,8,9,D,D,D/?5 8 0 - 1:0 0/0 - ?60", "8")
    assert "You have three dung heaps. Together they earn 30 points: keep them!" in idea
    assert "saves you 15 points" not in advise("truie 5,8,9,D,D,D/?5 8 0 - 1:0 0/0 - ?60", "5>1")[2]


def test_a_lucky_pig_can_be_any_number_or_kept(advise: Advise) -> None:
    assert advise("truie 4,9,L/?7 8 0 - 1:0 0/0 - ?61", "L9")[1].startswith("A lucky pig can be any number.")
    assert "You keep your lucky pig. It always fits" in advise("truie 4,8,L/?7 8 0 - 1:0 0/0 - ?61", "8")[2]
    assert "A lucky pig helps in a sum, too." in advise("truie 4,9,L/?7 8 0 - 1:0 0/0 - ?61", "-L4=4")[1]


def test_when_somebody_is_nearly_out_expensive_cards_go_first(advise: Advise) -> None:
    _, idea, _ = advise("truie 1,1,9,9/?2 8 0 - 1:0 0/0 - ?65", "+1=9")
    assert "Careful: Ben has only 2 cards left. So lay the cards that cost the most." in idea
    assert "So lay" not in advise("truie 1,1,9,8/?2 8 0 - 1:0 0/0 - ?65", "8")[1]


def test_what_is_wrong_with_a_move_of_truie() -> None:
    rules, shown = seen("truie 1,7,8,9/?7 8 0 - 1:0 0/0 - ?60")
    told = why_not_best(rules, shown, judged(rules, shown, "+1=9"), parse_move(rules, shown, "draw"), NAMES)
    assert said(told).startswith("The cards you keep cost 25 points. Then you still hold 5 cards. Better: ")
