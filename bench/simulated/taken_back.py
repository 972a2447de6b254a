"""What was mended, taken back: the simulation has to find each of these faults again."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from unittest.mock import patch

from piggery.server.chores import Chore, Chores
from piggery.server.neighbours import EVERYWHERE, Neighbour, Neighbours
from piggery.table import alarm, decisions, host, reading, upcoming
from piggery.table.ports import Clocks, EntryTaken, OutcomeUnknown, Store
from piggery.table.state import Chair, Table

from . import world

MENDS = (1, 2, 4, 6, 7)
ENDLESS = 10**9


def _not_asked(bus: Neighbours, process: str) -> None:
    """Somebody who is heard again is not asked who is there."""
    bus.neighbours.setdefault(process, Neighbour()).at = asyncio.get_running_loop().time()


def _bare(bus: Neighbours) -> None:
    """A sign of life does not say who is here."""
    bus.tell(EVERYWHERE, "alive", "")


async def _awake(bus: Neighbours) -> None:
    """Whoever was stopped does not listen before judging who is silent."""
    _bare(bus)
    await bus.channel.check()
    bus._forget()


def _at_once(chair: Chair, wait: int) -> int:
    return wait


async def _unwatched(chores: Chores, chore: Chore) -> None:
    """A failure is the end of a chore."""
    while True:
        await chore.when()
        await chore.work()


async def _stored(store: Store, code: str, n: int, at: int, texts: Sequence[bytes]) -> bool:
    """What is not known to be stored is taken for not stored."""
    try:
        await store.append(code, n, at, texts)
    except EntryTaken:
        return False
    except OutcomeUnknown as error:
        raise OSError from error
    return True


def _one_clock(date: Callable[[], int], steady: Callable[[], int]) -> Clocks:
    """What waits runs on the clock that somebody may set."""
    return Clocks(date, date)


@contextmanager
def without(mend: int) -> Iterator[None]:
    """As it was before this mend."""
    patches: list[AbstractContextManager[object]]
    if mend == 1:
        patches = [
            patch.object(Neighbours, "_noted", _not_asked), patch.object(Neighbours, "_live", _awake),
            patch.object(upcoming, "patience", _at_once), patch.object(alarm, "ASLEEP", ENDLESS),
        ]  # fmt: skip
    elif mend == 2:
        patches = [patch.object(Chores, "_go_on", _unwatched)]
    elif mend == 4:
        patches = [
            patch.object(reading, "SLICE", ENDLESS), patch.object(reading, "PAGE", ENDLESS),
            patch.object(host, "PAGE", ENDLESS),
            patch.object(Table, "_taken_back", Table._played_again), patch.object(decisions, "MOST_BACKS", ENDLESS),
        ]  # fmt: skip
    elif mend == 6:
        patches = [patch.object(host, "store_once", _stored)]
    else:
        patches = [patch.object(world, "Clocks", _one_clock)]
    with ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield
