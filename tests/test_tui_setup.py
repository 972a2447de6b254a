"""The first screen: setting up, going on, playing again."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.geometry import Region
from textual.widgets import Button, Input, Static

from piggery.games.registry import game_types
from piggery.terminal import setup
from piggery.terminal.app import PiggeryApp
from piggery.terminal.local import LocalTable, last_left
from piggery.terminal.request import GameRequest
from piggery.terminal.setup import Setup
from piggery.words import LANGUAGES, say
from pilots import SHORT, SMALL, app_of, play_to_the_end, until, until_asked


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


async def test_the_bots_asked_for_sit_down_from_the_first_screen() -> None:
    app = PiggeryApp(GameRequest(bots=["pip", "minerva"], pace=0), None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert str(app.screen.query_one("#level", Button).label) == "Bots: Pip and Minerva"
        await pilot.click("#game-pig10")
        await until(pilot, lambda: app.local is not None)
        assert app.local
        assert [seat.player for seat in app.local.seats] == ["person", "pip", "minerva"]


async def test_bots_nobody_asked_for_are_all_different() -> None:
    app = PiggeryApp(GameRequest(players=8, pace=0), None)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.click("#game-pig10")
        await until(pilot, lambda: app.local is not None)
        assert app.local
        assert len({seat.player for seat in app.local.seats}) == 8


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_screen_fits_the_smallest_window_and_says_its_keys(language: str, kept: bool) -> None:
    if kept:
        LocalTable(GameRequest(game="pig10").record())
    app = PiggeryApp(GameRequest(language=language), None)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        buttons = app.screen.query(Button)
        for widget in [*buttons, *app.screen.query(Input), app.screen.query_one("#keys")]:
            assert Region(0, 0, 60, 20).contains_region(widget.region)
        assert [str(one.label) for one in buttons if cell_len(str(one.label)) + 2 > one.size.width] == []
        keys = str(app.screen.query_one("#keys", Static).render())
        assert all(say(key, language) in keys for key in ("key.choose", "key.press", "key.leave", "key.language"))


async def test_the_names_say_how_many_people_play() -> None:
    app = app_of("")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        app.screen.query_one("#names", Input).value = "Ada, Ben, Cleo"
        await pilot.pause()
        await pilot.click("#less-people")
        assert str(app.screen.query_one("#count-people", Static).render()) == "3"


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
        assert [seat.player for seat in app.local.seats] == ["person", "person", "pip", "pip", "pip"]
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
    monkeypatch.setattr(setup, "game_types", lambda: games)
    app = PiggeryApp(GameRequest(options={"rounds": 7}), None)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Setup)
        assert [app.screen.options[game]["rounds"] for game in games] == [2, 7]
        await pilot.click("#rule-truie-rounds")
        await pilot.click("#rule-pig10-rounds")
        assert [app.screen.options[game]["rounds"] for game in games] == [1, 8]
