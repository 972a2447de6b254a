"""Messages at the door of a table: read, or refused in the same words, on a server and on a device."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from ..errors import Malformed, PiggeryError
from ..table import wire
from ..table.views import encode
from ..words import travelling

T = TypeVar("T")
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


def read(decode: Callable[[str], T], text: str) -> T:
    """The message in this text, or raise."""
    try:
        return decode(text)
    except UNREADABLE as error:
        raise bad_shape(error) from error


def bad_shape(error: Exception) -> Malformed:
    return Malformed("wire.shape", text=str(error)[:200])


def problem(error: PiggeryError) -> wire.Problem:
    return wire.Problem(error.code, {name: travelling(value) for name, value in error.values.items()})


def refusal(ask: wire.Ask | None, error: PiggeryError) -> bytes:
    """The answer to an ask that is refused; `None` is one that could not be read."""
    told = problem(error)
    return encode(wire.Refusal(ask.id if ask else 0, ask.kind if ask else "", told.code, told.values))
