"""Nobody looks into a hand that is not theirs: not a second line, not the host, by no way that a table has.

Whoever attacks here has the host's token and as many lines as they like. They hear everything that the server sends to
them; none of it may hold the hand of a seat that was not theirs from the deal on.
"""

import json
from random import Random

import pytest
from msgspec import ValidationError

from house import Guest, House
from messages import News, game_in
from piggery.engine.kernel import generator
from piggery.errors import PiggeryError
from piggery.table import door, events, wire
from piggery.table.decisions import Luck, Requester, TableAsk, by_itself, decide, opening
from piggery.table.state import Table
from piggery.table.upcoming import AutoAction
from piggery.table.wire import PROTOCOL


class Hostile(Guest):
    """A line that keeps everything it is told."""

    def __init__(self, guest: Guest) -> None:
        self.__dict__ = guest.__dict__
        self.heard: list[News] = []

    async def news(self, kind: str = "") -> News:
        while True:
            found = await super().news()
            self.heard.append(found)
            if kind in ("", found["type"]):
                return found

    async def settled(self) -> str:
        """Everything that was asked has been answered, and a view has come since; the refusal, if there was one."""
        await self.ask("emote", emote="oink")  # refused to somebody without a seat, shown to the others
        news, refused = await self.news(), ""
        while news["type"] != "emoted" and news.get("code") not in ("table.not_seated", "limit.emotes"):
            refused = news["code"] if news["type"] == "refusal" else refused
            news = await self.news()
        await self.ask("hello", protocol=PROTOCOL, table=self.last["table"]["code"], token=self.token)
        await self.view()
        return refused

    def hands(self) -> set[int]:
        """The seats whose hands it was shown."""
        return {news["you"] for news in self.heard if news["type"] == "view" and looks_into(news)}


def looks_into(view: News) -> bool:
    """Whether a view has something that only one seat may know."""
    drawn = [line for told in view["mine"] for line in told["lines"] if line[0] == "story.draws_cards"]
    return bool(view["hand"] or view["moves"] or view["why"] or drawn)


async def hostile(house: House, code: str, token: str = "") -> Hostile:
    return Hostile(await house.guest(code, token))


async def test_a_second_line_reads_no_bots_hands_by_sitting_down_in_turn(at_home: House) -> None:
    host, _ = await at_home.together(2, ("greedy", "greedy", "greedy"), pace=1000)
    for seat in (1, 2, 3):
        line = await hostile(at_home, host.last["table"]["code"])
        await line.ask("sit", seat=seat)
        await line.settled()
        await line.ask("leave")
        await line.settled()
        assert line.hands() == set()


async def test_where_late_comers_take_bots_seats_nobody_takes_one_after_the_other(at_home: House) -> None:
    host, _ = await at_home.together(2, ("greedy", "greedy", "greedy"), late="bots", pace=1000)
    code = host.last["table"]["code"]
    line = await hostile(at_home, code)
    for seat in (1, 2, 3, 1):
        await line.ask("sit", seat=seat)
        await line.settled()
        await line.ask("leave")
        await line.settled()
    assert line.hands() == {1}  # its own, which it may return to
    for seat in (1, 2, 3):  # with other keys: somebody has gone who came late, now everybody is asked
        fresh = await hostile(at_home, code)
        await fresh.ask("sit", seat=seat)
        assert await fresh.settled() == ("table.taken" if seat == 1 else "")
        await fresh.ask("leave")
        await fresh.settled()
        assert fresh.hands() == set()


async def test_a_host_who_removes_somebody_never_sees_that_hand(at_home: House) -> None:
    opened = await at_home.open(("greedy",), False, seats=3, pace=1000, late="bots")
    host = await hostile(at_home, opened["code"], opened["token"])
    ada, _ = [await at_home.seated(opened["code"]) for _ in range(2)]
    await host.ask("start")
    await ada.view(lambda view: view["table"]["phase"] == "play")
    await host.ask("remove", seat=1)
    view = await ada.view(lambda view: view["you"] == -1)
    assert view["table"]["chairs"][1]["player"] == "greedy"
    second = await hostile(at_home, opened["code"])
    for line in (host, second):
        await line.ask("sit", seat=1)
        assert await line.settled() == "table.taken"
        assert line.hands() == set()


