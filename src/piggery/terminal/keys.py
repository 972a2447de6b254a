"""The line that says which keys do what, to be read or clicked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ..words import say


class KeyHelp(NamedTuple):
    """A key, the catalogue key of what it does, and what a click on it does, if anything."""

    key: str
    does: str
    action: str = ""

    def words(self, language: str) -> str:
        return f"{self.key} {say(self.does, language)}"

    def markup(self, language: str) -> str:
        text = f"[b]{self.key}[/b] {say(self.does, language)}"
        return f"[@click={self.action}]{text}[/]" if self.action else text


AT_THE_TABLE = (
    KeyHelp("h", "key.hint", "screen.hint"), KeyHelp("?", "key.rules", "screen.rules"),
    KeyHelp("q", "key.leave", "screen.leave"), KeyHelp("l", "key.language", "app.language"),
)  # fmt: skip
FIRST_SCREEN = (
    KeyHelp("←↑↓→", "key.choose"), KeyHelp("⏎", "key.press"), KeyHelp("q", "key.leave", "app.quit"),
    KeyHelp("l", "key.language", "app.language"),
)  # fmt: skip


def table_keys(own: Mapping[str, str]) -> list[KeyHelp]:
    """The keys at the table, with those that only this game has: a key, and the move it makes."""
    moves = [KeyHelp(key, f"key.{move}", f"screen.move('{move}')") for key, move in own.items()]
    return [KeyHelp("←→", "key.choose"), KeyHelp("⏎", "key.play"), *moves, *AT_THE_TABLE]


def key_line(keys: Sequence[KeyHelp], language: str, columns: int) -> str:
    """The keys, as far apart as there is room; where there is too little, the last ones are left out."""
    for count in range(len(keys), 0, -1):
        for gap in (3, 2, 1):
            if sum(cell_len(key.words(language)) + gap for key in keys[:count]) - gap <= columns:
                return (" " * gap).join(key.markup(language) for key in keys[:count])
    return ""
