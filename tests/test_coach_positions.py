"""The coach in positions of all kinds: three steps, short sentences, nothing hidden used; and `piggery hint`."""

import re

import pytest

from coaching import LONGEST, NAMES, hinted, positions, said
from commands import fails, piggery
from piggery.bots.coach import hint, why, why_not_best
from piggery.core.notation import parse_position
from piggery.engine.bags import members
from piggery.engine.kernel import generator
from piggery.errors import CardsDue, GameOver, NotKnown
from piggery.games.checks import view_of
from piggery.games.registry import game_type, game_types
from piggery.words import LANGUAGES
from worlds import QUICK, swap

# Every position


@pytest.mark.parametrize("name", game_types())
def test_every_hint_has_three_steps_and_is_said_in_every_language(name: str) -> None:
    for state in positions(name, 25 if QUICK else 60):
        found = hinted(name, state)
        assert len(found.steps) == 3
        assert found.move == found.thoughts[0].move
        assert sorted(thought.move for thought in found.thoughts) == members(game_type(name).legal(state))
        for language in LANGUAGES:
            for step in found.steps:
                text = said(step, language)
                assert text.strip()
                assert len(text) <= LONGEST, text
                assert not set(text) & set("{}[]")
        for sentence in re.split("[.!?:]", " ".join(map(said, found.steps))):
            assert len(sentence.split()) <= 15, sentence


@pytest.mark.parametrize("name", game_types())
def test_every_other_move_can_be_spoken_of(name: str) -> None:
    rules = game_type(name)
    for state in positions(name, 12):
        shown, thoughts = view_of(rules, state, state.turn), hinted(name, state).thoughts
        for move in members(rules.legal(state)):
            lines = why_not_best(rules, shown, thoughts, move, NAMES)
            assert all(said(lines, language) for language in LANGUAGES)


@pytest.mark.parametrize("name", game_types())
def test_a_hint_uses_no_hidden_card(name: str) -> None:
    swapped = 0
    for state in positions(name, 12 if QUICK else 25):
        other = swap(state, (state.turn + 1) % state.players)
        if other is not None:
            swapped += 1
            assert hinted(name, other) == hinted(name, state)
    assert swapped > 5


@pytest.mark.parametrize("name", game_types())
def test_reasons_use_no_hidden_card(name: str) -> None:
    rules = game_type(name)
    for state in positions(name, 12):
        shown, thoughts = view_of(rules, state, state.turn), hinted(name, state).thoughts
        assert why(rules, state, thoughts, NAMES) == why(rules, shown, thoughts, NAMES)
        for move in members(rules.legal(state)):
            told = why_not_best(rules, shown, thoughts, move, NAMES)
            assert why_not_best(rules, state, thoughts, move, NAMES) == told


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ("pig10 3,?2/?3 4,3 7 0 -/- ?72", NotKnown),
        ("pig10 3,4,9/?3 4,3 7 0 -/- ?9", NotKnown),
        ("pig10 3,4/?3 4,3 7 0+1 -/- ?73", CardsDue),
        ("pig10 -/- - 0 - ?40/?40 -", GameOver),
    ],
)
def test_there_is_no_hint_where_there_is_nothing_to_decide_or_to_count(position: str, error: type[Exception]) -> None:
    rules, state = parse_position(position)
    with pytest.raises(error):
        hint(rules, state, generator(1), NAMES)


# The command


def test_the_command_says_all_steps_or_one() -> None:
    position = "pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72"
    steps = piggery("hint", position).stdout.splitlines()
    assert steps[:2] == [
        "The pile is at 7. How many more to make 10?",
        "7 and 3 make 10: you can win 3 cards.",
    ]
    assert steps[2].startswith("Try this: play a 3 and shout “PIG 10!”.")
    assert (
        piggery("hint", position, "--step", "2", "--language", "de").stdout
        == "7 und 3 sind 10: Du kannst 3 Karten gewinnen.\n"
    )


def test_the_command_refuses_what_it_cannot_answer() -> None:
    assert fails("hint", "pig10 ?3/9 7 7 0 -/- ?9") == "the hand of seat 0 is not fully known"
    assert fails("hint", "pig10 3/9 7 7 0 -/- ?9").startswith("the cards of this position are not those of a full deck")
    assert (
        fails("hint", "pig10 3/9 7 7 0 -/- 9", "--step", "4") == "“4” is not a value for step; it can be 1, 2, 3, all"
    )
