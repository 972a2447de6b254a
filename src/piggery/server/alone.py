"""One server for one SQLite file: a second one would tell its players nothing of what the first one stores."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ..errors import BadOption


@contextlib.contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Hold the file's lock; the system lets go of it when the process dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(path.name + ".lock").open("a+b") as file:
        try:
            _lock(file)
        except OSError as error:
            raise BadOption("store.busy", path=path) from error
        yield


def _lock(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
