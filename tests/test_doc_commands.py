"""Every command in README, CONTRIBUTING and docs/: run here, on few games; or read as far as it goes, where it says so.

docs/your-own-game.md has tests of its own, beside the game that it makes.
"""

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.exceptions import TyperException

from commands import piggery
from piggery.cli.main import COMMANDS, loaded

ROOT = Path(__file__).parent.parent
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "your-own-game.md"})
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(?:piggery|python3 run\.py) (\w[^`]*)`")
OURS = re.compile(r"^(?:sudo -u piggery /opt/piggery/bin/)?(?:piggery|python3 run\.py)\b ?(.*)")
FEW = {
    "simulate": {"--games": "40"},
    "dataset": {"--games": "3", "--deals": "2"},
    "lab": {"--games": "100"},
    "arena": {"--deals": "2"},
    "review": {"--deals": "2"},
}  # instead of what the page says, or besides it
NOT_RUN = {
    "serve": "serves until it is stopped",
    "test": "is the tests themselves",
    "bench": "measures for minutes",
    "": "opens a browser",
}
NOT_OURS = {"sudo", "docker", "git", "uv", "pip"}


class Example(NamedTuple):
    """A command of a page, and the lines that the page shows below it."""

    page: str
    line: str
    printed: str = ""


def lines_in(page: Path) -> list[Example]:
    found = []
    for kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind:
            continue
        first, *rest = str(block).splitlines() or [""]
        if first.startswith("$ "):
            found.append(Example(page.name, first[2:], "".join(f"{line}\n" for line in rest)))
        else:
            found += [Example(page.name, line) for line in block.replace("\\\n", " ").splitlines() if line]
    return found


LINES = [one for page in PAGES for one in lines_in(page)]
EXAMPLES = [one for one in LINES if OURS.match(one.line)]
SCRIPTS = [one for one in LINES if re.match(r"python (?!-m pip)", one.line)]


def words_of(line: str) -> list[str]:
    """The words after `piggery`; an ellipsis stands for something of one's own."""
    match = OURS.match(line)
    assert match
    return [word for word in shlex.split(match[1], comments=True) if word != "…"]


def why_not_run(words: list[str]) -> str:
    """Why a command is only read. (tests/test_cluster.py has a cluster, tests/test_tui.py a terminal.)"""
    name = words[0] if words else ""
    if name == "play" and "--plain" not in words:
        return "needs a terminal"
    return "needs a cluster" if "ray" in words else NOT_RUN.get(name, "")


def label(one: Example) -> str:
    return f"{one.page}: {one.line[:60]}"


def options_of(name: str, words: list[str]) -> set[str]:
    """The options of a command, or of the command below `games`."""
    command = loaded(name)
    below = getattr(command, "commands", {})
    for one in (command, *(below[word] for word in words if word in below)):
        found = {option for param in one.params for option in param.opts}
    return found | {"--help"}


@pytest.fixture
def desk(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as somebody has it who reads along: a game, a table, the examples."""
    home.mkdir()
    shutil.copy(ROOT / "tests" / "golden" / "pig10-two.json", tmp_path / "game.json")
    for name, target in (("tables.db", home), ("tables.db", tmp_path / "tables-backup.db"), ("tables.jsonl", tmp_path)):
        shutil.copy(ROOT / "tests" / "written_before" / name, target)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fewer(words: list[str]) -> list[str]:
    """The same command on few games."""
    few = FEW.get(words[0], {}) if len(words) > 1 else {}
    kept = [word for n, word in enumerate(words) if word not in few and (n == 0 or words[n - 1] not in few)]
    return [*kept, *(word for option in few.items() for word in option)]


@pytest.mark.process
@pytest.mark.parametrize("one", [one for one in EXAMPLES if not why_not_run(words_of(one.line))], ids=label)
def test_a_command_of_a_page_runs(desk: Path, one: Example) -> None:
    words = [word.replace("/var/lib/piggery", str(desk / "home")) for word in words_of(one.line)]
    if "--store" in words:  # a server's own
        place = words.index("--store")
        words[place : place + 2] = ["--store", str(desk / "home" / "tables.db")]
    done = piggery(*fewer(words), typed="q\n" * 3)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert done.stdout
    assert one.printed in ("", done.stdout)


@pytest.mark.parametrize("one", [one for one in EXAMPLES if why_not_run(words_of(one.line))], ids=label)
def test_a_command_of_a_page_that_is_not_run_is_one_that_can_be(one: Example) -> None:
    name, *rest = words_of(one.line) or ["serve"]
    if name in COMMANDS:
        loaded(name).make_context(name, rest)


def test_only_what_cannot_end_here_is_not_run() -> None:
    reasons = {why_not_run(words_of(one.line)) for one in EXAMPLES} - {""}
    assert reasons == {"needs a terminal", "needs a cluster", *NOT_RUN.values()}
    assert len(EXAMPLES) > 30


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_in_a_sentence_has_these_options(page: Path) -> None:
    for text in INLINE.findall(page.read_text(encoding="utf-8")):
        name, *rest = re.findall(r"[^\s=]+", text)
        if name not in COMMANDS:  # `piggery seed 7`, which is no command; `python3 run.py test`
            continue
        known = options_of(name, rest)
        assert [word for word in rest if word.startswith("--") and word not in known] == [], text


@pytest.mark.parametrize("one", SCRIPTS, ids=label)
def test_a_script_of_a_page_is_there_and_knows_its_options(one: Example) -> None:
    """Not run: they train for hours, measure, build or test."""
    words = shlex.split(one.line, comments=True)[1:]
    named = [word for word in words if "/" in word or word.endswith(".py")]
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
    script = ROOT / named[0]
    source = script.read_text(encoding="utf-8") if script.is_file() else ""
    assert [word for word in words if word.startswith("--") and f'"{word}"' not in source] == []


def test_every_line_of_a_shell_is_known_here() -> None:
    shells = [one for one in LINES if re.match(r"(piggery|python3?|py|sudo|docker|git|uv|pip)\b", one.line)]
    for one in shells:
        ours = OURS.match(one.line) or re.match(r"python ", one.line)
        assert ours or one.line.split()[0] in NOT_OURS, one
        if not ours:
            files = re.findall(r"(?:deploy|requirements)/[\w.@-]+", one.line)
            assert [path for path in files if not (ROOT / path).exists()] == [], one


def test_a_command_that_is_not_run_would_be_refused_for_its_mistakes() -> None:
    """What the tests of those commands rely on."""
    with pytest.raises(TyperException, match="--prot"):
        loaded("serve").make_context("serve", ["--prot", "1"])
