"""Mistakes at the command line: each is one sentence, in the reader's language, that names what is wrong."""

import errno
import sys
from pathlib import Path

import pytest

from commands import fails, piggery, process, refusal
from piggery.cli.shared import waiting
from piggery.engine.compiled import compiled, when_compiling
from piggery.errors import system_line
from piggery.words import LANGUAGES, either, line, say
from pilots import SMALL, app_of, until_asked

GOLDEN = Path(__file__).parent / "golden" / "pig10-two.json"
NOWHERE = "no-such-folder"


def said(key: str, **values: object) -> str:
    return say(line(f"error.{key}", **values))


# Numbers


@pytest.mark.parametrize("port", ["70000", "-1", "−1", "65536"])
def test_a_port_out_of_range_is_refused(port: str) -> None:
    value = port.replace("−", "-")
    assert fails("serve", "--port", port) == said("usage.between", text="--port", value=value, least=0, most=65535)


@pytest.mark.parametrize("pace", ["nan", "inf", "-inf", "-1", "−1", "61", "1e400"])
@pytest.mark.parametrize("joined", [False, True])
def test_a_pace_that_no_clock_can_keep_is_refused(pace: str, joined: bool) -> None:
    words = [f"--pace={pace}"] if joined else ["--pace", pace]
    sentence = said("usage.between", text="--pace", value=pace.replace("−", "-"), least=0, most=60)
    assert fails("play", "pig10", "--plain", *words) == sentence


def test_what_is_no_number_is_refused() -> None:
    assert fails("serve", "--port", "x") == said("usage.whole", text="--port", value="x")
    assert fails("play", "pig10", "--pace", "fast") == said("usage.number", text="--pace", value="fast")
    for option, least, most in (("--milliseconds", 1, 60_000), ("--width", 0.001, 0.5)):
        for value in ("nan", "inf"):
            sentence = said("usage.between", value=value, text=option, least=least, most=most)
            assert fails("arena", option, value) == sentence


MANY = [("simulate", "pig10"), ("dataset", "pig10", "--out", "games.jsonl"), ("lab", "starter", "pig10")]


