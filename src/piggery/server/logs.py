"""Logs: one JSON object a line. Of an error they keep its place and its kind, not its words, which may hold cards."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import TextIO

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "color_message", "asctime"}


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
            entry["at"] = [
                f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(record.exc_info[2])
            ]
        return json.dumps(entry, ensure_ascii=False, default=str)


def set_up(stream: TextIO, level: str = "info") -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it would note every connection with its address
