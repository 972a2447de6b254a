"""The screens round the table: setting up, handing over, scores and rules."""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Static

from ..games import GAMES
from ..plain import RULES_LINES
from ..rules import Rules, scores
from ..session import Session
from ..words import line, say

PIG = r"""   _____   ^..^
@~(     )_( oo )    {title}
   ||-||   ‾‾‾‾"""


class HandOver(ModalScreen[None]):
    """Hides every hand until the next person says they are there."""

    def __init__(self, player: str, language: str) -> None:
        super().__init__()
        self.player = player
        self.language = language

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(say("handover.title", self.language, player=self.player), classes="title")
            yield Static(say("handover.hidden", self.language))
            yield Button(say("handover.ready", self.language, player=self.player), variant="primary", id="ready")

    def on_button_pressed(self) -> None:
        self.dismiss()


class RulesScreen(ModalScreen[None]):
    BINDINGS = [("escape", "dismiss", ""), ("question_mark", "dismiss", "")]

    def __init__(self, rules: Rules, language: str) -> None:
        super().__init__()
        self.rules = rules
        self.language = language

    def compose(self) -> ComposeResult:
        title = line(f"{self.rules.name}.title")
        with Vertical(classes="box wide"):
            yield Static(say("rules.title", self.language, game=title), classes="title")
            with VerticalScroll():
                for n in range(1, RULES_LINES[self.rules.name] + 1):
                    yield Static("• " + say(f"rules.{self.rules.name}.{n}", self.language), classes="rule")
            yield Button(say("rules.close", self.language), variant="primary")

    def on_button_pressed(self) -> None:
        self.dismiss()


class Scores(ModalScreen[str]):
    """The score sheet: round by round, or the cards won. Answers `go_on`, `again` or `leave`."""

    BINDINGS = [("escape", "dismiss('go_on')", "")]

    def __init__(self, session: Session, sheet: Sequence[Sequence[int]], language: str) -> None:
        super().__init__()
        self.session = session
        self.sheet = sheet
        self.language = language

    def compose(self) -> ComposeResult:
        over = self.session.game.over
        with Vertical(classes="box"):
            yield Static(say("table.over" if over else "score.title", self.language), classes="title")
            yield Static(self.lines(), id="sheet")
            if over:
                yield Static(say("score.kept", self.language, path=self.session.path), classes="quiet")
            with Horizontal(classes="buttons"):
                for answer in ("again", "leave") if over else ("go_on",):
                    first = answer in ("again", "go_on")
                    label = say(f"score.{answer}", self.language)
                    yield Button(label, id=answer, variant="primary" if first else "default")

    def lines(self) -> Text:
        """Players down, rounds across, best first."""
        totals = scores(self.session.rules, self.session.state)
        width = max(len(name) for name in self.session.names) + 2
        heads = [say("score.round", self.language, n=n + 1) for n in range(len(self.sheet))]
        heads.append(say("score.total", self.language))
        rows = [say("score.player", self.language).ljust(width) + "".join(head.rjust(10) for head in heads)]
        for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat]):
            numbers = [points[seat] for points in self.sheet] + [totals[seat]]
            rows.append(self.session.names[seat].ljust(width) + "".join(str(n).rjust(10) for n in numbers))
        sheet = Text("\n".join(rows))
        sheet.highlight_words([rows[1]], "bold")
        return sheet

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id or "go_on")


class Step(Button):
    """A button that counts every press, however quick."""

    def __init__(self, label: str, id: str) -> None:
        super().__init__(label, id=id, classes="step")
        self.active_effect_duration = 0


class Setup(Screen[None]):
    """Two games to choose from, how many people, how many bots."""

    def __init__(self, language: str, kept: str, begin: Callable[..., None], resume: Callable[[], None]) -> None:
        super().__init__()
        self.language = language
        self.kept = kept
        self.begin = begin
        self.resume = resume
        self.people = 1
        self.bots = 2
        self.level = "greedy"

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup"):
            yield Static("", id="pig")
            if self.kept:
                yield Button("", id="resume", variant="success", classes="long")
            for game in GAMES:
                yield Button("", id=game, variant="primary", classes="long")
                yield Static("", id=f"about-{game}", classes="quiet")
            for what in ("people", "bots"):
                with Horizontal(classes="counter"):
                    yield Static("", id=f"label-{what}", classes="label")
                    yield Step("−", id=f"less-{what}")
                    yield Static("", id=f"count-{what}", classes="count")
                    yield Step("+", id=f"more-{what}")
            with Horizontal(classes="counter"):
                yield Static("", id="label-level", classes="label")
                yield Button("", id="level")
                yield Button("", id="language")

    def on_mount(self) -> None:
        self.speak()
        self.query_one("#resume" if self.kept else "#pig10", Button).focus()

    def speak(self) -> None:
        """Say everything in the language of the moment."""
        texts = {"pig": PIG.format(title=say("setup.title", self.language))}
        texts["label-level"] = say("setup.level", self.language)
        texts |= {f"about-{game}": say(f"{game}.about", self.language) for game in GAMES}
        for what, count in (("people", self.people), ("bots", self.bots)):
            texts[f"label-{what}"] = say(f"setup.{what}", self.language)
            texts[f"count-{what}"] = str(count)
        for name, text in texts.items():
            self.query_one(f"#{name}", Static).update(Text(text))
        self.query_one("#level", Button).label = say(f"bot.{self.level}", self.language)
        self.query_one("#language", Button).label = say("language.name", self.language)
        for game in GAMES:
            title = line(f"{game}.title")
            button = self.query_one(f"#{game}", Button)
            button.label = say("setup.start", self.language, game=title)
            button.disabled = self.people + self.bots not in GAMES[game].seats
        if self.kept:
            title = line(f"{self.kept}.title")
            self.query_one("#resume", Button).label = say("setup.resume", self.language, game=title)

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        pressed = event.button.id or ""
        step, _, what = pressed.partition("-")
        if pressed in GAMES:
            self.begin(pressed, self.people, self.bots, self.level)
        elif pressed == "resume":
            self.resume()
        elif pressed == "language":
            await self.app.run_action("language")
        elif pressed == "level":
            self.level = "random" if self.level == "greedy" else "greedy"
        elif what:
            count = getattr(self, what) + (1 if step == "more" else -1)
            setattr(self, what, min(8, max(1 if what == "people" else 0, count)))
        self.speak()
