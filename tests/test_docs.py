"""What the documents promise: their examples run (as doctests), their records load, their links lead somewhere."""

import re
from pathlib import Path

import pytest

from piggery.games import GAMES
from piggery.record import final, load

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_notation_shows_a_full_game_of_each_kind() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    games = [load(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    assert [game.rules.name for game in games] == list(GAMES)
    for game in games:
        assert game.rules.over(final(game))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
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
    from piggery.cli import app

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in app.registered_commands:
        assert command.callback
        assert f"{command.callback.__name__} " in text


def test_the_worked_examples_of_the_rules_are_on_their_page() -> None:
    page = (ROOT / "docs" / "rules-pig10.md").read_text(encoding="utf-8")
    for calls in ("11, 1", "11, 4", "8, 4", "16, 8", "10, 0, 5"):
        assert calls in page
