"""Messages at the door of a table: read, or refused in the same words, on a server and on a device."""

import json
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from ..errors import Malformed, PiggeryError
from ..table import door, wire
from ..table.views import encode
from ..words import travelling

T = TypeVar("T")
UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")  # at the top, not in the settings
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def read(decode: Callable[[str], T], text: str, setting: Mapping[str, str] | None = None) -> T:
    """The message in this text, or raise. `setting` is what stands beside the settings, where some could be meant."""
    try:
        return decode(text)
    except UNREADABLE as error:
        strange = UNKNOWN.fullmatch(str(error))
        if setting is not None and strange and strange[1] in wire.Settings.__struct_fields__:
            raise misplaced(strange[1], setting) from error
        raise bad_shape(error) from error


def misplaced(name: str, setting: Mapping[str, str]) -> Malformed:
    """That a setting stands outside of the settings, with an example of where it belongs."""
    like = {**setting, "settings": {name: getattr(wire.Settings(), name)}}
    return Malformed("wire.misplaced", text=name, like=json.dumps(like))


def bad_shape(error: Exception) -> Malformed:
    return Malformed("wire.shape", text=str(error)[:200])


def problem(error: PiggeryError) -> door.Problem:
    return door.Problem(error.code, {name: travelling(value) for name, value in error.values.items()})


def refusal(ask: wire.Ask | None, error: PiggeryError) -> bytes:
    """The answer to an ask that is refused; `None` is one that could not be read."""
    told = problem(error)
    return encode(wire.Refusal(ask.id if ask else 0, ask.kind if ask else "", told.code, told.values))
