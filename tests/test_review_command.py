"""`piggery review`: every move told, the graph written, and what is refused."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from commands import fails, piggery
from piggery.core.record import dump
from piggery.words import say
from stops import without_numba
from test_review import PLIES, game, parsed

# The command


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with without_numba(monkeypatch):
        yield


@pytest.mark.usefixtures("interpreted")
def test_the_command_tells_every_move_and_draws_the_graph(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(dump(game()), encoding="utf-8")
    done = piggery("review", str(file), "--deals", "60")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Pig 10: Ada, Ben, move by move"
    assert lines[1] == "Moves are judged by the chance of winning. Where it hardly changes, by cards won."
    assert lines[9].startswith("8. Ben plays a 4: “eleven”. Over! Ada wins 8 cards. A big mistake!")
    svg = tmp_path / "game.review.svg"
    assert {"Turning points", "Luck and skill", f"The graph is in {svg}"} <= set(lines)
    parsed(svg.read_text(encoding="utf-8"))


@pytest.mark.usefixtures("interpreted")
def test_a_graph_is_written_over_an_older_one_only(tmp_path: Path) -> None:
    file, svg = tmp_path / "game.json", tmp_path / "game.review.svg"
    file.write_text(dump(game(*PLIES[:3])), encoding="utf-8")
    asked = ("review", str(file), "--deals", "2")
    assert piggery(*asked).returncode == 0
    ours = svg.read_bytes()
    assert piggery(*asked, "--language", "fr").returncode == 0
    assert svg.read_bytes() != ours
    svg.write_text("<svg>a pig</svg>", encoding="utf-8")
    for more in ((), ("--svg", str(file))):
        refusal = fails(*asked, *more)
        assert refusal.startswith(f"{more[1] if more else svg} already exists")
        assert "--force" in refusal
    assert svg.read_text(encoding="utf-8") == "<svg>a pig</svg>"
    assert file.read_text(encoding="utf-8") == dump(game(*PLIES[:3]))
    assert piggery(*asked, "--force").returncode == 0
    assert svg.read_bytes() == ours


@pytest.mark.usefixtures("interpreted")
def test_the_command_can_list_one_seat_in_another_language_and_put_the_graph_elsewhere(tmp_path: Path) -> None:
    file, svg = tmp_path / "game.json", tmp_path / "other.svg"
    file.write_text(dump(game(*PLIES[:5])), encoding="utf-8")
    done = piggery("review", str(file), "--deals", "20", "--seat", "0", "--svg", str(svg), "-l", "de")
    told = [
        text for text in done.stdout.splitlines() if text[:1].isdecimal() and "Zug" in text and "Chance" not in text
    ]
    assert told
    assert all("Ada spielt" in text for text in told)
    assert say("review.not_over", "de") in done.stdout
    assert svg.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "other.svg"]


@pytest.mark.usefixtures("interpreted")
def test_the_command_refuses_what_it_cannot_review(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(dump(game()), encoding="utf-8")
    assert fails("review", str(file), "--seat", "2") == "“2” is not a seat; seats go from 0 to 1"
    file.write_text(json.dumps(json.loads(dump(game())) | {"scores": [3, 8]}), encoding="utf-8")
    assert fails("review", str(file)) == "the scores written down are not those of the game"
    file.write_text(dump(replace(game(), plies=(PLIES[0],))), encoding="utf-8")
    assert fails("review", str(file)) == "no move has been made in this game yet"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json"]
