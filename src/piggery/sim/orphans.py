"""A worker ends when its parent does, in whatever way: it would go on for nobody."""

import multiprocessing
import os
from collections.abc import Callable
from threading import Thread


def nothing() -> None:
    """Nothing is left to be done."""


def end_with_parent(last: Callable[[], None] = nothing) -> None:
    """Do the last thing and end, as soon as the process is gone that has started this one."""
    Thread(target=_wait, args=(last,), daemon=True).start()


def _wait(last: Callable[[], None]) -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        try:
            last()
        finally:
            os._exit(1)
