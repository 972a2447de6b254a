"""Where bots think: bounded, moves before hints, with less time under load, and never about a turn that is over."""

import asyncio
import gc
import sys
import threading
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from copy import copy
from functools import partial
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar, cast

import pytest

from house import House
from messages import News, game_in
from piggery.bots import search
from piggery.bots.warm import FOR_ANOTHER
from piggery.engine.compiled import available
from piggery.engine.kernel import Numbers
from piggery.errors import Refused
from piggery.server.thinking import BUDGET, HELP, INTERPRETED, LEAST, MOST, Thinkers
from piggery.table import door, wire
from piggery.table.decisions import Luck, Requester, decide, opening
from piggery.table.events import Event
from piggery.table.hints import coach_request
from piggery.table.state import Table
from piggery.table.turns import BotTurn, bot_turn
from piggery.table.upcoming import AutoAction

P = ParamSpec("P")
T = TypeVar("T")
ADA = Requester("ada", 0, True)
LUCK = Luck()
ONE_DEAL = 1e-6  # milliseconds: a search looks at one deal at least


class Job(NamedTuple):
    kind: str
    budget: float
    do: Callable[[], None]
    fail: Callable[[BaseException], None]


class Pool(Executor):
    """A pool where work waits until the test says that the first of it is done."""

    def __init__(self) -> None:
        self.work: list[Job] = []

    def submit(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        rng, budget = cast(tuple[Numbers, float], given)
        think = cast(Callable[[Numbers, float], T], work)
        kind = "hint" if work.__name__ == "answer" else "move"
        self.work.append(Job(kind, budget, lambda: future.set_result(think(rng, ONE_DEAL)), future.set_exception))
        return future

    @property
    def kinds(self) -> list[str]:
        return [job.kind for job in self.work]

    @property
    def budgets(self) -> list[float]:
        return [job.budget for job in self.work]

    async def finish(self) -> None:
        """Let the first be done, and everybody hear of it."""
        self.work.pop(0).do()
        await settled()


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


def playing(code: str) -> Table:
    """A table where Ada, at seat 0, is to move."""
    table = Table(code)
    follow(table, opening(door.OpenTable(wire.Settings(seats=2, starter="host"), ["otto"]), ADA.key, LUCK))
    follow(table, decide(table, ADA, wire.Start(first=0), LUCK, 0))
    return table


def follow(table: Table, events: list[Event]) -> None:
    for event in events:
        table.apply(event, 0)


def asked(thinkers: Thinkers, table: Table) -> "asyncio.Task[wire.HintAnswer]":
    return asyncio.create_task(thinkers.help(table, coach_request(table, 0, table.ply)))


def refusal(ask: "asyncio.Task[wire.HintAnswer]") -> str:
    refused = ask.exception()
    assert isinstance(refused, Refused)
    return refused.code


def moving(thinkers: Thinkers) -> "asyncio.Task[str]":
    """The strongest bot begins to think about a move."""
    turn = bot_turn(playing("bots"), AutoAction("bot", 0, 0))._replace(level="minerva")
    return asyncio.create_task(thinkers.think(turn))


@pytest.fixture(params=[1, 2, 4])
def thinkers(request: pytest.FixtureRequest) -> Iterator[Thinkers]:
    """So many workers, of whom each does what the test lets them do."""
    found = Thinkers(Luck(), workers=request.param)
    found.pool = Pool()
    yield found
    found.close()


def pool_of(thinkers: Thinkers) -> Pool:
    assert isinstance(thinkers.pool, Pool)
    return thinkers.pool


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever other tests have compiled in this process."""
    monkeypatch.setattr(search, "_compiled", set())


async def test_less_time_for_each_the_more_think_at_once() -> None:
    thinkers = Thinkers(Luck(), workers=2)
    budgets = [thinkers.budget("pig10", crowd) for crowd in (1, 2, 4, 8, 1000)]
    assert budgets == [INTERPRETED, INTERPRETED, INTERPRETED / 2, INTERPRETED / 4, LEAST]
    thinkers.close()


async def test_more_time_once_everything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = Thinkers(Luck(), workers=1)
    monkeypatch.setattr(search, "_compiled", {"pig10"})
    assert (thinkers.budget("pig10", 1), thinkers.budget("truie", 1)) == (BUDGET, INTERPRETED)
    thinkers.close()


@pytest.mark.process
@pytest.mark.skipif(not available(), reason="Numba is not installed: nothing is compiled")
async def test_everything_is_compiled_by_another_process_and_taken_from_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[tuple[str, ...]] = []
    really = asyncio.create_subprocess_exec

    async def begin(*command: str, stdin: int, start_new_session: bool) -> Process:
        assert start_new_session  # Ctrl-C is for the server
        assert not search.is_compiled("pig10")
        begun.append(command)
        return await really(*command, stdin=stdin, start_new_session=True)

    monkeypatch.setattr(search, "_compiled", set())
    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    thinkers = Thinkers(Luck(), workers=1)
    await thinkers.get_ready()
    assert begun == [(sys.executable, "-m", "piggery.bots.warm", FOR_ANOTHER)]
    assert [thinkers.budget(game, 1) for game in ("pig10", "truie")] == [BUDGET, BUDGET]
    thinkers.close()


async def test_where_nothing_can_be_kept_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PIGGERY_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(search, "_compiled", set())
    monkeypatch.setattr(asyncio, "create_subprocess_exec", None)
    thinkers = Thinkers(Luck(), workers=1)
    await thinkers.get_ready()
    assert thinkers.budget("pig10", 1) == INTERPRETED
    thinkers.close()


async def test_hints_never_take_the_last_of_several_workers(thinkers: Thinkers) -> None:
    pool = pool_of(thinkers)
    for n in range(20):
        asked(thinkers, playing(f"table {n}"))
    await settled()
    assert pool.kinds == ["hint"] * max(1, thinkers.workers - 1)


async def test_a_move_waits_for_no_hint_but_those_that_are_thought_of_when_it_comes(thinkers: Thinkers) -> None:
    pool = pool_of(thinkers)
    for n in range(20):
        asked(thinkers, playing(f"table {n}"))
    await settled()
    before = pool.kinds
    move = moving(thinkers)
    await settled()
    assert pool.kinds == [*before, "move"]
    for _ in before:
        await pool.finish()
    assert pool.kinds == ["move", *before]
    await pool.finish()
    assert await move


async def test_hints_that_wait_take_no_time_from_moves_but_from_each_other(thinkers: Thinkers) -> None:
    pool, workers, room = pool_of(thinkers), thinkers.workers, max(1, thinkers.workers - 1)
    for n in range(20):
        asked(thinkers, playing(f"table {n}"))
    await settled()
    assert pool.budgets == [HELP * max(LEAST, INTERPRETED * workers / 20)] * room
    moving(thinkers)
    await settled()
    assert pool.budgets[room:] == [INTERPRETED * workers / (room + 1)]


async def test_a_hint_takes_less_time_the_more_bots_think(thinkers: Thinkers) -> None:
    for _ in range(4 * thinkers.workers - 1):
        moving(thinkers)
    await settled()
    asked(thinkers, playing("one"))
    await settled()
    assert pool_of(thinkers).budgets[-1] == HELP * INTERPRETED / 4


async def test_whoever_asks_the_same_is_told_the_same(thinkers: Thinkers) -> None:
    pool, table = pool_of(thinkers), playing("one")
    first, *others = [asked(thinkers, table) for _ in range(5)]
    await settled()
    first.cancel()
    await settled()
    others.append(asked(thinkers, table))
    await settled()
    assert pool.kinds == ["hint"]
    assert len(thinkers.helping) == 1
    await pool.finish()
    answers = [await other for other in others]
    assert all(answer is answers[0] for answer in answers)


async def test_another_table_and_another_turn_are_another_question(thinkers: Thinkers) -> None:
    one, other = playing("one"), playing("other")
    asks = [asked(thinkers, one), asked(thinkers, other)]
    await settled()
    follow(one, decide(one, ADA, wire.Play(one.ply, one.current.moves()[0]), LUCK, 0))
    asks.append(asyncio.create_task(thinkers.help(one, coach_request(one, 1, one.ply))))
    await settled()
    while pool_of(thinkers).work:
        await pool_of(thinkers).finish()
    assert len({id(await ask) for ask in asks}) == 3


async def test_a_table_that_looks_the_same_is_another_question(thinkers: Thinkers) -> None:
    table = playing("one")
    twin = copy(table)
    twin.code = "twin"
    assert coach_request(table, 0, table.ply) == coach_request(twin, 0, twin.ply)
    asked(thinkers, table)
    asked(thinkers, twin)
    await settled()
    assert [hint.table for hint in thinkers.helping] == ["one", "twin"]


async def test_so_many_hints_are_thought_of_or_waited_for_and_no_more(thinkers: Thinkers) -> None:
    pool, tables = pool_of(thinkers), [playing(f"table {n}") for n in range(MOST)]
    for table in tables:
        asked(thinkers, table)
    await settled()
    before = pool.kinds
    one_more = asked(thinkers, playing("one more"))
    await settled()
    assert refusal(one_more) == "limit.hints"
    assert pool.kinds == before
    assert len(thinkers.helping) == MOST
    same, move = asked(thinkers, tables[0]), moving(thinkers)
    await settled()
    assert pool.kinds == [*before, "move"]
    await pool.finish()
    assert (await same).ply == tables[0].ply
    later = asked(thinkers, playing("later"))
    while pool.work:
        await pool.finish()
    assert later.done()
    assert move.done()
    assert not thinkers.helping


async def test_a_hint_whose_turn_is_over_before_it_is_thought_of_is_refused(thinkers: Thinkers) -> None:
    pool, late = pool_of(thinkers), playing("late")
    for n in range(thinkers.workers):
        asked(thinkers, playing(f"table {n}"))
    ask = asked(thinkers, late)
    await settled()
    follow(late, decide(late, ADA, wire.Play(late.ply, late.current.moves()[0]), LUCK, 0))
    while pool.work:
        await pool.finish()
    assert refusal(ask) == "table.stale"


async def test_a_refusal_that_nobody_waits_for_is_no_news_for_the_log(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    pool, late = pool_of(thinkers), playing("late")
    for n in range(thinkers.workers):
        asked(thinkers, playing(f"table {n}"))
    ask = asked(thinkers, late)
    await settled()
    ask.cancel()
    follow(late, decide(late, ADA, wire.Play(late.ply, late.current.moves()[0]), LUCK, 0))
    while pool.work:
        await pool.finish()
    assert not thinkers.helping
    gc.collect()
    assert caplog.records == []


async def test_a_hint_that_fails_makes_room_for_others(thinkers: Thinkers) -> None:
    pool = pool_of(thinkers)
    asks = [asked(thinkers, playing(f"table {n}")) for n in range(thinkers.workers + 1)]
    await settled()
    pool.work.pop(0).fail(OSError("out of memory"))
    await settled()
    while pool.work:
        await pool.finish()
    assert [type(ask.exception()) for ask in asks] == [OSError] + [type(None)] * thinkers.workers
    assert not thinkers.helping


async def test_when_the_server_closes_no_hint_is_waited_for(thinkers: Thinkers) -> None:
    asks = [asked(thinkers, playing(f"table {n}")) for n in range(4)]
    await settled()
    thinkers.close()
    await settled()
    assert all(ask.cancelled() for ask in asks)


def _turn_is_not(turn: int, view: News) -> bool:
    return game_in(view)["turn"] != turn


async def test_the_strongest_plays_at_a_table_and_others_go_on_meanwhile(at_home: House) -> None:
    (host,) = await at_home.together(1, ("minerva", "pip"))
    await host.play()
    for _ in range(2):
        at_home.later(1000)
        await host.view(partial(_turn_is_not, game_in(host.last)["turn"]))
    assert [chair["player"] for chair in host.last["table"]["chairs"][1:3]] == ["minerva", "pip"]


async def test_no_more_think_at_once_than_there_are_workers(at_home: House) -> None:
    (host,) = await at_home.together(1, ("minerva",))
    live = at_home.live(host.last["table"]["code"])
    thinkers, running, most = Thinkers(Luck(), workers=2), 0, 0
    lock = threading.Lock()

    class Slow(BotTurn):
        def choice(self, rng: list[int], milliseconds: float | None = None) -> str:
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            chosen = BotTurn.choice(self, rng, 1.0)
            with lock:
                running -= 1
            return chosen

    turn = Slow(*bot_turn(live.table, AutoAction("bot", 0, 0))._replace(level="minerva"))
    moves = await asyncio.gather(*(thinkers.think(turn) for _ in range(8)))
    assert most <= 2
    assert all(move in live.table.current.moves() for move in moves)
    thinkers.close()


async def test_a_thought_about_a_turn_that_is_over_is_dropped(at_home: House) -> None:
    (host,) = await at_home.together(1, ("otto",), takeback=True)
    live = at_home.live(host.last["table"]["code"])
    thought = asyncio.Event()

    async def taken_back_meanwhile(turn: BotTurn) -> str:
        await live.ask(live.table.chairs[0].key, wire.Back(turn.ply))
        thought.set()
        return turn.choice([1, 2, 3, 4])

    live.think = taken_back_meanwhile
    before = live.table.ply
    await host.play()
    at_home.later(1000)
    await thought.wait()
    while live.clockwork.task and not live.clockwork.task.done():
        await asyncio.sleep(0)
    assert live.table.ply == before
    assert live.table.current.turn == 0
