"""Every error raised on purpose. Each carries a `code`, a key of the catalogues, and the values it speaks of."""

from errno import errorcode

from .words import Line, line, say

_SYSTEM = {
    "ENOENT": "system.missing", "EACCES": "system.denied", "EPERM": "system.denied", "EISDIR": "system.is_folder",
    "ENOTDIR": "system.no_folder", "EEXIST": "system.there", "ENOSPC": "system.full", "EDQUOT": "system.full",
    "EROFS": "system.read_only", "ENAMETOOLONG": "system.long", "EIO": "system.broken", "EBADMSG": "system.damaged",
    "EMFILE": "system.many_open", "ENFILE": "system.many_open", "EADDRINUSE": "system.in_use",
    "EADDRNOTAVAIL": "system.not_here", "ECONNREFUSED": "system.refused", "ETIMEDOUT": "system.late",
}  # fmt: skip


class PiggeryError(ValueError):
    """Something that went wrong, as a key and values; `str()` says it in English."""

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
    """Text or a value that means nothing."""


class BadPosition(Malformed):
    """Field 0 is the game, field 1 the hands, and so on, as docs/notation.md counts them."""

    def __init__(self, field: int, code: str, **values: object) -> None:
        super().__init__("field", field=field, problem=Line("error." + code, values))


class BadMove(Malformed):
    pass


class BadCard(Malformed):
    pass


class BadRecord(Malformed):
    """Says which ply."""


class BadOption(Malformed):
    """An option, a number of players, a bot, a language."""


class Refused(PiggeryError):
    """Well said, but not now; nothing has changed."""


class IllegalMove(Refused):
    pass


class OutOfTurn(Refused):
    pass


class CardsDue(Refused):
    """Cards must be drawn first."""


class NothingDue(Refused):
    """A card was given, but none is to be drawn."""


class CardNotThere(Refused):
    """The card drawn is not in the draw pile."""


class NotKnown(Refused):
    """The answer depends on a card that is not known."""


class GameOver(Refused):
    pass


def problem(error: OSError) -> Line | str:
    """The words for what the system refused; its own where it is something rare."""
    known = _SYSTEM.get(errorcode.get(error.errno or 0, ""))
    return line(known) if known else error.strerror or str(error)


def system_line(error: OSError) -> Line:
    """What the system refused, and with which file."""
    key = "error.file" if error.filename else "error.system"
    return line(key, path=error.filename, problem=problem(error))
