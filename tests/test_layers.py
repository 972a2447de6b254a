"""Imports point down: each module imports only from those above it in this list, and only its own third parties."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "piggery"
ORDER = [
    "words", "errors", "kernel", "bags", "instructions", "places", "compiled", "rules", "games", "notation", "chance",
    "record", "game", "__init__", "verify", "story", "choices", "bots", "study", "names", "identity", "wire",
    "questions", "events", "table", "turns", "hints", "asks", "seen", "news", "live", "lessons", "answers",
    "reviewing", "browser", "saves", "session", "wanted", "sim", "lab", "plain", "tui", "client", "server", "start",
    "commands", "cli", "__main__",
]  # fmt: skip
THIRD_PARTIES = {
    "compiled": {"numba", "numpy"},
    "wire": {"msgspec"},
    "questions": {"msgspec"},
    "reviewing": {"msgspec"},
    "browser": {"msgspec"},
    "events": {"msgspec"},
    "news": {"msgspec"},
    "live": {"msgspec"},
    "lab": {"matplotlib", "rich"},
    "sim": {"openskill", "rich"},
    "tui": {"rich", "textual"},
    "client": {"msgspec", "websockets"},
    "server": {"asyncpg", "msgspec", "prometheus_client", "segno", "starlette", "uvicorn"},
    "commands": {"rich", "typer"},
    "cli": {"typer"},
}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def imports(path: Path) -> tuple[set[str], set[str]]:
    """The rooms of ours and the outside packages that a module imports, anywhere in it."""
    ours, outside = set(), set()
    depth = len(path.parts)
    for node in ast.walk(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            outside |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            outside.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and node.level == depth:
            ours |= {node.module.partition(".")[0]} if node.module else {alias.name for alias in node.names}
    return {name if name in ORDER else "__init__" for name in ours}, outside


def test_every_module_has_its_place() -> None:
    assert {room(path) for path in MODULES} == set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_point_down(path: Path) -> None:
    ours, outside = imports(path)
    below = set(ORDER[: ORDER.index(room(path)) + 1])
    assert ours <= below
    assert outside <= set(sys.stdlib_module_names) | THIRD_PARTIES.get(room(path), set())


def test_a_table_needs_msgspec_and_no_server() -> None:
    """It runs in a browser, too."""
    script = """
import sys
import piggery.browser
outside = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
assert outside <= {"piggery", "msgspec", "typing_extensions"} | before, outside
assert "piggery.server" not in sys.modules
"""
    path = str(SOURCE.parent)
    head = f"import sys; before = {{n.partition('.')[0] for n in sys.modules}}; sys.path.insert(0, {path!r})"
    subprocess.run([sys.executable, "-c", f"{head}\n{script}"], check=True)


def test_the_library_needs_only_the_standard_library() -> None:
    script = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {"piggery"}:
            raise ImportError(name)
sys.meta_path.insert(0, Wall())
import piggery, piggery.record, piggery.chance, piggery.game, piggery.story, piggery.bots.simple, piggery.session
assert piggery.moves("pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72") == ["3=10", "3=3", "4=11", "9=16"]
"""
    subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r})\n{script}"], check=True
    )
