"""Long evenings: a table with a long log is loaded while others are served, and nobody wears a table out."""

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from itertools import islice

import pytest

from house import House
from messages import game_in
from patience import until
from piggery.core.game import Draft, Game
from piggery.errors import Refused
from piggery.server import records
from piggery.table import decisions, door, events, wire
from piggery.table.buckets import BESIDES
from piggery.table.decisions import MOST_BACKS, Luck, opening
from piggery.table.events import Event, Moved, TakenBack, dump
from piggery.table.history import History, read_history
from piggery.table.host import Live
from piggery.table.ports import ALL, CLOCKS, Store
from piggery.table.reading import PAGE
from piggery.table.state import MOST_IN_ALL, MOST_MOVES, Entry, Table
from test_table_machine import Guest as Reader
from test_table_machine import Memory, Silent

LENGTH = 2_001
DEEP = 60  # plies that were made before the first was taken back


def moved(table: Table) -> Moved:
    game = table.current
    return Moved(game.turn, game.draft(game.turn, sorted(game.choices())[0]).ply.text)


def evening(table: Table) -> Iterator[Event]:
    """A table as it was opened and played at, and somebody who takes every other move back: far more than one may."""
    settings = wire.Settings(game="truie", seats=2, takeback=True)
    yield from opening(door.OpenTable(settings, ["greedy"]), "host", Luck(secret=lambda: b"pig!" * 8))
    yield from decisions.begin(table, [0], 0)
    for _ in range(DEEP):
        yield moved(table)
    while True:
        yield moved(table)
        yield TakenBack(table.ply - 1)


def written() -> list[Entry]:
    table, log = Table("QXZ4BW"), list[Entry]()
    for event in islice(evening(table), LENGTH):
        table.apply(event, 0)
        log.append(Entry(table.n, 0, dump(event)))
    return log


