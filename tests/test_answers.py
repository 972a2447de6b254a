"""What the rules answer without a table."""

import json

import msgspec
import pytest

from house import House
from piggery.answers.questions import CountQuestion, HandQuestion, LessonQuestion, Questions, ReplayQuestion
from piggery.bots.minds import bot
from piggery.core.game import Game, new_game
from piggery.core.record import Record, dump, final
from piggery.engine.kernel import generator
from piggery.errors import BadCard, BadRecord, PiggeryError
from piggery.games.checks import scores
from piggery.games.lessons import Lessons
from piggery.games.registry import game_type, game_types
from piggery.words import LANGUAGES, say


def played(game: str, players: int = 3) -> Record:
    """A whole game of bots."""
    going = Game(new_game(game, ["Ada", "Ben", "Cleo"][:players], seed=7))
    going.deal()
    rng, choose = generator(5), bot(going.rules, "greedy")
    while not going.over:
        seen = going.view(going.turn)
        going.play(going.turn, going.rules.move_text(seen, choose(seen, going.rules.legal(seen), rng)))
    return going.record


@pytest.mark.parametrize("game", game_types())
def test_a_finished_game_has_a_picture_of_every_ply(game: str) -> None:
    record = played(game)
    shown = ReplayQuestion(dump(record)).answer()
    assert len(shown.frames) == len(record.plies)
    assert shown.frames[-1].scores == scores(record.rules, final(record))
    assert shown.frames[-1].turn == -1
    assert [frame.heard.move for frame in shown.frames] == [ply.split(" ")[0] for ply in record.plies]
    for frame in shown.frames:
        assert [len(hand) for hand in frame.hands] == frame.held


def test_the_winner_of_the_middle_is_shown() -> None:
    shown = ReplayQuestion(dump(played("pig10"))).answer()
    swept = [frame for frame in shown.frames if frame.heard.winner >= 0]
    assert swept
    assert all("middle" not in frame.board for frame in swept)


def test_only_those_who_see_all_are_told_all() -> None:
    frame = ReplayQuestion(dump(played("pig10"))).answer().frames[1]
    assert [line.key for line in frame.heard.lines][-1] == "story.draws"
    assert [line.key for line in frame.lines][-1] == "story.draws_cards"


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(BadRecord):
        ReplayQuestion("{}").answer()


@pytest.mark.parametrize("game", game_types())
def test_every_step_of_a_lesson_can_be_done(game: str) -> None:
    steps = LessonQuestion(game).answer().steps
    lessons = game_type(game).part("lessons", Lessons)
    assert lessons
    assert len(steps) == len(lessons.steps)
    for step in steps:
        legal = {choice.move for choice in step.moves}
        assert set(step.want) <= legal
        assert step.after.keys() == set(step.want)
        assert step.frame.turn == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_types())
def test_every_step_of_a_lesson_is_said(game: str, language: str) -> None:
    for step in LessonQuestion(game).answer().steps:
        assert say(step.text, language) != say(step.done, language)


def moves(question: HandQuestion) -> dict[str, str]:
    return {choice.move: say(choice.label) for choice in question.answer().moves}


def test_a_hand_of_real_cards_knows_its_calls() -> None:
    assert moves(HandQuestion("pig10", ["5"], {"value": 6, "last": "1"})) == {
        "5=11": "6 + 5 = 11: over!",
        "5=1": "6 − 5 = 1",
    }
    assert moves(HandQuestion("pig10", ["4", "0"], {"value": 7, "last": "4"})) == {
        "0=0": "frog: 0",
        "4=11": "7 + 4 = 11: over!",
        "4=4": "same number: 4",
    }
    assert moves(HandQuestion("pig10", ["3"], {"value": 7, "last": "2"})) == {"3=10": "7 + 3 = 10: PIG 10!"}
    assert moves(HandQuestion("pig10", ["4", "10"], {"value": 0})) == {"4=4": "4", "10=10": "10: PIG 10!"}
    assert moves(HandQuestion("pig10", [], {"value": 0})) == {}


def test_a_hand_of_real_cards_knows_its_sums_and_why_not() -> None:
    found = HandQuestion("truie", ["3", "5", "9", "D"], {"value": 8}).answer()
    assert [choice.move for choice in found.moves] == ["-5=3", "-3=5", "draw"]
    assert set(found.why) == {"9", "D"}
    assert [
        choice.move for choice in HandQuestion("truie", ["3", "8"], {"value": 8, "demand": "F"}).answer().moves
    ] == [
        "8",
        "draw",
    ]


@pytest.mark.parametrize(
    "question",
    [
        HandQuestion("pig10", ["11"], {"value": 0}),
        HandQuestion("truie", ["2"], {"value": 0}),
        HandQuestion("go", ["2"], {"value": 1}),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(question: HandQuestion) -> None:
    with pytest.raises(PiggeryError):
        question.answer()


def test_hands_are_counted() -> None:
    hands = [["3", "10"], ["F", "H", "L"], ["D"], ["D", "D", "D"], []]
    assert CountQuestion("truie", hands).answer().points == [-13, -30, -15, 30, 0]
    with pytest.raises(BadCard):
        CountQuestion("truie", [["0"]]).answer()


def test_a_pigmaid_may_have_brought_a_pile_to_nothing() -> None:
    assert set(moves(HandQuestion("pig10", ["3"], {"value": 0, "last": "5"}))) == {"3=3"}


async def test_the_server_answers_the_same(at_home: House) -> None:
    asked: dict[str, object] = {"type": "count", "game": "truie", "hands": [["3", "10"]]}
    assert (await at_home.http.post("/api/answers", json=asked)).json() == {"points": [-13]}
    refused = await at_home.http.post("/api/answers", json={"type": "replay", "record": "{}"})
    assert (refused.status_code, refused.json()["code"]) == (409, "record.missing")
    unread = await at_home.http.post("/api/answers", json={"type": "count"})
    assert (unread.status_code, unread.json()["code"]) == (400, "wire.shape")
    long = await at_home.http.post("/api/answers", content=b" " * 200_001)
    assert long.status_code == 413


def test_a_question_says_what_it_is() -> None:
    for text in (
        {"type": "lesson", "game": "pig10"},
        {"type": "hand", "game": "pig10", "cards": [], "on": {"value": 0}},
    ):
        decoded = msgspec.json.decode(json.dumps(text), type=Questions)
        assert msgspec.to_builtins(decoded)["type"] == text["type"]
