"""The puzzles that are shipped: each one sound, graded as the function says, explained in four languages."""

import json
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from msgspec import structs

from commands import piggery as run
from giving_away import given_away
from piggery.answers.questions import PuzzleQuestion as Asked
from piggery.bots.coach import good, voice_of
from piggery.bots.search import Effort, Search
from piggery.core.notation import moves, parse_position
from piggery.engine.bags import members
from piggery.engine.compiled import available
from piggery.engine.kernel import generator
from piggery.errors import BadOption
from piggery.games.checks import parse_move, view_of
from piggery.games.contract import GameType, State
from piggery.games.pig10 import rules as pig10
from piggery.games.pig10.endings import deals
from piggery.games.pig10.rules import Pig10State
from piggery.games.registry import game_type, game_types
from piggery.study import puzzles
from piggery.study.grades import HARDEST, Grading, Sums, Thinking
from piggery.study.puzzles import Puzzle, Puzzles, daily, explained, nudge, of_grade, puzzle, situation, tried
from piggery.table.names import BOT_NAMES
from piggery.words import LANGUAGES, Line, say

HERE = Path(__file__).parent.parent
GAMES, DOCS = HERE / "src" / "piggery" / "games", HERE / "docs"
LEAST = 300
MARGIN = 4
SAMPLE = 10
TRIED = {"coach.tried", "coach.tried_not", "puzzle.wins_less"}
COUNTED = {"coach.counted", "coach.counted_not", "puzzle.wins_never", "puzzle.wins_shared"}
DEALS = {"pig10": 1000, "truie": 60}


def grading(rules: GameType, state: State, best: int) -> Grading:
    part = rules.part("puzzles", Puzzles)
    assert part
    return part.grading(state, best)


def told(lines: list[Line], language: str = "en") -> str:
    return " ".join(say(what, language) for what in lines)


@pytest.fixture(params=game_types())
def every(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    return puzzles.puzzles(request.param)


# What is shipped


def test_there_are_enough_of_every_grade(every: tuple[Puzzle, ...]) -> None:
    assert len(every) >= LEAST
    assert f"{len(every)} of {say(f'{every[0].game}.title')}" in (DOCS / "puzzles.md").read_text(encoding="utf-8")
    assert all(many >= 10 for many in puzzles.grades(every[0].game))
    assert len({one.position for one in every}) == len(every)


def test_they_are_numbered_from_the_easiest_to_the_hardest(every: tuple[Puzzle, ...]) -> None:
    assert [one.id for one in every] == list(range(1, len(every) + 1))
    assert [one.grade for one in every] == sorted(one.grade for one in every)


def test_every_position_is_what_seat_0_sees_and_every_move_has_its_chance(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        rules, state = one.parsed()
        assert state.turn == 0
        assert set(one.options) <= {"rounds"}  # else it is played as in the rules
        assert state.deck == rules.standard
        assert rules.position_text(view_of(rules, state, 0)) == one.position
        assert sorted(one.chances) == moves(one.position, **one.options)
        assert next(iter(one.chances)) == one.best


def test_the_best_move_beats_every_other_by_far_more_than_the_error(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        players = one.parsed()[1].players
        best, exact = one.chances[one.best]
        assert exact == 0
        for move, (chance, error) in one.chances.items():
            if move != one.best:
                assert best - chance > MARGIN * error - 0.001, one.id  # they are stored with four digits
                assert best - chance >= 0.05 / players - 0.001, one.id


def test_the_grade_and_the_tags_are_what_the_function_says(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        rules, state = one.parsed()
        found = grading(rules, state, parse_move(rules, state, one.best))
        assert (found.grade, found.tags) == (one.grade, one.tags)


def test_every_move_of_every_puzzle_is_explained(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        around = nudge(one, BOT_NAMES), situation(one, BOT_NAMES)
        tries = [tried(one, move, BOT_NAMES) for move in one.chances]
        assert [found.verdict == "right" for found in tries] == [move == one.best for move in one.chances]
        for language in LANGUAGES:
            texts = [told(lines, language) for lines in (*around, *(found.lines for found in tries))]
            assert all(text.strip() and not set(text) & set("{}[]") for text in texts)


def test_a_hand_is_told_with_equal_cards_counted_and_points_lost_with_a_minus() -> None:
    position = "truie 1,1,7,D,D/?2 8 0 - 4:1 -56/-73 - ?64"
    one = structs.replace(puzzle("truie", 1), position=position, options={})
    text = told(situation(one, BOT_NAMES))
    assert "Your hand: two 1s, a 7 and two dung heaps." in text
    assert "You have −56 points." in text
    assert "−73 points" in text


def test_what_was_worked_out_is_certain_and_what_was_searched_is_not(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        lines = {move: tried(one, move, BOT_NAMES).lines for move in one.chances}
        keys = {said.key for told in lines.values() for said in told}
        assert not keys & (TRIED if one.exact else COUNTED), one.id
        ends = [told[-1] for told in lines.values()]
        sure = [said for said in ends if said.values.get("times") in (Line("coach.always"), Line("coach.never"))]
        assert sure == ([lines[one.best][-1]] if one.exact else []), one.id


def test_a_win_that_is_called_sure_cannot_be_prevented_and_one_that_is_not_can() -> None:
    worked_out = [one for one in puzzles.puzzles("pig10") if one.exact]
    assert worked_out
    for one in worked_out:
        rules, state = one.parsed()
        assert isinstance(state, Pig10State)
        for move, (chance, _) in one.chances.items():
            for dealt, _ in deals(state):
                assert least(after(dealt, parse_move(rules, state, move))) == chance, (one.id, move)


def least(state: Pig10State) -> float:
    """The share of the win that seat 0 can be sure of, whatever the others do."""
    legal = members(pig10.legal(state))
    if not legal:
        wins = state.wins[: state.players]
        return (wins[0] == max(wins)) / wins.count(max(wins))
    return (min if state.turn else max)(least(after(state, move)) for move in legal)


def after(state: Pig10State, move: int) -> Pig10State:
    played = state.copy()
    pig10.play(played, move)
    return played


def test_a_chance_of_nothing_or_all_is_certain_only_where_it_was_worked_out() -> None:
    one = next(one for one in puzzles.puzzles("pig10") if {0, 0.5, 1} <= {chance for chance, _ in one.chances.values()})
    said = {chance: told(tried(one, move, BOT_NAMES).lines) for move, (chance, _) in one.chances.items()}
    assert said[1].endswith("for sure.")
    assert said[0.5].endswith(say("puzzle.wins_shared"))
    assert said[0].endswith(say("puzzle.wins_never"))
    one = puzzle("pig10", 1)
    wrong = next(move for move in one.chances if move != one.best)
    searched = structs.replace(one, chances={one.best: (1.0, 0.0), wrong: (0.0, 0.0)})
    assert told(tried(searched, wrong, BOT_NAMES).lines).endswith("almost never.")
    assert told(tried(searched, one.best, BOT_NAMES).lines).endswith("almost always.")


def test_every_puzzle_has_a_reason_that_is_worth_saying(every: tuple[Puzzle, ...]) -> None:
    told = {one.id: {said.key for said in tried(one, one.best, BOT_NAMES).lines} for one in every}
    assert [number for number, keys in told.items() if "coach.tried" in keys] == []


def test_what_is_said_of_them_lies_beside_them_in_every_language(every: tuple[Puzzle, ...]) -> None:
    """If not: python training/explain_puzzles.py"""
    text = (game_type(every[0].game).folder / "puzzles.explained.jsonl").read_text(encoding="utf-8")
    for one, row in zip(every, map(json.loads, text.splitlines()), strict=True):
        assert row == {"id": one.id} | {language: explained(one, BOT_NAMES, language) for language in LANGUAGES}


def test_the_files_are_small_and_free() -> None:
    for name in game_types():
        text = (game_type(name).folder / "puzzles.jsonl").read_text(encoding="utf-8")
        assert len(text) < 300_000
        assert all(json.loads(row) for row in text.splitlines())
    assert "SPDX-License-Identifier: CC0-1.0" in (GAMES / "PUZZLES-LICENSE").read_text(encoding="utf-8")


def test_a_search_with_other_deals_finds_the_same_move(every: tuple[Puzzle, ...]) -> None:
    """A sample, from all grades: the best move is at least as good as any other, as far as so few deals tell."""
    for one in every[:: len(every) // SAMPLE][:SAMPLE]:
        rules, state = one.parsed()
        found = Search(rules, state, (), Effort(deals=DEALS[one.game]), available()).run(generator(77))
        assert good(rules, state, found, parse_move(rules, state, one.best)), one.id


# Grades


def graded(position: str, move: str, **options: object) -> tuple[Sums, Thinking, int]:
    rules, state = parse_position(position, **options)
    found = grading(rules, state, parse_move(rules, state, move))
    return found.sums, found.thinking, found.grade


def test_a_ten_is_taken() -> None:
    assert graded("pig10 3,4,9/?3 4,3 7 0 -/- ?72", "3=10") == (Sums.TO_TEN, Thinking.TAKE, 1)


def test_the_only_card_that_stays_under_ten_is_a_grade_harder_where_it_is_taken_away() -> None:
    assert graded("pig10 1,7,9/?3 4,4 8 0 -/- ?72", "1=9") == (Sums.TO_TEN, Thinking.LEAVE, 2)
    assert graded("pig10 5,7,9/?3 4,4 8 0 -/- ?72", "5=3") == (Sums.BEYOND, Thinking.LEAVE, 3)


def test_two_calls_are_weighed_by_their_odds_and_three_are_harder() -> None:
    position = "pig10 {}/?3 - 0 0 -/- ?74"
    assert graded(position.format("1,1,9"), "9=9") == (Sums.TO_FIVE, Thinking.ODDS, 3)
    assert graded(position.format("1,2,9"), "9=9") == (Sums.TWICE, Thinking.ODDS, 4)


def test_a_ten_that_is_not_taken_is_a_plan() -> None:
    assert graded("pig10 1,9,9/?3 4,5 9 0 -/- ?72", "9=9")[1:] == (Thinking.PLAN, 5)


def test_going_out_is_easy_and_a_sum_that_takes_away_is_harder() -> None:
    assert graded("truie 2,5/?7 3 0 - 1:0 0/0 - ?62", "+2=5") == (Sums.TO_FIVE, Thinking.TAKE, 1)
    assert graded("truie 2,5/?7 7 0 - 1:0 0/0 - ?62", "-2=5") == (Sums.BEYOND, Thinking.TAKE, 2)


def test_a_heap_is_a_matter_of_looking_and_a_special_card_of_odds() -> None:
    assert graded("truie 3,5,6,D/?5 8 0 - 1:0 0/0 - ?62", "5>1") == (Sums.TO_TEN, Thinking.LEAVE, 2)
    assert graded("truie 4,9,9,F/?7 8 0 - 1:0 0/0 - ?60", "F")[1:] == (Thinking.ODDS, 3)
    assert graded("truie 4,9,9,F/?2 8 0 - 1:0 0/0 - ?65", "F")[1:] == (Thinking.COUNTING, 4)


def test_drawing_by_choice_is_a_plan() -> None:
    assert graded("truie 1,7,L/?7 7 0 - 1:0 0/0 - ?61", "draw")[1:] == (Thinking.PLAN, 5)


# The puzzle of the day

MONDAY = date(2026, 3, 9)


def test_the_day_gives_the_same_puzzle_and_none_comes_back_before_all_were_there(every: tuple[Puzzle, ...]) -> None:
    game = every[0].game
    for start in (MONDAY, MONDAY + timedelta(days=3)):
        asked = [daily(game, start + timedelta(days=n)) for n in range(len(every))]
        assert {one.id for one in asked} == {one.id for one in every}
    assert daily(game, MONDAY) == daily(game, MONDAY + timedelta(days=len(every)))


def test_the_puzzles_of_a_week_rise(every: tuple[Puzzle, ...]) -> None:
    for week in range(0, len(every), 7):
        grades = [daily(every[0].game, MONDAY + timedelta(days=week + n)).grade for n in range(7)]
        assert grades == sorted(grades)
        assert grades[0] < grades[-1]


# Trying


def test_no_wrong_try_is_told_the_best_move(every: tuple[Puzzle, ...]) -> None:
    """Neither its call, nor a card of it, nor its sum: in no language."""
    tries = [(one, move, tried(one, move, BOT_NAMES)) for one in every for move in one.chances if move != one.best]
    found = {(one.id, move): given_away(one, move, attempt.lines) for one, move, attempt in tries}
    assert {which: what for which, what in found.items() if what} == {}


def test_what_is_wrong_with_a_move_is_the_same_whatever_is_better(every: tuple[Puzzle, ...]) -> None:
    for one in every:
        rules, state = one.parsed()
        found: dict[tuple[int, str], Line] = {}
        for best, other in permutations(members(rules.legal(state)), 2):
            for _, _, fault in voice_of(rules).compare(state, best, other, BOT_NAMES):
                assert found.setdefault((other, fault.key), fault) == fault, one.id


def test_only_the_right_try_is_told_the_best_move(every: tuple[Puzzle, ...]) -> None:
    for one in every[::25]:
        answers = [tried(one, move, BOT_NAMES).lines[0].key == "puzzle.answer" for move in one.chances]
        assert answers == [move == one.best for move in one.chances]


# Asking


def test_what_is_not_there_is_refused() -> None:
    for ask in (lambda: puzzle("pig10", 0), lambda: puzzle("pig10", 10_000), lambda: of_grade("pig10", HARDEST + 1)):
        with pytest.raises(BadOption):
            ask()
    for text in ("2026-02-30", "tomorrow"):
        with pytest.raises(BadOption, match=text):
            Asked("pig10", date=text).answer()
    with pytest.raises(BadOption):
        Asked("chess").answer()


def test_the_answer_has_all_that_a_page_needs(every: tuple[Puzzle, ...]) -> None:
    for one in every[::25]:
        found = Asked(one.game, number=one.id).answer()
        assert (found.number, found.grade, found.best) == (one.id, one.grade, one.best)
        assert {move.move for move in found.moves} == set(found.tries) == set(one.chances)
        assert sum(found.grades) == len(every)
        assert found.frame.turn == 0
        assert found.frame.hands[0]
        for move, attempt in found.tries.items():
            assert attempt.after.heard.move == move
            assert len(attempt.after.hands[0]) == len(found.frame.hands[0]) - len(attempt.after.heard.cards)


def test_a_round_that_ends_is_not_counted_with_cards_that_nobody_knows() -> None:
    one = next(one for one in puzzles.puzzles("truie") if "out" in one.tags and "heap" not in one.tags)
    found = Asked("truie", number=one.id).answer()
    after = found.tries[one.best].after
    assert after.scores == found.frame.scores
    assert not any(key == "story.round_score" for key, _ in after.heard.lines)


def test_a_day_and_a_grade_can_be_asked_for() -> None:
    assert Asked("truie", date="2026-03-14").answer().number == daily("truie", date(2026, 3, 14)).id
    assert Asked("truie", grade=3).answer().number == of_grade("truie", 3)[0].id
    assert Asked("truie").answer().number == 1


# In the terminal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIGGERY_HOME", str(tmp_path))
    return tmp_path


def test_a_puzzle_is_played_in_the_terminal(home: Path) -> None:
    one = puzzle("pig10", 1)
    wrong = next(move for move in one.chances if move != one.best)
    done = run("puzzle", "pig10", "--number", "1", typed=f"oink\nh\n{wrong}\n{one.best}\nq\n")
    assert done.returncode == 0
    words = [
        say("puzzle.number", n=1, all=len(puzzles.puzzles("pig10"))),
        say("puzzle.task"),
        say("plain.no_choice", n=len(one.chances)),
        told(nudge(one, BOT_NAMES)),
        say("puzzle.wrong"),
        say("puzzle.right") + " " + told(tried(one, one.best, BOT_NAMES).lines),
        say("puzzle.number", n=2, all=len(puzzles.puzzles("pig10"))),
        say("puzzle.bye", n=1, all=len(puzzles.puzzles("pig10"))),
    ]
    places = [done.stdout.find(text) for text in words]
    assert places == sorted(places)
    assert places[0] == 0
    assert (home / "puzzles.txt").read_text(encoding="utf-8") == "pig10 1\n"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "H,S,N,Q"),
        ("en", "Hint,show me,next,quit"),
        ("fr", "conseil,solution,suivante,quitter"),
        ("de", "Tipp,Lösung,nächstes,Ende"),
        ("it", "consiglio,soluzione,prossimo,esci"),
    ],
)
def test_wishes_may_be_typed_as_letters_or_words(home: Path, language: str, typed: str) -> None:
    done = run("puzzle", "truie", "--language", language, typed=typed.replace(",", "\n") + "\n")
    assert done.returncode == 0
    assert done.stdout.count(say("puzzle.task", language)) == 3  # one is shown, one passed over, one left
    assert done.stdout.count(say("puzzle.answer", language, move="|").partition("|")[0]) == 1
    assert say("plain.no_choice", language, n="|").partition("|")[0] not in done.stdout


def test_what_is_solved_is_not_asked_again(home: Path) -> None:
    first, second = of_grade("truie", 2)[:2]
    (home / "puzzles.txt").write_text(f"oink\ntruie {first.id}\n", encoding="utf-8")
    done = run("puzzle", "truie", "--grade", "2", "--language", "fr", typed="")
    assert done.returncode == 0
    assert say("puzzle.number", "fr", n=second.id, all=len(puzzles.puzzles("truie"))) in done.stdout
    assert say("puzzle.bye", "fr", n=1, all=len(puzzles.puzzles("truie"))) in done.stdout


def test_the_puzzle_of_the_day_is_one(home: Path) -> None:
    done = run("puzzle", "truie", "--daily", typed="s\n")
    assert done.returncode == 0
    assert done.stdout.count(say("puzzle.task")) == 1
    assert "The best move: " in done.stdout
    assert not (home / "puzzles.txt").exists()


def test_a_puzzle_that_is_not_there_is_one_line_and_exit_code_2() -> None:
    for words in (("--number", "9999"), ("--grade", "9")):
        done = run("puzzle", "pig10", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
