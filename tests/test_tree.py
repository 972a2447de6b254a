"""What holds for every file: it can be read at one sitting, and a call says what it gives."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "piggery"
LONGEST = 400
MOST_BY_PLACE = 6
MADE_BY_PROGRAMS = {"web/src/wire.ts"}
CODE = {".py", ".ts", ".svelte", ".css", ".tcss", ".cpp", ".js"}
YESTERDAY = re.compile(r"\b(?:anew|noughts?|cannot be had|whoever asks again)\b")
SHAPELESS = {"max", "min", "print"}  # they take any number of equal things


@pytest.mark.process
def test_no_file_is_long() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    files = [name for name in listed if Path(name).suffix in CODE and name not in MADE_BY_PROGRAMS]
    assert files
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in files}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


@pytest.mark.process
def test_no_word_of_yesterday() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    texts = [ROOT / name for name in listed if Path(name).suffix in {*CODE, ".md", ".json"} and "lock" not in name]
    found = [path.name for path in texts if YESTERDAY.search(path.read_text(encoding="utf-8"))]
    assert found == ["glossary.md", Path(__file__).name]  # they list such words


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_call_gives_more_than_six_things_by_their_place(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    named = [(call.lineno, ast.unparse(call.func)) for call in calls if len(call.args) > MOST_BY_PLACE]
    assert [call for call in named if call[1] not in SHAPELESS] == []


@pytest.mark.process
@pytest.mark.parametrize("path", sorted((ROOT / "training").glob("*.py")), ids=lambda path: path.stem)
def test_what_trains_bots_still_fits_the_rooms(path: Path) -> None:
    """They run for hours, seldom: at least what they import is there. Torch may be missing, nothing else."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE.parent), str(path.parent)])}
    done = subprocess.run([sys.executable, "-c", f"import {path.stem}"], capture_output=True, text=True, env=env)
    assert done.returncode == 0 or "No module named 'torch'" in done.stderr, done.stderr
