"""Reading a log: page by page, and each in slices, so that a long one keeps nobody else waiting."""

import asyncio
from collections.abc import Callable, Sequence

from ..errors import Refused
from .events import load
from .ports import LogLost, Store
from .state import Entry, Table

PAGE = 200  # entries that are asked of the store at once
SLICE = 10  # entries that are read before others have their turn


async def next_page(store: Store, table: Table) -> list[Entry]:
    """The next page of a log, and the entry before it, which must be the one that is known."""
    return await store.read(table.code, max(0, table.n - 1), PAGE + (table.n > 0))


def beyond(page: Sequence[Entry], n: int, at: int) -> Sequence[Entry]:
    """The entries of a page after entry n, which was stored at that time and must be there: a database may have been
    put back to an earlier time, and another process may have gone on from there."""
    if n:
        if not page or page[0].n != n or page[0].at != at:
            raise LogLost
        page = page[1:]
    if any(entry.n != number for number, entry in enumerate(page, n + 1)):
        raise Refused("table.damaged")
    return page


async def in_slices(page: Sequence[Entry], apply: Callable[[Entry], None]) -> None:
    for number, entry in enumerate(page, 1):
        apply(entry)
        if number % SLICE == 0:
            await asyncio.sleep(0)


async def read_all(store: Store, code: str) -> tuple[Table, int]:
    """A table from its whole log, and when the last entry was stored."""
    table, at = Table(code), 0
    while True:
        try:
            page = beyond(await next_page(store, table), table.n, at)
        except LogLost as error:
            raise OSError("the log changes while it is read") from error
        await in_slices(page, lambda entry: table.apply(load(entry.text), entry.at))
        if page:
            at = page[-1].at
        if len(page) < PAGE:
            return table, at
