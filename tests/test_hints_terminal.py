"""Hints in the terminal: the key h at the table, the word in the game line by line, three steps each."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import RichLog

from piggery.bots.search import Effort
from piggery.table import hints
from piggery.terminal.app import PiggeryApp
from piggery.terminal.table import TableScreen
from piggery.words import say
from pilots import SMALL, app_of, press_on, table_of, until_asked
from test_plain import seated


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach looks at two deals, and not at the clock."""
    monkeypatch.setattr(hints, "Effort", lambda milliseconds: Effort(deals=2))


def answering(*answers: str) -> Callable[[str], str]:
    left = iter(answers)
    return lambda question: next(left)


@pytest.mark.parametrize(("word", "language"), [("h", "en"), ("hint", "fr"), ("Tipp", "de")])
async def test_line_by_line_each_asking_tells_one_step_more(home: Path, word: str, language: str) -> None:
    table, written = seated("pig10", ["person", "greedy"], answering(word, word, word, word, "q"), language)
    await table.run()
    asked = [n for n, text in enumerate(written) if text == say("plain.ask", language)]
    nudge, idea, move, again = (written[n + 1] for n in asked[:4])
    tip = say("coach.tip", language, move="|").partition("|")[0]
    assert [text.startswith(tip) for text in (nudge, idea, move)] == [False, False, True]
    assert nudge != idea
    assert again == move


async def hinted(pilot: Pilot[None], app: PiggeryApp, steps: int) -> TableScreen:
    """The key has been pressed, and so many steps are told."""
    table = table_of(app)
    await pilot.press("h")
    while table.advice.step < steps:
        await pilot.pause()
    await pilot.pause()
    return table


def log(table: TableScreen) -> str:
    return " ".join(strip.text.strip() for strip in table.query_one("#log", RichLog).lines)


async def test_at_the_table_the_key_tells_one_step_more_and_the_turn_takes_it_away(home: Path) -> None:
    app = app_of("pig10", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        before = log(table_of(app))
        for steps in (1, 2):
            table = await hinted(pilot, app, steps)
            assert "Try this" not in log(table)
        assert log(table) != before
        assert "Try this" in log(await hinted(pilot, app, 3))
        await press_on(pilot, app)
        await pilot.pause()
        assert table.advice.shown == []
        assert "Try this" not in log(table)


async def test_nobody_is_helped_while_the_keyboard_is_handed_over(home: Path) -> None:
    app = app_of("pig10", names=["Ada", "Ben"], people=2, players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await table_of(app).action_hint().wait()
        assert table_of(app).advice.shown == []
