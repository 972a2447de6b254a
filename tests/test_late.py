"""Coming in during a game: who is asked, at which seat, and what everybody hears of it."""

from pathlib import Path

from house import Guest, House, house
from messages import News, game_in, request_in
from piggery.table.events import TakenBack, load
from piggery.table.identity import key_of
from piggery.table.seating import MOST_REQUESTS, MOST_TOLD, MOST_WITHDRAWN, Seating
from piggery.table.state import Table


def asked(view: News) -> bool:
    return view["table"]["request"] is not None


def unasked(view: News) -> bool:
    return view["table"]["request"] is None


def sits(view: News) -> bool:
    return view["you"] >= 0


def told(view: News) -> list[str]:
    """What was said of seats."""
    return [change["said"][0] for change in game_in(view)["changes"]]


async def asking(house: House, player: Guest, **sit: object) -> Guest:
    """Somebody has come during the game, and asks to come in."""
    guest = await house.guest(player.last["table"]["code"])
    await guest.ask("sit", **sit)
    await guest.view(lambda view: view["asking"])
    await player.view(asked)
    return guest


async def admit(player: Guest, yes: bool = True) -> None:
    view = player.last if asked(player.last) else await player.view(asked)
    await player.ask("admit", request=request_in(view)["n"], yes=yes)


# Everybody is asked


async def test_who_comes_late_sits_at_a_bots_seat_once_all_who_play_have_agreed(at_home: House) -> None:
    host, guest = await at_home.together(2, ("greedy",))
    late = await asking(at_home, host)
    assert late.last["you"] == -1
    assert late.last["hand"] == []
    assert late.token  # in the news that it waits
    view = await guest.view(asked)
    assert (request_in(view)["seat"], request_in(view)["agreed"]) == (1, [])
    await admit(host)
    view = await late.view(lambda view: request_in(view)["agreed"] == [0])
    assert view["you"] == -1
    await admit(guest)
    view = await late.view(sits)
    assert (view["you"], len(view["hand"])) == (1, 3)
    assert view["table"]["chairs"][1]["name"] == request_in(guest.last)["name"]
    view = await host.view(unasked)
    assert game_in(view)["changes"][-1]["said"][0] == "story.came"
    assert view["table"]["chairs"][1]["here"]
    assert game_in(view)["names"][1] == view["table"]["chairs"][1]["name"]


async def test_whoever_asks_on_one_screen_and_then_on_another_sees_on_both_that_they_are_asking(at_home: House) -> None:
    host, _ = await at_home.together(2, ("greedy",))
    first = await asking(at_home, host)
    second = await at_home.guest(host.last["table"]["code"])
    await second.ask("sit", token=first.token)
    await second.view(lambda view: view["asking"])


async def test_one_no_is_enough_and_changes_no_seat(at_home: House) -> None:
    host, guest = await at_home.together(2, ("greedy",))
    late = await asking(at_home, host)
    await admit(host)
    await admit(guest, yes=False)
    view = await late.view(lambda view: not view["asking"])
    assert (view["you"], view["way_in"]) == (-1, "ask")
    assert view["table"]["chairs"][1]["player"] == "greedy"
    assert game_in(view)["changes"] == []


