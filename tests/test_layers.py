"""Imports point down, as the picture in docs/flows.md is drawn, and each room has only its own third parties."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from piggery.engine import compiled

SOURCE = Path(__file__).parent.parent / "src" / "piggery"
BASE = {"words", "errors", "folders", "engine", "games", "core", "__init__"}
BELOW = {  # the rooms that each may import from
    "words": set[str](),
    "folders": set[str](),
    "errors": {"words"},
    "engine": {"folders"},
    "games": {"words", "errors", "engine"},
    "core": {"words", "errors", "engine", "games"},
    "__init__": {"errors", "core"},
    "bots": BASE,
    "study": BASE | {"bots"},
    "table": BASE | {"bots"},
    "answers": BASE | {"bots", "study", "table"},
    "browser": BASE | {"table", "answers"},
    "sim": BASE | {"bots"},
    "lab": BASE | {"bots", "sim"},
    "terminal": BASE | {"bots", "table"},
    "client": BASE | {"table"},
    "server": BASE | {"bots", "study", "table", "answers"},
    "cli": BASE | {"bots", "study", "table", "sim", "lab", "terminal", "server"},
    "__main__": {"cli"},
}
HALVES = {  # of a game: each part stands with the room that it is made for
    "games": {"__init__", "lessons", "moves", "pad", "rules", "text", "view"},
    "core": {"story"},
    "bots": {"coach", "endings", "learned", "mind", "minds", "model", "odds", "reasons", "value"},
    "study": {"puzzles"},
    "sim": {"shorthand"},
    "lab": {"counts", "lab"},
    "terminal": {"paint"},
}
THIRD_PARTIES = {
    "folders": {"platformdirs"},
    "games": {"typing_extensions"},  # for the type checker alone
    "engine": {"numba", "numpy"},
    "study": {"msgspec"},
    "table": {"msgspec"},
    "answers": {"msgspec"},
    "browser": {"msgspec"},
    "lab": {"matplotlib", "rich"},
    "sim": {"openskill", "rich"},
    "terminal": {"rich", "textual"},
    "client": {"msgspec", "websockets"},
    "server": {
        "asyncpg",
        "h11",
        "ifaddr",
        "msgspec",
        "prometheus_client",
        "segno",
        "starlette",
        "uvicorn",
        "websockets",
    },
    "cli": {"rich", "typer"},
}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def room(path: Path) -> str:
    """Where a module stands; a part of a game stands with those who use it."""
    if path.parts[0] == "games" and len(path.parts) > 2:
        return next(room for room, parts in HALVES.items() if path.stem in parts)
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
        elif isinstance(node, ast.ImportFrom):
            base = list(path.parts[: depth - node.level]) + (node.module.split(".") if node.module else [])
            ours |= {_room_of([*base, alias.name]) for alias in node.names}
    return ours, outside


def _room_of(dotted: list[str]) -> str:
    """The room of the module that an import names; a name in a module is found with that module."""
    for parts in (dotted, dotted[:-1]):
        for path in (Path(*parts).with_suffix(".py"), Path(*parts, "__init__.py")) if parts else ():
            if (SOURCE / path).exists():
                return room(path)
    return "__init__"


def test_every_module_has_its_place() -> None:
    assert {room(path) for path in MODULES} == set(BELOW)


def test_the_rooms_can_be_put_in_an_order() -> None:
    order = [*TopologicalSorter(BELOW).static_order()]
    assert order.index("words") < order.index("games") < order.index("table") < order.index("cli")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_point_down(path: Path) -> None:
    ours, outside = imports(path)
    assert ours <= BELOW[room(path)] | {room(path)}
    assert outside <= set(sys.stdlib_module_names) | THIRD_PARTIES.get(room(path), set())


@pytest.mark.process
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


@pytest.mark.process
def test_the_library_needs_only_the_standard_library() -> None:
    script = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {"piggery"}:
            raise ImportError(name)
sys.meta_path.insert(0, Wall())
import piggery, piggery.core.verify, piggery.core.story, piggery.bots.minds, piggery.sim.play
assert piggery.moves("pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72") == ["3=10", "3=3", "4=11", "9=16"]
"""
    subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(SOURCE.parent)!r})\n{script}"], check=True
    )


def test_machine_code_is_made_again_when_what_it_was_made_of_changes_and_not_otherwise() -> None:
    """Numba compiles constants in, so the files they come from count; a screen or a server does not."""
    names = {path.relative_to(SOURCE).as_posix() for path in compiled._files("piggery")}
    kernels = {str(path) for path in MODULES if "@kernel" in (SOURCE / path).read_text(encoding="utf-8")}
    assert kernels | {"sim/summary.py", "games/pig10/learned.py", "engine/stack.py"} <= names
    assert not names & {"terminal/table.py", "server/app.py", "table/host.py", "games/pig10/coach.py", "lab/style.py"}
