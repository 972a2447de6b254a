"""The terminal game: from the first screen to the table and back."""

from collections.abc import Callable
from dataclasses import replace

from textual.app import App
from textual.binding import Binding

from ..bots.levels import nearest
from ..errors import PiggeryError, system_line
from ..games.registry import game_type
from ..words import LANGUAGES, say
from .local import LocalTable, last_left
from .request import GameRequest
from .screens import LocalizedScreen, Setup
from .table import TableScreen


class PiggeryApp(App[None]):
    CSS_PATH = "style.tcss"
    TITLE = "Piggery"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("l", "language", show=False), Binding("ctrl+c,ctrl+q", "stop", show=False, priority=True)]

    def __init__(self, wanted: GameRequest, local: LocalTable | None, patience: int = 6) -> None:
        super().__init__()
        self.wanted = wanted
        self.local = local
        self.language = wanted.language
        self.patience = patience

    def on_mount(self) -> None:
        if self.local:
            self.sit_down(self.local)
        else:
            self.set_up()

    def set_up(self) -> None:
        kept = last_left(typed=False)
        wanted = replace(self.wanted, language=self.language)
        self.push_screen(Setup(wanted, kept[1] if kept else None, self.begin, self.resume))

    def begin(self, game: str, names: list[str], setup: Setup) -> None:
        people, bots = max(setup.people, len(names)), [nearest(game_type(game), setup.level)]
        asked = replace(self.wanted, game=game, names=names, people=people, players=people + setup.bots, bots=bots)
        asked = replace(asked, first=setup.first, options=setup.options[game], language=self.language)
        self.try_to_sit(lambda: LocalTable(asked.record(), asked.save))

    def resume(self) -> None:
        kept = last_left(typed=False)
        if kept:
            self.try_to_sit(lambda: LocalTable(kept[1], kept[0]))

    def try_to_sit(self, local: Callable[[], LocalTable]) -> None:
        """Sit down, or say why not."""
        try:
            self.sit_down(local())
        except PiggeryError as error:
            self.notify(say(error.line, self.language), severity="warning", markup=False)
        except OSError as error:
            self.notify(say(system_line(error), self.language), severity="warning", markup=False)

    def sit_down(self, local: LocalTable) -> None:
        self.local = local
        table = TableScreen(local, self.language, self.wanted.pace, self.patience)
        self.push_screen(table, self.leave_table)
        if not local.store.kept:
            self.notify(say(local.kept, self.language), severity="warning", markup=False)

    def leave_table(self, answer: str | None) -> None:
        if answer == "again" and self.local:
            self.sit_down(self.local.again())
        elif isinstance(self.screen, Setup):
            self.pop_screen()
            self.set_up()
        else:
            self.action_stop()

    def action_stop(self) -> None:
        """Leave at once; the game is kept as it is."""
        going_on = self.local and not self.local.over
        self.exit(message=say(self.local.resuming(plain=False), self.language) if self.local and going_on else None)

    def action_language(self) -> None:
        """The next language, everywhere at once."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | Setup | LocalizedScreen):
                screen.switch(self.language)