class Counter:
    """How many plies were worked out, and how often others had their turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drafts = self.turns = 0
        self.most = 0  # plies between two turns of others
        self.last = 0
        draft = Game.draft

        def counted(game: Game, seat: int, move: str, draws: tuple[str, ...] = ()) -> Draft:
            self.drafts += 1
            return draft(game, seat, move, draws)

        monkeypatch.setattr(Game, "draft", counted)

    async def others(self) -> None:
        while True:
            self.turns += 1
            self.most = max(self.most, self.drafts - self.last)
            self.last = self.drafts
            await asyncio.sleep(0)


async def test_a_table_of_many_take_backs_is_loaded_with_little_work_while_others_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Memory()
    store.log = written()
    counter = Counter(monkeypatch)
    others = asyncio.create_task(counter.others())
    live = Live("QXZ4BW", store, Silent(), Luck(), CLOCKS)
    assert await live.load()
    others.cancel()
    plies = sum(b'"moved"' in entry.text or b'"started"' in entry.text for entry in store.log)
    assert live.table.n == LENGTH
    assert counter.drafts <= plies + DEEP
    assert live.table.backs > 9 * MOST_BACKS
    assert counter.turns >= LENGTH / 50
    assert counter.most <= 50


async def test_moves_may_be_taken_back_only_so_often_in_one_game() -> None:
    store = Memory()
    store.log = written()
    live = Live("QXZ4BW", store, Silent(), Luck(), CLOCKS, timed=False)
    await live.load()
    live.join(Reader("host", 0))
    before = live.table.ply
    with pytest.raises(Refused, match=str(MOST_BACKS)):
        await live.ask("host", wire.Back(before))
    assert live.table.ply == before


class Turn(AbstractAsyncContextManager[object]):
    """A turn to read, which is noted when it is taken."""

    def __init__(self, name: str, taken: list[str]) -> None:
        self.name, self.taken = name, taken

    async def __aenter__(self) -> None:
        self.taken.append(self.name)

    async def __aexit__(self, *_: object) -> None: ...


async def test_a_long_log_is_read_page_by_page_and_each_page_after_the_first_waits_behind_short_ones() -> None:
    store, taken = Memory(), list[str]()
    store.log = written()
    live = Live("QXZ4BW", store, Silent(), Luck(), CLOCKS)
    assert await live.load(Turn("first", taken), Turn("others", taken))
    assert taken == ["first"] + ["others"] * (-(-LENGTH // PAGE) - 1)


async def test_a_table_is_opened_while_the_store_looks_for_wrong_codes(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (await at_home.open())["code"]
    del at_home.lobby.tables[code]
    found, read = asyncio.Event(), at_home.lobby.store.read

    async def slowly(wanted: str, after: int = 0, most: int = ALL) -> list[Entry]:
        if wanted != code:
            await found.wait()
        return await read(wanted, after, most)

    monkeypatch.setattr(at_home.lobby.store, "read", slowly)
    wrong = [asyncio.create_task(at_home.lobby.find(f"WRNG{n}")) for n in range(10, 20)]
    assert (await at_home.lobby.find(code)).table.n > 0
    found.set()
    assert {type(told) for told in await asyncio.gather(*wrong, return_exceptions=True)} == {Refused}


async def test_a_table_that_cannot_be_read_for_somebody_who_is_gone_is_no_error(
    at_home: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = (await at_home.open())["code"]
    del at_home.lobby.tables[code]
    asked, gone = asyncio.Event(), asyncio.Event()

    async def fail(code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        asked.set()
        await gone.wait()
        raise OSError("no disk")

    monkeypatch.setattr(at_home.lobby.store, "read", fail)
    visitor = asyncio.create_task(at_home.lobby.find(code))
    await asked.wait()
    visitor.cancel()
    await asyncio.gather(visitor, return_exceptions=True)
    gone.set()
    await until(lambda: not at_home.lobby.loading)
    gc.collect()
    assert [one for one in caplog.records if one.levelno >= logging.WARNING] == []


async def test_a_short_table_is_opened_while_a_long_one_is_read(at_home: House) -> None:
    store, code = at_home.lobby.store, "QXZ4BW"
    await store.bring(code, written())
    short = (await at_home.open(seats=2))["code"]
    del at_home.lobby.tables[short]
    async with at_home.lobby.long:  # as if another long table were being read
        loading = asyncio.create_task(at_home.lobby.find(code))
        await until(lambda: at_home.lobby.short.locked())
        assert (await at_home.lobby.find(short)).table.n > 0
        assert not loading.done()
    assert (await loading).table.n == LENGTH


async def test_a_table_whose_line_in_the_list_cannot_be_written_is_opened(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (await at_home.open(seats=2, sitting="all"))["code"]
    del at_home.lobby.tables[code]

    async def fail(code: str, listing: bytes | None) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(at_home.lobby.store, "show", fail)
    live = await at_home.lobby.find(code)
    assert live.listed.wanted
    live.listed.over = True


async def test_a_record_is_made_once_and_then_kept(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    await host.to_the_end()
    code = host.last["table"]["code"]
    record = await at_home.lobby.record(code, 1)

    async def fail(*asked: object) -> None:
        raise OSError("it was read again")

    monkeypatch.setattr(at_home.lobby.store, "read", fail)
    assert await at_home.lobby.record(code, 1) == record
    with pytest.raises(Refused) as refused:
        await at_home.lobby.record(code, 2)
    assert refused.value.code == "table.no_game"  # for which the log is not read


async def test_all_who_want_a_record_wait_for_one_reading_of_the_log(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    await host.to_the_end()
    code, readings = host.last["table"]["code"], list[str]()

    async def counted(store: Store, code: str) -> History:
        readings.append(code)
        await asyncio.sleep(0)
        return await read_history(store, code)

    monkeypatch.setattr(records, "read_history", counted)
    texts = await asyncio.gather(*(at_home.lobby.record(code, 1) for _ in range(records.WAITING)))
    assert len(set(texts)) == len(readings) == 1


async def test_only_so_many_wait_for_a_record(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    await host.to_the_end()
    code, asked = host.last["table"]["code"], range(records.WAITING + 3)
    found = await asyncio.gather(*(at_home.lobby.record(code, 1) for _ in asked), return_exceptions=True)
    assert [one.code for one in found if isinstance(one, Refused)] == ["limit.busy"] * 3


async def test_records_are_kept_as_long_as_there_is_room(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "KEPT", 25)
    kept = at_home.lobby.records
    for number in range(1, 4):
        kept._keep(("QXZ4BW", number), "x" * 10)
    kept._keep(("QXZ4BW", 2), "y" * 11)
    assert [number for _, number in kept.texts] == [3, 2]
    assert kept.size == 21


async def test_the_history_of_a_table_is_read_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Memory()
    store.log = written()
    counter = Counter(monkeypatch)
    others = asyncio.create_task(counter.others())
    history = await read_history(store, "QXZ4BW")
    others.cancel()
    assert history.table.n == LENGTH
    assert counter.turns >= LENGTH / 50
    assert counter.most <= 50


# Nobody wears a table out


async def test_who_does_too_much_besides_moving_is_refused_and_nobody_else(at_home: House) -> None:
    host, guest = await at_home.together()
    code = host.last["table"]["code"]
    for _ in range(BESIDES[1] + 5):
        await guest.ask("rename")
    assert await guest.refused() == "limit.seat"
    n = len(await at_home.lobby.store.read(code))
    await guest.ask("rename")
    assert await guest.refused() == "limit.seat"
    assert len(await at_home.lobby.store.read(code)) == n
    await host.ask("rename")
    await host.ask("pause")
    await host.view(lambda view: view["table"]["paused"])
    await host.ask("resume")
    await host.view(lambda view: not view["table"]["paused"])
    await host.play()
    await guest.view(lambda view: bool(view["moves"]))
    await guest.play()  # a move is never too much
    await host.view(lambda view: game_in(view)["ply"] == 3)


async def test_who_did_too_much_may_do_more_a_little_later(at_home: House) -> None:
    _, guest = await at_home.together()
    for _ in range(BESIDES[1] + 1):
        await guest.ask("rename")
    assert await guest.refused() == "limit.seat"
    at_home.clock.now += 5_000
    await guest.ask("rename")
    n = guest.last["table"]["n"]
    await guest.view(lambda view: view["table"]["n"] > n)


async def test_only_moves_count_towards_the_end_of_a_table() -> None:
    table = Table("QXZ4BW")
    for event in islice(evening(table), 4 + DEEP):
        table.apply(event, 0)
    moves = table.moves
    for number in range(MOST_IN_ALL + 1):
        table.apply(events.Named(0, f"Name {number}"), 0)
    assert (table.n > MOST_IN_ALL, table.moves, table.worn) == (True, moves, False)
    assert moves < MOST_MOVES
    table.apply(moved(table), 0)
    table.moves = MOST_IN_ALL
    assert table.worn
