"""Hints at a table: for whoever is to move and asks, for nobody else, and from nothing but what they see."""

import asyncio
import threading
from typing import Any

import pytest

from house import Guest, House
from piggery import wire
from piggery.hints import Riddle, riddle
from piggery.kernel import generator
from piggery.news import encode
from piggery.server.thinking import HELP, Thinkers
from piggery.turns import Turn
from piggery.words import Line, say
from test_browser import THREE, Tablet
from worlds import swap

ONE_DEAL = 1e-6  # milliseconds: a search looks at one deal at least
EVERYBODY = ["nudge", "idea", "move"]


async def ask(guest: Guest) -> None:
    await guest.ask("hint", ply=guest.last["table"]["game"]["ply"])


def said(steps: list[list[Any]]) -> list[str]:
    """The steps as sentences."""
    return [" ".join(say(_line(told)) for told in step) for step in steps]


def _line(told: Any) -> Line:
    key, values = told
    return Line(key, {name: _line(value) if _is_line(value) else value for name, value in values.items()})


def _is_line(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], dict)


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_who_is_to_move_is_told_a_nudge_the_idea_and_the_move(at_home: House, game: str) -> None:
    (ada,) = await at_home.together(1, ("greedy",), game=game)
    await ask(ada)
    hinted = await ada.news("hinted")
    assert hinted["ply"] == ada.last["table"]["game"]["ply"]
    assert len(hinted["steps"]) == len(EVERYBODY)
    assert all(said(hinted["steps"]))
    assert hinted["steps"][2][0][0] == "coach.tip"
    assert hinted["move"] in [choice["move"] for choice in ada.last["moves"]]


async def test_nobody_else_hears_of_it(at_home: House) -> None:
    ada, ben = await at_home.together(2)
    watcher = await at_home.guest(ada.last["table"]["code"])
    await ask(ada)
    await ada.news("hinted")
    await ada.play()
    for other in (ben, watcher):
        heard = await other.news()
        while heard["type"] != "view" or heard["table"]["game"]["turn"] != 1:
            assert heard["type"] == "view"
            heard = await other.news()


async def test_nobody_is_helped_out_of_turn_nor_for_another_moment_nor_without_a_seat(at_home: House) -> None:
    ada, ben = await at_home.together(2)
    await ask(ben)
    assert await ben.refused() == "table.turn"
    await ada.ask("hint", ply=9)
    assert await ada.refused() == "table.stale"
    watcher = await at_home.guest(ada.last["table"]["code"])
    await ask(watcher)
    assert await watcher.refused() == "table.not_seated"


