"""Files of games: they read back, replay, are the same bytes again, and their cards tell the truth."""

import hashlib
import json
import re
import shlex
import signal
from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from threading import Event

import pytest

from commands import piggery
from piggery.core.record import final, load
from piggery.core.verify import verify
from piggery.errors import BadOption
from piggery.games.checks import deck_of, scores
from piggery.games.contract import Options
from piggery.games.registry import game_type
from piggery.sim import dataset
from piggery.sim.card import FIELDS, card
from piggery.sim.dataset import Chunk, DatasetSummary, card_path, records, write
from piggery.sim.play import Terms
from piggery.sim.written import Scribe, checked
from piggery.words import LANGUAGES, say
from stops import Stopped, die, starts_and_is_interrupted, without_numba

ENDINGS = [".jsonl", ".jsonl.gz", ".jsonl.bz2", ".jsonl.xz"]
Table = tuple[str, tuple[str, ...], dict[str, int], Options]
TABLES: list[Table] = [
    ("pig10", ("random", "greedy", "otto", "luna"), {}, {}),
    ("pig10", ("greedy",) * 8, {"0": 15, "10": 0}, {}),
    ("truie", ("greedy", "random", "otto"), {}, {}),
    ("truie", ("random",) * 2, {"F": 0, "H": 0}, {"rounds": 1, "lucky": "copy"}),
    ("truie", ("otto",) * 6, {"L": 15, "D": 9}, {"grunting": "auto", "rounds": 2}),
]


def terms(
    game: str = "pig10",
    bots: tuple[str, ...] = ("otto", "random"),
    copies: dict[str, int] | None = None,
    options: Options | None = None,
    deals: int = 4,
    seed: int = 11,
) -> Terms:
    return checked(Terms(game, bots, seed, deck_of(game_type(game), copies or {}), options or {}, deals))


def made(path: Path, what: Terms, games: int, workers: int = 1) -> DatasetSummary:
    found = write(path, what, games, Event(), workers=workers)
    assert found
    return found


# What is written


@pytest.mark.parametrize("table", TABLES)
def test_every_game_replays_to_its_scores_with_the_cards_of_its_seed(
    table: Table,
) -> None:
    what = terms(*table)
    text, summary = Scribe(what).lines(range(40))
    for number, line in enumerate(text.decode().splitlines()):
        game = load(line)
        verify(game)
        assert game.first == number % len(what.bots)
        assert [seat.player for seat in game.seats] == list(what.bots)
        assert json.loads(line)["scores"] == scores(game.rules, final(game))
    assert number + 1 == summary.games == 40


@pytest.mark.parametrize("table", TABLES)
def test_what_is_counted_is_what_is_written(
    table: Table,
) -> None:
    text, summary = Scribe(terms(*table)).lines(range(25))
    games = [json.loads(line) for line in text.decode().splitlines()]
    assert summary.moves == sum(len(game["plies"]) - 1 for game in games)
    for seat in range(len(table[1])):
        assert summary.score(seat).value == sum(game["scores"][seat] for game in games) / 25


@pytest.mark.usefixtures("needs_numba")
@pytest.mark.parametrize("table", TABLES)
def test_compiled_and_interpreted_write_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = Scribe(terms(*table)).lines(range(10))
    with without_numba(monkeypatch):
        assert Scribe(terms(*table)).lines(range(10)) == fast


def test_a_game_follows_from_its_number_alone() -> None:
    together, _ = Scribe(terms("truie")).lines(range(6))
    scribe = Scribe(terms("truie"))
    assert b"".join(scribe.lines([number])[0] for number in range(6)) == together
    assert Scribe(terms("truie", seed=12)).lines(range(6))[0] != together


def test_a_game_longer_than_the_notebook_of_the_kernel_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Scribe(terms("truie")).lines(range(3))
    with without_numba(monkeypatch):
        monkeypatch.setattr("piggery.sim.written.LOG", 100)
        monkeypatch.setattr("piggery.sim.written.SPARE", 60)
        assert Scribe(terms("truie")).lines(range(3)) == whole


