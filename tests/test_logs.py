"""Logs: one JSON object a line, with the place of an error and never its words."""

import json
import logging

from logging_here import logging_to
from piggery.server import logs


def test_an_error_is_logged_by_its_place_and_kind_alone() -> None:
    with logging_to(logs.JSON) as stream:
        try:
            raise ValueError("the hand of seat 2 is 4,9,9")
        except ValueError:
            logging.getLogger("piggery.test").exception("an ask failed", extra={"ask": "Play"})
        logging.getLogger("uvicorn.error").info("connection open from 10.0.0.7")
    (line,) = stream.getvalue().splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["event"], entry["ask"], entry["error"]) == (
        "error",
        "an ask failed",
        "Play",
        "ValueError",
    )
    assert entry["at"][0].startswith("test_logs.py:")
    assert "4,9,9" not in line
