"""The table, played by Textual's Pilot: whole games of each kind, by keyboard and by mouse."""

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.widgets import Button, RichLog, Static

from piggery.games.registry import game_type
from piggery.terminal.app import PiggeryApp
from piggery.terminal.bar import Bar
from piggery.terminal.cards import CardButton, MoveButton
from piggery.terminal.local import LocalTable, last_left
from piggery.terminal.request import GameRequest
from piggery.terminal.saves import read
from piggery.terminal.screens import HandOver, RulesScreen, ScoreScreen
from piggery.terminal.table import TableScreen
from piggery.words import LANGUAGES, say
from pilots import SHORT, SMALL, app_of, play_to_the_end, press_on, shown, table_of, until, until_asked
from worlds import QUICK


async def test_a_whole_game_of_pig10_by_keyboard(home: Path) -> None:
    app = app_of("pig10", players=3, copies=SHORT["pig10"])
    async with app.run_test(size=SMALL) as pilot:
        await play_to_the_end(pilot, app)
        (kept,) = home.glob("*.json")
        record = read(kept)
        assert app.local
        assert record.rules.over(app.local.state)
        assert isinstance(app.screen, ScoreScreen)
        assert "Player 1" in str(app.screen.lines())
        told = " ".join(str(said.render()) for said in app.screen.query(Static))
        assert "wins the game" in told or "share the win with" in told  # two may have as many cards


async def test_a_whole_game_of_truie_by_keyboard_with_its_score_sheets() -> None:
    app = app_of("truie", players=2, copies=SHORT["truie"], options={"rounds": 2})
    async with app.run_test(size=SMALL) as pilot:
        asked = await play_to_the_end(pilot, app)
        assert asked.count("ScoreScreen") == 2
        assert isinstance(app.screen, ScoreScreen)
        assert "2." in str(app.screen.lines())


async def test_people_at_one_keyboard_see_only_their_own_hand() -> None:
    app = app_of("pig10", names=["Ada", "Ben"], people=2, players=3)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert isinstance(app.screen, HandOver)
        assert not table_of(app).query(CardButton)
        await pilot.press("enter")
        await until_asked(pilot)
        assert app.local
        assert len(table_of(app).query(CardButton)) == 3
        assert table_of(app).viewer == 0
        await press_on(pilot, app)
        while app.local.state.turn == 0:
            await pilot.pause()
        await until_asked(pilot)
        assert isinstance(app.screen, HandOver)
        assert app.screen.player == "Ben"
        assert not table_of(app).query(CardButton)


async def test_who_owes_a_grunt_keeps_the_keyboard() -> None:
    app = app_of("truie", people=2, players=2, options={"rounds": 1})
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(200):
            await until_asked(pilot)
            assert app.local
            if getattr(app.local.state, "owes", 0):
                assert isinstance(app.screen, TableScreen)
                assert app.screen.viewer == app.local.state.turn
                return
            await press_on(pilot, app)
        raise AssertionError("nobody ever owed a grunt")


async def test_arrows_stay_in_the_hand() -> None:
    app = app_of("truie", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await pilot.pause()
        first = app.focused
        for _ in app.screen.query(CardButton):
            await pilot.press("right")
            assert isinstance(app.focused, CardButton)
        assert app.focused is first
        await pilot.press("down")
        assert isinstance(app.focused, MoveButton)
        await pilot.press("up")
        assert app.focused is first


async def test_pressing_keys_wildly_breaks_nothing(full: bool) -> None:
    app = app_of("pig10", players=8)
    async with app.run_test(size=SMALL) as pilot:
        for n in range(60 if full else 3 if QUICK else 12):
            await pilot.press("l", "enter", "right", "g", "d", "escape", "7", "question_mark", "escape")
            await pilot.resize_terminal(80 + n % 30, 24 + n % 5)
        assert app.local
        assert len(app.local.record.plies) > (10 if full else 2)


async def test_a_game_that_cannot_be_stored_ends_with_one_line(home: Path) -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        app.local.store.path = home / "gone" / "game.json"
        before = app.local.record
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert app.local.record is before
    assert app.return_code == 2


async def test_a_window_that_is_too_small_says_so() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=(59, 20)) as pilot:
        await until_asked(pilot)
        assert shown(app, "small") == "Please make the window bigger: at least 60 × 20."
        assert app.screen.query_one("#small").display
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not app.screen.query_one("#small").display


