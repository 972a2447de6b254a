"""Where bots think: bounded, with less time under load, and never about a turn that is over."""

import asyncio
import threading
from functools import partial
from typing import Any

from house import House
from piggery import wire
from piggery.asks import Luck
from piggery.bots import search
from piggery.server.thinking import BUDGET, INTERPRETED, LEAST, Thinkers
from piggery.table import Due
from piggery.turns import Turn, bot_turn


async def test_less_time_for_each_the_more_think_at_once() -> None:
    thinkers = Thinkers(Luck(), workers=2)
    budgets = []
    for thinkers.busy in (0, 1, 2, 4, 8, 1000):
        budgets.append(thinkers.budget("pig10"))
    assert budgets == [INTERPRETED, INTERPRETED, INTERPRETED, INTERPRETED / 2, INTERPRETED / 4, LEAST]
    thinkers.close()


async def test_more_time_once_everything_is_compiled(monkeypatch: Any) -> None:
    thinkers = Thinkers(Luck(), workers=1)
    monkeypatch.setattr(search, "_compiled", {"pig10"})
    assert (thinkers.budget("pig10"), thinkers.budget("truie")) == (BUDGET, INTERPRETED)
    thinkers.close()


def _turn_is_not(turn: int, view: dict[str, Any]) -> bool:
    return bool(view["table"]["game"]["turn"] != turn)


async def test_the_strongest_plays_at_a_table_and_others_go_on_meanwhile(at_home: House) -> None:
    (host,) = await at_home.together(1, ("minerva", "pip"))
    await host.play()
    for _ in range(2):
        at_home.later(1000)
        await host.view(partial(_turn_is_not, host.last["table"]["game"]["turn"]))
    assert [chair["player"] for chair in host.last["table"]["chairs"][1:3]] == ["minerva", "pip"]


async def test_no_more_think_at_once_than_there_are_workers(at_home: House) -> None:
    (host,) = await at_home.together(1, ("minerva",))
    live = at_home.live(host.last["table"]["code"])
    thinkers, running, most = Thinkers(Luck(), workers=2), 0, 0
    lock = threading.Lock()

    class Slow(Turn):
        def choice(self, rng: list[int], milliseconds: float | None = None) -> str:
            nonlocal running, most
            with lock:
                running += 1
                most = max(most, running)
            chosen = Turn.choice(self, rng, 1.0)
            with lock:
                running -= 1
            return chosen

    turn = Slow(*bot_turn(live.table, Due("bot", 0, 0))._replace(level="minerva"))
    moves = await asyncio.gather(*(thinkers.think(turn) for _ in range(8)))
    assert most <= 2
    assert all(move in live.table.current.moves() for move in moves)
    thinkers.close()


async def test_a_thought_about_a_turn_that_is_over_is_dropped(at_home: House) -> None:
    (host,) = await at_home.together(1, ("otto",), takeback=True)
    live = at_home.live(host.last["table"]["code"])
    thought = asyncio.Event()

    async def taken_back_meanwhile(turn: Turn) -> str:
        await live.ask(live.table.chairs[0].key, wire.Back(turn.ply))
        thought.set()
        return turn.choice([1, 2, 3, 4])

    live.think = taken_back_meanwhile
    before = live.table.ply
    await host.play()
    at_home.later(1000)
    await thought.wait()
    while live.task and not live.task.done():
        await asyncio.sleep(0)
    assert live.table.ply == before
    assert live.table.current.turn == 0
