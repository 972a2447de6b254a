"""Wait for what must happen, and not for ever."""

import asyncio
from collections.abc import Callable

PATIENCE = 20.0


async def until(happened: Callable[[], bool], pause: float = 0.0) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(pause)
