"""The terminal game: from the first screen to the table and back."""

from dataclasses import replace

from textual.app import App
from textual.binding import Binding

from .. import saves
from ..session import Session
from ..wanted import Wanted
from ..words import LANGUAGES, say
from .screens import Setup
from .table import Table


class PiggeryApp(App[None]):
    CSS_PATH = "style.tcss"
    TITLE = "Piggery"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("l", "language", show=False), Binding("q", "quit", show=False)]

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
        kept = saves.latest_unfinished()
        game = kept[1].rules.name if kept else ""
        self.push_screen(Setup(self.language, game, self.begin, self.resume))

    def begin(self, game: str, people: int, bots: int, level: str) -> None:
        self.wanted = replace(self.wanted, game=game, people=people, players=people + bots, bots=[level])
        self.sit_down(Session(self.wanted.record(), self.wanted.save))

    def resume(self) -> None:
        kept = saves.latest_unfinished()
        if kept:
            self.sit_down(Session(kept[1], kept[0]))

    def sit_down(self, session: Session) -> None:
        self.session = session
        table = Table(session, self.language, self.wanted.pace, self.patience)
        self.push_screen(table, self.leave_table)

    def leave_table(self, answer: str | None) -> None:
        if answer == "again" and self.session:
            self.sit_down(self.session.again())
        elif isinstance(self.screen, Setup):
            self.pop_screen()
            self.set_up()
        else:
            self.exit(message=say("plain.left", self.language) if not self._over() else None)

    def _over(self) -> bool:
        return bool(self.session and self.session.game.over)

    def action_language(self) -> None:
        """The next language, everywhere at once."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        for screen in self.screen_stack:
            if isinstance(screen, Table):
                screen.switch(self.language)
            elif isinstance(screen, Setup):
                screen.language = self.language
                screen.speak()