@pytest.mark.parametrize("command", MANY, ids=lambda words: str(words[0]))
def test_numbers_of_games_that_nobody_can_play_are_refused(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("1e23", "1" + "0" * 23, "1e999999999", "1e13"):
        assert fails(*command, "--games", text) == said("option.many_games", text=text, most="1e12")
    for text in ("10²³", "nan", "inf", "many", " "):
        assert fails(*command, "--games", text) == said("option.number", text=text)
    for text in ("0", "-1", "1.5", "1e-3"):
        assert fails(*command, "--games", text) == said("option.games", text=text)
    assert list(tmp_path.glob("*.jsonl*")) == []


def test_numbers_of_deals_that_nobody_can_play_are_refused() -> None:
    for text in ("1e23", "1", "0", "2.5"):
        sentence = said("usage.between", text="--deals", value=text, least=2, most="1e12")
        assert fails("arena", "--deals", text) == sentence
    assert fails("arena", "--deals", "10²³") == said("option.number", text="10²³")


def test_a_million_can_be_written_as_people_write_it(tmp_path: Path) -> None:
    assert ", 2000 games with " in piggery("simulate", "pig10", "--games", "2e3").stdout
    done = piggery("dataset", "pig10", "--games", "1e1", "--out", str(tmp_path / "games.jsonl"))
    assert done.returncode == 0
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 10
    assert "(deals: 4)" in piggery("arena", "--bots", "pip,otto", "--deals", "4e0").stdout


# Folders


@pytest.mark.parametrize(
    "words",
    [
        ("dataset", "pig10", "--out", f"{NOWHERE}/games.jsonl"),
        ("lab", "starter", "pig10", "--out", f"{NOWHERE}/lab"),
        ("games", "export", f"{NOWHERE}/tables.jsonl"),
        ("games", "export", "tables.jsonl", "--records", f"{NOWHERE}/records"),
        ("games", "list", "--store", f"{NOWHERE}/tables.db"),
        ("games", "import", "tables.jsonl", "--store", f"{NOWHERE}/tables.db"),
        ("serve", "--store", f"{NOWHERE}/tables.db"),
        ("review", str(GOLDEN), "--svg", f"{NOWHERE}/graph.svg"),
        ("arena", "--bots", "pip,otto", "--plot", f"{NOWHERE}/picture.svg"),
        ("arena", "--ladder", "--write", f"{NOWHERE}/ladder.md"),
        ("play", "pig10", "--plain", "--save", f"{NOWHERE}/game.json"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_that_is_not_there_is_named_before_anything_is_done(
    words: tuple[str, ...], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fails(*words, "--language", language) == say("error.folder", language, path=NOWHERE)
    assert list(tmp_path.iterdir()) == []


def test_the_ladder_is_not_measured_where_its_page_has_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert fails("arena", "--ladder") == said("folder", path="docs")


def test_a_file_where_a_folder_is_meant_is_named_and_a_folder_where_a_file_is(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for words in (("lab", "starter", "pig10", "--out"), ("games", "export", str(tmp_path / "x"), "--records")):
        assert fails(*words, str(file)) == said("file", path=file, problem=say("system.no_folder"))
    for command in ("serve", "games list"):
        refused = fails(*command.split(), "--store", str(tmp_path))
        assert refused == said("file", path=tmp_path, problem=say("system.is_folder"))


# Did you mean


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["simulat"], ["simulate"]),
        (["Play"], ["play", "replay"]),
        (["sreve"], ["serve", "review"]),
        (["games", "lst"], ["list"]),
        (["games", "xport", "a"], ["export", "import"]),
    ],
)
def test_a_command_that_does_not_exist_is_guessed(words: list[str], near: list[str]) -> None:
    typed = words[1] if words[0] == "games" else words[0]
    assert fails(*words) == said("usage.command_near", text=typed, near=either(near))


@pytest.mark.parametrize(
    ("words", "typed", "near"),
    [
        (["simulate", "pig10", "--gmaes", "5"], "--gmaes", ["--games"]),
        (["play", "--plian"], "--plian", ["--plain"]),
        (["games", "list", "--stroe", "x"], "--stroe", ["--store"]),
        (["moves", "x", "--luky", "copy"], "--luky", ["--lucky"]),
        (["--versoin"], "--versoin", ["--version"]),
    ],
)
def test_an_option_that_does_not_exist_is_guessed_by_its_letters(words: list[str], typed: str, near: list[str]) -> None:
    assert fails(*words) == said("usage.option_near", text=typed, near=either(near))


def test_what_is_like_nothing_is_not_guessed() -> None:
    assert fails("xyz") == said("usage.command", text="xyz")
    assert fails("games", "xyz") == said("usage.command", text="xyz")
    assert fails("simulate", "pig10", "--out", "x") == said("usage.option", text="--out")
    assert fails("moves", "x", "y") == said("usage.words", text="moves x y")


@pytest.mark.process
@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_a_guess_is_in_the_language_of_the_machine(language: str) -> None:
    refused = refusal(process("simulat", PIGGERY_LANGUAGE=language))
    assert refused == say("error.usage.command_near", language, text="simulat", near="simulate")


# The real mistake first


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["pig11"], said("game", text="pig11", known=["pig10", "truie"])),
        (["--people", "9"], said("option.players", text=9, least=2, most=8)),
        (["--names", "Ada,Ada"], said("option.same_name", text="Ada")),
        (["--lucky", "x"], said("option.value", name="lucky", text="x", known=["wild", "copy"])),
        (["--cards", "nope"], said("cards.source", text="nope")),
        (["--deck", "77=1"], said("card", text="77")),
        (["pig10", "--first", "7"], said("option.first", text=7, last=2)),
        (["pig10", "--rounds", "2"], said("option.none", game="pig10", name="rounds")),
        (["--resume"], said("no_game")),
        (["--language", "xx"], said("language", text="xx", known=list(LANGUAGES))),
    ],
)
def test_a_mistake_comes_before_the_lack_of_a_terminal(words: list[str], sentence: str) -> None:
    assert fails("play", *words) == sentence


