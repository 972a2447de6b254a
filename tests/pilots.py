"""What the tests of the table share: apps to play in, and a Pilot who plays on."""

from collections.abc import Callable

from textual.pilot import Pilot
from textual.widgets import Static

from piggery.games.registry import game_type
from piggery.terminal.app import PiggeryApp
from piggery.terminal.cards import CardButton
from piggery.terminal.local import LocalTable
from piggery.terminal.request import GameRequest
from piggery.terminal.screens import HandOver, ScoreScreen
from piggery.terminal.table import TableScreen

SMALL = (80, 24)
SHORT = {  # decks of games that are over soon
    "pig10": {str(n): 2 for n in range(11)},
    "truie": dict.fromkeys(game_type("truie").cards, 0) | {"5": 15},  # every card fits
}


def app_of(game: str, patience: int = 60, **wanted: object) -> PiggeryApp:
    asked = GameRequest(game=game, pace=0, cards="seed:11", first=0, **wanted)  # type: ignore[arg-type]
    return PiggeryApp(asked, LocalTable(asked.record()) if game else None, patience)


def table_of(app: PiggeryApp) -> TableScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def shown(app: PiggeryApp, name: str) -> str:
    return str(table_of(app).query_one(f"#{name}", Static).render())


async def until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    for _ in range(2000):
        await pilot.pause()
        if happened():
            return
    raise AssertionError("it never happened")


async def until_asked(pilot: Pilot[None]) -> None:
    """Wait for the table to want something of a person: a move, a hand-over, a look at the scores."""
    app = pilot.app
    for _ in range(2000):
        await pilot.pause()
        screen = app.screen
        if isinstance(screen, HandOver | ScoreScreen) or (isinstance(screen, TableScreen) and screen.asking):
            return
    raise AssertionError("nobody was ever asked")


async def play_to_the_end(pilot: Pilot[None], app: PiggeryApp) -> list[str]:
    """Enter, always Enter: the first card that can be played, the first way to play it, else draw."""
    asked = []
    assert app.local
    for _ in range(600):
        await until_asked(pilot)
        screen = app.screen
        asked.append(type(screen).__name__)
        if isinstance(screen, ScoreScreen) and app.local.over:
            return asked
        await press_on(pilot, app)
    raise AssertionError("the game did not end")


async def press_on(pilot: Pilot[None], app: PiggeryApp) -> None:
    screen = app.screen
    assert app.local
    if isinstance(screen, TableScreen) and getattr(app.local.state, "owes", False):
        await pilot.press("g" if app.local.state.held[app.local.state.turn] == 1 else "G")
    elif isinstance(screen, TableScreen) and not [c for c in screen.query(CardButton) if not c.has_class("resting")]:
        await pilot.press("d")
    else:
        await pilot.press("enter")
