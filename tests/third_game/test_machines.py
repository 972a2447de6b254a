"""Bots, simulations, hints, reviews, files of games and the laboratory, for a game that brings next to nothing."""

import csv
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from piggery.answers.questions import CountQuestion, HandQuestion, LessonQuestion, PuzzleQuestion, Question, Questions
from piggery.bots import search
from piggery.bots.coach import hint
from piggery.bots.levels import ladder, names, nearest
from piggery.bots.search import Effort
from piggery.core.chance import DrawPile, keyed
from piggery.core.game import Game
from piggery.core.notation import parse_position
from piggery.core.record import Record, final, load
from piggery.core.verify import verify
from piggery.engine.bags import MOST, MOST_CARDS, one
from piggery.engine.kernel import generator
from piggery.errors import CardNotThere, PiggeryError
from piggery.games.checks import scores, view_of
from piggery.games.contract import GameType
from piggery.sim import deals
from piggery.sim import ladder as ladders
from piggery.sim.arena import Arena
from piggery.sim.dataset import write
from piggery.sim.loop import CAPPED, OVER, OWN, loop_of
from piggery.sim.play import Simulation, Terms
from piggery.sim.written import Scribe, checked
from piggery.study.account import summary
from piggery.study.graph import graph
from piggery.study.review import review
from piggery.study.telling import tell_note
from piggery.words import LANGUAGES, say
from stops import without_numba
from third_game.third import POSITION, fails, piggery, works
from worlds import Setup, played, total

NAMES = ["Ada", "Ben", "Cem"]
LINE_UPS = [(["random"] * 2, "free"), (["greedy", "random", "greedy"], "costly")]


def finished(climb: GameType) -> Record:
    *_, (game, _last) = played(Setup(climb, 3, 0, {}, {}, 5), 100)
    assert isinstance(game, Game)
    assert game.over
    return game.record


# Bots and simulations


def test_three_bots_play_it_without_a_word_from_it(climb: GameType) -> None:
    assert names(climb) == ["random", "greedy", "minerva"]
    assert ladder(climb) == ["minerva"]
    assert [nearest(climb, name) for name in ("pip", "luna", "minerva")] == ["greedy", "greedy", "minerva"]


@pytest.mark.usefixtures("needs_numba")
@pytest.mark.parametrize(("bots", "slide"), LINE_UPS)
def test_compiled_and_interpreted_play_the_same_games(climb: GameType, bots: list[str], slide: str) -> None:
    match = Simulation(climb, bots, 3, slide=slide)
    fast, slow = match.batch(0, 30), match.batch(0, 30, fast=False)
    assert fast == slow
    assert fast[0].games == 30


@pytest.mark.usefixtures("needs_numba")
@pytest.mark.parametrize("fast", [True, False], ids=["compiled", "interpreted"])
def test_rules_that_draw_from_an_empty_pile_end_the_game(climb: GameType, fast: bool) -> None:
    games = Simulation(climb, ["random", "random"])
    games.state.deck = 3 * one(1)  # nobody has checked it
    summary, _ = games.batch(0, 5, fast=fast)
    assert (summary.games, summary.capped) == (5, 5)
    with pytest.raises(CardNotThere, match="none are left"):
        DrawPile(keyed(b"oink")).card(climb, climb.State())


@pytest.mark.usefixtures("needs_numba")
def test_the_largest_deck_there_can_be_is_the_same_compiled_and_interpreted(
    climb: GameType, monkeypatch: pytest.MonkeyPatch
) -> None:
    largest = replace(climb, cards={str(card): card for card in range(15)}, standard=sum(map(one, range(15))) * MOST)
    match = Simulation(largest, ["random", "greedy"], 3)
    fast, slow = match.batch(0, 5), match.batch(0, 5, fast=False)
    assert fast == slow
    assert fast[0].cards == MOST_CARDS == 225
    assert fast[0].moves == 5 * MOST_CARDS  # every card was drawn, and laid
    monkeypatch.setattr(deals, "game_type", {"climb": largest}.__getitem__)
    first, second = (
        deals.play_deals("climb", ("random", "greedy"), 3, 0, 2, fast=is_fast) for is_fast in (True, False)
    )
    assert first == second


@pytest.mark.process
@pytest.mark.usefixtures("needs_numba")
def test_the_command_says_the_same_compiled_and_interpreted() -> None:
    words = "simulate", "climb", "--games", "300", "--bots", "greedy,random", "--seed", "4"
    fast, slow = piggery(*words, PIGGERY_INTERPRETED=""), piggery(*words)
    assert fast.returncode == slow.returncode == 0
    assert fast.stdout.startswith("Climb, 300 games with 2 players")
    assert slow.stdout == f"{say('simulate.interpreted')}\n{fast.stdout}"


def test_greedy_beats_random(climb: GameType, monkeypatch: pytest.MonkeyPatch) -> None:
    with without_numba(monkeypatch):
        played = total(Simulation(climb, ["greedy", "random"], 1).batches(400))
    assert played.wins(0).value - played.wins(0).error > 0.5


@pytest.mark.process
def test_bots_meet_in_the_arena_from_every_seat(climb: GameType, monkeypatch: pytest.MonkeyPatch) -> None:
    with without_numba(monkeypatch):
        quick = Arena("climb", seed=3, workers=1).play(("random", "greedy"), 6, 0.001)
        thinking = Arena("climb", seed=3, workers=2, looks=2).play(("random", "greedy", "minerva"), 2, 0.001)
    assert len(quick.tables) == 2 * 6
    assert len(thinking.tables) == 3 * 2


@pytest.mark.parametrize(("levels", "measured"), [(["minerva"], ""), (["random", "greedy"], "| Greedy | ")])
def test_a_short_ladder_is_measured_with_two_players_and_one_step_is_none(
    climb: GameType, levels: list[str], measured: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "game_types", lambda: {"climb": climb})
    monkeypatch.setattr(ladders, "ladder", lambda game: levels)
    ladders.write(tmp_path / "ladder.md", 6, 0.03, 20, 0, lambda match: None)
    page = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert ("## Climb" in page) == (tmp_path / "ladder-climb.svg").exists() == bool(measured)
    assert measured in page
    assert "4 players" not in page


@pytest.mark.usefixtures("climb", "needs_numba")
@pytest.mark.process
def test_whoever_searches_beats_whoever_is_greedy() -> None:
    won, error = Arena("climb", seed=3, looks=100).play(("minerva", "greedy"), 100, 0.001).wins(0)
    assert won - error > 0.5


