"""Every error raised on purpose. Each carries a `code`, a key of the catalogues, and the values it speaks of.

PiggeryError
├── Malformed            text or a value that means nothing
│   ├── BadPosition      … a position; says which field
│   ├── BadMove          … a move
│   ├── BadCard          … a card
│   ├── BadRecord        … a record; says which ply
│   └── BadOption        … an option, a number of players, a bot, a language
└── Refused              well said, but not now; nothing has changed
    ├── IllegalMove
    ├── OutOfTurn
    ├── CardsDue         cards must be drawn first
    ├── NothingDue       a card was given, but none is to be drawn
    ├── CardNotThere     the card drawn is not in the draw pile
    ├── NotKnown         the answer depends on a card that is not known
    └── GameOver
"""

from .words import Line, say


class PiggeryError(ValueError):
    """What went wrong, as a key and values; `str()` says it in English."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    @property
    def line(self) -> Line:
        return Line("error." + self.code, self.values)

    def __str__(self) -> str:
        return say(self.line)


class Malformed(PiggeryError):
    pass


class BadPosition(Malformed):
    """Field 0 is the game, field 1 the hands, and so on, as docs/notation.md counts them."""

    def __init__(self, field: int, code: str, **values: object) -> None:
        super().__init__("field", field=field, problem=Line("error." + code, values))


class BadMove(Malformed):
    pass


class BadCard(Malformed):
    pass


class BadRecord(Malformed):
    pass


class BadOption(Malformed):
    pass


class Refused(PiggeryError):
    pass


class IllegalMove(Refused):
    pass


class OutOfTurn(Refused):
    pass


class CardsDue(Refused):
    pass


class NothingDue(Refused):
    pass


class CardNotThere(Refused):
    pass


class NotKnown(Refused):
    pass


class GameOver(Refused):
    pass
