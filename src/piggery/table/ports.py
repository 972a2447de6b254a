"""What a table needs from outside: clocks, a store, a way to other processes, readers."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from .state import Entry

Clock = Callable[[], int]  # milliseconds
ALL = 2**31 - 1  # more entries than a table has
DAMAGED = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)  # a log that is no game


class Clocks(NamedTuple):
    """The date, which is stored and which somebody may set; and a clock that only ever goes on, to wait by."""

    date: Clock
    steady: Clock


CLOCKS = Clocks(lambda: time.time_ns() // 1_000_000, lambda: time.monotonic_ns() // 1_000_000)


class EntryTaken(Exception):
    """Another process has stored this entry of the log already."""


class LogLost(Exception):
    """The log does not have the entry that was to be followed: it is not the one that is known."""


class OutcomeUnknown(OSError):
    """The store did not answer: the entries may be stored, may be soon, or not at all."""


class Store(Protocol):
    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        """Store entries n, n + 1 …, all or none, for good; raise `EntryTaken` if n already exists, `LogLost` if the one
        before does not, `OutcomeUnknown` if nobody can say, and any other `OSError` only if nothing was stored."""

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        """The entries of a table after number `after`, at most so many."""

    async def show(self, code: str, listing: bytes | None) -> None:
        """The line of this table in the list of open ones."""


class Bus(Protocol):
    """The way to the other processes that serve the same tables."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other process."""

    async def lease(self, code: str) -> bool:
        """Whether this process does what happens by itself at this table."""

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None:
        """Presence and emotes: told, not stored."""


class Nobody:
    """There is no other process."""

    alone = True

    async def lease(self, code: str) -> bool:
        return True

    def release(self, code: str) -> None: ...

    def tell(self, code: str, kind: str, text: str) -> None: ...


class Reader(Protocol):
    key: str

    def wake(self) -> None:
        """There is a new view."""

    def hear(self, news: bytes) -> None:
        """News that is not a view."""
