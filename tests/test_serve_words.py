"""What `piggery serve` says: to a person first where it is and what is wrong, to programs one JSON object a line."""

import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EIO, ENOSPC
from pathlib import Path

import pytest

from commands import SOURCE, fails
from logging_here import logging_to
from piggery.errors import BadOption, system_line
from piggery.server import logs
from piggery.server.config import Config
from piggery.server.files import wrong
from piggery.server.serve import placed, welcome
from piggery.server.store import SQLiteStore
from piggery.words import LANGUAGES, line, say

LOGGED = re.compile(r"log\.(?:warning|error|exception)\(\s*\"([^\"]+)\"")
ADDRESS = "http://localhost:8010"


# The welcome


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_told_where_it_is_what_is_kept_and_how_to_stop_it(language: str, tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    where, kept, stop = welcome(Config(store=str(store)), ADDRESS, language, lan=False)
    assert where == say("serve.at", language, address=ADDRESS)
    assert kept == say("serve.kept", language, path=store)
    assert stop == say("serve.stop", language)
    with_database = welcome(Config(store="postgresql:///pigs"), ADDRESS, language, lan=False)
    assert with_database[1] == say("serve.database", language)


def test_in_a_network_the_picture_comes_last() -> None:
    words = welcome(Config(), ADDRESS, "en", lan=True)
    assert words[4] == say("serve.lan")
    assert "█" in words[5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_can_be_kept_tables_are_lost_at_the_end_and_it_says_so(locked: Path, language: str) -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        with placed(Config()) as config:
            assert config.path.parent.is_dir()
            words = welcome(config, ADDRESS, language, lan=False)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert words[1] == say("serve.unsaved", language, path=locked)
    assert not config.path.parent.exists()


def test_a_store_that_was_named_is_kept_wherever_home_is(locked: Path, tmp_path: Path) -> None:
    with placed(Config(store=str(tmp_path / "tables.db"))) as config:
        assert (config.store, config.lost) == (str(tmp_path / "tables.db"), False)


# The log


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_reads_a_sentence_of_what_is_wrong_and_of_nothing_else(language: str) -> None:
    log = logging.getLogger("piggery.test")
    with logging_to(logs.TEXT, language) as stream:
        log.info("open", extra={"store": "SQLiteStore"})
        log.warning("not compiled")
        try:
            raise OSError("the hand of seat 2 is 4,9,9")
        except OSError:
            log.exception("the store failed")
    first, second = stream.getvalue().splitlines()
    assert first[6:] == say("log.warning", language, told=say("log.not_compiled", language))
    wanted = say("log.error", language, told=say("log.unreached", language))
    assert re.fullmatch(rf"\d\d:\d\d {re.escape(wanted)} \(OSError, test_serve_words\.py:\d+ \w+\)", second)


def test_a_program_reads_one_object_a_line_of_everything() -> None:
    with logging_to(logs.JSON) as stream:
        logging.getLogger("piggery.test").info("open", extra={"store": "SQLiteStore"})
    (entry,) = map(json.loads, stream.getvalue().splitlines())
    assert (entry["level"], entry["event"], entry["store"]) == ("info", "open", "SQLiteStore")


def test_everything_that_can_go_wrong_has_a_sentence() -> None:
    rooms = [SOURCE / "piggery" / room for room in ("server", "table")]
    logged = {text for room in rooms for path in room.glob("*.py") for text in LOGGED.findall(path.read_text("utf-8"))}
    assert logged == set(logs._SENTENCES)


def test_a_log_of_another_kind_is_refused() -> None:
    assert fails("serve", "--log", "xml") == say("error.option.value", name="--log", text="xml", known=["text", "json"])


@contextmanager
def served(tmp_path: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A server whose errors go to a terminal; the other end of that."""
    pty = pytest.importorskip("pty", reason="THERE ARE NO TERMINALS HERE: it is not tested what a person sees")
    terminal, screen = pty.openpty()
    command = [sys.executable, "-m", "piggery", "serve", "--port", "0", "--store", str(tmp_path / "tables.db"), *words]
    env = os.environ | {"PYTHONPATH": str(SOURCE), "PIGGERY_INTERPRETED": "1", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=screen, text=True, env=env) as process:
        os.close(screen)
        try:
            yield process, terminal
        finally:
            process.kill()
            os.close(terminal)


@pytest.mark.process
@pytest.mark.parametrize(("words", "events"), [((), []), (("--log", "json"), ["open", "closed"])])
def test_at_a_terminal_it_speaks_to_a_person_unless_a_log_is_asked_for(
    words: tuple[str, ...], events: list[str], tmp_path: Path
) -> None:
    with served(tmp_path, *words) as (process, terminal):
        assert process.stdout
        said = [process.stdout.readline() for _ in range(3)]
        process.terminate()
        process.wait(60)
        os.set_blocking(terminal, False)
        try:
            shown = os.read(terminal, 65536).decode()
        except OSError:  # nothing was written
            shown = ""
    assert said[2].rstrip() == say("serve.stop")
    assert [json.loads(text)["event"] for text in shown.splitlines() if "interpreted" not in text] == events


# Stores that will not do


async def test_a_file_that_holds_no_tables_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("a shopping list, " * 100, encoding="utf-8")
    with pytest.raises(BadOption) as refused:
        await SQLiteStore(path).open()
    assert say(refused.value.line, "fr") == say("error.store.broken", "fr", path=path)
    assert path.read_text(encoding="utf-8").startswith("a shopping list")


def test_that_file_is_refused_by_every_command(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("a shopping list, " * 100, encoding="utf-8")
    for words in (["serve", "--port", "0"], ["games", "list"]):
        refused = fails(*words, "--store", str(path), "--language", "de")
        assert refused == say("error.store.broken", "de", path=path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "number"),
    [("SQLITE_FULL", ENOSPC), ("SQLITE_READONLY_DBMOVED", EACCES), ("SQLITE_CANTOPEN", EACCES), ("SQLITE_IOERR", EIO)],
)
def test_what_sqlite_says_of_a_disk_is_said_as_the_system_says_it(name: str, number: int, language: str) -> None:
    error = sqlite3.OperationalError("in the words of SQLite")
    error.sqlite_errorname = name
    found = wrong(error, Path("tables.db"))
    assert isinstance(found, OSError)
    sentence = say(system_line(found), language)
    assert sentence == say(system_line(OSError(number, "", "tables.db")), language)
    assert "SQLite" not in sentence


def test_a_store_that_somebody_else_writes_to_is_busy() -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorname = "SQLITE_BUSY"
    found = wrong(error, Path("tables.db"))
    assert isinstance(found, BadOption)
    assert found.line == line("error.store.busy", path=Path("tables.db"))