async def test_the_host_who_only_watches_is_asked_nothing_and_asks_like_everybody(at_home: House) -> None:
    opened = await at_home.open(("greedy",), False, seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    ada = await at_home.seated(opened["code"])
    await host.ask("start")
    await ada.view(lambda view: view["table"]["phase"] == "play")
    await host.ask("sit")
    await host.view(lambda view: view["asking"])
    view = await ada.view(asked)
    await host.ask("admit", request=request_in(view)["n"])
    assert await host.refused() == "table.not_seated"
    await admit(ada)
    assert (await host.view(sits))["you"] == 0


async def test_where_only_bots_play_nobody_can_be_asked_and_one_waits_for_the_next_game(at_home: House) -> None:
    opened = await at_home.open(("greedy", "greedy"), False, seats=2, pace=1000)
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("start")
    view = await host.view(lambda view: view["table"]["phase"] == "play")
    assert view["way_in"] == "next"
    await host.ask("sit")
    assert await host.refused() == "table.late"


async def test_who_is_so_long_away_that_a_bot_plays_for_them_need_not_agree(at_home: House) -> None:
    host, guest = await at_home.together(2, ("greedy",), wait=30)
    await guest.hang_up()
    await host.play()
    await host.view(lambda view: game_in(view)["turn"] == 2)
    at_home.later(30_000)
    await host.view(lambda view: view["table"]["chairs"][2]["stand_in"] != "")
    late = await asking(at_home, host)
    await admit(host)
    assert told(await late.view(sits)) == ["story.away", "story.came"]


async def test_who_is_away_for_a_moment_while_somebody_asks_is_still_asked(at_home: House) -> None:
    """Where a bot plays at once for whoever is away, a line that drops would answer for its player."""
    host, guest = await at_home.together(2, ("greedy",), wait=0)
    late = await asking(at_home, host)
    await admit(host)
    await guest.hang_up()
    await host.play()
    view = await host.view(lambda view: view["table"]["chairs"][2]["stand_in"] != "")
    assert (asked(view), late.last["you"]) == (True, -1)
    back = await at_home.guest(view["table"]["code"], guest.token)
    await back.view(lambda view: view["table"]["chairs"][2]["stand_in"] == "")
    await admit(back)
    await late.view(sits)


async def test_who_leaves_need_not_agree_but_nobody_comes_in_where_nobody_has_agreed(at_home: House) -> None:
    host, guest = await at_home.together(2, ("greedy",))
    late = await asking(at_home, host)
    await guest.ask("leave")
    view = await host.view(lambda view: view["table"]["chairs"][2]["player"] != "person")
    assert (asked(view), late.last["you"]) == (True, -1)
    await host.ask("leave")
    view = await late.view(lambda view: view["table"]["chairs"][0]["player"] != "person")
    assert (asked(view), view["you"]) == (True, -1)


# A request


async def test_a_second_request_waits_for_the_first(at_home: House) -> None:
    host, _ = await at_home.together(2, ("greedy", "greedy"))
    first = await asking(at_home, host)
    second = await at_home.guest(host.last["table"]["code"])
    await second.ask("sit")
    assert await second.refused() == "table.asking"
    await first.ask("leave")
    await second.view(unasked)
    await second.ask("sit")
    await second.view(lambda view: view["asking"])


async def test_a_request_is_withdrawn_when_its_line_breaks(at_home: House) -> None:
    host, _ = await at_home.together(2, ("greedy",))
    late = await asking(at_home, host)
    await late.hang_up()
    await host.view(unasked)


async def test_those_who_ask_and_hang_up_again_and_again_find_the_door_closed(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",))
    asked_for = 0
    while True:
        late = await at_home.guest(host.last["table"]["code"])
        if late.last["way_in"] != "ask":
            break
        await late.ask("sit")
        await host.view(asked)
        await late.hang_up()
        await host.view(unasked)
        asked_for += 1
    assert (asked_for, late.last["way_in"]) == (MOST_WITHDRAWN + MOST_REQUESTS, "next")


async def test_an_answer_to_a_request_that_is_gone_counts_for_no_other(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",))
    first = await asking(at_home, host)
    old = request_in(host.last)["n"]
    await first.ask("leave")
    await host.view(unasked)
    second = await asking(at_home, host)
    await host.ask("admit", request=old)
    assert await host.refused() == "table.no_request"
    assert second.last["you"] == -1


async def test_a_request_that_nobody_answers_lapses(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",))
    late = await asking(at_home, host)
    for turn in range(3):
        assert (turn, asked(host.last)) == (turn, True)
        ply = game_in(host.last)["ply"]
        await host.play()
        await host.view(lambda view, ply=ply: game_in(view)["ply"] == ply + 2)  # type: ignore[misc]
    view = await late.view(unasked)
    assert (view["you"], view["asking"]) == (-1, False)
    assert len(at_home.live(view["table"]["code"]).presence.here) == 1  # whoever asked does not belong there


async def test_who_was_told_no_too_often_waits_for_the_next_game(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",))
    for _ in range(6):
        late = await asking(at_home, host)
        await admit(host, yes=False)
        await host.view(unasked)
        await late.hang_up()
    stranger = await at_home.guest(host.last["table"]["code"])
    assert stranger.last["way_in"] == "next"
    await stranger.ask("sit")
    assert await stranger.refused() == "table.late"


async def test_a_request_is_over_with_the_game(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",), deck={"1": 7} | {str(n): 0 for n in (0, *range(2, 11))})
    late = await asking(at_home, host)
    await host.play()
    await host.view(lambda view: view["table"]["phase"] == "over" or bool(view["moves"]))
    await host.to_the_end()
    view = await late.view(lambda view: view["table"]["phase"] == "over")
    assert (view["asking"], view["way_in"], view["table"]["request"]) == (False, "sit", None)


async def test_a_request_outlives_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as first:
        (host,) = await first.together(1, ("greedy",))
        late = await asking(first, host)
        log = await first.lobby.store.read(host.last["table"]["code"])
    table = Table(host.last["table"]["code"])
    for entry in log:
        table.apply(load(entry.text), entry.at)
    assert table.seating.request
    assert table.knows(key_of(late.token))


async def test_a_request_with_the_name_of_a_player_is_refused(at_home: House) -> None:
    (host,) = await at_home.together(1, ("greedy",), own_names=True)
    await host.ask("rename", name="Ada")
    await host.view(lambda view: view["table"]["chairs"][0]["name"] == "Ada")
    await asking(at_home, host, name="Ben")
    await host.ask("rename", name="Ben")
    assert await host.refused() == "option.same_name"


# As the table has settled it


async def test_who_may_wait_for_the_next_game_is_told_so_and_then_sits_down(at_home: House) -> None:
    deck = {str(n): 1 for n in range(1, 11)} | {"0": 0}
    (host,) = await at_home.together(1, ("greedy",), late="next", deck=deck)
    late = await at_home.guest(host.last["table"]["code"])
    assert late.last["way_in"] == "next"
    await late.ask("sit")
    assert await late.refused() == "table.late"
    await host.to_the_end()
    await late.view(lambda view: view["way_in"] == "sit")
    await late.ask("sit")
    assert (await late.view(sits))["hand"] == []


async def test_a_closed_table_asks_for_nobody_new_but_lets_its_own_come_back(at_home: House) -> None:
    opened = await at_home.open(("greedy",), seats=3)
    host = await at_home.guest(opened["code"], opened["token"])
    ada = await at_home.seated(opened["code"])
    await host.ask("set", settings={**host.last["table"]["settings"], "sitting": "closed"})
    await host.ask("start")
    await ada.view(lambda view: view["table"]["phase"] == "play")
    stranger = await at_home.guest(opened["code"])
    assert stranger.last["way_in"] == ""
    await stranger.ask("sit")
    assert await stranger.refused() == "table.closed"
    await ada.ask("leave")
    await ada.view(lambda view: view["way_in"] == "sit")
    await ada.ask("sit")
    await ada.view(sits)


async def test_only_the_host_settles_how_somebody_comes_in(at_home: House) -> None:
    opened = await at_home.open(seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    ada = await at_home.seated(opened["code"])
    await host.hang_up()
    await ada.view(lambda view: not view["table"]["chairs"][0]["here"])
    at_home.later(30_000)
    await ada.view(lambda view: view["may_start"])
    await ada.ask("set", settings={**ada.last["table"]["settings"], "late": "bots"})
    assert await ada.refused() == "table.not_host"


# The story


async def test_every_change_of_seat_is_in_the_story(at_home: House) -> None:
    host, ada = await at_home.together(2, ("greedy",), late="bots", wait=0)
    code = host.last["table"]["code"]
    late = await at_home.guest(code)
    await late.ask("sit")
    await late.view(sits)
    await ada.ask("leave")
    await ada.view(lambda view: view["you"] == -1)
    await ada.ask("sit")
    await ada.view(sits)
    await host.ask("remove", seat=1)
    await late.view(lambda view: view["you"] == -1)
    await ada.hang_up()
    await host.view(lambda view: not view["table"]["chairs"][2]["here"])
    await host.play()
    await host.view(lambda view: game_in(view)["turn"] == 2)
    at_home.later(0)
    await host.view(lambda view: bool(view["table"]["chairs"][2]["stand_in"]))
    again = await at_home.guest(code, ada.token)
    view = await again.view(lambda view: not view["table"]["chairs"][2]["stand_in"])
    whole = ["story.came", "story.left", "story.back", "story.removed", "story.away", "story.back"]
    assert told(view) == whole
    plies = [change["ply"] for change in game_in(view)["changes"]]
    assert plies[:4] == [0] * 4
    assert plies == sorted(plies)


async def test_a_change_of_seat_after_a_move_that_is_taken_back_is_still_told(at_home: House) -> None:
    host, ada = await at_home.together(2, takeback=True)
    await host.play()
    await ada.view(lambda view: bool(view["moves"]))
    await ada.ask("leave")
    view = await host.view(lambda view: bool(game_in(view)["changes"]))
    assert [change["ply"] for change in game_in(view)["changes"]] == [1]
    live = at_home.live(view["table"]["code"])
    live.table.apply(TakenBack(1), 0)
    live.changed()
    view = await host.view(lambda view: game_in(view)["ply"] == 1)
    assert [change["ply"] for change in game_in(view)["changes"]] == [0]


def test_who_comes_and_goes_again_and_again_pushes_out_nothing_that_others_did() -> None:
    seating = Seating()
    seating.left(1, 0, 0, "ada", "Ada", removed=False)
    for n in range(2, 200, 2):
        seating.sat(n, 0, 1, "ben", "Ben", "a bot")
        seating.left(n + 1, 0, 1, "ben", "Ben", removed=False)
    kept = [change.n for change in seating.changes]
    assert (len(kept), kept[0], kept[-2:]) == (MOST_TOLD, 1, [198, 199])
