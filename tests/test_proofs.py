"""Things that once went wrong, each as small as it can be shown."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack, cast

import pytest

from house import Guest, House, house
from messages import PlyStory, Settings, deadline_in, game_in, line_of
from patience import until
from piggery.core.chance import starter
from piggery.errors import Refused
from piggery.server.limits import Limits
from piggery.table import door, events, following, wire
from piggery.table.decisions import Luck, opening
from piggery.table.host import Live
from piggery.table.ports import ALL, Clocks
from piggery.table.state import Entry
from piggery.table.wire import PROTOCOL
from piggery.words import Line
from test_table_machine import Guest as Reader
from test_table_machine import Memory, Silent


class World:
    """One log, two processes whose dates may differ."""

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self.store, self.luck = Memory(), Luck()
        self.dates, self.steady = [1_000_000, 1_000_000], 5_000
        chosen: Settings = {"seats": 2, "pace": 0, "starter": "host", **settings}
        for event in opening(door.OpenTable(wire.Settings(**chosen), ["greedy"]), "host", self.luck):
            self.store.log.append(Entry(len(self.store.log) + 1, 1_000_000, events.dump(event)))
        self.lives = [self.process(0), self.process(1)]

    def process(self, number: int) -> Live:
        return Live("QXZ4BW", self.store, Silent(), self.luck, Clocks(lambda: self.dates[number], lambda: self.steady))

    async def loaded(self) -> "World":
        for live in self.lives:
            await live.load()
        return self


async def test_a_process_that_lags_behind_gives_no_unfinished_game_away(at_home: House) -> None:
    """The log says whether a game is over; what this process knows may be old."""
    (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    await host.to_the_end()
    code = host.last["table"]["code"]
    await host.ask("start", first=0)
    await host.view(lambda view: game_in(view)["number"] == 2)
    at_home.live(code).table.phase = "over"  # as if the start of game 2 had not been heard of
    answer = await at_home.http.get(f"/api/tables/{code}/games/2")
    assert (answer.status_code, "secret" in answer.text) == (409, False)
    assert (await at_home.http.get(f"/api/tables/{code}/games/1")).status_code == 200


async def test_a_stand_in_gets_up_when_it_sits_down_too_late() -> None:
    """Somebody comes back while their stand-in is being stored."""
    world = await World(wait=0).loaded()
    live = world.lives[0]
    live.join(Reader("host", 0))
    await live.ask("host", wire.Start(0))
    await live.do(lambda now: [events.Replaced(0, "greedy")])
    for _ in range(5):
        await asyncio.sleep(0)
    assert live.table.chairs[0].stand_in == ""


async def test_a_new_name_does_not_stop_the_clock(at_home: House) -> None:
    host, guest = await at_home.together(clock=20)
    until = deadline_in(host.last)["until"]
    at_home.later(5000)
    await guest.ask("rename")
    view = await host.view(
        lambda view: view["table"]["n"] > host.last["table"]["n"] - 1 and view["now"] > until - 20_000
    )
    assert deadline_in(view)["until"] == until


async def test_nobody_changes_what_is_the_hosts_while_the_host_is_away(at_home: House) -> None:
    opened = await at_home.open(seats=3)
    guest = await at_home.seated(opened["code"])
    at_home.later(29_999)
    assert not (await guest.view())["may_start"]
    at_home.later(1)
    await guest.view(lambda view: view["may_start"])
    settings = guest.last["table"]["settings"]
    for change in ({"own_names": True}, {"sitting": "closed"}, {"watching": False}):
        await guest.ask("set", settings={**settings, **change})
        assert await guest.refused() == "table.not_host"
    await guest.ask("set", settings={**settings, "game": "truie"})
    await guest.view(lambda view: view["table"]["settings"]["game"] == "truie")
    await guest.ask("bot", level="greedy")
    await guest.view(lambda view: view["table"]["chairs"][2]["player"] == "greedy")
    await guest.ask("remove", seat=0)
    assert await guest.refused() == "table.not_host"


async def test_a_clock_that_is_put_back_does_not_stop_the_bots() -> None:
    world = await World().loaded()
    live = world.lives[0]
    live.join(Reader("host", 0))
    await live.ask("host", wire.Start(1))
    world.dates[0] -= 3_600_000
    live.changed()
    again = world.process(0)
    await again.load()
    again.join(Reader("host", 0))
    for one in (live, again):
        assert one.upcoming is not None
        assert one.upcoming.at <= world.steady


async def test_the_clocks_of_two_processes_need_not_agree() -> None:
    world = await World(clock=20).loaded()
    world.dates[1] += 100_000
    for number, live in enumerate(world.lives):
        live.join(Reader("host", number))
    await world.lives[0].ask("host", wire.Start(0))
    world.lives[1].catch_up()
    for _ in range(5):
        await asyncio.sleep(0)
    assert world.lives[1].upcoming is not None
    assert world.lives[1].upcoming.at == world.steady + 20_000


async def test_who_connects_again_hears_their_own_draws_as_before() -> None:
    world = await World().loaded()
    first = world.lives[0]
    first.join(Reader("host", 0))
    await first.ask("host", wire.Start(0))
    for _ in range(3):
        move = json.loads(first.view("host"))["moves"][0]["move"]
        await first.ask("host", wire.Play(first.table.ply, move))
        await first.go_on()
    fresh = world.process(0)
    await fresh.load()
    before, after = (json.loads(live.view("host"))["mine"] for live in (first, fresh))
    assert len(after) >= 2
    assert after == before


async def test_the_draws_of_the_last_game_are_not_told_in_the_next() -> None:
    deck = {str(n): 1 for n in range(1, 11)} | {"0": 0}
    world = await World(deck=deck).loaded()
    live = world.lives[0]
    live.join(Reader("host", 0))
    for _ in range(2):
        await live.ask("host", wire.Start(0))
        view = json.loads(live.view("host"))
        dealt = next(told for told in view["mine"] if told["ply"] == 0)
        cards = sorted(line.key.rpartition(".")[2] for line in _drawn(dealt))
        assert cards == sorted(view["hand"])
        while live.table.phase == "play":
            if live.table.current.turn == 0:
                move = json.loads(live.view("host"))["moves"][0]["move"]
                await live.ask("host", wire.Play(live.table.ply, move))
            else:
                await live.go_on()


def _drawn(told: PlyStory) -> list[Line]:
    """The cards named in a deal."""
    lines = [line_of(line) for line in told["lines"] if line[0] == "story.draws_cards"]
    assert len(lines) == 1
    cards = lines[0].values["cards"]
    assert isinstance(cards, Line)
    return cast(list[Line], cards.values["items"])


async def test_a_read_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "AGAIN", 0.001)
    world = await World().loaded()
    await world.lives[0].ask("host", wire.Start(0))
    reads, tries = world.store.read, []

    async def failing(code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        tries.append(code)
        if len(tries) < 3:
            raise OSError("gone")
        return await reads(code, after, most)

    monkeypatch.setattr(world.store, "read", failing)
    world.lives[1].catch_up(world.lives[0].table.n)
    await until(lambda: world.lives[1].table.n == world.lives[0].table.n, 0.001)
    assert len(tries) == 3


async def test_wrong_codes_are_counted_so_that_none_can_be_guessed(tmp_path: Path) -> None:
    async with house(tmp_path, Limits(request_burst=3, requests=0)) as at_home:
        guest = Guest(at_home.app)
        await guest.connect()
        for code in ("222222", "333333", "444444", "555555"):
            await guest.ask("hello", table=code)
        assert [await guest.refused() for _ in range(4)] == ["table.none"] * 3 + ["limit.requests"]
        await guest.hang_up()


async def test_after_too_many_wrong_codes_only_who_belongs_to_a_table_finds_it(tmp_path: Path) -> None:
    async with house(tmp_path, Limits(request_burst=3, requests=0)) as at_home:
        opened = await at_home.open()
        guest = Guest(at_home.app)
        await guest.connect()
        for code in ("222222", "333333", "444444", opened["code"]):
            await guest.ask("hello", protocol=PROTOCOL, table=code)
        assert [await guest.refused() for _ in range(4)] == ["table.none"] * 2 + ["limit.requests"] * 2
        await guest.ask("hello", protocol=PROTOCOL, table=opened["code"], token=opened["token"])
        assert (await guest.view())["you"] == 0
        await guest.hang_up()


async def test_emotes_that_wait_do_not_push_out_the_news_of_a_seat(at_home: House) -> None:
    opened = await at_home.open()
    guest = await at_home.guest(opened["code"])
    guest.gate.clear()
    live = at_home.live(opened["code"])
    for _ in range(40):
        live.show(0, "oink")
    await guest.ask("sit")
    guest.gate.set()
    assert (await guest.news("seated"))["seat"] == 1


async def test_a_page_on_a_name_that_was_pointed_here_is_refused(at_home: House) -> None:
    evil = {"host": "evil.example.org", "origin": "http://evil.example.org"}
    assert (await at_home.http.post("/api/tables", json={}, headers=evil)).status_code == 403
    for name in ("192.168.1.7:8010", "localhost:8010", "laptop.local", "laptop"):
        mine = {"host": name, "origin": f"http://{name}"}
        assert (await at_home.http.post("/api/tables", json={}, headers=mine)).status_code == 201


async def test_a_seat_that_stirs_nothing_adds_nothing_and_chance_follows_from_the_seal(at_home: House) -> None:
    opened = await at_home.open(("greedy",), seats=2, deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("stir", nonce="mine")
    await host.ask("start")
    await host.view(lambda view: bool(view["table"]["game"]))
    await host.to_the_end()
    record = (await at_home.http.get(f"/api/tables/{opened['code']}/games/1")).json()
    assert record["cards"]["nonces"] == ["mine", ""]
    assert record["first"] == starter(bytes.fromhex(record["cards"]["secret"]), ["mine", ""], range(2))
    assert record["starter"] == "chance"


async def test_a_table_opened_during_a_sweep_is_not_swept_away(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_home.open()
    known, codes = at_home.lobby.store.known, []

    async def slowly(asked: Sequence[str]) -> set[str]:
        found = await known(asked)
        codes.append((await at_home.open())["code"])
        return found

    monkeypatch.setattr(at_home.lobby.store, "known", slowly)
    await at_home.lobby.sweep()
    assert codes[0] in at_home.lobby.tables


async def test_a_table_that_is_gone_does_nothing_more(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",))
    code = host.last["table"]["code"]
    live = at_home.live(code)
    await at_home.lobby.store.delete(code)
    await at_home.lobby.sweep()
    assert live.ended
    live.changed()
    assert not live.clockwork.alarm.on
    with pytest.raises(Refused):
        await live.ask(live.table.host, wire.Rename())
