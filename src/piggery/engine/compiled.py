"""The kernels compiled by Numba, on first need and in the same process.

Numba is known only here, in instructions.py and in places.py.

The cache of machine code lies in a folder named after a hash of our whole source: Numba's own cache does not notice a
change in a function that is called from another file.
"""

import functools
import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..folders import cache_folder
from . import intrinsics as instructions
from . import stack as places
from .kernel import KERNELS, TABLES

F = TypeVar("F", bound=Callable[..., Any])


@functools.cache
def available() -> bool:
    """Whether Numba is installed; without it everything runs interpreted."""
    if os.environ.get("PIGGERY_INTERPRETED"):
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
        instructions.tabulate(look_up, columns, numbers(values))
    _tabled = len(TABLES)
    for function in KERNELS[_registered:]:
        register_jitable(forceinline=True)(function)
    _registered = len(KERNELS)


@functools.cache
def _set_up() -> Any:
    numba: Any = importlib.import_module("numba")
    numba.config.CACHE_DIR = _cache_folder()
    instructions.install()
    places.install()
    return numba


def kept() -> bool:
    """Whether what is compiled stays for the next process."""
    return bool(_cache_folder())


def _cache_folder() -> str:
    """A folder of this source's own, or nothing where none can be written."""
    base = cache_folder()
    if base is None:
        return ""
    folder = base / f"kernels-{_source()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder) if os.access(folder, os.W_OK) else ""


def _source() -> str:
    """A hash of all that kernels are made of: our own source, and every file of a plug-in that lists one."""
    ours = Path(__file__).parent.parent
    listed = {Path(function.__code__.co_filename) for function in KERNELS}
    others = {path for path in listed if path.exists() and ours not in path.parents}
    found = hashlib.sha256(sys.version.encode())
    for path in [*sorted(ours.rglob("*.py")), *sorted(others)]:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
