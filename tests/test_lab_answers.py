"""The answers of the laboratory: tables, files and pictures in four languages."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Protocol, cast
from xml.etree import ElementTree

import pytest

from piggery.cli.lab import lab as lab_command
from piggery.errors import BadOption
from piggery.lab import house, report, starter, style, trial
from piggery.lab import play as lab_play
from piggery.lab.answer import Inquiry
from piggery.lab.part import lab_of
from piggery.lab.questions import QUESTIONS
from piggery.lab.trial import Plan, run
from piggery.sim.summary import Mean
from piggery.words import LANGUAGES, Line, say


class Lab(Protocol):
    """The command, with an option for each house rule."""

    def __call__(self, *words: str, **more: object) -> int: ...


lab = cast(Lab, lab_command)
FIELDS = {
    "starter": "players,place,wins_percent,wins_error,fair_percent,games",
    "length": "players,turns,turns_error,turns_1_percent",
    "skill": "bot,against,players,wins_percent,wins_error,games",
    "specials": "card,measure,value,error",
    "rules": "variant,measure,value,error,difference,difference_error",
    "sums": "what,text,a,sign,b,answer,percent,error",
    "compare": "measure,a,a_error,b,b_error,difference,difference_error",
}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games need no compiler, and two house rules tell as much as nine."""
    for module in (trial, lab_play, report):
        monkeypatch.setattr(module, "available", lambda: False)
    monkeypatch.setattr(house, "lab_of", lambda game: replace(lab_of(game), variants=lab_of(game).variants[:2]))


