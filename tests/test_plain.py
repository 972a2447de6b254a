"""The line-by-line game, played by a script at the keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest

from piggery.core.record import Record, Seat
from piggery.games.checks import options_of
from piggery.games.registry import game_type, game_types
from piggery.terminal.plain import Plain
from piggery.terminal.session import Session
from piggery.words import LANGUAGES


def seated(
    name: str, players: list[str], answer: Callable[[str], str], language: str = "en", **options: object
) -> tuple[Plain, list[str]]:
    rules = game_type(name)
    seats = tuple(Seat(f"Kid {n}", player) for n, player in enumerate(players))
    record = Record(
        rules, seats, 0, rules.standard, options_of(rules, options), {"from": "seed", "seed": "1"}, date="d"
    )
    written: list[str] = []

    def read(question: str) -> str:
        written.append(question)
        return answer(question)

    return Plain(Session(record), language, read, written.append), written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(game_types()))
def test_a_whole_game_in_every_language(name: str, language: str) -> None:
    table, written = seated(name, ["person", "greedy", "random"], lambda question: "1", language)
    table.run()
    assert table.session.game.over
    assert not any("{" in line for line in written)


def test_several_people_hand_the_keyboard_over() -> None:
    table, written = seated("pig10", ["person", "greedy", "person"], lambda question: "1")
    table.run()
    hand_overs = [line for line in written if line.startswith("Give the keyboard to")]
    assert len(hand_overs) > 20
    assert written.count("\n" * 60) == len(hand_overs)
    assert "Kid 0 draws 1 card." in written
    assert not any(line.startswith("Kid 0 draws ") and "card" not in line for line in written)


def test_a_person_alone_reads_what_they_drew() -> None:
    table, written = seated("pig10", ["person", "greedy"], lambda question: "1")
    table.run()
    assert any(line.startswith("Kid 0 draws ") and "card" not in line for line in written)
    assert not any(line.startswith("Kid 1 draws ") and "card" not in line for line in written)


def test_bad_answers_are_answered() -> None:
    answers = iter(["", "0", "99", "x", "?", "t", "q"])
    table, written = seated("pig10", ["person", "greedy"], lambda question: next(answers))
    table.run()
    assert written.count("Please type a number from 1 to 3.") == 4
    assert any(line.startswith("A frog always makes the pile 0") for line in written)
    assert sum(line.startswith("Your hand:") for line in written) == 2
    assert written[-1].startswith("The game is kept.")


def test_a_move_may_be_typed_in_notation() -> None:
    answers = iter(["x"])
    table, _ = seated("pig10", ["person", "greedy"], lambda question: next(answers))
    table.session.deal()
    seen = table.session.game.view(0)
    card = (seen.hands[0] & -seen.hands[0]).bit_length() // 4
    answers = iter([f"{card}={card}", "q"])
    table.read = lambda question: next(answers)
    table.run()
    assert table.session.game.record.plies[1].startswith(f"{card}={card}")


def test_a_grunt_is_asked_for_after_everything_laid_and_can_be_forgotten() -> None:
    table, written = seated("truie", ["person", "greedy"], lambda question: "" if question.startswith("Grunt") else "1")
    table.run()
    moves = [ply.split(" ")[0] for ply in table.session.game.record.plies]
    assert "Kid 0 does not grunt." in written
    assert "That was not right: Kid 0 has two cards to draw." in written
    assert "g0" in moves
    assert sum(line.startswith("Grunt") for line in written) > moves.count("g0")


def test_a_grunt_when_none_is_due_is_harmless() -> None:
    table, written = seated(
        "truie", ["person", "greedy"], lambda question: "2" if question.startswith("Grunt") else "1"
    )
    table.run()
    assert "No grunt is due now." in written


def test_nothing_is_asked_when_grunting_is_done_for_everyone() -> None:
    table, written = seated("truie", ["person", "greedy"], lambda question: "1", grunting="auto")
    table.run()
    assert not any(line.startswith("Grunt") for line in written)


def test_control_c_leaves_the_game(home: Path) -> None:
    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    table, written = seated("pig10", ["person", "greedy"], interrupt)
    table.run()
    assert written[-1].startswith("The game is kept.")
    assert list(home.glob("*.json"))
