"""The screens round the table: setting up, handing over, scores and rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from ..bots.levels import LEVELS
from ..core.record import Record
from ..core.story import game_about, game_title, rules_lines
from ..games.checks import scores
from ..games.contract import GameType, Value
from ..games.registry import game_types, usual_game
from ..words import Line, both, catalogue, line, say
from .local import LocalTable
from .painter import shown
from .request import GameRequest

Answer = TypeVar("Answer")
NAME, CELL = 14, 5  # how wide the columns of a score sheet are
Begin = Callable[[str, list[str], "Setup"], None]
LEVEL = "otto"  # of bots nobody asked for
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

    def __init__(self, rules: GameType, language: str) -> None:
        super().__init__(language)
        self.rules = rules

    def compose(self) -> ComposeResult:
        title = game_title(self.rules.name)
        with Vertical(classes="box whole"):
            yield Static(self.say("rules.title", game=title), classes="title")
            with VerticalScroll(id="rules", can_focus=False):
                for rule in rules_lines(self.rules):
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


class StepButton(Button):
    """A button that counts every press, however quick."""

    def __init__(self, label: str, id: str) -> None:
        super().__init__(label, id=id, classes="step")
        self.active_effect_duration = 0


class Setup(Screen[None]):
    """The games to choose from, how many people and who they are, how many bots."""

    BINDINGS = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, wanted: GameRequest, kept: Record | None, begin: Begin, resume: Callable[[], None]) -> None:
        super().__init__()
        self.language = wanted.language
        self.kept = kept
        self.begin = begin
        self.resume = resume
        self.people = max(1, wanted.people, len(wanted.names))
        self.bots = max(0, (wanted.players or max(3, self.people)) - self.people)
        self.level = next((level for level in wanted.bots if level in LEVELS), LEVEL)
        self.names = ", ".join(wanted.names)
        self.first = wanted.first
        self.options = {game: _house_rules(rules, wanted.options) for game, rules in game_types().items()}

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup", can_focus=False):
            yield Static("", id="pig", classes="pig")
            if self.kept:
                yield Button("", id="resume", variant="success", classes="long")
            for game, rules in game_types().items():
                yield Button("", id=f"game-{game}", variant="primary", classes="long")
                yield Static("", id=f"about-{game}", classes="quiet")
                if rules.options:
                    with Horizontal(classes="options"):
                        for name in rules.options:
                            yield Button("", id=f"rule-{game}-{name}", compact=True)
            for what in ("people", "bots"):
                with Horizontal(classes="counter"):
                    yield Static("", id=f"label-{what}", classes="label")
                    yield StepButton("−", id=f"less-{what}")
                    yield Static("", id=f"count-{what}", classes="count")
                    yield StepButton("+", id=f"more-{what}")
                    if what == "people":
                        yield Input(self.names, id="names", max_length=200)
                    else:
                        yield Button("", id="level")
            with Horizontal(classes="options"):
                yield Button("", id="first", compact=True)
                yield Button("", id="language", compact=True)

    def on_mount(self) -> None:
        self.speak()
        self.query_one("#resume" if self.kept else f"#game-{usual_game()}", Button).focus()

    def switch(self, language: str) -> None:
        self.language = language
        self.speak()

    def speak(self) -> None:
        """Say everything in the language of the moment."""
        texts: dict[str, Text] = {"pig": Text(PIG.format(title=say("setup.title", self.language)))}
        for what, count in (("people", self.people), ("bots", self.bots)):
            texts[f"label-{what}"] = shown(f"setup.{what}", self.language)
            texts[f"count-{what}"] = Text(str(count))
        for game, rules in game_types().items():
            about, least, most = game_about(game), rules.seats[0], rules.seats[-1]
            texts[f"about-{game}"] = shown("setup.players", self.language, about=about, least=least, most=most)
        for name, text in texts.items():
            self.query_one(f"#{name}", Static).update(text)
        self._speak_buttons()
        example = say("setup.names_example", self.language)
        self.query_one("#names", Input).placeholder = f"{say('setup.names', self.language)}: {example}"

    def _speak_buttons(self) -> None:
        seat = self.first
        labels: dict[str, Line] = {"language": line("language.name")}
        labels["first"] = line("setup.first_chance") if seat is None else line("setup.first_seat", n=seat + 1)
        labels["level"] = line("setup.level", name=line(f"level.{self.level}"))
        for game, rules in game_types().items():
            labels[f"game-{game}"] = line("setup.start", game=game_title(game))
            labels |= {f"rule-{game}-{name}": _house_rule(name, value) for name, value in self.options[game].items()}
            self.query_one(f"#game-{game}", Button).disabled = self.people + self.bots not in rules.seats
        if self.kept:
            players = both(seat.name for seat in self.kept.seats)
            labels["resume"] = line("setup.resume", game=game_title(self.kept.rules.name), players=players)
        for name, what in labels.items():
            button = self.query_one(f"#{name}", Button)
            button.label = Content(str(shown(what, self.language)))
            button.refresh(layout=True)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        pressed = event.button.id or ""
        step, _, what = pressed.partition("-")
        if step == "game":
            names = [name.strip() for name in self.query_one("#names", Input).value.split(",") if name.strip()]
            self.begin(what, names, self)
        elif pressed == "resume":
            self.resume()
        elif pressed == "first":
            seats = [None, *range(self.people + self.bots)]
            self.first = seats[(seats.index(self.first) + 1) % len(seats)] if self.first in seats else None
        elif step == "rule":
            self._step_rule(*what.split("-"))
        elif pressed == "language":
            await self.app.run_action("language")
        elif pressed == "level":
            levels = list(LEVELS)
            self.level = levels[(levels.index(self.level) + 1) % len(levels)]
        elif what:
            more = 1 if step == "more" else -1
            if what == "people":
                self.people = min(8, max(1, self.people + more))
            else:
                self.bots = min(8, max(0, self.bots + more))
        self.speak()

    def _step_rule(self, game: str, name: str) -> None:
        """The next value of a house rule: numbers rise."""
        known = sorted(game_types()[game].options[name], key=lambda value: value if isinstance(value, int) else 0)
        self.options[game][name] = known[(known.index(self.options[game][name]) + 1) % len(known)]


def _house_rules(rules: GameType, wanted: Mapping[str, Value]) -> dict[str, Value]:
    """The house rules of a game: those that were asked for, as far as it has them, else the usual."""
    found = {name: wanted.get(name, known[0]) for name, known in rules.options.items()}
    return {name: value if value in rules.options[name] else rules.options[name][0] for name, value in found.items()}


def _house_rule(name: str, value: Value) -> Line:
    """A house rule as it is chosen: `3 rounds`; one without words by its name."""
    key = f"setup.{name}" if isinstance(value, int) else f"setup.{name}.{value}"
    return line(key, n=value) if key in catalogue("en") else line("table.thing", name=name, value=value)
