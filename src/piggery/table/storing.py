"""Entries of a log are stored once, or not at all, and whoever asked knows which.

The answer of a store can get lost after it has done its work. Then the same is asked again: the key (table, n) lets it
be stored only once, and if it is taken, the log says by whom.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from .ports import EntryTaken, OutcomeUnknown, Store

WAITS = (0.1, 0.3, 1.0, 2.0, 4.0)  # seconds before each new try
LONGEST = 10.0  # seconds for all of them


async def store_once(store: Store, code: str, n: int, at: int, texts: Sequence[bytes]) -> bool:
    """Whether these are entries n, n + 1 … of the log now, for good; if not, entry n is another's.

    Raises `OutcomeUnknown` where nobody could say in time.
    """
    try:
        await store.append(code, n, at, texts)
    except EntryTaken:
        return False
    except OutcomeUnknown:
        return await _settled(store, code, n, at, texts)
    return True


async def _settled(store: Store, code: str, n: int, at: int, texts: Sequence[bytes]) -> bool:
    try:
        async with asyncio.timeout(LONGEST):
            for wait in WAITS:
                await asyncio.sleep(wait)
                with suppress(OSError):
                    return await _asked_again(store, code, n, at, texts)
    except TimeoutError:
        pass
    raise OutcomeUnknown


async def _asked_again(store: Store, code: str, n: int, at: int, texts: Sequence[bytes]) -> bool:
    try:
        await store.append(code, n, at, texts)
    except EntryTaken:
        found = await store.read(code, n - 1)
        return [(entry.at, entry.text) for entry in found[: len(texts)]] == [(at, text) for text in texts]
    return True
