"""Piggery beside an implementation written from the rules alone. `python bench/faithful.py --full` compares more."""

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import faithful
import independent
import piggery
from faithful import Comparison
from independent.positions import truie_deal

POSITION = "truie 3,5,9,9/1,2,3 8 0 H 1:0 0/0 H 4,6,7"


@pytest.mark.parametrize(
    ("compare", "many"),
    [
        (faithful.pig10_positions, 40),
        (faithful.truie_positions, 12),
        (faithful.pig10_games, 2),
    ],
)
def test_both_play_the_same_game(compare: Callable[[Comparison, Random, int], None], many: int, full: bool) -> None:
    seen = Comparison()
    compare(seen, Random(7), 20 * many if full else many)
    assert seen.differences == []


def test_games_with_every_choice_of_options_begin_alike() -> None:
    seen, rng = Comparison(), Random(8)
    for options in faithful.every_choice():
        faithful.walk(seen, rng, truie_deal(rng, 1), {**options, "rounds": 1}, longest=20)
    assert seen.differences == []


def test_the_cases_worked_out_by_hand_come_out() -> None:
    seen = Comparison()
    faithful.try_cases(seen)
    assert seen.differences == []
    assert seen.counts["cases"] > 240


def test_another_rule_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_drawing(position: str, **options: str | int) -> list[str]:
        return [move for move in independent.moves(position, **options) if move != "draw"]

    monkeypatch.setattr(piggery, "moves", without_drawing)
    seen = Comparison()
    faithful.look_at(seen, Random(1), POSITION, {})
    assert len(seen.differences) == 1
    assert seen.differences[0].startswith(f"moves of {POSITION}")


def test_the_second_implementation_shares_no_code_with_piggery() -> None:
    folder = Path(independent.__file__).parent
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name and name.startswith("piggery") for name in names), file.name
