"""The log of the server for as long as a test wants it: whoever logs afterwards finds it as it was."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from piggery.server import logs


@contextmanager
def logging_to(kind: str, language: str = "en") -> Iterator[io.StringIO]:
    stream, root, uvicorn = io.StringIO(), logging.getLogger(), logging.getLogger("uvicorn")
    before, levels = root.handlers[:], (root.level, uvicorn.level)
    try:
        logs.set_up(stream, kind, language)
        yield stream
    finally:
        root.handlers[:] = before
        root.setLevel(levels[0])
        uvicorn.setLevel(levels[1])
