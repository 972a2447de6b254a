"""The answer of PostgreSQL to a move gets lost: what is told is what the log says."""

from collections.abc import AsyncIterator

import pytest

from house import Guest, House
from lossy import Line, lossy
from messages import game_in
from piggery.server.postgres import PostgresStore
from piggery.table import storing
from piggery.table.events import Moved, load
from test_store import emptied

MOVED = b'"moved"'


@pytest.fixture
async def far(postgres: str) -> AsyncIterator[tuple[House, Line]]:
    """A house whose database is at the other end of a line."""
    await emptied(postgres)
    async with lossy(postgres) as (line, address):
        house = House(PostgresStore(address))
        await house.lobby.open()
        yield house, line
        await house.close()


async def moves(house: House, guest: Guest) -> list[Moved]:
    log = [load(entry.text) for entry in await house.lobby.store.read(guest.last["table"]["code"])]
    return [event for event in log if isinstance(event, Moved)]


async def test_a_move_whose_answer_was_lost_is_made_once_and_told_as_made(far: tuple[House, Line]) -> None:
    house, line = far
    ada, ben = await house.together()
    line.lose(MOVED)
    move = ada.last["moves"][0]["move"]
    await ada.play(move)
    told = await ada.news()
    assert (told["type"], game_in(told)["ply"], game_in(told)["story"][-1]["move"]) == ("view", 2, move)
    assert line.lost == 1
    assert [made.ply.split(" ")[0] for made in await moves(house, ada)] == [move]
    await ben.view(lambda view: bool(view["moves"]))
    await ben.play()
    await ada.view(lambda view: game_in(view)["ply"] == 3)


async def test_where_nobody_can_say_whether_it_was_made_that_is_said_and_then_what_is(
    far: tuple[House, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "WAITS", (0.01, 0.01))
    house, line = far
    ada, ben = await house.together()
    line.lose(MOVED, stays_dead=True)
    move = ada.last["moves"][0]["move"]
    await ada.play(move)
    assert await ada.refused() == "table.unknown"
    assert line.lost == 1
    line.dead = False
    for guest in (ada, ben):
        view = await guest.view(lambda view: game_in(view)["ply"] == 2)
        assert game_in(view)["story"][-1]["move"] == move
    assert len(await moves(house, ada)) == 1
    await ben.play()
    await ada.view(lambda view: game_in(view)["ply"] == 3)


async def test_a_move_that_never_arrived_is_not_made_and_can_be_made_again(
    far: tuple[House, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "WAITS", (0.01, 0.01))
    house, line = far
    ada, ben = await house.together()
    line.dead = True
    line.cut()
    await ada.play()
    assert await ada.refused() in ("table.unknown", "server.failed")
    line.dead = False
    assert await moves(house, ada) == []
    await ada.play()
    await ben.view(lambda view: game_in(view)["ply"] == 2)
    assert len(await moves(house, ada)) == 1
