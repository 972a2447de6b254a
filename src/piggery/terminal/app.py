"""The terminal game: from the first screen to the table and back."""

from collections.abc import Callable
from dataclasses import replace

from textual.app import App
from textual.binding import Binding

from ..bots.levels import nearest
from ..errors import PiggeryError
from ..games.registry import game_type
from ..words import LANGUAGES, say
from .screens import Setup, Speaking
from .session import Session, last_left
from .table import TableScreen
from .wanted import Wanted


class PiggeryApp(App[None]):
    CSS_PATH = "style.tcss"
    TITLE = "Piggery"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("l", "language", show=False),
        Binding("ctrl+c,ctrl+q", "stop", show=False, priority=True),
    ]

    def __init__(self, wanted: Wanted, session: Session | None, patience: int = 6) -> None:
        super().__init__()
        self.wanted = wanted
        self.session = session
        self.language = wanted.language
        self.patience = patience

    def on_mount(self) -> None:
        if self.session:
            self.sit_down(self.session)
        else:
            self.set_up()

    def set_up(self) -> None:
        kept = last_left(typed=False)
        wanted = replace(self.wanted, language=self.language)
        self.push_screen(Setup(wanted, kept[1] if kept else None, self.begin, self.resume))

    def begin(self, game: str, names: list[str], setup: Setup) -> None:
        people = max(setup.people, len(names))
        asked = replace(
            self.wanted,
            game=game,
            names=names,
            people=people,
            players=people + setup.bots,
            bots=[nearest(game_type(game), setup.level)],
            first=setup.first,
            options={name: setup.options[name] for name in game_type(game).options},
            language=self.language,
        )
        self.try_to_sit(lambda: Session(asked.record(), asked.save))

    def resume(self) -> None:
        kept = last_left(typed=False)
        if kept:
            self.try_to_sit(lambda: Session(kept[1], kept[0]))

    def try_to_sit(self, session: Callable[[], Session]) -> None:
        """Sit down, or say why not."""
        try:
            self.sit_down(session())
        except PiggeryError as error:
            self.notify(say(error.line, self.language), severity="warning", markup=False)
        except OSError as error:
            self.notify(f"{error.filename}: {error.strerror}", severity="warning", markup=False)

    def sit_down(self, session: Session) -> None:
        self.session = session
        table = TableScreen(session, self.language, self.wanted.pace, self.patience)
        self.push_screen(table, self.leave_table)

    def leave_table(self, answer: str | None) -> None:
        if answer == "again" and self.session:
            self.sit_down(self.session.again())
        elif isinstance(self.screen, Setup):
            self.pop_screen()
            self.set_up()
        else:
            self.action_stop()

    def action_stop(self) -> None:
        """Leave at once; the game is kept as it is."""
        going_on = self.session and not self.session.game.over
        self.exit(message=say(self.session.resuming(plain=False), self.language) if self.session and going_on else None)

    def action_language(self) -> None:
        """The next language, everywhere at once."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | Setup | Speaking):
                screen.switch(self.language)
