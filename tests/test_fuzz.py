"""Nonsense in every shape disturbs neither a server nor those who play there. bench/fuzz.py --full sends a million."""

import random
from pathlib import Path

import pytest

from fuzz import Nonsense, run
from house import House
from piggery.table.identity import key_of
from servers import Server


@pytest.mark.process
async def test_a_real_server_survives_nonsense_and_others_play_on(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        answers, moves = await run(server, 4000, seed=5)
        assert server.get("/healthz") == {"healthy": True}
    finally:
        server.stop()
    assert answers["wire.shape"] > 1000
    assert answers["wire.binary"] > 100
    assert answers["server.failed"] == 0
    assert moves > 0
    assert server.errors() == []


async def test_nonsense_changes_nothing_at_a_table_where_one_only_watches(at_home: House) -> None:
    """Without a token, and where nobody may sit, no message changes anything."""
    (host,) = await at_home.together(1, ("greedy",), sitting="closed")
    code = host.last["table"]["code"]
    before = await at_home.lobby.store.read(code)
    stranger = await at_home.guest(code)
    nonsense = Nonsense(random.Random(3), [code], ["no token"])
    for _ in range(1500):
        await stranger.say(nonsense.next())
    await stranger.ask("hello", table=code)
    await stranger.ask("leave", id=4242)
    while (await stranger.news("refusal"))["id"] != 4242:
        pass
    assert await at_home.lobby.store.read(code) == before


async def test_tokens_of_one_table_open_nothing_at_another(at_home: House) -> None:
    mine, other = await at_home.open(), await at_home.open()
    guest = await at_home.guest(other["code"], mine["token"])
    assert (guest.last["you"], guest.last["host"]) == (-1, False)
    guest = await at_home.guest(mine["code"], key_of(mine["token"]))  # nor does the hash of a token
    assert (guest.last["you"], guest.last["host"]) == (-1, False)


async def test_a_slow_listener_still_hears_every_refusal(at_home: House) -> None:
    guest = await at_home.guest((await at_home.open())["code"])
    guest.gate.clear()
    for _ in range(100):
        await guest.ask("leave")
    guest.gate.set()
    codes = [await guest.refused() for _ in range(100)]
    assert codes == ["table.not_seated"] * 100