@pytest.mark.parametrize("words", [[], ["--players", "8"], ["--lucky", "copy"], ["--bots", "momo"], ["--deck", "F=0"]])
def test_what_one_of_the_games_takes_is_no_mistake_as_long_as_none_is_chosen(words: list[str]) -> None:
    assert fails("play", *words) == said("no_terminal")


# What the system refuses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOENT, "missing"), (errno.EACCES, "denied"), (errno.ENOSPC, "full"), (errno.EADDRINUSE, "in_use"),
        (errno.EROFS, "read_only"), (errno.EISDIR, "is_folder"), (errno.EIO, "broken"),
    ],
)  # fmt: skip
def test_what_the_system_refuses_is_said_in_the_readers_language(number: int, key: str, language: str) -> None:
    error = OSError(number, "in the words of the system", "games.jsonl")
    sentence = say(system_line(error), language)
    assert sentence == say("error.file", language, path="games.jsonl", problem=say(f"system.{key}", language))
    assert "in the words of the system" not in sentence


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="THERE IS NO FULL DISK HERE")
def test_a_full_disk_is_said_in_one_line() -> None:
    done = piggery("review", str(GOLDEN), "--deals", "2", "--svg", "/dev/full", "--force", "--language", "fr")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"piggery: {say('system.full', 'fr')}"


# An unwritable home


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_can_be_kept_a_game_is_played_unsaved_and_says_so(locked: Path, language: str) -> None:
    done = piggery("play", "pig10", "--plain", "--people", "0", "--players", "2", "--language", language)
    unsaved = say("score.unsaved", language, path=locked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == unsaved
    assert done.stdout.splitlines()[-1] == unsaved


def test_a_game_that_is_not_kept_can_be_left(locked: Path) -> None:
    left = piggery("play", "pig10", "--plain", typed="q\n")
    assert left.returncode == 0
    assert "--resume" not in left.stdout
    assert fails("play", "--plain", "--resume") == said("no_game")
    assert piggery("puzzle", "--daily", typed="s\n").returncode == 0


async def test_at_the_table_too(locked: Path) -> None:
    app = app_of("pig10", people=1, players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert [note.message for note in app._notifications] == [say("score.unsaved", path=locked)]
        await pilot.press("ctrl+q")
    assert app.return_code == 0
    assert not locked.parent.is_dir()


# Waits


@pytest.mark.usefixtures("needs_numba")
def test_whoever_has_to_wait_for_the_compiler_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIGGERY_CACHE", str(tmp_path))
    told: list[str] = []

    def twice(n: int) -> int:
        return 2 * n

    def thrice(n: int) -> int:
        return 3 * n

    try:
        when_compiling(lambda: told.append("compiling"))
        assert (compiled(twice)(7), compiled(thrice)(7)) == (14, 21)
    finally:
        when_compiling(lambda: None)
    assert told == ["compiling"]


class Screen:
    """Standard error at a terminal."""

    def __init__(self) -> None:
        self.shown = ""

    def write(self, text: str) -> int:
        self.shown += text
        return len(text)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return True


def test_a_wait_for_the_coach_shows_a_word_that_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with waiting("page.hint_thinking", "de"):
        assert screen.shown == say("page.hint_thinking", "de")
    assert screen.shown.endswith("\r\033[K")


def test_without_a_terminal_no_wait_is_written_anywhere() -> None:
    assert "\r" not in piggery("hint", "pig10 3,4,9/?3 4,3 7 0 -/- ?72").stderr
