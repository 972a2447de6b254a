"""The questions of a score pad for real cards: a game's part `pad`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..errors import BadOption

On = Mapping[str, str | int]  # what lies there, in the game's own words


@dataclass(frozen=True)
class Pad:
    position: Callable[[str, On], str]  # the position of somebody who holds these cards and sees that
    worth: Callable[[int], int] | None = None  # what a hand is worth at the end of a round


def among(on: On, name: str, known: range) -> int:
    """A number of what lies there, or 0."""
    value = on.get(name, 0)
    if not isinstance(value, int) or value not in known:
        raise BadOption("option.value", name=name, text=value, known=[f"{known[0]}–{known[-1]}"])
    return value
