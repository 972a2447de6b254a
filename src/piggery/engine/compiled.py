"""The kernels compiled by Numba, on first need and in the same process.

Numba is known only here, in intrinsics.py and in stack.py.

The cache of machine code lies in a folder named after a hash of the source that was compiled, ours and that of a
plug-in: Numba's own cache does not notice a change in a function that is called from another file.
"""

import functools
import hashlib
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from ..folders import cache_folder
from . import intrinsics, stack
from .kernel import KERNELS, TABLES

F = TypeVar("F", bound=Callable[..., Any])
OURS = __name__.partition(".")[0]
_IMPORT = re.compile(r"^from (\.+)([\w.]*) import ([\w ,]*)", re.MULTILINE)


@functools.cache
def available() -> bool:
    """Whether Numba is installed; without it everything runs interpreted."""
    if os.environ.get("PIGGERY_INTERPRETED") or os.environ.get("NUMBA_DISABLE_JIT"):
        return False
    try:
        importlib.import_module("numba")
    except ImportError:
        return False
    return True


@functools.cache
def compiled(function: F) -> F:
    """`function` compiled, with every kernel it calls; without Numba, the function itself."""
    if not available():
        return function
    numba = _set_up()
    _register()
    numba.config.CACHE_DIR = _cache_folder(*sorted(_packages(function)))
    cached = bool(numba.config.CACHE_DIR)
    entry: F = numba.njit(nogil=True, error_model="numpy", cache=cached)(function)
    return entry


def record(state: Any) -> Any:
    """A state as compiled functions take it; without Numba, a copy."""
    if not available():
        return state.copy()
    import numpy

    fields = [(n, numpy.int64, (k,)) if k else (n, numpy.int64) for n, k in state.FIELDS.items()]
    array = numpy.recarray(1, dtype=numpy.dtype(fields, align=True))
    for name in state.FIELDS:
        array[name][0] = getattr(state, name)
    return array[0]


def unrecord(record: Any, kind: type[Any]) -> Any:
    """The plain state that a record holds."""
    state = kind()
    for name, length in state.FIELDS.items():
        value = record[name]
        setattr(state, name, [int(v) for v in value] if length else int(value))
    return state


def numbers(values: list[int] | list[list[int]]) -> Any:
    """A list of integers, or of such lists, as compiled functions take it; without Numba, the list."""
    if not available():
        return values
    import numpy

    return numpy.array(values, numpy.int64)


_registered = 0
_tabled = 0


def _register() -> None:
    """Give Numba the kernels it has not been given yet."""
    from numba.extending import register_jitable

    global _registered, _tabled
    for look_up, columns, values in TABLES[_tabled:]:
        intrinsics.tabulate(look_up, columns, numbers(values))
    _tabled = len(TABLES)
    for function in KERNELS[_registered:]:
        register_jitable(forceinline=True)(function)
    _registered = len(KERNELS)


@functools.cache
def _set_up() -> Any:
    numba: Any = importlib.import_module("numba")
    intrinsics.install()
    stack.install()
    events: Any = importlib.import_module("numba.core.event")
    events.register("numba:compile", _listener(events.Listener))
    return numba


def _listener(kind: Any) -> Any:
    """Hears of Numba when it compiles."""

    class Compiling(kind):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            _compiling()

        def on_end(self, event: Any) -> None:
            pass

    return Compiling()


_told: Callable[[], None] | None = None


def when_compiling(tell: Callable[[], None]) -> None:
    """Have `tell` called once, as soon as something has to be compiled that was not in the cache: it takes a while."""
    global _told
    _told = tell


def _compiling() -> None:
    global _told
    tell, _told = _told, None
    if tell:
        tell()


def kept() -> bool:
    """Whether what is compiled stays for the next process."""
    return bool(_cache_folder(OURS))


def _packages(function: Any) -> set[str]:
    """Our own package, and those of the functions that a function was made with."""
    closed_over = (cell.cell_contents for cell in function.__closure__ or ())
    own = {OURS, (function.__module__ or OURS).partition(".")[0]}
    return own.union(*(_packages(called) for called in closed_over if isinstance(called, FunctionType)))


def _cache_folder(*packages: str) -> str:
    """A folder for the source of these packages, or nothing where none can be written."""
    base = cache_folder()
    if base is None:
        return ""
    folder = base / f"kernels-{_source(*packages)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""


@functools.cache
def _source(*packages: str) -> str:
    """A hash of all that the kernels of these packages are made of."""
    source = hashlib.sha256(sys.version.encode())
    for path in (path for package in packages for path in _files(package)):
        source.update(path.read_bytes())
    return source.hexdigest()[:16]


def _files(package: str) -> list[Path]:
    """All of a plug-in; of ours where kernels stand and what they import: constants are compiled in, too."""
    found = sys.modules.get(package)
    folders = getattr(found, "__path__", None)
    if not folders:  # a module that stands alone
        alone = getattr(found, "__file__", None)
        return [Path(alone)] if alone else []
    texts = {path: path.read_text(encoding="utf-8") for folder in folders for path in Path(folder).rglob("*.py")}
    if package != OURS:
        return sorted(texts)
    todo = [path for path, text in texts.items() if "@kernel" in text]
    files = set(todo)
    while todo:
        path = todo.pop()
        fresh = {other for other in _imports(path, texts[path]) if other in texts} - files
        files |= fresh
        todo += fresh
    return sorted(files)


def _imports(path: Path, text: str) -> Iterator[Path]:
    """The files that a module may import from its own package."""
    for dots, module, names in _IMPORT.findall(text):
        base = path.parents[len(dots) - 1].joinpath(*module.split("."))
        yield from (base.with_suffix(".py"), base / "__init__.py")
        yield from (base / f"{name.strip()}.py" for name in names.split(","))
