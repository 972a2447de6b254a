"""The first screen: the games to choose from, who plays and who starts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from ..bots.levels import LEVELS, nearest
from ..core.record import Record
from ..core.story import game_about, game_title
from ..games.contract import GameType, Value
from ..games.registry import game_type, game_types, usual_game
from ..table.contests import CONTESTS, Contest
from ..words import Line, both, catalogue, line, say
from .keys import FIRST_SCREEN, key_line
from .painter import shown
from .request import GameRequest
from .screens import PIG

First = int | Contest | None
Thing = TypeVar("Thing")
MOST = 8  # people, and bots
WIDE, PADDING = 76, 4  # columns that are used, and those beside the label of a small button
BUTTON, PICTURE = 3, 4  # rows of a large button, and of the pig


class StepButton(Button):
    """A button that counts every press, however quick."""

    def __init__(self, label: str, id: str, classes: str = "", compact: bool = False) -> None:
        super().__init__(label, id=id, classes=classes, compact=compact)
        self.active_effect_duration = 0


class Setup(Screen[None]):
    """A game is begun as it was asked for, with what has been changed here."""

    BINDINGS = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(
        self, wanted: GameRequest, kept: Record | None, begin: Callable[[GameRequest], None], resume: Callable[[], None]
    ) -> None:
        super().__init__()
        self.wanted = wanted
        self.language = wanted.language
        self.kept = kept
        self.begin = begin
        self.resume = resume
        self.people = max(1, wanted.people, len(wanted.names))
        self.bots = max(0, wanted.seats - self.people)
        self.companies = _companies(wanted.bots)
        self.company = self.companies[0]
        self.first: First = wanted.first
        self.options = {game: _house_rules(rules, wanted.options) for game, rules in game_types().items()}

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup", can_focus=False), Vertical(id="choices"):
            yield Static("", id="pig", classes="pig")
            if self.kept:
                yield Button("", id="resume", variant="success", classes="long")
            for game, rules in game_types().items():
                yield Button("", id=f"game-{game}", variant="primary", classes="long")
                yield Static("", id=f"about-{game}", classes="quiet")
                if rules.options:
                    with Horizontal(classes="options"):
                        for name in rules.options:
                            yield StepButton("", f"rule-{game}-{name}", compact=True)
            for what in ("people", "bots"):
                with Horizontal(classes="counter"):
                    yield Static("", id=f"label-{what}", classes="label")
                    yield StepButton("−", f"less-{what}", "step")
                    yield Static("", id=f"count-{what}", classes="count")
                    yield StepButton("+", f"more-{what}", "step")
                    if what == "people":
                        yield Input(", ".join(self.wanted.names), id="names", max_length=200)
                    else:
                        yield StepButton("", "level")
            with Horizontal(classes="options"):
                yield StepButton("", "first", compact=True)
                yield StepButton("", "language", compact=True)
        yield Static("", id="keys")

    def on_mount(self) -> None:
        self.speak()
        self.query_one("#resume" if self.kept else f"#game-{usual_game()}", Button).focus()

    def on_resize(self) -> None:
        self.speak()

    def switch(self, language: str) -> None:
        self.language = language
        self.speak()

    # What it says

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
        self.query_one("#keys", Static).update(key_line(FIRST_SCREEN, self.language, self.size.width - 2))
        self._speak_buttons()
        names = line("table.thing", name=line("setup.names"), value=line("setup.names_example"))
        self.query_one("#names", Input).placeholder = str(shown(names, self.language))
        self._fit()

    def _speak_buttons(self) -> None:
        labels: dict[str, Line] = {"language": line("language.name"), "first": self._first_line()}
        labels["level"] = self._company_line()
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

    def _first_line(self) -> Line:
        if self.first is None:
            return line("setup.first_chance")
        if isinstance(self.first, int):
            return line("setup.first_seat", n=self.first + 1)
        return line(f"page.starter.{self.first}")

    def _company_line(self) -> Line:
        if not self.company:
            return line("setup.company")
        return line("setup.level", name=both(line(f"level.{level}") for level in self.company))

    def _fit(self) -> None:
        """A row of small buttons that is too long becomes two; large ones are low where there are few rows."""
        room = min(WIDE, self.size.width - 4)
        for row in self.query(".options"):
            widths = [cell_len(str(button.label)) + PADDING for button in row.query(Button)]
            row.set_class(sum(widths) > room, "wrapped")
            row.styles.grid_columns = tuple(max(widths[n::2]) for n in range(2) if widths[n:])
        rows = [-(-len(row.children) // 2) if row.has_class("wrapped") else 1 for row in self.query(".options")]
        large = len(self.query(".long")) + len(self.query(".counter"))
        needed = PICTURE + BUTTON * large + len(self.query("#choices > .quiet")) + sum(rows) + 1
        self.set_class(self.size.height < needed, "low")

    # What is changed

    @property
    def names(self) -> list[str]:
        return [name.strip() for name in self.query_one("#names", Input).value.split(",") if name.strip()]

    @property
    def starters(self) -> Sequence[First]:
        """The ways to settle who starts: a race and a vote take two people."""
        return [None, *(CONTESTS if self.people > 1 else ()), *range(self.people + self.bots)]

    def asked(self, game: str) -> GameRequest:
        bots = [nearest(game_type(game), level) for level in self.company[: self.bots]]
        return replace(
            self.wanted, game=game, names=self.names, people=self.people, players=self.people + self.bots, bots=bots,
            first=self.first, options=self.options[game], language=self.language,
        )  # fmt: skip

    def on_input_changed(self) -> None:
        """Everybody who has a name plays."""
        self.people = max(self.people, len(self.names))
        self.speak()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        pressed = event.button.id or ""
        step, _, what = pressed.partition("-")
        if step == "game":
            self.begin(self.asked(what))
        elif pressed == "resume":
            self.resume()
        elif pressed == "first":
            self.first = _after(self.starters, self.first)
        elif step == "rule":
            self._step_rule(*what.split("-"))
        elif pressed == "language":
            await self.app.run_action("language")
        elif pressed == "level":
            self.company = _after(self.companies, self.company)
        elif what:
            self._step(what, 1 if step == "more" else -1)
        self.speak()

    def _step(self, what: str, more: int) -> None:
        if what == "people":
            self.people = max(1, len(self.names), min(MOST, self.people + more))
        else:
            self.bots = min(MOST, max(0, self.bots + more))
        if self.first not in self.starters:
            self.first = None

    def _step_rule(self, game: str, name: str) -> None:
        """The next value of a house rule: numbers rise."""
        known = sorted(game_types()[game].options[name], key=lambda value: value if isinstance(value, int) else 0)
        self.options[game][name] = _after(known, self.options[game][name])


def _after(known: Sequence[Thing], now: Thing) -> Thing:
    """The next of these, and after the last one the first."""
    return known[(known.index(now) + 1) % len(known)] if now in known else known[0]


def _companies(asked: Sequence[str]) -> list[tuple[str, ...]]:
    """Who the bots may be: those that were asked for, everybody different, or all of one level."""
    return list(dict.fromkeys([*([tuple(asked)] if asked else []), (), *((level,) for level in LEVELS)]))


def _house_rules(rules: GameType, wanted: Mapping[str, Value]) -> dict[str, Value]:
    """The house rules of a game: those that were asked for, as far as it has them, else the usual."""
    found = {name: wanted.get(name, known[0]) for name, known in rules.options.items()}
    return {name: value if value in rules.options[name] else rules.options[name][0] for name, value in found.items()}


def _house_rule(name: str, value: Value) -> Line:
    """A house rule as it is chosen: `3 rounds`; one without words by its name."""
    key = f"setup.{name}" if isinstance(value, int) else f"setup.{name}.{value}"
    return line(key, n=value) if key in catalogue("en") else line("table.thing", name=name, value=value)
