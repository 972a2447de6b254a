"""What processes that serve the same tables know of each other, where something comes at the wrong moment."""

import asyncio
from collections.abc import Callable, Sequence

import asyncpg
import pytest

from house import House
from patience import PATIENCE, until
from piggery.server import postgres as postgres_module
from piggery.server.chores import Chores
from piggery.server.dates import DOUBT
from piggery.server.neighbours import SILENT, Neighbours
from piggery.server.postgres import PostgresChannel, PostgresStore
from piggery.table.ports import ALL, EntryTaken, OutcomeUnknown
from piggery.table.state import Entry
from test_store import emptied

LOG = [Entry(1, 1, b"0"), Entry(2, 2, b"1")]


class Wire:
    """A channel on which nothing is heard; locks are given back only while the gate is open."""

    broken = False

    def __init__(self) -> None:
        self.hear: Callable[[str], None] = lambda text: None
        self.gate = asyncio.Event()
        self.asked: list[str] = []
        self.locks: set[str] = set()
        self.sent: list[str] = []

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def check(self) -> None: ...
    async def send(self, texts: Sequence[str]) -> None:
        self.sent += texts

    async def lock(self, name: str) -> bool:
        self.locks.add(name)
        return True

    async def unlock(self, name: str) -> None:
        self.asked.append(name)
        await self.gate.wait()
        self.locks.discard(name)


async def test_a_lease_that_is_wanted_again_while_others_are_given_back_is_kept() -> None:
    line, chores = Wire(), Chores()
    bus = Neighbours(line, "me")
    bus.roll = dict
    await bus.open(chores)
    for code in ("AAAAAA", "BBBBBB"):
        assert await bus.lease(code)
        bus.release(code)
    await until(lambda: line.asked == ["AAAAAA"])
    assert await bus.lease("BBBBBB")
    line.gate.set()
    await until(lambda: line.locks == {"BBBBBB"})
    await chores.close()
    assert line.asked == ["AAAAAA"]


@pytest.mark.parametrize("deaf", [True, False])
async def test_a_line_on_which_a_process_does_not_hear_itself_is_ended(deaf: bool) -> None:
    line, closed = Wire(), list[bool]()

    async def close() -> None:
        closed.append(True)

    line.close = close  # type: ignore[method-assign]
    bus = Neighbours(line, "me")
    bus.roll, bus.again = dict, lambda: None
    now = asyncio.get_running_loop().time()
    bus.ticked, bus.spoke, bus.echoed = now, now, now - 2 * SILENT
    if deaf:
        with pytest.raises(OSError, match="nothing is heard"):
            await bus._live()
    else:
        bus.heard("me - alive #1")
        await bus._live()
    assert closed == [True] * deaf


async def test_who_cannot_send_is_not_deaf() -> None:
    bus = Neighbours(Wire(), "me")
    bus.roll, bus.again = dict, lambda: None
    now = asyncio.get_running_loop().time()
    bus.ticked, bus.spoke, bus.echoed = now, now - 2 * SILENT, now - 2 * SILENT
    await bus._live()


async def unanswered(*asked: object) -> None:
    await asyncio.Event().wait()


