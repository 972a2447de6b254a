"""Sentences written and answers read, line by line."""

from collections.abc import Callable, Sequence

from ..words import Line, say

Write = Callable[[str], None]
Read = Callable[[str], str]
PAGE = "\n" * 60  # what the last person saw is out of sight


class LeaveGame(Exception):
    """The person leaves the game."""


class Lines:
    """A conversation in one language."""

    def __init__(self, language: str, read: Read, write: Write) -> None:
        self.language = language
        self.read = read
        self.write = write

    def say(self, what: str | Line, **values: object) -> None:
        self.write(say(what, self.language, **values))

    def tell(self, lines: Sequence[Line]) -> None:
        for one in lines:
            self.say(one)

    def ask(self, key: str, **values: object) -> str:
        try:
            answer = self.read(say(key, self.language, **values)).strip()
        except EOFError:
            raise LeaveGame from None
        except UnicodeDecodeError:
            return ""
        if answer == "q":
            raise LeaveGame
        return answer