@pytest.mark.usefixtures("needs_numba")
def test_a_search_is_the_same_compiled_and_interpreted(climb: GameType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_compiled", set())
    _, state = parse_position(POSITION)
    search.warm(climb)
    slow, fast = (search.Search(climb, view_of(climb, state, 0), fast=is_fast) for is_fast in (False, True))
    for trial in (slow, fast):
        trial.add_deals(12, generator(1))
    assert slow.sums == fast.sums
    assert slow.favourite(generator(1)) == fast.favourite(generator(1))


# Hints and reviews


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_has_three_steps(climb: GameType, language: str) -> None:
    _, state = parse_position(POSITION)
    advice = hint(climb, state, generator(0), NAMES, effort=Effort(deals=12))
    said = [" ".join(say(line, language) for line in step) for step in advice.steps]
    assert len(said) == 3
    assert all(said)
    assert not any("{" in step for step in said)
    assert "Ben" in said[1]  # who has most of the others
    assert climb.move_text(state, advice.move) in said[2]


@pytest.mark.process
def test_the_command_gives_a_hint_in_three_lines() -> None:
    lines = works("hint", POSITION).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("There are 4 moves.")
    assert lines[2].startswith("Try this: Play ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_has_notes_and_a_graph(climb: GameType, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = finished(climb)
    with without_numba(monkeypatch):
        notes = list(review(record, generator(0), Effort(deals=2)))
    assert [note.ply for note in notes] == list(range(1, len(record.plies)))
    assert all(say(line, language) for note in notes for line in tell_note(note))
    drawn = ElementTree.fromstring(graph(record, notes, summary(notes), language))  # noqa: S314
    assert drawn.tag.endswith("svg")


# Files of games


def test_games_are_written_to_a_file_and_replayed(climb: GameType, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    terms = checked(Terms("climb", ("greedy", "random"), 2, climb.standard, {"slide": "costly"}, 4))
    made = write(path, terms, 6, Event(), workers=1)
    assert made
    rows = path.read_text(encoding="utf-8").splitlines()
    assert len(rows) == made.summary.games == 6
    for row in rows:
        record = load(row)
        verify(record)
        assert json.loads(row)["scores"] == scores(climb, final(record))


@pytest.mark.usefixtures("needs_numba")
def test_games_are_written_the_same_compiled_and_interpreted(climb: GameType, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = checked(Terms("climb", ("greedy", "random"), 2, climb.standard, {}, 4))
    fast = Scribe(terms).lines(range(5))
    with without_numba(monkeypatch):
        assert Scribe(terms).lines(range(5)) == fast


@pytest.mark.process
def test_the_commands_write_tell_check_and_review_a_game(tmp_path: Path) -> None:
    asked = "--games", "2", "--bots", "greedy,random", "--slide", "costly", "--out", "games.jsonl"
    works("dataset", "climb", *asked, folder=tmp_path)
    assert "--slide costly" in (tmp_path / "games.jsonl.md").read_text(encoding="utf-8")
    row = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / "game.json").write_text(row, encoding="utf-8")
    assert works("replay", "game.json", folder=tmp_path).startswith("Climb: greedy, random")
    assert "every move is legal" in works("verify", "game.json", folder=tmp_path)
    assert "The graph is in game.review.svg" in works("review", "game.json", "--deals", "2", folder=tmp_path)


@pytest.mark.process
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_a_file_tells_how_minerva_plays(language: str, tmp_path: Path) -> None:
    asked = "--games", "1", "--bots", "minerva,greedy", "--deals", "1", "--out", "games.jsonl", "--language", language
    works("dataset", "climb", *asked, folder=tmp_path)
    card = (tmp_path / "games.jsonl.md").read_text(encoding="utf-8")
    about = say("level.minerva.line", language), say("dataset.deals", language, n=1)
    assert f"| minerva | minerva | {' '.join(about)} |" in card
    assert f"| greedy | greedy | {say('dataset.greedy', language)} |" in card


# The laboratory


@pytest.mark.process
@pytest.mark.parametrize("question", ["starter", "length", "skill"])
def test_what_can_be_asked_of_every_game_is_answered(question: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="MATPLOTLIB IS NOT HERE: no picture of the laboratory is tested")
    assert "\nClimb: " in works("lab", question, "climb", "--games", "20", folder=tmp_path)
    found = tmp_path / "piggery-lab" / f"{question}-climb.csv"
    assert len([*csv.reader(found.read_text(encoding="utf-8").splitlines())]) > 1
    assert found.with_suffix(".svg").exists()


@pytest.mark.process
def test_two_house_rules_are_compared(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="MATPLOTLIB IS NOT HERE: no picture of the laboratory is tested")
    told = works("lab", "compare", "climb", "--b", "slide=costly", "--games", "40", folder=tmp_path)
    assert "score per player" in told
    assert (tmp_path / "piggery-lab" / "compare-climb.svg").exists()


@pytest.mark.process
@pytest.mark.parametrize("question", ["rules", "sums", "specials"])
def test_what_only_some_games_can_answer_is_refused_in_a_sentence(question: str, tmp_path: Path) -> None:
    refusal = fails("lab", question, "climb", "--games", "20", folder=tmp_path)
    assert refusal == f"the question “{question}” cannot be asked of climb"


# Lessons, pads and puzzles


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (LessonQuestion("climb"), "there is no lesson for this game"),
        (HandQuestion("climb", ["3"], {}), "there is no score pad for this game"),
        (CountQuestion("climb", [["3"]]), "there is no score pad for this game"),
        (PuzzleQuestion("climb"), "there are no puzzles for climb"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Question) else "",
)
@pytest.mark.usefixtures("climb")
def test_what_it_does_not_bring_is_refused_in_a_sentence(question: Questions, why: str) -> None:
    with pytest.raises(PiggeryError) as refused:
        question.answer()
    assert str(refused.value) == why


@pytest.mark.process
def test_the_command_has_no_puzzle_to_ask() -> None:
    assert fails("puzzle", "climb") == "there are no puzzles for climb"


@pytest.mark.parametrize(("over", "why"), [(1, OVER), (0, CAPPED)])
def test_a_game_in_which_nobody_can_move_is_broken_off(climb: GameType, over: int, why: int) -> None:
    stuck = replace(climb, legal=lambda state: 0, over=lambda state: over)
    play_on = loop_of(stuck, lambda state, work: 1, lambda state, moves, work: 0)
    assert play_on(climb.State(), ([0] * OWN,), 100) == why
