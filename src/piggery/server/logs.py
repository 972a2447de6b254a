"""Logs: one JSON object a line for programs, a sentence a line for whoever sits at the terminal.

Of an error both keep its place and its kind, not its words, which may hold cards.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import TextIO

from ..words import say

TEXT, JSON = "text", "json"
_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "color_message", "asctime"}
_SENTENCES = {
    "not compiled": "log.not_compiled",
    "the store failed": "log.unreached",
    "the database may lose what it has stored": "log.unsafe",
    "a chore failed: %s": "log.chore",
    "an ask failed": "log.ask_failed",
    "table %s could not go on by itself": "log.stuck",
    "a background task failed": "log.beside",
    "a reader could not be told": "log.untold",
    "table %s is damaged": "log.damaged",
    "the store has lost entries of table %s": "log.lost",
}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage().strip(),
            **{name: value for name, value in vars(record).items() if name not in _PLAIN},
        }
        if record.exc_info and record.exc_info[1]:
            entry["error"] = type(record.exc_info[1]).__name__
            entry["at"] = _places(record)
        return json.dumps(entry, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """`14:32 Careful: the store cannot be reached (ConnectionError, postgres.py:259 ask)`."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def format(self, record: logging.LogRecord) -> str:
        key = "log.error" if record.levelno >= logging.ERROR else "log.warning"
        event = _SENTENCES.get(record.msg)
        told = say(event, self.language) if event else record.getMessage().strip()
        kind = type(record.exc_info[1]).__name__ if record.exc_info and record.exc_info[1] else ""
        where = f" ({', '.join([kind, *_places(record)[-1:]])})" if kind else ""
        return f"{datetime.fromtimestamp(record.created):%H:%M} {say(key, self.language, told=told)}{where}"


def _places(record: logging.LogRecord) -> list[str]:
    """The lines that an error went through."""
    return [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(record.exc_info[2] if record.exc_info else None)
    ]


def set_up(stream: TextIO, kind: str = JSON, language: str = "en") -> None:
    """Log to `stream`; a person is told only what is wrong."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if kind == JSON else TextFormatter(language))
    logging.basicConfig(handlers=[handler], level=logging.INFO if kind == JSON else logging.WARNING, force=True)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it would note who connects, and whatever junk they send
