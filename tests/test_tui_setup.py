"""The first screen: setting up, going on, playing again."""

from dataclasses import replace

import pytest
from textual.widgets import Button, Input

from piggery.games.registry import game_types
from piggery.terminal import screens
from piggery.terminal.app import PiggeryApp
from piggery.terminal.local import last_left
from piggery.terminal.request import GameRequest
from piggery.terminal.screens import Setup
from pilots import SHORT, SMALL, app_of, play_to_the_end, until_asked


@pytest.mark.parametrize("name", ["[b]", "[/b]", "[/]", "{n}", "Ma[x"])
async def test_a_name_is_never_markup(name: str) -> None:
    app = app_of("")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#names", Input).value = f"{name}, Ben"
        await pilot.click("#game-pig10")
        await until_asked(pilot)
        assert name in str(app.screen.query_one("#ready", Button).label)
        await pilot.press("enter")
        await until_asked(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, Setup)
        assert name in str(app.screen.query_one("#resume", Button).label)


async def test_the_setup_starts_from_what_was_asked() -> None:
    app = PiggeryApp(GameRequest(names=["Ada", "Ben"], players=5, bots=["bella"], pace=0), None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.click("#game-pig10")
        await until_asked(pilot)
        assert app.local
        assert [(seat.name, seat.player) for seat in app.local.seats[:3]] == [
            ("Ada", "person"), ("Ben", "person"), ("Bella", "bella"),
        ]  # fmt: skip


async def test_setting_up_a_game() -> None:
    app = app_of("")
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Setup)
        for _ in range(7):
            await pilot.click("#more-people")
        await pilot.pause()
        assert app.screen.query_one("#game-pig10", Button).disabled
        for _ in range(6):
            await pilot.click("#less-people")
        await pilot.click("#more-bots")
        await pilot.click("#level")
        await pilot.click("#language")
        await pilot.click("#rule-truie-rounds")
        await pilot.click("#rule-truie-grunting")
        await pilot.click("#rule-truie-lucky")
        await pilot.click("#first")
        await pilot.click("#game-truie")
        await until_asked(pilot)
        assert app.local
        assert [seat.player for seat in app.local.seats] == ["person", "person", "tilda", "tilda", "tilda"]
        assert app.language == "fr"
        assert app.local.record.options == {"rounds": 5, "lucky": "copy", "grunting": "auto", "last_card": "ends"}
        assert app.local.record.first == 1


async def test_a_game_can_be_left_and_taken_up_again_where_it_was() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(3):
            await until_asked(pilot)
            await pilot.press("enter")
        await until_asked(pilot)
        await pilot.press("q")
        await pilot.pause()
    kept = last_left(typed=False)
    assert kept
    assert app.local
    again = PiggeryApp(GameRequest(pace=0), None)
    async with again.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(again.screen, Setup)
        await pilot.click("#resume")
        await until_asked(pilot)
        assert again.local
        assert again.local.state == app.local.state
        assert again.local.path == app.local.path


async def test_play_again_starts_with_the_next_seat() -> None:
    app = app_of("pig10", players=2, copies=SHORT["pig10"])
    async with app.run_test(size=SMALL) as pilot:
        await play_to_the_end(pilot, app)
        await pilot.click("#again")
        await until_asked(pilot)
        assert app.local
        assert app.local.record.first == 1
        assert len(app.local.record.plies) in (1, 2)


async def test_house_rules_that_two_games_share_are_chosen_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    games = dict(game_types())
    games["pig10"] = replace(games["pig10"], options={"rounds": (2, 1)})
    monkeypatch.setattr(screens, "game_types", lambda: games)
    app = PiggeryApp(GameRequest(options={"rounds": 7}), None)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Setup)
        assert [app.screen.options[game]["rounds"] for game in games] == [2, 7]
        await pilot.click("#rule-truie-rounds")
        await pilot.click("#rule-pig10-rounds")
        assert [app.screen.options[game]["rounds"] for game in games] == [1, 8]