def test_a_game_that_would_not_end_is_broken_off_and_has_no_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piggery.sim.written.CAP", 10)
    with without_numba(monkeypatch):
        quick, counted = Scribe(terms()).lines(range(2))
        thinking, thought = Scribe(terms(bots=("flat:2", "random"))).lines(range(2))
    assert counted.capped == thought.capped == 2
    for line in (quick + thinking).splitlines():
        assert "scores" not in json.loads(line)
        assert len(load(line.decode()).plies) == 11


def test_bots_that_think_write_the_same_game_again_and_it_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    with without_numba(monkeypatch):
        for game in ("pig10", "truie"):
            what = terms(game, ("minerva", "flat:3"), options={"rounds": 1} if game == "truie" else {}, deals=1)
            text, summary = Scribe(what).lines(range(1))
            assert Scribe(what).lines(range(1)) == (text, summary)
            record = load(text.decode())
            verify(record)
            assert summary.moves == len(record.plies) - 1
            assert game_type(game).over(final(record))


def test_seats_of_the_same_bot_have_different_names() -> None:
    assert terms(bots=("otto", "random", "otto")).names == ["otto", "random", "otto 2"]


def test_what_cannot_be_played_is_refused() -> None:
    for bad in (
        {"bots": ("otto",)},
        {"bots": ("clever", "otto")},
        {"options": {"rounds": 2}},
        {"bots": ("flat:0",) * 2},
    ):
        with pytest.raises(BadOption):
            terms(**bad)


# Files


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_reads_back_and_is_the_same_bytes_again(ending: str, tmp_path: Path) -> None:
    one, two = tmp_path / f"one{ending}", tmp_path / f"two{ending}"
    text, summary = Scribe(terms()).lines(range(30))
    found = made(one, terms(), 30)
    assert found == made(two, terms(), 30)
    assert found.summary == summary
    assert one.read_bytes() == two.read_bytes()
    assert (one.read_bytes() == text) == (ending == ".jsonl")
    assert [game.plies for game in records(one)] == [load(line).plies for line in text.decode().splitlines()]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [one.name, two.name]


@pytest.mark.process
def test_several_processes_write_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = made(tmp_path / "one.jsonl", terms(), 95)
    monkeypatch.setattr(dataset, "CHUNK", 10)
    monkeypatch.setattr(dataset, "FEW", 0)
    advanced: list[int] = []
    together = write(tmp_path / "two.jsonl", terms(), 95, Event(), advanced.append, workers=2)
    assert together == alone
    assert advanced == [10] * 9 + [5]
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


@pytest.mark.parametrize("ending", [*ENDINGS, ".NDJSON", ".json", ".txt.gz"])
def test_a_name_that_says_what_is_written_will_do(ending: str, tmp_path: Path) -> None:
    dataset.check_path(tmp_path / f"games{ending}", force=False)


@pytest.mark.parametrize("ending", [".zip", ".jsonl.7z", ".JSONL.ZIP", ".parquet", ".csv", ".parquet.gz", ".gz", ""])
def test_a_name_that_promises_what_is_not_written_is_refused(ending: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"cannot be written here: .* in \.jsonl, .* in \.gz, \.bz2"):
        dataset.check_path(tmp_path / f"games{ending}", force=False)


def test_zstandard_is_written_where_python_has_it_and_refused_where_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl.zst"
    if dataset._has_zstd():
        made(path, terms(), 3)
        assert len(list(records(path))) == 3
        monkeypatch.setattr(dataset, "_zstd", lambda: None)
    with pytest.raises(BadOption, match=r"games\.jsonl\.zst” cannot be written here.*in \.gz, \.bz2 or \.xz if"):
        dataset.check_path(path, force=True)