async def test_before_a_game_and_while_it_is_paused_there_is_nothing_to_help_with(at_home: House) -> None:
    opened = await at_home.open(("greedy",), starter="host", seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("hint", ply=0)
    assert await host.refused() == "table.not_playing"
    await host.ask("start", first=0)
    await host.view(lambda view: bool(view["moves"]))
    await host.ask("pause")
    await host.view(lambda view: bool(view["table"]["paused"]))
    await ask(host)
    assert await host.refused() == "table.paused"


async def test_the_host_may_do_without_hints(at_home: House) -> None:
    opened = await at_home.open(("greedy",), starter="host", seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    assert host.last["table"]["settings"]["hints"]
    await host.ask("set", settings={**host.last["table"]["settings"], "hints": False})
    await host.view(lambda view: not view["table"]["settings"]["hints"])
    await host.ask("start", first=0)
    await host.view(lambda view: bool(view["moves"]))
    await ask(host)
    assert await host.refused() == "table.no_hints"


async def test_one_hint_is_thought_of_at_a_time_and_a_move_need_not_wait_for_it(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    thinkers, gate = at_home.lobby.thinkers, threading.Event()
    for _ in range(thinkers.workers):
        thinkers.pool.submit(gate.wait)
    await ask(ada)
    await ask(ada)
    assert await ada.refused() == "limit.hints"
    ply = ada.last["table"]["game"]["ply"]
    await ada.play()
    await ada.view(lambda view: bool(view["moves"] and view["table"]["game"]["ply"] > ply))
    gate.set()
    assert (await ada.news("hinted"))["ply"] == ply
    await ask(ada)
    assert (await ada.news("hinted"))["ply"] > ply


async def test_who_hangs_up_is_not_thought_for_any_longer(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    thinkers, gate = at_home.lobby.thinkers, threading.Event()
    for _ in range(thinkers.workers):
        thinkers.pool.submit(gate.wait)
    await ask(ada)
    await ask(ada)
    assert await ada.refused() == "limit.hints"
    await ada.hang_up()
    await asyncio.sleep(0)
    assert thinkers.busy == 0
    gate.set()


class Patient(Riddle):
    """Says only how long it may take."""

    __slots__ = ()

    def answer(self, rng: Any, milliseconds: float) -> wire.Hinted:
        return wire.Hinted(0, [], str(milliseconds))


async def test_a_hint_takes_less_time_the_more_think_at_once(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    table = at_home.live(ada.last["table"]["code"]).table
    asked = Patient(*riddle(table, 0, table.ply))
    thinkers = Thinkers(at_home.lobby.luck, workers=2)
    alone = float((await thinkers.help(asked)).move)
    assert alone == HELP * thinkers.budget("pig10")
    thinkers.busy = 7
    assert float((await thinkers.help(asked)).move) == alone / 4
    thinkers.close()


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_hint_is_the_same_bytes_when_hidden_cards_are_swapped(at_home: House, game: str) -> None:
    ada, ben = await at_home.together(2, game=game, options={"grunting": "auto"} if game == "truie" else {})
    await ada.play("draw" if game == "truie" else "")
    await ben.view(lambda view: bool(view["moves"]))
    await ben.play("draw" if game == "truie" else "")
    await ada.view(lambda view: bool(view["moves"]))
    table = at_home.live(ada.last["table"]["code"]).table
    before = encode(riddle(table, 0, table.ply).answer(generator(1), ONE_DEAL))
    swapped = swap(table.game.state, 1)
    assert swapped is not None
    assert swapped != table.game.state
    table.game.state = swapped
    for n, ply in enumerate(table.plies):
        table.plies[n] = ply._replace(before=swap(ply.before, 1) or ply.before)
    assert encode(riddle(table, 0, table.ply).answer(generator(1), ONE_DEAL)) == before


async def test_on_a_device_whoever_holds_it_is_helped_in_their_turn(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    turn = tablet.game["turn"]
    await tablet.look(code, (turn + 1) % 3)
    await tablet.ask(code, type="hint", ply=tablet.game["ply"])
    assert tablet.news[-1]["type"] == "refusal"
    assert tablet.news[-1]["code"] == "table.turn"
    await tablet.look(code, turn)
    await tablet.ask(code, type="hint", ply=tablet.game["ply"])
    hinted = tablet.news[-1]
    assert hinted["type"] == "hinted"
    assert all(said(hinted["steps"]))
    assert hinted["move"] in [choice["move"] for choice in tablet.view["moves"]]


async def test_on_a_device_a_bot_is_told_how_long_it_may_think(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float | None] = []

    def choice(turn: Turn, rng: Any, milliseconds: float | None = None) -> str:
        told.append(milliseconds)
        return turn.rules.move_text(turn.seen, turn.rules.legal(turn.seen).bit_length() - 1)

    monkeypatch.setattr(Turn, "choice", choice)
    code = await tablet.gather({"settings": {"pace": 0}, "people": [""], "bots": ["minerva"]})
    await tablet.play(code)
    await tablet.until_mine()
    assert told
    assert all(allowed is not None and allowed < 500 for allowed in told)


@pytest.fixture
def tablet() -> Tablet:
    return Tablet()
