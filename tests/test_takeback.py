"""Moves taken back: only where the table allows it, only one's own, only until the next person moves."""

from dataclasses import replace

import pytest

from house import House
from messages import game_in
from piggery.core.chance import commitment
from piggery.core.game import Game
from piggery.core.notation import parse_position
from piggery.core.record import Record
from piggery.table import state
from piggery.table.events import Moved, Opened, Sat, Sealed, Started, TakenBack
from piggery.table.state import Table
from piggery.table.wire import Settings


async def test_alone_with_bots_the_last_turn_can_be_taken_back(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy", "greedy"), takeback=True)
    before = ada.last
    assert not before["back"]
    await ada.play()
    after = await ada.view(lambda view: bool(view["moves"]) and game_in(view)["ply"] > 3)
    assert after["back"]
    await ada.ask("back", ply=game_in(ada.last)["ply"])
    again = await ada.view(lambda view: game_in(view)["ply"] == game_in(before)["ply"])
    assert again["hand"] == before["hand"]
    assert again["moves"] == before["moves"]
    assert game_in(again)["board"] == game_in(before)["board"]


async def test_somebody_elses_move_stays(at_home: House) -> None:
    ada, ben = await at_home.together(2, takeback=True)
    await ada.play()
    await ben.view(lambda view: bool(view["moves"]))
    await ben.ask("back", ply=game_in(ben.last)["ply"])
    assert await ben.refused() == "table.no_back"
    await ben.play()
    await ada.view(lambda view: bool(view["moves"]))
    await ada.ask("back", ply=game_in(ada.last)["ply"])
    assert await ada.refused() == "table.no_back"


async def test_ones_own_comes_back_before_the_next_person_has_moved(at_home: House) -> None:
    ada, ben = await at_home.together(2, takeback=True)
    hand = ada.last["hand"]
    await ada.play()
    await ada.view(lambda view: bool(view["back"]))
    await ada.ask("back", ply=game_in(ada.last)["ply"])
    assert (await ada.view(lambda view: bool(view["moves"])))["hand"] == hand
    assert not (await ben.view(lambda view: game_in(view)["turn"] == 0))["moves"]


async def test_where_the_table_does_not_allow_it_nothing_is_taken_back(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy",))
    await ada.play()
    after = await ada.view(lambda view: bool(view["moves"]) and game_in(view)["ply"] > 2)
    assert not after["back"]
    await ada.ask("back", ply=game_in(ada.last)["ply"])
    assert await ada.refused() == "table.no_back"


async def test_a_game_that_is_very_long_is_not_played_again_to_take_a_move_back(
    at_home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host,) = await at_home.together(1, ("greedy",), takeback=True)
    monkeypatch.setattr(state, "LAST_BACK", 2)
    await host.play()
    view = await host.view(lambda view: bool(view["moves"]))
    assert (game_in(view)["ply"], view["back"]) == (3, False)
    await host.ask("back", ply=3)
    assert await host.refused() == "table.no_back"
    monkeypatch.undo()
    await host.ask("back", ply=3)
    await host.view(lambda view: game_in(view)["ply"] == 1)


async def test_a_watcher_takes_nothing_back(at_home: House) -> None:
    (ada,) = await at_home.together(1, ("greedy",), takeback=True)
    watcher = await at_home.guest(ada.last["table"]["code"])
    await watcher.ask("back", ply=game_in(watcher.last)["ply"])
    assert await watcher.refused() == "table.not_seated"


def about_to_grunt() -> Table:
    """Ada lays one of three cards and owes a grunt; the deal is made up, so that it fits."""
    table = Table("QXZ4BW")
    settings = Settings(game="truie", seats=2, takeback=True)
    secret = "11" * 32
    for event in (
        Opened(settings, "a"),
        Sealed(commitment(bytes.fromhex(secret)), secret),
        Sat(0, "Ada", key="a"),
        Sat(1, "Rosa", "greedy"),
    ):
        table.apply(event, 0)
    deal = Game(table.new_record(0, ["", ""], 0)).draft(0, "-")
    table.apply(Started(0, ["", ""], deal.ply.text), 0)
    return table


def test_a_turn_is_the_move_and_its_grunt() -> None:
    table = about_to_grunt()
    _, state = parse_position("truie 3,5,9/1,1 3 0 - 1:0 0/0 - ?20")
    game = table.current
    game.state = state
    game.chance = None
    before = game.ply
    for text in ("3", "g2"):
        ply = game.keep(game.draft(0, text))
        table.plies.append(ply)
    assert table.back_to(0) == before
    assert table.back_to(1) is None


@pytest.mark.parametrize("kept", [1, 2, 5])
def test_the_table_is_as_if_the_moves_had_not_been_made(kept: int) -> None:
    table, other = about_to_grunt(), about_to_grunt()
    for number in range(6):
        game = table.current
        draft = game.draft(game.turn, sorted(game.choices())[0])
        table.apply(Moved(game.turn, draft.ply.text), number)
        if number + 2 <= kept:
            other.apply(Moved(other.current.turn, draft.ply.text), number)
    table.apply(TakenBack(kept), 9)
    assert table.ply == other.ply == kept
    assert bare(table.current.record) == bare(other.current.record)
    assert table.sheet == other.sheet
    assert [ply.number for ply in table.plies] == [ply.number for ply in other.plies]


def bare(record: Record) -> Record:
    return replace(record, date="")
