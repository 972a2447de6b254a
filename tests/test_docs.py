"""What the documents promise: their examples run (as doctests), their records load, their links lead somewhere."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from piggery.core.record import final, load, replay
from piggery.games.registry import game_type, game_types
from piggery.sim.play import Terms
from piggery.sim.written import Scribe, checked

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_notation_shows_a_full_game_of_each_kind() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    games = [load(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    assert [game.rules.name for game in games] == list(game_types())
    for game in games:
        assert game.rules.over(final(game))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    prose = re.sub("```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert (page.parent / target).exists(), target


def test_the_pictures_ask_no_other_host_for_anything() -> None:
    for picture in (ROOT / "docs").glob("*.svg"):
        text = picture.read_text(encoding="utf-8")
        assert "url(http" not in text
        assert "@font-face" not in text
        assert "href" not in text


def test_the_readme_credits_authors_and_publishers() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in ("Ayelet Pnueli", "Zoch", "Inon Kohn", "Drei Magier", "not affiliated"):
        assert words in text


def test_the_readme_names_every_command() -> None:
    from piggery.cli.main import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"{command} " in text


def test_the_worked_examples_of_the_rules_are_on_their_page() -> None:
    page = (ROOT / "docs" / "rules-pig10.md").read_text(encoding="utf-8")
    for calls in ("11, 1", "11, 4", "8, 4", "16, 8", "10, 0, 5"):
        assert calls in page


# The page on files of games


def games_of_truie(games: int) -> list[str]:
    terms = checked(Terms("truie", ("otto", "random"), 11, game_type("truie").standard, {}, 1))
    return Scribe(terms).lines(range(games))[0].decode().splitlines()


def dataset_example(word: str) -> str:
    page = (ROOT / "docs" / "dataset.md").read_text(encoding="utf-8")
    (found,) = [block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if word in block]
    return str(found)


@pytest.mark.parametrize("word", ["winner =", "Counter()", "import replay"])
def test_games_are_read_as_the_page_says_those_that_were_broken_off_too(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (ended,) = games_of_truie(1)
    broken = {key: value for key, value in json.loads(ended).items() if key != "scores"}
    (tmp_path / "games.jsonl.gz").write_bytes(gzip.compress(f"{ended}\n{json.dumps(broken)}\n".encode()))
    monkeypatch.chdir(tmp_path)
    exec(dataset_example(word), {})  # noqa: S102
    assert capsys.readouterr().out


def test_the_page_takes_no_subtraction_for_a_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = games_of_truie(20)
    (tmp_path / "games.jsonl.gz").write_bytes(gzip.compress("\n".join(games).encode()))
    monkeypatch.chdir(tmp_path)
    found: dict[str, Counter[str]] = {}
    exec(dataset_example("Counter()"), found)  # noqa: S102
    moves = [ply.move for game in games for ply in replay(load(game)) if ply.move != "-"]
    assert found["moves"] == Counter(moves)
    assert any(move.startswith("-") for move in moves)