@pytest.mark.parametrize("there", ["games.jsonl", "games.jsonl.md"])
def test_nothing_is_written_over_unless_it_is_forced(there: str, tmp_path: Path) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    with pytest.raises(BadOption, match=f"{there} already exists"):
        dataset.check_path(tmp_path / "games.jsonl", force=False)
    dataset.check_path(tmp_path / "games.jsonl", force=True)
    assert (tmp_path / there).read_text(encoding="utf-8") == "mine"


def test_a_file_that_fails_leaves_the_old_one_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> Iterator[dataset.Chunk]:
        yield Scribe(terms()).lines(range(2))
        raise OSError("disk full")

    path = tmp_path / "games.jsonl"
    path.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(dataset, "chunks", failing)
    with pytest.raises(OSError, match="disk full"):
        write(path, terms(), 5, Event())
    assert path.read_text(encoding="utf-8") == "mine"
    assert list(tmp_path.glob("games*")) == [path]


def test_a_file_whose_card_cannot_be_made_leaves_the_old_ones_and_nothing_else(tmp_path: Path) -> None:
    def failing(found: DatasetSummary) -> str:
        raise KeyError(found.summary.games)

    path = tmp_path / "games.jsonl"
    for name in (path, card_path(path)):
        name.write_text("mine", encoding="utf-8")
    with pytest.raises(KeyError, match="5"):
        write(path, terms(), 5, Event(), card=failing)
    assert sorted(tmp_path.glob("games*")) == [path, card_path(path)]
    assert [name.read_text(encoding="utf-8") for name in (path, card_path(path))] == ["mine", "mine"]


@pytest.mark.process
def test_a_process_that_dies_is_said_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "FEW", 0)
    monkeypatch.setattr(dataset, "_job", die)
    with pytest.raises(BadOption, match="a process that wrote games died"):
        write(tmp_path / "games.jsonl", terms(), 5, Event(), workers=2)
    assert not list(tmp_path.glob("games*"))


@pytest.mark.process
def test_a_process_that_dies_while_it_is_stopped_is_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()

    def stopped(jobs: list[Future[Chunk]], _patience: float) -> object:
        done = wait(jobs)
        stop.set()
        return done

    monkeypatch.setattr(dataset, "FEW", 0)
    monkeypatch.setattr(dataset, "_job", die)
    monkeypatch.setattr(dataset, "wait", stopped)
    assert write(tmp_path / "games.jsonl", terms(), 5, stop, workers=2) is None
    assert not list(tmp_path.glob("games*"))


@pytest.mark.process
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="CTRL-C CANNOT BE HELD BACK HERE")
def test_ctrl_c_does_not_hurt_processes_that_are_only_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "FEW", 0)
    monkeypatch.setattr(dataset, "_begin", starts_and_is_interrupted)
    assert write(tmp_path / "games.jsonl", terms(), 5, Event(), workers=2)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.process)])
def test_stopped_before_the_first_game_there_is_no_file(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "FEW", 0)
    stop = Event()
    stop.set()
    assert write(tmp_path / "games.jsonl", terms(), 5, stop, workers=workers) is None
    assert not list(tmp_path.glob("games*"))


def test_no_games_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="“0” games cannot be played"):
        write(tmp_path / "games.jsonl", terms(), 0, Event())
    assert not list(tmp_path.glob("games*"))


# The card


def check_card(path: Path, asked: int) -> int:
    """What a card says of its file is true; how many games there are."""
    text = card_path(path).read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| (.+?) \| `?(\w+)`? \|$", text, re.MULTILINE))
    games = list(records(path))
    assert int(told["games"]) == len(games)
    assert int(told["moves"]) == sum(len(game.plies) - 1 for game in games)
    assert int(told["bytes of the file"]) == path.stat().st_size
    assert told["SHA-256 of the file"] == hashlib.sha256(path.read_bytes()).hexdigest()
    with dataset.opened(path) as lines:
        inside = lines.read().encode()
    assert int(told["bytes of text"]) == len(inside)
    assert told["SHA-256 of the text"] == hashlib.sha256(inside).hexdigest()
    assert (f"stopped after {len(games)} of {asked} games" in text) == (len(games) < asked)
    return len(games)


