"""What is done at a table without anybody waiting for it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..errors import Refused

log = logging.getLogger("piggery.table")


class Beside:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Future[None]] = set()

    def do(self, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def _quietly(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except (Refused, ReferenceError):  # a table that was let go does nothing any more
        pass
    except OSError as error:
        log.warning("the store failed", extra={"error": type(error).__name__})
    except (Exception, asyncio.CancelledError) as error:
        if told_to_end(error):
            raise
        log.exception("a background task failed")


def told_to_end(error: BaseException) -> bool:
    """Whether this task was cancelled, and not something that it waited for."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling() > 0
