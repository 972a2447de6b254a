"""What is kept only to be quick stays small, however long the evening."""

import asyncio
import gc
import tracemalloc
import weakref
from collections.abc import Callable

import pytest

from house import House
from patience import until
from piggery.engine.bags import size
from piggery.games.fields import list_text
from piggery.games.pig10.text import BY_NUMBER
from piggery.games.registry import game_type
from piggery.server.lobby import IDLE
from piggery.table.views import _hand

MEGABYTES = 4


@pytest.mark.parametrize(
    "keep",
    [lambda bag: list_text(bag, size(bag), BY_NUMBER), lambda bag: _hand(game_type("pig10"), bag)],
    ids=["lists of a position", "hands"],
)
def test_sixty_thousand_hands_leave_little_behind(keep: Callable[[int], object]) -> None:
    tracemalloc.start()
    try:
        for bag in range(60_000):
            keep(_spread(bag))
        assert tracemalloc.get_traced_memory()[0] < MEGABYTES * 2**20
    finally:
        tracemalloc.stop()


async def test_a_table_that_is_let_go_is_freed_at_once(at_home: House) -> None:
    """A server looks for what goes round in circles so rarely that it would keep all tables of an evening."""
    host, guest = await at_home.together(2)
    code = host.last["table"]["code"]
    await host.play()
    await guest.view(lambda view: bool(view["moves"]))
    waking = at_home.live(code).waking
    for one in (host, guest):
        await one.hang_up()
    at_home.guests.clear()
    await until(lambda: waking.later is None)
    del host, guest, one
    gc.collect()
    gc.disable()
    try:
        live, table = weakref.ref(at_home.live(code)), weakref.ref(at_home.live(code).table)
        at_home.clock.now += IDLE + 1
        await at_home.lobby.sweep()
        await asyncio.sleep(0)
        assert (live(), table()) == (None, None)
    finally:
        gc.enable()


def _spread(number: int) -> int:
    """A bag for each number: its digits in base 4 are copies of cards."""
    return sum((number >> 2 * card & 3) << 4 * card for card in range(8))
