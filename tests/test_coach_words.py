"""What the coach says where a sentence could stumble: equal cards, nothing and certainty, hogs, moves as good."""

import re
from collections.abc import Iterator
from itertools import permutations

import pytest

from coaching import NAMES, judged, positions, said, seen
from piggery.bots.coach import voice_of, why, why_not_best
from piggery.bots.search import Thought
from piggery.core.story import counted
from piggery.engine.bags import members
from piggery.games.checks import parse_move, view_of
from piggery.games.registry import game_type, game_types
from piggery.games.truie.rules import DUNG, HOG
from piggery.study.puzzles import puzzles, solution
from piggery.words import LANGUAGES, Line, line, say


def spoken(what: str, position: str, move: str) -> str:
    """The nudge, the ideas or the caution that go with a move."""
    rules, shown = seen(position)
    lines: list[Line] = getattr(voice_of(rules), what)(shown, parse_move(rules, shown, move), NAMES)
    return said(lines)


def reasons(position: str, *best: str, rival: str = "") -> str:
    rules, shown = seen(position)
    return said(why(rules, shown, judged(rules, shown, *best, rival=rival), NAMES))


def faults(position: str, best: str, move: str) -> str:
    rules, shown = seen(position)
    return said(why_not_best(rules, shown, judged(rules, shown, best), parse_move(rules, shown, move), NAMES))


# Equal cards


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "a 3, two 7s, three hogs and three dung heaps"),
        ("fr", "un 3, deux 7, trois porcs et trois tas de fumier"),
        ("de", "eine 3, zweimal die 7, drei Eber und drei Misthaufen"),
        ("it", "un 3, due 7, tre maialoni e tre mucchi di letame"),
    ],
)
def test_equal_cards_are_counted(language: str, words: str) -> None:
    bag = sum(1 << 4 * card for card in (3, 7, 7, HOG, HOG, HOG, DUNG, DUNG, DUNG))
    assert say("table.call", language, text=counted(game_type("truie"), bag)) == words


def test_the_cards_that_somebody_must_hold_are_counted() -> None:
    assert "Ben is sure to have two frogs and an 8." in spoken("ideas", "pig10 1,2,9/0,0,8 4,2 6 0 -/- -", "1=7")


# Nothing and certainty


def test_a_farmer_who_stops_nobody_is_said_so() -> None:
    idea = spoken("ideas", "truie 4,F/8,8 8 0 - 1:0 0/0 - -", "F")
    assert "But Ben is sure to have an 8 or a lucky pig." in idea
    sure = spoken("ideas", "truie 4,F/2,3,5 8 0 - 1:0 0/0 - -", "F")
    assert sure.endswith("Ben has no 8 and no lucky pig: for sure.")


def test_a_top_that_nobody_can_answer_is_said_so() -> None:
    told = reasons("truie 1,2,3/3,3,4 2 0 - 1:0 0/0 - -", "2", rival="+1=3")
    assert "That’s harder for Ben. Ben has no 2, for sure. But Ben has a 3: for sure." in told


def test_a_top_that_is_rarer_is_set_against_the_other() -> None:
    told = reasons("truie 1,2,3/3,4,7 2 0 - 1:0 0/0 - 2,3,3,3,5,6,8", "2", rival="+1=3")
    assert "Ben has a 2: 30 times out of 100. Ben has a 3 more often: 83 times out of 100." in told


def test_a_reason_that_weighs_little_is_not_given() -> None:
    position, laid = "truie 2,4,4,8/?{} 8 0 - 1:1 0/0 {} ?{}", "1,1,1,1,2,3,3,4,5,5,6,6,6,7,7,7,8,9,9,9,9,10,10"
    few, more = (position.format(n, f"{laid},F,F,F,H,H,H,L,L,L", 35 - n) for n in (2, 8))
    assert reasons(few, "8", rival="-4=4") == "I’ve tried it many times. This wins most often."
    assert reasons(more, "8", rival="-4=4").startswith("That’s harder for Ben.")


@pytest.mark.parametrize("name", game_types())
def test_what_never_happens_is_not_said_as_odds(name: str) -> None:
    rules, voice = game_type(name), voice_of(game_type(name))
    for state in [*positions(name, 40), *(seen(position)[1] for position in LAST if position.startswith(name))]:
        shown, moves = view_of(rules, state, state.turn), members(rules.legal(state))
        told = [line for move in moves for line in voice.ideas(shown, move, NAMES)]
        told += [
            line
            for a, b in permutations(moves, 2)
            for reason in voice.compare(shown, a, b, NAMES)
            for line in reason[1:]
        ]
        assert "coach.never" not in set(keys(told))


LAST = [
    "truie 4,8,F/8,8 8 0 - 1:0 0/0 - -",
    "truie 1,2,3,F/3,3,4 2 0 - 1:0 0/0 - -",
    "pig10 1,2,9/0,0,8 4,2 6 0 -/- -",
    "pig10 1,2/9,8 4,4 8 0 -/- -",
]


def keys(value: object) -> Iterator[str]:
    if isinstance(value, Line):
        yield value.key
        yield from keys(list(value.values.values()))
    elif isinstance(value, list):
        for part in value:
            yield from keys(part)


# Hogs and heaps


def test_after_a_hog_a_farmer_or_a_heap_does_not_spare_the_cards() -> None:
    still = "But you still draw 10 cards because of the hog."
    assert spoken("ideas", "truie 8,9,F/?7 8 0 H 1:0 0/0 - ?61", "F").endswith(still)
    assert spoken("ideas", "truie 5,6,9,D/?5 8 0 H 1:0 0/0 - ?62", "5>1").endswith(still)
    assert still not in spoken("ideas", "truie 8,9,F/?7 8 0 H 1:0 0/0 - ?61", "8")


def test_a_nudge_after_a_hog_does_not_mislead() -> None:
    few = "Hector the hog is here. How can you draw as few cards as possible?"
    assert spoken("nudge", "truie 8,9,F/?7 8 0 H 1:0 0/0 - ?61", "8") == few
    more = "Hector the hog is here. But is it only about drawing few cards?"
    assert spoken("nudge", "truie 8,9,F/?7 8 0 H 1:0 0/0 - ?61", "F") == more
    assert spoken("nudge", "truie 2,D,D,D/?2 3 0 H 1:0 0/0 - ?65", "draw") == more
    stuck = "Hector the hog is here. Do any of your cards fit?"
    assert spoken("nudge", "truie 4,9,9/?7 8 0 H 1:0 0/0 - ?61", "draw") == stuck


def test_heaps_are_counted_in_a_nudge() -> None:
    nudge = spoken("nudge", "truie 3,5,6,D,D/?5 8 0 - 1:0 0/0 - ?61", "5>1")
    assert nudge == "You have 2 dung heaps. How many cards do the others hold?"


def test_how_many_cards_the_heir_of_a_heap_holds_is_said_once() -> None:
    idea = spoken("ideas", "truie 1,5,6,D/?1 8 0 - 1:0 0/0 - ?66", "1>1")
    assert idea == "A dung heap costs 15 points at the end. Ben holds 1 card: you need a 1."


def test_of_a_move_that_is_worse_it_is_said_what_the_others_may_do_then() -> None:
    free = "Then Ben can lay anything that fits."
    assert faults("truie 4,8,H/?7 8 0 - 1:0 0/0 - ?61", "H", "draw").startswith(free)
    assert free in faults("truie 4,8,F/?7 8 0 - 1:0 0/0 - ?61", "F", "8")


def test_a_wrong_grunt_is_told_what_it_costs() -> None:
    assert faults("truie 8,9/?7 7 0 G 1:0 0/0 - ?62", "g2", "g1") == "That way you draw 2 cards. Better: grunt twice."


# Cards of one's own