async def test_bots_wait_while_the_window_is_too_small() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=(60, 20)) as pilot:
        await until_asked(pilot)
        assert app.local
        await pilot.resize_terminal(60, 19)
        table_of(app)._decide(app.local.game.moves()[0])
        await until(pilot, lambda: shown(app, "prompt").endswith("…"))  # the bot is on
        for _ in range(20):
            await pilot.pause()
        assert app.local.state.turn == 1
        await pilot.resize_terminal(60, 20)
        await until_asked(pilot)
        assert app.local.state.turn == 0


async def test_the_language_can_be_changed_on_every_screen() -> None:
    app = app_of("pig10", names=["Ada", "Ben"], people=2, players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert isinstance(app.screen, HandOver)
        await pilot.press("l")
        await pilot.pause()
        assert "Ada" in str(app.screen.query_one("#ready", Button).label)
        assert str(app.screen.query_one("#ready", Button).label) != "I am Ada"
        assert app.focused is app.screen.query_one("#ready", Button)
        await pilot.press("q")
        await pilot.pause()
    assert app.return_value is None
    assert last_left(typed=False)


async def test_a_whole_game_with_three_people() -> None:
    few = {str(n): 1 for n in range(11)}
    app = app_of("pig10", people=3, players=3, copies=few)
    async with app.run_test(size=SMALL) as pilot:
        asked = await play_to_the_end(pilot, app)
        assert asked.count("HandOver") > 8


async def test_a_card_says_what_it_allows_in_words() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        card = app.screen.query(CardButton).first()
        await pilot.pause()
        assert shown(app, "prompt") == f"{say('table.turn', player='Player 1')}\n{card.card}: say {card.card}"


async def test_the_mouse_lifts_a_card_and_plays_it() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        before = len(app.local.record.plies)
        last = app.screen.query(CardButton).last()
        await pilot.click(last)
        await pilot.pause()
        assert len(app.local.record.plies) == before
        assert last.has_focus
        await pilot.click(last)
        await until_asked(pilot)
        assert app.local.record.plies[before].startswith(f"{last.card}={last.card}")


async def test_a_digit_lifts_its_card_and_again_plays_it() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        card = next(c for c in app.screen.query(CardButton) if 0 < c.card < 10)
        await pilot.press(str(card.card))
        await pilot.pause()
        await pilot.press(str(card.card))
        await until_asked(pilot)
        assert app.local.record.plies[1].startswith(f"{card.card}=")


async def test_a_card_that_cannot_be_played_says_why() -> None:
    app = app_of("truie", players=2, copies={"F": 0, "H": 0, "L": 0, "D": 0})
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(40):
            await until_asked(pilot)
            resting = [card for card in app.screen.query(CardButton) if card.has_class("resting")]
            if resting and isinstance(app.screen, TableScreen):
                resting[0].focus()
                await pilot.pause()
                await pilot.pause()
                assert "no second pig" in shown(app, "prompt")
                return
            await pilot.press("d")
        raise AssertionError("every card could always be played")


async def test_a_grunt_can_be_forgotten() -> None:
    fives = {name: 15 if name == "5" else 0 for name in game_type("truie").cards}  # whoever starts is down to two first
    app = app_of("truie", patience=0, players=2, copies=fives, options={"rounds": 1})
    async with app.run_test(size=SMALL) as pilot:
        await play_to_the_end(pilot, app)
        assert app.local
        assert any(ply.startswith("g0") for ply in app.local.record.plies)


async def test_nothing_gives_a_due_grunt_away() -> None:
    app = app_of("truie", players=2, copies=SHORT["truie"], options={"rounds": 1})
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        bar = table_of(app).query_one(Bar)
        buttons = [str(button.label) for button in bar.query(Button)]
        while not getattr(app.local.state, "owes", 0):
            await press_on(pilot, app)
            await until_asked(pilot)
        await pilot.pause()
        assert app.local.state.turn == 0
        assert table_of(app).asking
        waiting = say("table.waiting", player=app.local.names[1])
        assert shown(app, "prompt") == waiting
        assert app.screen.query_one(".seat").has_class("turn")
        assert [str(button.label) for button in bar.query(Button)] == buttons
        told = len(app.screen.query_one("#log", RichLog).lines)
        await pilot.press("enter", "h", "enter")
        await pilot.pause()
        assert shown(app, "prompt") == waiting
        assert len(app.screen.query_one("#log", RichLog).lines) == told
        assert app.local.owing
        assert not app.screen.query(MoveButton)
        assert not any("runt" in line.text for line in app.screen.query_one("#log", RichLog).lines)


async def test_the_hand_stays_where_it_is_and_the_prompt_goes_with_the_turn() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        await pilot.pause()
        assert shown(app, "prompt")
        at = app.screen.query_one("#hand").region
        table_of(app).roomy.clear()  # the bot waits
        await pilot.press("enter")
        await until(pilot, lambda: app.local is not None and app.local.state.turn == 1)
        await until(pilot, lambda: "Player 1" not in shown(app, "prompt"))
        assert app.screen.query_one("#hand").region == at


async def test_no_break_spaces_are_painted_as_spaces() -> None:
    app = app_of("pig10", players=2, language="fr")
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await pilot.pause()
        assert "\u2800" in shown(app, "prompt")
        painted = "".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "c’est à toi !" in painted
        assert not set(painted) & set("\u00a0\u202f\u2800")


async def test_the_grunt_buttons_are_always_there() -> None:
    app = app_of("truie", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await pilot.click("#react-g2")
        await pilot.pause()
        assert shown(app, "prompt") == "No need to grunt now."


async def test_rules_on_question_mark() -> None:
    app = app_of("truie", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_the_language_is_switched_everywhere_at_once() -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        logs = set()
        for _ in LANGUAGES:
            log = app.screen.query_one("#log", RichLog)
            logs.add("\n".join(line.text for line in log.lines))
            await pilot.press("l")
            await pilot.pause()
            await pilot.pause()
        assert len(logs) == len(LANGUAGES)


@pytest.mark.parametrize("size", [(60, 20), SMALL, (100, 30), (120, 40)])
@pytest.mark.parametrize(("game", "players"), [("pig10", 8), ("truie", 6)])
async def test_everything_is_on_the_screen(game: str, players: int, size: tuple[int, int]) -> None:
    app = app_of(game, players=players)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot)
        await pilot.pause()
        for widget in [*app.screen.query(CardButton), *app.screen.query(MoveButton), app.screen.query_one("#keys")]:
            assert widget.region.area
            assert Region(0, 0, *size).contains_region(widget.region)


@pytest.mark.parametrize("size", [(60, 20), SMALL])
async def test_eight_bots_are_eight_different_ones_and_told_apart(size: tuple[int, int]) -> None:
    app = app_of("pig10", people=0, players=8)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        table_of(app).roomy.clear()  # the bots wait
        await until(pilot, lambda: shown(app, "prompt").endswith("…") and len(table_of(app).query(".seat")) == 8)
        assert app.local
        assert len({seat.player for seat in app.local.seats}) == 8
        told = " ".join(str(seat.render()) for seat in table_of(app).query(".seat").results(Static))
        assert [name for name in app.local.names if name not in told] == []


async def test_where_no_card_can_be_played_enter_leads_to_what_can_be_done() -> None:
    order = ["9"] * 4 + ["8"] * 3 + ["1"] * 7 + ["5", "2"]
    copies = {name: order.count(name) for name in game_type("truie").cards}
    asked = GameRequest(game="truie", pace=0, cards=f"deck:{','.join(order)}", first=0, players=2, copies=copies)
    app = PiggeryApp(asked, LocalTable(asked.record()))
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert app.local
        await pilot.press("enter")
        assert isinstance(app.focused, MoveButton)
        await pilot.press("enter")
        await until_asked(pilot)
        assert app.local.record.plies[1] == "draw 2"