async def test_a_line_on_which_nobody_can_say_what_is_locked_is_ended_and_its_locks_are_free(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    mine, theirs = PostgresChannel(store), PostgresChannel(store)
    await mine.open()
    await theirs.open()
    assert await mine.lock("QXZ4BW")
    with monkeypatch.context() as impatient:
        impatient.setattr(postgres_module, "PATIENCE", 0.01)
        impatient.setattr(asyncpg.Connection, "fetchval", unanswered)
        with pytest.raises(TimeoutError):
            await mine.unlock("QXZ4BW")
    assert mine.broken
    async with asyncio.timeout(PATIENCE):
        while not await theirs.lock("QXZ4BW"):  # as soon as PostgreSQL has noticed
            await asyncio.sleep(0.01)
    await theirs.close()
    await store.close()


async def test_what_goes_wrong_while_tables_are_brought_to_postgresql_is_an_error_that_is_known(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()

    async def fail(*given: object) -> None:
        raise asyncpg.InterfaceError("the connection is closed")

    with monkeypatch.context() as failing:
        failing.setattr(asyncpg.Connection, "executemany", fail)
        with pytest.raises(OSError, match="InterfaceError"):
            await store.bring("QXZ4BW", LOG)
    assert await store.codes() == []
    await store.bring("QXZ4BW", LOG)
    with pytest.raises(EntryTaken):
        await store.bring("QXZ4BW", LOG)
    await store.close()


async def test_what_is_heard_of_a_table_while_it_is_loaded_is_not_lost(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores one more entry right after this one has read the log."""
    guest = await at_home.guest((await at_home.open(seats=2))["code"])
    lobby, live = at_home.lobby, at_home.live(guest.last["table"]["code"])
    code, read = live.table.code, lobby.store.read
    await guest.hang_up()
    del lobby.tables[code]

    async def too_early(asked: str, after: int = 0, most: int = ALL) -> list[Entry]:
        found = await read(asked, after, most)
        if not after:
            await lobby.store.append(code, len(found) + 1, 1, [b'{"type":"named","seat":0,"name":"Zoe"}'])
            lobby.bus.hear("other", code, "changed", str(len(found) + 1))
        return found

    monkeypatch.setattr(lobby.store, "read", too_early)
    again = await at_home.guest(code)
    if again.last["table"]["chairs"][0]["name"] != "Zoe":
        await again.view(lambda view: view["table"]["chairs"][0]["name"] == "Zoe")


async def test_old_tables_are_forgotten_in_rounds_that_end(at_home: House) -> None:
    for number in range(250):
        await at_home.lobby.store.append(f"OLD{number:03}", 1, 1_000, [b"0"])
    at_home.clock.now += 2 * DOUBT
    assert [await at_home.lobby.expire() for _ in range(3)] == [200, 50, 0]


async def test_to_all_who_ask_at_once_who_is_there_it_is_said_once() -> None:
    line, chores = Wire(), Chores()
    bus = Neighbours(line, "me")
    bus.roll = lambda: {"QXZ4BW": (7, {"ada"})}
    await bus.open(chores)
    for other in ("one", "two", "three"):
        bus.heard(f"{other} - roll ")
    await until(lambda: bool(line.sent))
    await chores.close()
    said = [text for text in line.sent if " alive " in text]
    assert said == ["me - alive #1 QXZ4BW:7:ada"]


async def test_who_ends_says_so_and_is_waited_for_no_more() -> None:
    lines = Wire(), Wire()
    mine, theirs = (Neighbours(line, name) for line, name in zip(lines, ("me", "them"), strict=True))
    heard: list[tuple[str, ...]] = []
    mine.hear = lambda *news: heard.append(news)
    mine.heard("them - alive #1 QXZ4BW:7:ada")
    assert mine.elsewhere("QXZ4BW") == {"them": {"ada"}}
    heard.clear()
    await theirs.close()
    for text in lines[1].sent:
        mine.heard(text)
    assert heard == [("them", "-", "dead", "")]
    assert mine.elsewhere("QXZ4BW") == {}


async def test_whoever_cannot_say_goodbye_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Wire):
        closed = False

        async def send(self, texts: Sequence[str]) -> None:
            raise RuntimeError("whatever a driver may say")

        async def close(self) -> None:
            self.closed = True

    line = Broken()
    await Neighbours(line, "me").close()
    assert line.closed


async def test_a_lock_that_postgresql_has_no_room_for_does_not_end_the_line(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With very many tables it refuses; what is heard on that line is still good."""
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    channel = PostgresChannel(store)
    await channel.open()
    db = channel.db

    async def full(*asked: object) -> None:
        raise asyncpg.OutOfMemoryError("out of shared memory")

    with monkeypatch.context() as refusing:
        refusing.setattr(asyncpg.Connection, "fetchval", full)
        with pytest.raises(OSError, match="OutOfMemoryError"):
            await channel.lock("QXZ4BW")
    assert channel.db is db
    assert not channel.broken
    assert await channel.lock("QXZ4BW")
    await channel.close()
    await store.close()


async def test_a_line_that_does_not_begin_to_listen_is_given_up(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    channel = PostgresChannel(store)
    with monkeypatch.context() as impatient:
        impatient.setattr(postgres_module, "PATIENCE", 0.01)
        impatient.setattr(asyncpg.Connection, "add_listener", unanswered)
        with pytest.raises(TimeoutError):
            await channel.open()
    assert channel.broken
    await store.close()


async def test_a_connection_of_which_nobody_knows_what_it_does_is_not_waited_for(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await emptied(postgres)
    store = PostgresStore(postgres)
    await store.open()
    used: list[asyncpg.Connection] = []

    async def late(db: asyncpg.Connection, *asked: object, **how: object) -> None:
        used.append(db)
        raise TimeoutError

    with monkeypatch.context() as slow:
        slow.setattr(asyncpg.Connection, "fetch", late)
        with pytest.raises(OutcomeUnknown):
            await store.append("QXZ4BW", 1, 1, [b"0"])
    assert [db.is_closed() for db in used] == [True]
    await store.append("QXZ4BW", 1, 1, [b"0"])
    await store.close()
