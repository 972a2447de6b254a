"""Hints at a table: for whoever is to move and asks, for nobody else, and from nothing but what they see."""

import pytest

from house import Guest, House
from messages import Said, game_in, line_of
from piggery.engine.kernel import Numbers, generator
from piggery.server import thinking
from piggery.server.thinking import Thinkers
from piggery.table import wire
from piggery.table.decisions import decide
from piggery.table.hints import coach_request
from piggery.table.turns import BotTurn
from piggery.table.views import encode
from piggery.words import say
from test_browser import THREE, Tablet
from test_thinking import ADA, LUCK, ONE_DEAL, Pool, follow, playing, pool_of, settled
from worlds import swap

EVERYBODY = ["nudge", "idea", "move"]


async def ask(guest: Guest) -> None:
    await guest.ask("hint", ply=game_in(guest.last)["ply"])


def said(steps: list[list[Said]]) -> list[str]:
    """The steps as sentences."""
    return [" ".join(say(line_of(told)) for told in step) for step in steps]


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_who_is_to_move_is_told_a_nudge_the_idea_and_the_move(at_home: House, game: str) -> None:
    (ada,) = await at_home.together(1, ("greedy",), game=game)
    await ask(ada)
    hinted = await ada.news("hinted")
    assert hinted["ply"] == game_in(ada.last)["ply"]
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
        while heard["type"] != "view" or game_in(heard)["turn"] != 1:
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


@pytest.fixture
def pool(at_home: House) -> Pool:
    """The server thinks of one thing at a time, and is done with it when the test says so."""
    at_home.lobby.thinkers = Thinkers(at_home.lobby.luck, workers=1)
    at_home.lobby.thinkers.pool = Pool()
    return pool_of(at_home.lobby.thinkers)


async def asked(guest: Guest) -> None:
    """Ask, and wait until the server has heard it."""
    await ask(guest)
    await guest.ask("hint", ply=-1)
    assert await guest.refused() == "table.stale"
    await settled()


async def test_taps_devices_and_who_comes_back_get_one_answer_thought_of_once(at_home: House, pool: Pool) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    code = ada.last["table"]["code"]
    tablet, lost = [await at_home.guest(code, ada.token) for _ in range(2)]
    for guest in (ada, ada, tablet, lost):
        await asked(guest)
    await lost.hang_up()
    back = await at_home.guest(code, ada.token)
    await asked(back)
    assert pool.kinds == ["hint"]
    await pool.finish()
    told = [await guest.news("hinted") for guest in (ada, tablet, back)]
    assert told[0] == told[1] == told[2]
    await settled()
    assert ada.told.empty()
    assert not pool.work


async def test_a_move_need_not_wait_for_a_hint_nor_the_next_hint_for_its_answer(at_home: House, pool: Pool) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    await asked(ada)
    ply = game_in(ada.last)["ply"]
    await ada.play()
    await ada.view(lambda view: bool(view["moves"]) and game_in(view)["ply"] > ply)
    await asked(ada)
    await pool.finish()
    await pool.finish()
    assert (await ada.news("hinted"))["ply"] > ply


async def test_where_too_many_ask_the_coach_one_is_told_so_and_nothing_changes(
    at_home: House, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    monkeypatch.setattr(thinking, "MOST", 0)
    await ask(ada)
    assert await ada.refused() == "limit.hints"
    assert not pool.work
    monkeypatch.undo()
    await asked(ada)
    assert pool.kinds == ["hint"]


async def test_for_who_asks_and_is_gone_nothing_is_thought_of(at_home: House, pool: Pool) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    await ask(ada)
    await ada.hang_up()
    await settled()
    assert not pool.work


async def test_a_question_stands_as_long_as_its_turn_looks_the_same() -> None:
    table = playing("one")
    asked, state = coach_request(table, 0, table.ply), table.current.state
    table.current.state = swap(state, 1) or state
    assert table.current.state is not state
    assert asked.stands(table)
    assert not asked._replace(ply=asked.ply + 1).stands(table)
    table.current.state = swap(state, 0) or state
    assert table.current.state is not state
    assert not asked.stands(table)
    table.current.state = state
    follow(table, decide(table, ADA, wire.Play(table.ply, table.current.moves()[0]), LUCK, 0))
    assert not asked.stands(table)


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_hint_is_the_same_bytes_when_hidden_cards_are_swapped(at_home: House, game: str) -> None:
    ada, ben = await at_home.together(2, game=game, options={"grunting": "auto"} if game == "truie" else {})
    await ada.play("draw" if game == "truie" else "")
    await ben.view(lambda view: bool(view["moves"]))
    await ben.play("draw" if game == "truie" else "")
    await ada.view(lambda view: bool(view["moves"]))
    table = at_home.live(ada.last["table"]["code"]).table
    before = encode(coach_request(table, 0, table.ply).answer(generator(1), ONE_DEAL))
    swapped = swap(table.current.state, 1)
    assert swapped is not None
    assert swapped != table.current.state
    table.current.state = swapped
    for n, ply in enumerate(table.plies):
        table.plies[n] = ply._replace(before=swap(ply.before, 1) or ply.before)
    assert encode(coach_request(table, 0, table.ply).answer(generator(1), ONE_DEAL)) == before


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

    def choice(turn: BotTurn, rng: Numbers, milliseconds: float | None = None) -> str:
        told.append(milliseconds)
        return turn.rules.move_text(turn.view, turn.rules.legal(turn.view).bit_length() - 1)

    monkeypatch.setattr(BotTurn, "choice", choice)
    code = await tablet.gather({"settings": {"pace": 0}, "people": [""], "bots": ["minerva"]})
    await tablet.play(code)
    await tablet.until_mine()
    assert told
    assert all(allowed is not None and allowed < 500 for allowed in told)


@pytest.fixture
def tablet() -> Tablet:
    return Tablet()