def test_the_command_of_a_card_makes_the_same_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("truie", "--games", "12", "-b", "otto,random", "-p", "3", "--rounds", "2", "--deck", "D=0", "--seed", "-9")
    done = piggery("dataset", *words, "--last-card", "draws", "--out", "games.jsonl.gz")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("12 games, ")
    path = tmp_path / "games.jsonl.gz"
    assert check_card(path, 12) == 12
    written, told = path.read_bytes(), card_path(path).read_bytes()
    assert b"--cards seed:-9/k`" in told
    command = re.search(r"^piggery (dataset .*)$", told.decode(), re.MULTILINE)
    assert command
    refused = piggery(*shlex.split(command[1]))
    assert refused.returncode == 2
    assert refused.stderr == "piggery: games.jsonl.gz already exists; --force replaces it\n"
    assert piggery(*shlex.split(command[1]), "--force").returncode == 0
    assert (path.read_bytes(), card_path(path).read_bytes()) == (written, told)


def test_a_line_of_a_file_is_a_record_that_piggery_replays_and_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made(tmp_path / "games.jsonl", terms(), 2)
    line = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()[1]
    (tmp_path / "game.json").write_text(line, encoding="utf-8")
    assert "otto" in piggery("replay", "game.json").stdout
    assert "Every card is the one that the shuffle gives" in piggery("verify", "game.json").stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_speaks_the_language_that_was_asked_for(language: str, tmp_path: Path) -> None:
    what = terms(bots=("random", "flat:2", "greedy", "bella"))
    found = made(tmp_path / "games.jsonl", what._replace(bots=("random", "greedy", "bella", "otto")), 2)
    text = card("games.jsonl", what, found, 3, "piggery dataset …", language)
    for key in ("dataset.limits", "dataset.cc0", "dataset.all_cards", "dataset.random", "level.bella.about.pig10"):
        assert say(key, language) in text
    assert say("dataset.cut", language, n=2, games=3) in text
    assert "broken off after" not in text


def test_a_card_tells_of_games_that_were_broken_off_and_of_deals(tmp_path: Path) -> None:
    what = terms(bots=("minerva", "otto"), deals=7)
    found = made(tmp_path / "games.jsonl", terms(), 2)
    found.summary.counts[3] = 1
    text = card("games.jsonl", what, found, 2, "piggery dataset …", "en")
    assert "1 game did not end and was stopped after 5000 moves." in text
    assert "Here: 7 deals before each move." in text
    assert "The writing was stopped" not in text


def test_a_card_explains_every_field() -> None:
    line = Scribe(terms()).lines(range(1))[0]
    assert list(json.loads(line)) == list(FIELDS)


# Stopping


ENDLESS = ("dataset", "pig10", "--games", "100000000", "--bots", "otto,random")


@pytest.mark.process
def test_ctrl_c_leaves_a_file_with_what_was_written_and_a_card_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    code, printed = Stopped(*ENDLESS, "--out", str(path)).press()
    assert code == 130
    games = check_card(path, 100_000_000)
    assert f"Stopped after {games} of 100000000 games." in printed
    assert sorted(found.name for found in tmp_path.glob("games*")) == ["games.jsonl.gz", "games.jsonl.gz.md"]


@pytest.mark.process
def test_killed_it_leaves_no_file_of_this_name_and_no_process(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    code, printed = Stopped(*ENDLESS, "--out", str(path)).kill()  # comes back when all that could print are gone
    assert code < 0
    assert printed == ""
    assert [found.name for found in tmp_path.glob("games*")] == ["games.jsonl.gz.part"]
