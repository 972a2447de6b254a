"""Tables in the real application, in memory: opening, sitting, settling who starts, playing."""

import asyncio

import pytest

from house import House
from messages import News, deadline_in, game_in
from patience import until
from piggery.core.record import load
from piggery.core.verify import verify


def over(view: News) -> bool:
    return view["table"]["phase"] == "over"


# Sitting


async def test_a_table_is_opened_with_a_short_link_and_a_picture_of_it(at_home: House) -> None:
    opened = await at_home.open()
    assert opened["link"] == f"http://pigs.test/t/{opened['code']}"
    assert len(opened["code"]) == 6
    picture = await at_home.http.get(f"/api/tables/{opened['code']}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert b"<path" in picture.content


async def test_somebody_sits_down_by_link_without_an_account(at_home: House) -> None:
    opened = await at_home.open()
    guest = await at_home.guest(opened["code"])
    assert guest.last["you"] == -1
    await guest.ask("sit", language="fr", nonce="oink")
    assert (await guest.news("seated"))["seat"] == 1
    view = await guest.view(lambda view: view["you"] == 1)
    names = [chair["name"] for chair in view["table"]["chairs"]]
    assert names[0]
    assert names[1]
    assert names[0] != names[1]


async def test_a_name_of_ones_own_needs_the_hosts_leave(at_home: House) -> None:
    guest = await at_home.guest((await at_home.open())["code"])
    await guest.ask("sit", name="Ada")
    assert await guest.refused() == "table.names"
    guest = await at_home.guest((await at_home.open(own_names=True))["code"])
    await guest.ask("sit", name="  Ada   Lovelace ")
    view = await guest.view(lambda view: view["you"] == 1)
    assert view["table"]["chairs"][1]["name"] == "Ada Lovelace"


async def test_names_nobody_can_read_are_refused(at_home: House) -> None:
    code = (await at_home.open(own_names=True))["code"]
    guest = await at_home.guest(code)
    for name, refusal in [("x" * 41, "wire.shape"), ("a\u202eb", "record.seat"), ("a\x07b", "record.seat")]:
        await guest.ask("sit", name=name)
        assert await guest.refused() == refusal


async def test_a_full_table_and_a_taken_seat_are_refused(at_home: House) -> None:
    opened = await at_home.open(seats=2)
    second = await at_home.guest(opened["code"])
    await second.ask("sit", seat=0)
    assert await second.refused() == "table.taken"
    await second.ask("sit")
    await second.news("seated")
    third = await at_home.guest(opened["code"])
    await third.ask("sit")
    assert await third.refused() == "table.full"


async def test_nobody_new_sits_at_a_closed_table(at_home: House) -> None:
    guest = await at_home.guest((await at_home.open(sitting="closed"))["code"])
    await guest.ask("sit")
    assert await guest.refused() == "table.closed"


async def test_bots_are_added_changed_and_removed_by_the_host_alone(at_home: House) -> None:
    opened = await at_home.open(seats=3)
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("bot", level="random")
    await host.ask("bot", level="greedy", seat=1)
    view = await host.view(lambda view: view["table"]["chairs"][1]["player"] == "greedy")
    assert view["table"]["chairs"][1]["name"]
    await host.ask("remove", seat=1)
    await host.view(lambda view: not view["table"]["chairs"][1]["player"])
    await host.ask("bot", level="genius")
    assert await host.refused() == "bot"
    guest = await at_home.seated(opened["code"])
    for ask in ['{"type":"bot","level":"greedy"}', '{"type":"remove","seat":0}', '{"type":"pause"}']:
        await guest.say(ask)
        assert await guest.refused() == "table.not_host"


async def test_the_host_takes_somebody_off_a_seat(at_home: House) -> None:
    opened = await at_home.open()
    host = await at_home.guest(opened["code"], opened["token"])
    guest = await at_home.seated(opened["code"])
    await host.ask("remove", seat=1)
    await guest.view(lambda view: view["you"] == -1)
    again = await at_home.guest(opened["code"], guest.token)
    assert again.last["you"] == -1  # the old token opens nothing


async def test_a_public_table_is_listed_while_there_is_room(at_home: House) -> None:
    async def listed() -> list[str]:
        return [table["code"] for table in (await at_home.http.get("/api/tables")).json()["tables"]]

    await at_home.open(sitting="link")
    opened = await at_home.open(sitting="all", seats=2)
    await until(lambda: not at_home.live(opened["code"]).listed.writing)
    assert await listed() == [opened["code"]]
    await at_home.seated(opened["code"])
    await until(lambda: not at_home.live(opened["code"]).listed.writing)
    assert await listed() == []


# Playing


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_two_people_and_two_bots_play_a_whole_game(at_home: House, game: str) -> None:
    options = {"rounds": 1} if game == "truie" else {}
    host, guest = await at_home.together(2, ("greedy", "random"), game=game, options=options)
    await asyncio.gather(host.to_the_end(), guest.to_the_end())
    code = host.last["table"]["code"]
    assert over(host.last)
    text = (await at_home.http.get(f"/api/tables/{code}/games/1")).text
    record = load(text)
    assert {"verify.stirred", "verify.starter.settled", "verify.cards"} <= {found.key for found in verify(record)}
    assert record.cards["commitment"] == game_in(host.last)["seal"]
    assert "oink" in record.cards["nonces"]


async def test_the_seal_is_shown_before_the_first_card_and_the_secret_after_the_last(at_home: House) -> None:
    opened = await at_home.open(("greedy",), seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    sealed = host.last["table"]["seal"]
    await host.ask("stir", nonce="mine")
    await host.view(lambda view: bool(view["table"]["chairs"][0]["stirred"]))
    await host.ask("start")
    view = await host.view(lambda view: bool(view["table"]["game"]))
    assert game_in(view)["seal"] == sealed
    assert game_in(view)["nonces"][0] == "mine"
    answer = await at_home.http.get(f"/api/tables/{opened['code']}/games/1")
    assert (answer.status_code, answer.json()["code"]) == (409, "table.playing")


async def test_a_refused_move_changes_nothing_and_only_its_player_hears(at_home: House) -> None:
    host, guest = await at_home.together()
    before = host.last["table"]
    await guest.play("4=4")
    assert await guest.refused() == "table.turn"
    await host.play("11=1")
    assert await host.refused() == "move"
    await host.ask("play", ply=7, move=host.last["moves"][0]["move"])
    assert await host.refused() == "table.stale"
    await host.ask("rename")
    assert (await host.view())["table"]["n"] == before["n"] + 1


async def test_a_move_sent_twice_is_made_once(at_home: House) -> None:
    host, _ = await at_home.together()
    await host.play()
    await host.play()
    assert await host.refused() in ("table.stale", "table.turn")


async def test_somebody_watches_and_sees_no_hand(at_home: House) -> None:
    host, _ = await at_home.together()
    watcher = await at_home.guest(host.last["table"]["code"])
    assert watcher.last["you"] == -1
    assert watcher.last["hand"] == []
    assert game_in(watcher.last)["position"].split()[1] == "?3/?3"
    await watcher.ask("play", ply=1, move="4=4")
    assert await watcher.refused() == "table.not_seated"


async def test_where_nobody_may_watch_a_stranger_sees_only_who_sits_there(at_home: House) -> None:
    host, _ = await at_home.together(watching=False)
    watcher = await at_home.guest(host.last["table"]["code"])
    assert watcher.last["table"]["game"] is None
    assert host.last["table"]["game"]


async def test_the_same_people_play_again_and_then_the_other_game(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
    await host.to_the_end()
    names = game_in(host.last)["names"]
    first_seal = game_in(host.last)["seal"]
    await host.ask("start", first=1)
    view = await host.view(lambda view: game_in(view)["number"] == 2)
    assert game_in(view)["names"] == names
    assert game_in(view)["seal"] != first_seal
    await host.to_the_end()
    settings = {**host.last["table"]["settings"], "game": "truie", "deck": {}}
    await host.ask("set", settings=settings)
    await host.ask("start")
    view = await host.view(lambda view: game_in(view)["number"] == 3)
    assert game_in(view)["game"] == "truie"
    assert len(view["hand"]) == 7


async def test_settings_that_cannot_be_played_are_refused(at_home: House) -> None:
    opened = await at_home.open()
    host = await at_home.guest(opened["code"], opened["token"])
    settings = host.last["table"]["settings"]
    changes: list[dict[str, object]] = [
        {"game": "chess"}, {"game": "truie", "seats": 8}, {"options": {"rounds": 3}}, {"deck": {"4": 16}},
        {"seats": 9}, {"deck": {str(n): 0 for n in range(11)}}, {"clock": -1},
    ]  # fmt: skip
    for change in changes:
        await host.ask("set", settings={**settings, **change})
        assert await host.refused()
    assert at_home.live(opened["code"]).table.n == 3


async def test_empty_chairs_are_put_away_when_the_game_begins(at_home: House) -> None:
    opened = await at_home.open(seats=6)
    host = await at_home.guest(opened["code"], opened["token"])
    guest = await at_home.seated(opened["code"], seat=4)
    await host.ask("start")
    view = await guest.view(lambda view: bool(view["table"]["game"]))
    assert view["you"] == 1
    assert len(view["table"]["chairs"]) == 2


async def test_a_table_for_one_does_not_start(at_home: House) -> None:
    opened = await at_home.open()
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("start")
    assert await host.refused() == "option.players"


# Who starts


async def test_the_fastest_without_a_slip_starts(at_home: House) -> None:
    opened = await at_home.open(starter="race", seats=3)
    host = await at_home.guest(opened["code"], opened["token"])
    quick, hasty = [await at_home.seated(opened["code"]) for _ in range(2)]
    await host.ask("start")
    for guest in (host, quick, hasty):
        await guest.view(lambda view: view["table"]["phase"] == "starter")
    await hasty.ask("tap", number=1)
    await hasty.ask("tap", number=3)
    await hasty.view(lambda view: view["table"]["chairs"][2]["race"] == -1)
    for guest, time in ((host, 300), (quick, 200)):
        for number in range(1, 11):
            await guest.ask("tap", number=number)
            if number < 10:
                await host.ask("hello", table=opened["code"], token=host.token)  # a round trip, then time goes by
                await host.view()
                at_home.clock.now += time
    view = await host.view(lambda view: bool(view["table"]["game"]))
    assert game_in(view)["turn"] == 1
    assert view["table"]["chairs"][0]["race"] > view["table"]["chairs"][1]["race"] > 0


async def test_a_race_nobody_finishes_ends_by_itself(at_home: House) -> None:
    opened = await at_home.open(starter="race", seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    await at_home.seated(opened["code"])
    await host.ask("start")
    view = await host.view(lambda view: view["table"]["phase"] == "starter")
    assert deadline_in(view)["kind"] == "starter"
    at_home.later(20_000)
    await host.view(lambda view: view["table"]["phase"] == "play")


async def test_the_seat_with_most_votes_starts(at_home: House) -> None:
    opened = await at_home.open(starter="vote", seats=3)
    host = await at_home.guest(opened["code"], opened["token"])
    others = [await at_home.seated(opened["code"]) for _ in range(2)]
    await host.ask("start")
    await host.view(lambda view: view["table"]["phase"] == "starter")
    for guest, choice in zip([host, *others], (2, 2, 0), strict=True):
        await guest.ask("vote", seat=choice)
    view = await host.view(lambda view: bool(view["table"]["game"]))
    assert game_in(view)["turn"] == 2


async def test_a_race_is_called_off_when_somebody_leaves(at_home: House) -> None:
    opened = await at_home.open(starter="race", seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    guest = await at_home.seated(opened["code"])
    await host.ask("start")
    await guest.view(lambda view: view["table"]["phase"] == "starter")
    await guest.ask("leave")
    await host.view(lambda view: view["table"]["phase"] == "gather")