@pytest.mark.parametrize(
    ("hand", "language", "words"),
    [
        ("2,7,8", "en", "Keep your 2: that’s your most useful card."),
        ("2,7,8", "fr", "Garde ton 2\u00a0: c’est ta carte la plus utile."),
        ("2,7,8", "de", "Behalte deine 2: Das ist deine nützlichste Karte."),
        ("2,7,8", "it", "Tieni il tuo 2: è la tua carta più utile."),
        ("0,7,8", "fr", "Garde ta grenouille\u00a0: c’est ta carte la plus utile."),
        ("0,7,8", "de", "Behalte deinen Frosch: Das ist deine nützlichste Karte."),
        ("5,7,8", "it", "Tieni la tua sirena: è la tua carta più utile."),
    ],
)
def test_the_card_to_keep_is_ones_own(hand: str, language: str, words: str) -> None:
    rules, shown = seen(f"pig10 {hand}/?3 4,5 9 0 -/- ?72")
    ideas = voice_of(rules).ideas(shown, parse_move(rules, shown, "7=16"), NAMES)
    assert said(ideas, language).endswith(words)


def test_in_an_ending_that_is_counted_no_card_is_called_useful() -> None:
    assert spoken("ideas", "pig10 2,7,8/3,9 4,5 9 0 -/- -", "7=16") == "Whatever you play, Ben wins 3 cards."


# Moves as good, and only moves


def test_what_is_called_as_good_does_not_unsay_the_reason() -> None:
    hand = "truie 4,5,8,9,L/?7 3 0 - 1:0 0/0 - ?59"
    told = reasons(hand, "+5=8", "+L5=8", rival="L3")
    assert "You keep your lucky pig." in told
    assert "Just as good" not in told
    told = reasons(hand.replace("8,9", "7,8"), "+4=7", "+5=8", rival="L3")
    assert "Just as good: lay a 5, then an 8" in told


def test_a_pile_that_is_given_away_is_not_called_as_good() -> None:
    told = reasons("pig10 0,4,7/?3 4,2,1,1 8 0 -/- ?70", "0=0", "4=12", rival="7=15")
    assert "You stay under 10." in told
    assert "Just as good" not in told


def test_an_ending_without_a_reason_was_counted_and_not_tried() -> None:
    ending = "pig10 7,8/2,3 4,5 9 0 -/- -"
    assert reasons(ending, "8=17") == "I’ve counted to the last card. Nothing is better."
    assert faults(ending, "8=17", "7=16").startswith("I’ve counted to the last card. Another move is better.")


def test_where_there_is_one_move_no_choice_is_asked_for() -> None:
    assert spoken("nudge", "pig10 7,7,7/?3 - 0 0 -/- ?74", "7=7") == "You can only do one thing now. What is it?"
    assert spoken("nudge", "pig10 3,3/?3 7 7 0 -/- ?74", "3=10").startswith("The pile is at 7.")


# Length


@pytest.mark.parametrize("name", game_types())
def test_no_sentence_about_a_puzzle_is_long(name: str) -> None:
    for one in puzzles(name):
        for language in LANGUAGES:
            for sentence in re.split(r"[.!?]", said(solution(one, NAMES), language)):
                assert len(re.findall(r"[^\W_][\w’-]*", sentence)) <= 14, sentence


def test_a_card_to_keep_is_not_just_as_good_to_play() -> None:
    rules, shown = seen("pig10 7,8,9/?3 4,5 9 0 -/- ?72")
    thoughts = [Thought(parse_move(rules, shown, text), 0.4, 0.0, 0.0) for text in ("8=17", "9=18", "7=16")]
    ideas = voice_of(rules).ideas(shown, thoughts[0].move, NAMES)
    kept = next(idea.values["card"] for idea in ideas if idea.key == "coach.pig10.useful")
    assert kept == line("coach.pig10.own", card=9)
    assert "play a 9" not in said(why(rules, shown, thoughts, NAMES, ideas))
