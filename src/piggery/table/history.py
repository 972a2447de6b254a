"""The games that were played at a table, from its log alone."""

from collections.abc import Iterable

from ..core.record import Record
from . import events
from .ports import Store
from .reading import PAGE, in_slices
from .state import Entry, Table


class History:
    """A log, entry by entry."""

    def __init__(self, code: str) -> None:
        self.table, self.finished = Table(code), list[Record]()

    def add(self, entry: Entry) -> None:
        event = events.load(entry.text)
        if isinstance(event, events.Started) and self.table.game:
            self.finished.append(self.table.game.record)
        self.table.apply(event, entry.at)

    @property
    def games(self) -> tuple[list[Record], list[Record]]:
        """Those that are over, and the one that is still being played, if one is."""
        if not self.table.game:
            return self.finished, []
        last = [self.table.game.record]
        return (self.finished, last) if self.table.phase == "play" else (self.finished + last, [])


def games(code: str, log: Iterable[Entry]) -> tuple[list[Record], list[Record]]:
    history = History(code)
    for entry in log:
        history.add(entry)
    return history.games


async def read_history(store: Store, code: str) -> History:
    """Page by page, in slices: a long log must not keep everybody else waiting."""
    history = History(code)
    while page := await store.read(code, history.table.n, PAGE):
        await in_slices(page, history.add)
    return history
