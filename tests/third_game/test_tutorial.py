"""What docs/your-own-game.md promises: its code is that of the game, its commands run, its tables are complete."""

import dataclasses
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

from piggery.games.contract import GameType
from servers import Server
from third_game.third import HERE, ROOT, fails, piggery, works

pytestmark = pytest.mark.process
PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = [line for kind, text in BLOCKS if not kind for line in text.splitlines() if line.startswith("piggery ")]
SOURCE = ROOT / "src" / "piggery"
PART = re.compile(r"\.part\(\"(\w+)\", (\w+)\)")


def blocks(kind: str) -> list[str]:
    return [text for one, text in BLOCKS if one == kind]


def squeezed(text: str) -> str:
    """Without blanks and line ends."""
    return "".join(text.split())


def rows(title: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    (below,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for line in str(below).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


# Code


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.strip().splitlines()[-1].strip()[:40])
def test_every_block_of_python_is_in_a_file_of_the_game(block: str) -> None:
    files = [path.read_text(encoding="utf-8") for path in (HERE / "climb").glob("*.py")]
    assert any(squeezed(block) in squeezed(file) for file in files)


def test_the_page_shows_the_whole_game_but_for_what_it_names() -> None:
    shown = squeezed("".join(blocks("python")))
    for path in (HERE / "climb").glob("*.py"):
        for name in re.findall(r"^(?:def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert f"def{name}(" in shown or f"class{name}(" in shown or f"`{name}`" in PAGE


def test_the_words_on_the_page_are_those_of_the_game() -> None:
    (words,) = blocks("json")
    assert words == (HERE / "climb" / "words" / "en.json").read_text(encoding="utf-8")
    german = json.loads((HERE / "climb" / "words" / "de.json").read_text(encoding="utf-8"))
    assert german.keys() == json.loads(words).keys()


def test_the_entry_point_on_the_page_is_that_of_the_game() -> None:
    (project,) = blocks("toml")
    found = ConfigParser()
    found.read(HERE / "climb-1.0.dist-info" / "entry_points.txt")
    named = tomllib.loads(project)["project"]["entry-points"]["piggery.games"]
    assert named == dict(found["piggery.games"])


# Commands


@pytest.mark.skipif(not importlib.util.find_spec("hatchling"), reason="HATCHLING IS NOT HERE: nothing is installed")
def test_the_folder_on_the_page_can_be_installed_and_is_found(tmp_path: Path) -> None:
    assert "python -m pip install --editable ." in PAGE.splitlines()
    project, installed = tmp_path / "project", tmp_path / "installed"
    shutil.copytree(HERE / "climb", project / "climb", ignore=shutil.ignore_patterns("__pycache__"))
    (project / "pyproject.toml").write_text(blocks("toml")[0], encoding="utf-8")
    offline = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", str(installed), str(project)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, check=True, env=env, cwd=tmp_path, capture_output=True)
    assert piggery("moves", "climb 3/4 0 0 0/0 - -", path=installed).stdout == "3\n"


@pytest.mark.parametrize("command", [line for line in COMMANDS if line != "piggery serve"])
def test_every_command_runs(command: str, tmp_path: Path) -> None:
    if " lab " in command:
        pytest.importorskip("matplotlib", reason="MATPLOTLIB IS NOT HERE: no picture of the laboratory is tested")
    _, *words = shlex.split(command)
    assert works(*words, typed="1\nq\n", folder=tmp_path)


def test_the_laws_are_tried_on_the_game_of_the_page() -> None:
    (command,) = re.findall(r"^PIGGERY_GAME=climb python (.*)$", PAGE, re.MULTILINE)
    env = os.environ | {"PIGGERY_GAME": "climb", "PYTHONPATH": str(HERE), "PIGGERY_QUICK": "1"}
    done = subprocess.run(
        [sys.executable, *shlex.split(command)], cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.usefixtures("climb")
def test_the_server_of_the_page_has_the_game(tmp_path: Path) -> None:
    assert "piggery serve" in COMMANDS
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        assert "climb" in server.get("/api/games")
    finally:
        server.stop()


def test_what_the_page_says_of_a_position_is_so() -> None:
    first, second = (shlex.split(line)[1:] for line in COMMANDS[:2])
    assert works(*first).split() == ["3", "4", "5", "8"]
    assert works(*second) == "climb 2,3,4,5/?4 8 1 4/3 4,8 ?22\n"
    assert "climb" in fails("lab", "sums", "climb")


# Tables


def test_every_member_of_a_game_is_in_the_table() -> None:
    members = {field.name: field for field in dataclasses.fields(GameType) if field.init}
    listed = {name.strip("`"): default for name, _, default in rows("Every member of GameType")}
    assert list(listed) == list(members)
    for name, default in listed.items():
        missing = (dataclasses.MISSING, dataclasses.MISSING)
        required = (members[name].default, members[name].default_factory) == missing
        assert required == (not default), name


def test_every_part_is_in_the_table() -> None:
    asked = {found for path in SOURCE.rglob("*.py") for found in PART.findall(path.read_text(encoding="utf-8"))}
    listed = set()
    for module, named, _, without in rows("Every part"):
        (kind,) = re.findall(r"`(\w+)`", named)
        assert without
        listed.add((module.strip("`"), kind))
    assert listed == asked
