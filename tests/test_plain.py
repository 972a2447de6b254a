"""The line-by-line game, played by a script at the keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest

from piggery.core.chance import CardSource
from piggery.core.record import Record, Seat
from piggery.games.checks import options_of
from piggery.games.registry import game_type, game_types
from piggery.terminal.local import LocalTable
from piggery.terminal.plain import Plain
from piggery.terminal.saves import read
from piggery.words import LANGUAGES


def seated(
    name: str,
    players: list[str],
    answer: Callable[[str], str],
    language: str = "en",
    cards: CardSource | None = None,
    **options: object,
) -> tuple[Plain, list[str]]:
    rules = game_type(name)
    seats = tuple(Seat(f"Kid {n}", player) for n, player in enumerate(players))
    dealt: CardSource = cards or {"from": "seed", "seed": "1"}
    record = Record(rules, seats, 0, rules.standard, options_of(rules, options), dealt, date="d")
    written: list[str] = []

    def read(question: str) -> str:
        written.append(question)
        return answer(question)

    return Plain(LocalTable(record), language, read, written.append), written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(game_types()))
async def test_a_whole_game_in_every_language(name: str, language: str) -> None:
    table, written = seated(name, ["person", "greedy", "random"], lambda question: "1", language)
    await table.run()
    assert table.table.over
    assert not any("{" in line for line in written)


async def test_several_people_hand_the_keyboard_over() -> None:
    table, written = seated("pig10", ["person", "greedy", "person"], lambda question: "1")
    await table.run()
    hand_overs = [line for line in written if line.startswith("Pass the keyboard to")]
    assert len(hand_overs) > 20
    assert written.count("\n" * 60) == len(hand_overs)
    assert "Kid 0 draws 1 card." in written
    assert not any(line.startswith("Kid 0 draws ") and "card" not in line for line in written)


async def test_a_person_alone_reads_what_they_drew() -> None:
    table, written = seated("pig10", ["person", "greedy"], lambda question: "1")
    await table.run()
    assert any(line.startswith("Kid 0 draws ") and "card" not in line for line in written)
    assert not any(line.startswith("Kid 1 draws ") and "card" not in line for line in written)


async def test_bad_answers_are_answered() -> None:
    answers = iter(["", "0", "99", "x", "?", "t", "q"])
    table, written = seated("pig10", ["person", "greedy"], lambda question: next(answers))
    await table.run()
    assert written.count("Please type a number from 1 to 3.") == 4
    assert any(line.startswith("A frog always makes the pile 0") for line in written)
    assert sum(line.startswith("Your hand:") for line in written) == 2
    assert written[-1].startswith("Game saved.")


async def test_a_move_may_be_typed_in_notation() -> None:
    answers = iter(["x"])
    table, _ = seated("pig10", ["person", "greedy"], lambda question: next(answers))
    await table.table.deal()
    seen = table.table.game.view(0)
    card = (seen.hands[0] & -seen.hands[0]).bit_length() // 4
    answers = iter([f"{card}={card}", "q"])
    table.read = lambda question: next(answers)
    await table.run()
    assert table.table.record.plies[1].startswith(f"{card}={card}")


async def test_a_grunt_is_asked_for_after_everything_laid_and_can_be_forgotten() -> None:
    table, written = seated("truie", ["person", "greedy"], lambda question: "" if question.startswith("Grunt") else "1")
    await table.run()
    moves = [ply.split(" ")[0] for ply in table.table.record.plies]
    assert "Kid 0 doesn’t grunt." in written
    assert "That wasn’t right: Kid 0 must draw two cards." in written
    assert "g0" in moves
    assert sum(line.startswith("Grunt") for line in written) > moves.count("g0")


async def test_a_grunt_when_none_is_due_is_harmless() -> None:
    table, written = seated(
        "truie", ["person", "greedy"], lambda question: "2" if question.startswith("Grunt") else "1"
    )
    await table.run()
    assert "No need to grunt now." in written


async def test_nothing_is_asked_when_grunting_is_done_for_everyone() -> None:
    table, written = seated("truie", ["person", "greedy"], lambda question: "1", grunting="auto")
    await table.run()
    assert not any(line.startswith("Grunt") for line in written)


async def test_control_c_leaves_the_game(home: Path) -> None:
    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    table, written = seated("pig10", ["person", "greedy"], interrupt)
    await table.run()
    assert written[-1].startswith("Game saved.")
    assert list(home.glob("*.json"))


async def test_real_cards_are_asked_for_until_they_fit_and_kept_when_somebody_leaves(home: Path) -> None:
    answers = iter(["x", "5", "5", "5", "5", "5", "5", "frog", "1", "4", "q"])
    table, written = seated("pig10", ["person", "greedy"], lambda question: next(answers), cards={"from": "typed"})
    await table.run()
    (kept,) = home.glob("*.json")
    assert read(kept).plies == ("- 5 5 5 5 5 0", "5=5", "- 4", "5=10")
    assert "“X” is not a card" in written
    assert "card 5 is not in the draw pile" in written