async def test_who_was_removed_comes_back_only_if_all_agree_and_only_to_their_own_seat(at_home: House) -> None:
    host, ada = await at_home.together(2, ("greedy",), late="bots")
    hand = ada.last["hand"]
    await host.ask("remove", seat=2)
    view = await ada.view(lambda view: view["you"] == -1)
    assert (view["way_in"], view["hand"]) == ("ask", [])
    await ada.ask("sit", seat=1)
    assert await ada.refused() == "table.own_seat"
    await ada.ask("sit")
    view = await host.view(lambda view: view["table"]["request"] is not None)
    assert view["table"]["request"]
    assert view["table"]["request"]["seat"] == 2
    await host.ask("admit", request=view["table"]["request"]["n"])
    view = await ada.view(lambda view: view["you"] == 2)
    assert view["hand"] == hand


@pytest.mark.parametrize("late", ["ask", "bots", "next"])
async def test_who_has_left_returns_by_their_own_key_to_their_own_name_and_hand(at_home: House, late: str) -> None:
    host, ada = await at_home.together(2, ("greedy",), late=late)
    hand, name = ada.last["hand"], ada.last["table"]["chairs"][2]["name"]
    await ada.ask("leave")
    await ada.view(lambda view: view["way_in"] == "sit")
    await ada.hang_up()
    stranger = await at_home.guest(host.last["table"]["code"])
    await stranger.ask("sit", seat=2)
    assert await stranger.refused() in ("table.taken", "table.late")
    again = await at_home.guest(host.last["table"]["code"], ada.token)
    assert again.last["way_in"] == "sit"
    await again.ask("sit")
    view = await again.view(lambda view: view["you"] == 2)
    assert (view["hand"], view["table"]["chairs"][2]["name"]) == (hand, name)


async def test_nobody_finds_out_by_taking_back_what_a_bot_lays_for_somebody_who_is_gone(at_home: House) -> None:
    host, ada = await at_home.together(2, takeback=True)
    await host.ask("remove", seat=1)
    await ada.view(lambda view: view["you"] == -1)
    await host.play()
    view = await host.view(lambda view: bool(view["moves"]) and game_in(view)["ply"] == 3)
    assert not view["back"]
    await host.ask("back", ply=3)
    assert await host.refused() == "table.no_back"


async def test_a_host_with_any_number_of_lines_who_tries_everything_sees_no_hand(at_home: House) -> None:
    opened = await at_home.open(("greedy",), False, seats=4, pace=1000, takeback=True)
    code, chance = opened["code"], Random(4)
    ada, ben = [await at_home.seated(code) for _ in range(2)]
    lines = [await hostile(at_home, code, opened["token"]), *[await hostile(at_home, code) for _ in range(3)]]
    await lines[0].ask("start")
    await ada.view(lambda view: view["table"]["phase"] == "play")
    for _ in range(60):
        line, seat = chance.choice(lines), chance.randrange(4)
        kind, values = chance.choice([*attempts(seat), ("sit", dict[str, object](seat=seat))])
        await line.ask(kind, **values)
        await line.settled()
        answer = await at_home.http.get(f"/api/tables/{code}/games/1")
        assert answer.json()["code"] == "table.playing"
    await ben.ask("leave")
    for line in lines:
        await line.settled()
        assert line.hands() == set()
        for news in line.heard:
            if news["type"] == "view" and news["table"]["game"]:
                assert set(game_in(news)["position"].split()[1].replace("/", "")) <= set("?0123456789")
                assert "draws_cards" not in json.dumps(news)


