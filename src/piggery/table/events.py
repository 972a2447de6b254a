"""Events at a table, as the log keeps them: one entry for each thing, in order, never changed.

A table is what its entries say, read from the first to the last. Whoever reads the log knows every card: it stays on
the server.
"""

from collections.abc import Callable

import msgspec

from ..core.chance import CardSource
from ..core.record import Settled
from .contests import Contest
from .wire import Settings


class LogEvent(msgspec.Struct, tag_field="type", tag=str.lower, omit_defaults=True):
    pass


class Opened(LogEvent):
    settings: Settings
    host: str  # the hash of the host's token
    rules: int = 1  # the version of the game's rules


class Sealed(LogEvent):
    """The next game's secret is drawn, and its commitment published."""

    commitment: str
    secret: str


class Supplied(LogEvent):
    """The cards of the next game come from a seed, a given deck, or a person who reads them out."""

    cards: CardSource


class Sat(LogEvent):
    """A person with the hash of their token, or a bot."""

    seat: int
    name: str
    player: str = "person"
    key: str = ""


class Named(LogEvent):
    seat: int
    name: str


class Stirred(LogEvent):
    seat: int
    nonce: str


class Left(LogEvent):
    """The seat is given up, or the host has taken it away; in the middle of a game it goes to the bot named."""

    seat: int
    bot: str = ""
    removed: bool = False


class Asked(LogEvent):
    """Somebody asks to come in during a game; once all have agreed they sit down there, under this name."""

    seat: int
    name: str
    key: str


class Agreed(LogEvent):
    """Whoever sits here says yes to that."""

    seat: int


class Declined(LogEvent):
    """Whoever sits here says no; at seat -1, whoever asked has thought better of it."""

    seat: int = -1


class Changed(LogEvent):
    settings: Settings
    rules: int = 1


class Choosing(LogEvent):
    """A counting race or a vote for the seat that starts."""

    by: Contest


class Raced(LogEvent):
    """How many milliseconds a seat took to count to ten; -1 after a slip."""

    seat: int
    time: int


class Voted(LogEvent):
    seat: int
    choice: int


class Stopped(LogEvent):
    """The race or the vote is called off."""


class Started(LogEvent):
    """A game begins; `ply` is its deal."""

    first: int
    nonces: list[str]
    ply: str
    by: Settled = ""  # how it was settled who starts; older logs do not say
    among: list[int] = []  # the equals of a race or a vote, of whom chance chose one


class Moved(LogEvent):
    """One ply: the move and the cards drawn after it. `by` is the bot that moved, if one did."""

    seat: int
    ply: str
    by: str = ""


class TakenBack(LogEvent):
    """The game goes on from this ply: the moves from there on were not made."""

    ply: int


class Replaced(LogEvent):
    """A bot plays for somebody who is away."""

    seat: int
    bot: str


class Returned(LogEvent):
    seat: int


class Paused(LogEvent):
    pass


class Resumed(LogEvent):
    pass


Event = (
    Opened | Sealed | Supplied | Sat | Named | Stirred | Left | Asked | Agreed | Declined | Changed | Choosing | Raced
    | Voted | Stopped | Started | Moved | TakenBack | Replaced | Returned | Paused | Resumed
)  # fmt: skip

dump = msgspec.json.Encoder().encode
_load: Callable[[bytes], Event] = msgspec.json.Decoder(Event).decode
OLD, NEW = b'"grunt":', b'"react":'  # a setting that was renamed; in a text its quotes would be escaped


def load(text: bytes) -> Event:
    """An entry of a log, whenever it was written."""
    return _load(text.replace(OLD, NEW) if OLD in text else text)
