"""A game is named in its own folder and nowhere else, and a public class name stands for one thing."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE, WEB = ROOT / "src" / "piggery", ROOT / "web" / "src"
GAMES = sorted(path.parent.name for path in (SOURCE / "games").glob("*/__init__.py"))
FOLDERS = [*(SOURCE / "games" / game for game in GAMES), WEB / "games"]
THIRD = ROOT / "tests" / "third_game" / "climb"
QUOTED = re.compile(r"""["'`]([\w.]+)["'`]""")
CARDS = "frog|pigmaid|farmer|hog|lucky|dung|heap"
NAME = re.compile("|".join([*GAMES, "pig 10", rf"\b(?:{CARDS})s?\b"]), re.IGNORECASE)  # and what only one has


def outside(folder: Path, suffix: str) -> Iterator[Path]:
    """The files of a folder that belong to no game."""
    for path in sorted(folder.rglob(f"*{suffix}")):
        if not any(own in path.parents for own in FOLDERS):
            yield path


def namings(path: Path) -> list[str]:
    place = path.relative_to(ROOT).as_posix()
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [f"{place}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if NAME.search(line)]
    return found + ([place] if NAME.search(path.name) else [])


def texts(value: object) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *texts(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def test_the_games_are_known_by_their_folders() -> None:
    assert GAMES
    assert all(folder.is_dir() for folder in FOLDERS[:-1])


@pytest.mark.parametrize(
    ("folder", "suffix"),
    [(SOURCE, ".py"), (SOURCE, ".tcss"), (WEB, ".ts"), (WEB, ".svelte")],
    ids=["Python", "Textual", "TypeScript", "Svelte"],
)
def test_no_source_outside_its_folder_names_a_game(folder: Path, suffix: str) -> None:
    files = [*outside(folder, suffix)]
    assert files
    assert [naming for path in files for naming in namings(path)] == []


@pytest.mark.parametrize("path", sorted((SOURCE / "locale").glob("*.json")), ids=lambda path: path.stem)
def test_the_shared_catalogues_name_no_game(path: Path) -> None:
    catalogue = json.loads(path.read_text(encoding="utf-8"))
    assert [key for key, said in catalogue.items() if any(map(NAME.search, texts({key: said})))] == []


def test_sentences_of_a_game_are_said_in_its_folder_only() -> None:
    """A game that is alone here, the third one too, finds every sentence it needs."""
    own = set[str]().union(
        *(json.loads((SOURCE / "games" / game / "words" / "en.json").read_text(encoding="utf-8")) for game in GAMES)
    )
    files = [*outside(SOURCE, ".py"), *outside(WEB, ".ts"), *outside(WEB, ".svelte"), *THIRD.rglob("*.py")]
    said = {(path.name, text) for path in files for text in QUOTED.findall(path.read_text(encoding="utf-8"))}
    assert sorted((name, text) for name, text in said if text in own or f"error.{text}" in own) == []


def test_no_public_class_name_is_defined_twice() -> None:
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path.relative_to(SOURCE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
