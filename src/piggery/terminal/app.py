"""The terminal game: from the first screen to the table and back."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter

from ..core.record import Record
from ..errors import PiggeryError, system_line
from ..table.contests import Contest
from ..words import LANGUAGES, say
from .contests import RaceScreen, VoteScreen
from .local import LocalTable, last_left
from .painter import SpaceFilter
from .request import GameRequest
from .screens import LocalizedScreen
from .setup import Setup
from .starter import Chance, Clock, contestants, stopwatch
from .table import TableScreen


class PiggeryApp(App[None]):
    CSS_PATH = "style.tcss"
    TITLE = "Piggery"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("l", "language", show=False), Binding("ctrl+c,ctrl+q", "stop", show=False, priority=True)]

    def __init__(
        self,
        wanted: GameRequest,
        local: LocalTable | None,
        patience: int = 6,
        clock: Clock = stopwatch,
        chance: Chance = secrets.randbelow,
    ) -> None:
        super().__init__()
        self.wanted = wanted
        self.local = local
        self.language = wanted.language
        self.patience = patience
        self.clock = clock
        self.spaces = SpaceFilter()
        self.chance = chance
        self.contest: Contest | None = None  # how those who play now settle who starts

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self.spaces]

    def on_mount(self) -> None:
        if self.local:
            self.sit_down(self.local)
        elif self.wanted.game:
            self.begin(self.wanted)
        else:
            self.set_up()

    def set_up(self) -> None:
        kept = last_left(typed=False)
        wanted = replace(self.wanted, language=self.language)
        self.push_screen(Setup(wanted, kept[1] if kept else None, self.begin, self.resume))

    def begin(self, asked: GameRequest) -> None:
        """Sit down to a new game, once it is settled who starts."""
        with self.refusals():
            record = asked.record()
            contest = self.contest = asked.contest
            if contest:
                begun = replace(record, starter=contest)
                self.settle(contest, record, lambda first: LocalTable(replace(begun, first=first), asked.save))
            else:
                self.sit_down(LocalTable(record, asked.save))

    def settle(self, contest: Contest, record: Record, seated: Callable[[int], LocalTable]) -> None:
        """Let people settle who starts, then sit down; who leaves before that has begun no game."""

        def settled(first: int | None) -> None:
            if first is None:
                self.leave_table(None)
                return
            with self.refusals():
                self.sit_down(seated(first))

        who = contestants(record)
        race = RaceScreen(who, self.language, self.chance, self.clock)
        self.push_screen(race if contest == "race" else VoteScreen(who, self.language, self.chance), settled)

    def resume(self) -> None:
        kept = last_left(typed=False)
        if kept:
            self.contest = None
            with self.refusals():
                self.sit_down(LocalTable(kept[1], kept[0]))

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Where somebody cannot sit down, they are told why: on the first screen, or as the last word."""
        try:
            yield
        except (PiggeryError, OSError) as error:
            what = say(error.line if isinstance(error, PiggeryError) else system_line(error), self.language)
            if isinstance(self.screen, Setup):
                self.notify(what, severity="warning", markup=False)
            else:
                self.exit(return_code=2, message=what)

    def sit_down(self, local: LocalTable) -> None:
        self.local = local
        table = TableScreen(local, self.language, self.wanted.pace, self.patience)
        self.push_screen(table, self.leave_table)
        if not local.store.kept:
            self.notify(say(local.kept, self.language), severity="warning", markup=False)

    def leave_table(self, answer: str | None) -> None:
        local, contest = self.local, self.contest
        if answer == "again" and local and contest:
            self.settle(contest, local.record, lambda first: local.again(first, contest))
        elif answer == "again" and local:
            self.sit_down(local.again())
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
