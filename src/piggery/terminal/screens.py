"""The screens round the table: handing over, scores and rules."""

from collections.abc import Sequence
from typing import TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from ..core.story import game_title, rules_lines
from ..games.checks import scores
from ..table.views import SPECTATOR
from ..words import Line, say
from .local import LocalTable
from .painter import shown

Answer = TypeVar("Answer")
NAME, CELL = 14, 5  # how wide the columns of a score sheet are
PIG = r"""   _____   ^..^
@~(     )_( oo )    {title}
   ||-||   ‾‾‾‾"""


class LocalizedScreen(ModalScreen[Answer]):
    """A screen in front of the table that can change its language."""

    BINDINGS = [Binding("l", "app.language", show=False)]

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def switch(self, language: str) -> None:
        self.language = language
        self.redraw()

    def redraw(self) -> None:
        self.refresh(recompose=True)
        self.call_after_refresh(self._focus_button)

    def _focus_button(self) -> None:
        for button in self.query(Button):
            button.focus()
            return

    def say(self, what: str | Line, **values: object) -> Text:
        return shown(what, self.language, **values)


class HandOver(LocalizedScreen[bool]):
    """Hides every hand until the next person says they are there. False: somebody leaves."""

    BINDINGS = [Binding("q", "dismiss(False)", show=False)]

    def __init__(self, player: str, language: str) -> None:
        super().__init__(language)
        self.player = player

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.say("handover.title", player=self.player), classes="title")
            yield Static(self.say("handover.hidden"))
            yield Button(Content(str(self.say("handover.ready", player=self.player))), variant="primary", id="ready")

    def on_button_pressed(self) -> None:
        self.dismiss(True)


class RulesScreen(LocalizedScreen[None]):
    BINDINGS = [
        Binding("escape,question_mark,q", "dismiss", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]

    def __init__(self, local: LocalTable, language: str) -> None:
        super().__init__(language)
        self.local = local

    def compose(self) -> ComposeResult:
        title = game_title(self.local.rules.name)
        with Vertical(classes="box whole"):
            yield Static(self.say("rules.title", game=title), classes="title")
            with VerticalScroll(id="rules", can_focus=False):
                for rule in rules_lines(self.local.rules, self.local.game.view(SPECTATOR)):
                    yield Static(Text("• ") + self.say(rule), classes="rule")
            yield Button(str(self.say("rules.close")), variant="primary")

    def action_scroll(self, way: int) -> None:
        self.query_one("#rules").scroll_relative(y=3 * way)

    def on_button_pressed(self) -> None:
        self.dismiss()


class ScoreScreen(LocalizedScreen[str]):
    """The latest news and the score sheet, best first. Answers `go_on`, `again` or `leave`."""

    BINDINGS = [
        Binding("escape", "dismiss('go_on')", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, local: LocalTable, sheet: Sequence[Sequence[int]], news: Sequence[Line], language: str) -> None:
        super().__init__(language)
        self.local = local
        self.sheet = sheet
        self.news = news

    def compose(self) -> ComposeResult:
        over = self.local.over
        with Vertical(classes="box"):
            if over:
                yield Static(PIG.format(title=""), classes="pig")
            for what in self.news:
                yield Static(self.say(what), classes="title" if what is self.news[-1] else "")
            yield Static(self.lines(), id="sheet")
            if over:
                yield Static(self.say(self.local.kept), classes="quiet")
            with Horizontal(classes="buttons"):
                for answer in ("again", "leave") if over else ("go_on",):
                    yield Button(str(self.say(f"score.{answer}")), id=answer, classes=answer)

    def lines(self) -> Text:
        """Players down, rounds across."""
        totals = scores(self.local.rules, self.local.state)
        title, total = say("score.player", self.language), say("score.total", self.language)
        rounds = "".join(f"{n + 1}.".rjust(CELL) for n in range(len(self.sheet)))
        rows = [title[:NAME].ljust(NAME) + rounds + total.rjust(2 * CELL)]
        for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]):
            cells = "".join(str(points[seat]).rjust(CELL) for points in self.sheet)
            rows.append(self.local.names[seat][: NAME - 1].ljust(NAME) + cells + str(totals[seat]).rjust(2 * CELL))
        return Text("\n".join(rows), no_wrap=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id or "go_on")
