"""Stand-ins get up for those who are back; where that cannot be stored, a little later."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from ..errors import Refused

AGAIN = 5.0  # seconds until it is tried again: nothing else may happen at the table for long
Work = Callable[[], Awaitable[None]]


class Returning:
    def __init__(
        self, stood_in: Callable[[], set[str]], give_back: Callable[[str], Awaitable[None]],
        spawn: Callable[[Work], None],
    ) -> None:  # fmt: skip
        self.stood_in, self.give_back, self.spawn = stood_in, give_back, spawn
        self.under_way: set[str] = set()
        self.later: asyncio.TimerHandle | None = None

    def look(self) -> None:
        for key in sorted(self.stood_in() - self.under_way):
            self.under_way.add(key)
            self.spawn(partial(self._return, key))

    async def _return(self, key: str) -> None:
        try:
            await self.give_back(key)
        except (OSError, Refused):
            self.later = self.later or asyncio.get_running_loop().call_later(AGAIN, self._look_again)
            raise
        finally:
            self.under_way.discard(key)

    def _look_again(self) -> None:
        self.later = None
        with suppress(ReferenceError):  # the table was let go
            self.look()