def attempts(seat: int) -> list[tuple[str, dict[str, object]]]:
    """Whatever might show a hand."""
    return [
        ("remove", {"seat": seat}), ("bot", {"seat": seat, "level": "random"}), ("sit", {}), ("leave", {}),
        ("set", {"settings": {"watching": True}}), ("set", {"settings": {"late": "bots", "hints": True}}),
        ("pause", {}), ("resume", {}), ("hint", {"ply": 1}), ("back", {"ply": 1}), ("start", {"first": 0}),
        ("play", {"ply": 1, "move": "4=4"}), ("rename", {}), ("stir", {"nonce": "x"}), ("vote", {"seat": seat}),
        ("admit", {"request": 12, "yes": True}), ("tap", {"number": 1}),
    ]  # fmt: skip


# Whatever is asked in any order: the rule itself, without a server


def anything(table: Table, chance: Random) -> TableAsk:
    """Something that somebody might ask, sensible or not."""
    seat, request = chance.randrange(len(table.chairs)), table.seating.request
    known: list[TableAsk] = [
        wire.Sit(seat), wire.Sit(), wire.Sit(seat), wire.Leave(), wire.Rename(), wire.Remove(seat), wire.Pause(),
        wire.Resume(), wire.Bot("random", seat), wire.Back(table.ply), wire.Start(),
        wire.Admit(request.n if request else 0),
    ]  # fmt: skip
    return chance.choice(known)


@pytest.mark.parametrize("late", ["ask", "bots", "next"])
@pytest.mark.parametrize("seed", range(12))
def test_no_order_of_asking_gives_anybody_a_seat_that_a_person_has_held(late: wire.Late, seed: int) -> None:
    """Five hostile keys, one of them the host's; two people who only play, of whom one never agrees to anything."""
    chance, luck = Random(seed), Luck(below=Random(7).randrange, secret=lambda: b"pig!" * 8, rng=generator(1))
    table = Table("QXZ4BW")
    chosen = wire.Settings(game="pig10", seats=5, late=late, takeback=True)
    for event in opening(door.OpenTable(chosen, ["greedy", "greedy"], sit=False), "host", luck):
        table.apply(event, 0)
    for key in ("ada", "ben"):
        do(table, key, wire.Sit(), luck)
    do(table, "host", wire.Start(), luck)
    held = dict(table.seating.held)
    assert sorted(held.values()) == ["ada", "ben"]
    for _ in range(400):
        if chance.random() < 0.2 and table.phase == "play" and not table.paused:
            play_on(table, luck)
        else:
            do(table, chance.choice(["host", "one", "two", "three", "four"]), anything(table, chance), luck)
        if table.phase != "play":
            break
        for seat, chair in enumerate(table.chairs):
            assert chair.key in ("", held.get(seat, chair.key))
            assert chair.key in ("", "ada", "ben") or late == "bots"
    assert table.n > 20


def do(table: Table, key: str, ask: TableAsk, luck: Luck) -> None:
    who = Requester(key, table.seat_of(key), key == table.host)
    try:
        found = decide(table, who, ask, luck, 0)
    except (PiggeryError, ValidationError):
        return
    for event in found:
        table.apply(event, 0)


def play_on(table: Table, luck: Luck) -> None:
    """Whoever is to move does: a bot, or a person as quickly as one."""
    seat = table.current.turn
    for event in by_itself(table, AutoAction("bot", seat, 0), luck, 0, table.current.moves()[0]):
        table.apply(event, 0)


def test_an_old_log_in_which_somebody_took_the_seat_of_another_is_still_read() -> None:
    table, luck = Table("QXZ4BW"), Luck(secret=lambda: b"pig!" * 8)
    for event in opening(door.OpenTable(wire.Settings(game="pig10", seats=2)), "ada", luck):
        table.apply(event, 0)
    do(table, "ben", wire.Sit(), luck)
    do(table, "ada", wire.Start(), luck)
    for event in (events.Left(1, "greedy"), events.Sat(1, "Cleo", key="cleo"), events.Left(1, "greedy")):
        table.apply(events.load(events.dump(event)), 0)
    assert table.seating.seat_of("cleo") == 1
    assert table.seating.seat_of("ben") == -1