# Told and kept


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize(
    ("question", "game", "language"),
    [
        ("starter", "pig10", "en"), ("starter", "truie", "fr"), ("length", "pig10", "de"), ("length", "truie", "it"),
        ("skill", "pig10", "fr"), ("specials", "pig10", "de"), ("specials", "truie", "en"), ("rules", "pig10", "it"),
        ("rules", "truie", "de"), ("sums", "pig10", "fr"), ("sums", "truie", "it"), ("compare", "truie", "en"),
    ],
)  # fmt: skip
def test_a_question_is_answered_with_a_finding_a_file_and_a_picture(
    question: str, game: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {"starter": {"players": "2,3"}, "length": {"players": "2-3"}, "skill": {"bots": "pip,otto,luna"}}
    wanted: dict[str, str] = more.get(question, {}) | ({"a": "lucky=copy"} if question == "compare" else {})
    kind = "png" if language == "en" else "svg"
    assert lab(question, game, games=20, out=tmp_path, format=kind, language=language, **wanted) == 0
    told = capsys.readouterr().out
    lines = rows(tmp_path / f"{question}-{game}.csv")
    assert ",".join(lines[0]).startswith(FIELDS[question])
    assert all(len(line) == len(lines[0]) for line in lines)
    assert f"{question}-{game}.csv" in told
    check_picture(tmp_path / f"{question}-{game}.{kind}", told.splitlines()[1])  # after the word on Numba


def check_picture(path: Path, finding: str) -> None:
    if path.suffix == ".png":
        assert path.read_bytes().startswith(b"\x89PNG")
        return
    titles = [node.text or "" for node in ElementTree.parse(path).iter() if node.tag.endswith("}title")]  # noqa: S314
    assert finding in titles


def test_the_title_of_a_picture_is_the_finding(tmp_path: Path) -> None:
    seen: list[str] = []
    finding = starter.finding("pig10", {2: Mean(0.03, 0.01)})
    path = tmp_path / "one.svg"
    style.draw(
        path, finding, [Line("lab.players")], "en", lambda sheet: seen.extend(t.get_text() for t in sheet.figure.texts)
    )
    assert seen[0].replace("\n", " ") == say(finding)
    again = tmp_path / "two.svg"
    style.draw(again, finding, [Line("lab.players")], "en", lambda sheet: None)
    assert path.read_bytes() == again.read_bytes()


def test_a_title_is_broken_evenly_and_never_before_a_stop() -> None:
    assert style.balanced("one two three four", 12) == ["one two", "three four"]
    assert len(style.fitted("W" * 20 + " " + "W" * 20, style.TITLE)) == 2
    assert len(style.fitted("i" * 20 + " " + "i" * 20, style.TITLE)) == 1
    assert style.balanced("une manche ; deux", 12) == ["une manche\u00a0;", "deux"]


def test_small_print_is_broken_and_makes_room(tmp_path: Path) -> None:
    rooms: list[float] = []
    for rules in ("", "lucky=copy " * 20):
        small = [Line("lab.compare.note", {"a": rules, "b": rules})]
        style.draw(tmp_path / "a.svg", Line("lab.players"), small, "en", lambda sheet: rooms.append(sheet.bottom))
    assert rooms[1] > rooms[0]
    assert all(style.width_of(one, style.SMALL, "normal") < style.ROOM for one in style.fitted(rules, style.SMALL))


def test_whoever_reads_only_the_first_line_has_the_files_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(report, "print_answer", gone)
    with pytest.raises(BrokenPipeError):
        lab("sums", "pig10", games=20, out=tmp_path, language="en")
    assert len(rows(tmp_path / "sums-pig10.csv")) > 10
    assert (tmp_path / "sums-pig10.svg").exists()


@pytest.mark.parametrize("deck", ["F=0,H=0", "F=0,H=0,L=0,D=0", "F=0"])
def test_special_cards_are_asked_of_a_deck_that_lacks_some(deck: str, tmp_path: Path) -> None:
    assert lab("specials", "truie", games=20, deck=deck, out=tmp_path, language="en") == 0
    assert (tmp_path / "specials-truie.svg").exists()


def test_a_game_that_cannot_be_asked_is_left_out_where_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lab("starter", rounds=1, players="2", games=20, out=tmp_path, language="en") == 0
    told = capsys.readouterr().out
    assert told.startswith("Pig 10 is left out: pig10 has no options, so no “rounds”\n")
    assert [path.name for path in tmp_path.glob("*.csv")] == ["starter-truie.csv"]


def test_without_matplotlib_the_numbers_still_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    lab("sums", "pig10", games=20, out=tmp_path, language="en")
    assert [path.name for path in tmp_path.glob("*.*")] == ["sums-pig10.csv"]
    told = capsys.readouterr().out
    assert "pip install 'piggery[lab]'" in told
    assert "ten is called in" in told


def test_a_game_of_ones_own_deck_says_so_below(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lab("length", "truie", games=20, players="2", deck="D=0", rounds=1, out=tmp_path, language="en")
    assert "2 players, all Luna, D=0, rounds=1 · 20 games each · seed 0" in capsys.readouterr().out


def test_what_was_stopped_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    ask = Inquiry("sums", "pig10", 40)
    found = run(Plan(QUESTIONS["sums"].settings(ask), 40))
    answer = QUESTIONS["sums"].answer(ask, found.tallies)
    report.print_answer(Console(width=100), ask, answer, found._replace(wanted=100), "en")
    assert "Stopped after 40 of 100 games." in capsys.readouterr().out


def test_without_a_question_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        lab("", language=language)
        told = capsys.readouterr().out
        assert all(f"  {name}" in told and say(one.about, language) in told for name, one in QUESTIONS.items())


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (("why", ""), {}, "is not a question"),
        (("sums", "go"), {}, "not a game"),
        (("sums", "pig10"), {"players": "2-3"}, "a single number of players"),
        (("starter", "pig10"), {"players": "3-2"}, "how many play"),
        (("starter", "pig10"), {"players": "200"}, "from 2 to 8"),
        (("sums", "pig10"), {"games": 3}, "too few"),
        (("sums", "pig10"), {"format": "gif"}, "svg, png"),
        (("sums", "pig10"), {"bots": "luna,luna,luna,luna,otto"}, "too many"),
        (("starter", ""), {"rounds": 99}, "is not a value for rounds"),
        (("starter", "pig10"), {"rounds": 1}, "no options"),
        (("compare", "pig10"), {"a": "deck=0=0", "players": "2", "bots": "luna,otto,bella"}, "too many"),
        (("skill", "pig10"), {"bots": "otto,otto"}, "two different bots"),
        (("compare", "pig10"), {}, "two settings"),
        (("compare", ""), {"a": "players=3"}, "two settings"),
        (("compare", "truie"), {"a": "lucky"}, "is not a setting"),
        (("compare", "pig10"), {"a": "lucky=copy"}, "no options"),
        (("compare", "truie"), {"a": "rounds=99"}, "is not a value for rounds"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    words: tuple[str, str], more: dict[str, object], said: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOption, match=said):
        lab(*words, out=tmp_path / "out", language="en", **more)
    assert not (tmp_path / "out").exists()
