"""Tables in the real application, in memory: leaving and coming back, clocks, and what is kept."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from house import House, house
from messages import News, deadline_in, game_in
from piggery.games.truie.rules import TruieState
from piggery.server.dates import DOUBT
from piggery.server.lobby import IDLE
from piggery.table.buckets import BESIDES
from piggery.table.identity import key_of
from piggery.table.upcoming import upcoming
from piggery.table.wire import PROTOCOL


def my_turn(view: News) -> bool:
    return bool(view["moves"])


# Leaving and coming back


async def test_a_lost_player_is_waited_for_then_a_bot_plays_and_they_take_the_seat_back(at_home: House) -> None:
    host, guest = await at_home.together(2, wait=30)
    await guest.hang_up()
    view = await host.view(lambda view: not view["table"]["chairs"][1]["here"])
    await host.play()
    view = await host.view(lambda view: game_in(view)["turn"] == 1)
    assert deadline_in(view)["kind"] == "wait"
    assert deadline_in(view)["until"] - view["now"] == 30_000
    at_home.later(29_999)
    assert not at_home.live(view["table"]["code"]).table.chairs[1].stand_in
    at_home.later(1)
    view = await host.view(my_turn)
    assert view["table"]["chairs"][1]["stand_in"] == "tilda"
    back = await at_home.guest(view["table"]["code"], guest.token)
    view = await back.view(lambda view: not view["table"]["chairs"][1]["stand_in"])
    assert view["you"] == 1
    assert len(view["hand"]) == 3


async def test_of_a_stand_in_who_cannot_get_up_at_once_it_is_asked_only_once(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = await at_home.together(2, wait=0)
    code = host.last["table"]["code"]
    await guest.hang_up()
    await host.play()
    await host.view(lambda view: view["table"]["chairs"][1]["stand_in"] != "")
    live, free = at_home.live(code), asyncio.Event()
    append = live.store.append

    async def slowly(code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        await free.wait()
        await append(code, n, at, texts)

    monkeypatch.setattr(live.store, "append", slowly)
    back = await at_home.guest(code, guest.token)
    for _ in range(5):
        live.changed()
        await back.ask("hello", protocol=PROTOCOL, table=code, token=guest.token)
        await back.view()
    assert len(live.beside.tasks) == 1
    free.set()
    await back.view(lambda view: view["table"]["chairs"][1]["stand_in"] == "")


async def test_bots_among_themselves_do_not_hurry(at_home: House) -> None:
    """Whoever opens a hundred tables of bots makes a hundred moves a second of them, not a thousand."""
    for pace, least in ((100, 500), (1000, 1000), (20, 100), (0, 0)):
        opened = await at_home.open(("greedy", "greedy"), False, seats=2, pace=pace)
        host = await at_home.guest(opened["code"], opened["token"])
        await host.ask("start")
        await host.view(lambda view: view["table"]["phase"] != "gather")
        table = at_home.live(opened["code"]).table
        if pace:  # without any, the game may be over by now
            due = upcoming(table, 0, {}, watched=True)
            assert due
            assert (due.kind, due.at) == ("bot", least)
    (host,) = await at_home.together(1, ("greedy",), pace=100)
    table = at_home.live(host.last["table"]["code"]).table
    table.current.state.turn = 1
    due = upcoming(table, 0, {}, watched=True)
    assert due
    assert (due.kind, due.at) == ("bot", 100)


async def test_while_everybody_is_away_the_table_stands_still(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",), wait=0)
    code, token = host.last["table"]["code"], host.token
    watcher = await at_home.guest(code)
    await host.hang_up()
    await watcher.view(lambda view: not view["table"]["chairs"][0]["here"])
    at_home.later(100_000)
    view = await watcher.view()
    assert view["table"]["deadline"] is None
    assert game_in(view)["ply"] == 1
    back = await at_home.guest(code, token)
    assert back.last["moves"]


async def test_who_leaves_for_good_gives_the_seat_to_a_bot(at_home: House) -> None:
    host, guest = await at_home.together()
    await guest.ask("leave")
    await host.view(lambda view: view["table"]["chairs"][1]["player"] == "tilda")
    await host.play()
    await host.view(my_turn)
    again = await at_home.guest(host.last["table"]["code"], guest.token)
    assert again.last["you"] == -1


async def test_somebody_who_comes_late_takes_a_bots_seat_where_the_table_has_it_so(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",), late="bots")
    late = await at_home.seated(host.last["table"]["code"])
    assert late.last["you"] == 1
    assert len(late.last["hand"]) == 3
    await host.play()
    view = await late.view(my_turn)
    assert game_in(view)["names"][1] == view["table"]["chairs"][1]["name"]


async def test_one_seat_may_be_open_on_two_screens(at_home: House) -> None:
    host, guest = await at_home.together()
    second = await at_home.guest(host.last["table"]["code"], host.token)
    assert second.last["hand"] == host.last["hand"]
    await host.hang_up()
    assert key_of(host.token) in at_home.live(host.last["table"]["code"]).presence.here
    await guest.ask("emote", emote="hello")
    assert (await guest.news())["type"] == "emoted"  # and nobody was told anything


async def test_whoever_gets_up_and_sits_down_on_another_screen_sees_it_there_at_once(at_home: House) -> None:
    opened = await at_home.open(seats=3)
    first = await at_home.seated(opened["code"])
    second = await at_home.guest(opened["code"])
    await first.ask("leave")
    await second.view(lambda view: view["table"]["chairs"][1]["player"] == "")
    await second.ask("sit", token=first.token)
    await second.view(lambda view: view["you"] == 1)


async def test_whoever_sits_down_with_the_key_of_a_seat_has_that_seat_and_nothing_is_stored(at_home: House) -> None:
    host, guest = await at_home.together()
    second = await at_home.guest(host.last["table"]["code"])
    n = host.last["table"]["n"]
    await second.ask("sit", token=guest.token)
    assert await second.news("seated") == {"type": "seated", "seat": 1, "token": guest.token}
    view = await second.view()
    assert (view["you"], view["hand"], view["table"]["n"]) == (1, guest.last["hand"], n)


async def test_a_page_of_another_protocol_is_told_to_load_itself_anew(at_home: House) -> None:
    host, guest = await at_home.together()
    code, ply = host.last["table"]["code"], game_in(guest.last)["ply"]
    await guest.hang_up()
    old = await at_home.guest(code)
    await old.ask("hello", protocol=0, table=code, token=guest.token)
    assert (await old.news("outdated"))["protocol"] == PROTOCOL
    new = await at_home.guest(code, guest.token)
    assert new.last["you"] == 1
    assert game_in(new.last)["ply"] == ply


# Time


async def test_a_grunt_has_a_countdown_and_then_none_was_made(at_home: House) -> None:
    host, _ = await at_home.together(game="truie", react=5)
    live = at_home.live(host.last["table"]["code"])
    state = live.table.current.state = live.table.current.state.copy()
    assert isinstance(state, TruieState)
    state.owes, state.demand = 1, 0  # as after a play that leaves two cards
    at_home.later(0)
    view = await host.view(lambda view: bool(game_in(view)["board"].get("owes")))
    assert [choice["move"] for choice in view["moves"]] == ["g0", "g1", "g2"]
    assert view["table"]["deadline"] == {"kind": "react", "seat": 0, "until": view["now"] + 5000}
    at_home.later(5000)
    view = await host.view(lambda view: game_in(view)["turn"] == 1)
    assert game_in(view)["story"][-1]["move"] == "g0"
    assert len(view["hand"]) == 9


async def test_without_time_to_grunt_the_clock_of_the_turn_runs_on(at_home: House) -> None:
    host, _ = await at_home.together(game="truie", react=0, clock=10)
    live = at_home.live(host.last["table"]["code"])
    state = live.table.current.state = live.table.current.state.copy()
    assert isinstance(state, TruieState)
    state.owes, state.demand = 1, 0
    action = upcoming(live.table, live.since, {}, watched=True)
    assert action
    assert (action.kind, action.at) == ("clock", live.since + 10_000)


async def test_a_turn_clock_moves_for_a_sleeper_who_keeps_the_seat(at_home: House) -> None:
    host, _ = await at_home.together(clock=20)
    assert deadline_in(host.last)["kind"] == "clock"
    at_home.later(20_000)
    view = await host.view(lambda view: game_in(view)["turn"] == 1)
    assert view["table"]["chairs"][0]["player"] == "person"
    assert not view["table"]["chairs"][0]["stand_in"]


async def test_the_host_pauses_and_no_clock_runs(at_home: House) -> None:
    host, guest = await at_home.together(clock=20)
    await host.ask("pause")
    view = await host.view(lambda view: bool(view["table"]["paused"]))
    assert (view["table"]["deadline"], view["moves"]) == (None, [])
    await host.play("4=4")
    assert await host.refused() == "table.paused"
    at_home.later(100_000)
    await host.ask("resume")
    view = await host.view(lambda view: not view["table"]["paused"])
    assert deadline_in(view)["until"] - view["now"] == 20_000
    assert view["moves"]
    assert guest.last["you"] == 1


async def test_when_the_host_is_gone_somebody_else_may_start_the_next_game(at_home: House) -> None:
    opened = await at_home.open(seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    guest = await at_home.seated(opened["code"])
    await guest.ask("start")
    assert await guest.refused() == "table.not_host"
    await host.hang_up()
    await guest.view(lambda view: not view["table"]["chairs"][0]["here"])
    at_home.later(29_999)
    await guest.ask("start")
    assert await guest.refused() == "table.not_host"
    at_home.later(1)
    await guest.view(lambda view: view["may_start"])
    await guest.ask("start")
    await guest.view(lambda view: bool(view["table"]["game"]))


# Emotes


async def test_emotes_are_fixed_and_reach_everybody(at_home: House) -> None:
    host, guest = await at_home.together()
    await host.ask("emote", emote="bravo")
    assert await guest.news("emoted") == {"type": "emoted", "seat": 0, "emote": "bravo"}
    await host.ask("emote", emote="wow")
    assert await host.refused() == "limit.emotes"
    again = await at_home.guest(host.last["table"]["code"], host.token)  # the same seat, on another line
    await again.ask("emote", emote="wow")
    assert await again.refused() == "limit.emotes"
    await guest.ask("emote", emote="<script>")
    assert await guest.refused() == "wire.shape"


# Keeping


async def test_a_restarted_house_knows_every_table(tmp_path: Path) -> None:
    async with house(tmp_path) as first:
        host, guest = await first.together(game="truie")
        await host.play()
        await guest.view(my_turn)
        code, hand, token = host.last["table"]["code"], guest.last["hand"], guest.token
    async with house(tmp_path) as second:
        back = await second.guest(code, token)
        assert (back.last["you"], back.last["hand"]) == (1, hand)
        assert back.last["moves"]
        assert len(game_in(back.last)["story"]) == 2


async def test_a_move_that_cannot_be_stored_is_not_made(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = await at_home.together()
    live, before = at_home.live(host.last["table"]["code"]), host.last["table"]

    async def full(*entry: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(live.store, "append", full)
    await host.play()
    assert await host.refused() == "server.failed"
    monkeypatch.undo()
    assert live.table.ply == 1
    await host.play()
    view = await guest.view(lambda view: game_in(view)["ply"] == 2)
    assert view["table"]["n"] == before["n"] + 1


MONTH = 31 * 24 * 3600 * 1000


async def test_old_tables_are_forgotten_with_everything_about_them(at_home: House) -> None:
    host, guest = await at_home.together()
    code = host.last["table"]["code"]
    at_home.clock.now += 2 * DOUBT
    assert await at_home.lobby.expire() == 0
    await host.hang_up()
    await guest.hang_up()
    at_home.clock.now += MONTH
    assert await at_home.lobby.expire() == 1
    assert await at_home.lobby.store.read(code) == []
    assert (await at_home.http.get(f"/api/tables/{code}")).status_code == 404


async def test_a_table_where_somebody_is_is_not_forgotten_when_the_date_jumps(at_home: House) -> None:
    host, guest = await at_home.together()
    await guest.hang_up()
    at_home.clock.now += MONTH
    assert await at_home.lobby.expire() == 0
    await host.play()
    await host.hang_up()
    assert await at_home.lobby.expire() == 0
    at_home.clock.now += MONTH
    assert await at_home.lobby.expire() == 1


async def test_what_a_seat_has_used_up_is_not_given_back_because_everybody_leaves(at_home: House) -> None:
    opened = await at_home.open()
    code = opened["code"]
    host = await at_home.guest(code, opened["token"])
    for _ in range(BESIDES[1] + 1):
        await host.ask("rename")
    assert await host.refused() == "limit.seat"
    await host.hang_up()
    at_home.clock.now += IDLE + 1
    await at_home.lobby.sweep()
    assert code not in at_home.lobby.tables
    again = await at_home.guest(code, opened["token"])
    for _ in range(BESIDES[1] // 2):
        await again.ask("rename")
    assert await again.refused() == "limit.seat"
    await again.hang_up()
    at_home.clock.now += 3600_000
    await at_home.lobby.sweep()
    await at_home.lobby.sweep()
    assert at_home.lobby.allowances == {}


async def test_tokens_are_stored_only_as_hashes(at_home: House) -> None:
    host, guest = await at_home.together()
    log = b"".join(entry.text for entry in await at_home.lobby.store.read(host.last["table"]["code"]))
    for token in (host.token, guest.token):
        assert token.encode() not in log
        assert key_of(token).encode() in log


async def test_a_token_of_ones_own_keeps_the_seat_even_if_the_answer_is_lost(at_home: House) -> None:
    opened = await at_home.open()
    guest = await at_home.guest(opened["code"])
    await guest.ask("sit", token="too short")
    assert await guest.refused() == "table.token"
    await guest.ask("sit", token="0123456789abcdef" * 3)
    await guest.hang_up()
    again = await at_home.guest(opened["code"], "0123456789abcdef" * 3)
    assert again.last["you"] == 1


async def test_who_asked_for_a_seat_on_a_line_that_is_gone_has_it_on_the_next(at_home: House) -> None:
    opened = await at_home.open(seats=3)
    token = "a token of somebody with two lines"
    late, early = await at_home.guest(opened["code"], token), await at_home.guest(opened["code"])
    assert late.last["you"] == -1
    await early.ask("sit", token=token, nonce="oink")
    await late.view(lambda view: view["you"] == 1)
    await late.ask("sit", token="another one, which is not needed")
    assert await late.refused() == "table.seated"


async def test_whoever_says_hello_by_another_key_has_left_the_seat_they_had(at_home: House) -> None:
    host, guest = await at_home.together()
    spectator = await at_home.guest(host.last["table"]["code"])
    await guest.ask("hello", protocol=PROTOCOL, table=host.last["table"]["code"], token=host.token)
    view = await spectator.view(lambda view: not view["table"]["chairs"][1]["here"])
    assert view["table"]["chairs"][0]["here"]
    await guest.view(lambda view: view["you"] == 0)
