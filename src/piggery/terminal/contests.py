"""The screens that settle who starts: a counting race, one after another, and a secret vote."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Button, Static

from ..words import Line, line
from .painter import lines_shown
from .screens import LocalizedScreen
from .starter import COUNT, SLIP, Chance, Clock, Contestants, ContestResult, race_outcome, time_line, vote_outcome


class RaceScreen(LocalizedScreen[int]):
    """Answers with the seat that starts; nothing, where somebody leaves."""

    BINDINGS = [Binding("q", "dismiss", show=False)]

    def __init__(self, who: Contestants, language: str, chance: Chance, clock: Clock) -> None:
        super().__init__(language)
        self.who = who
        self.chance = chance
        self.clock = clock
        self.times: dict[int, int] = {}
        self.began: int | None = None  # when the one who counts began
        self.typed = ""
        self.outcome: ContestResult | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.say("page.starter.race"), classes="title")
            yield Static(lines_shown(self._times(), self.language), id="times")
            if self.outcome:
                yield Static(lines_shown(self.outcome.lines, self.language), id="outcome", classes="title")
                yield Button(str(self.say("score.go_on")), classes="go_on")
            else:
                yield Static(self.say(self._asked()), id="asked")
                yield Static(self._count_so_far(), id="typed", classes="typed")

    def _times(self) -> list[Line]:
        return [time_line(self.who.names[seat], took) for seat, took in self.times.items()]

    @property
    def seat(self) -> int:
        """The next one to count."""
        return next(seat for seat in self.who.people if seat not in self.times)

    def _asked(self) -> Line:
        return line("starter.ready", player=self.who.names[self.seat]) if self.began is None else line("starter.count")

    def _count_so_far(self) -> str:
        """`1 2 3`: the ten, which takes two keys, as one number."""
        return " ".join([*self.typed[:9], *([self.typed[9:]] if self.typed[9:] else [])])

    def on_key(self, event: Key) -> None:
        """Enter begins; then every sign counts, and no key does anything else."""
        sign = (event.character or "").strip()
        if self.outcome or (self.began is None and event.key != "enter"):
            return
        event.stop()
        if self.began is None:
            self.began = self.clock()
            self.query_one("#asked", Static).update(self.say(self._asked()))
        elif sign.isprintable() and sign:
            self._count(sign)

    def _count(self, sign: str) -> None:
        self.typed += sign
        self.query_one("#typed", Static).update(self._count_so_far())
        if not COUNT.startswith(self.typed):
            self._finish(SLIP)
        elif self.typed == COUNT and self.began is not None:
            self._finish(max(1, self.clock() - self.began))

    def _finish(self, took: int) -> None:
        self.times[self.seat] = took
        self.began, self.typed = None, ""
        if len(self.times) == len(self.who.people):
            self.outcome = race_outcome(self.who.names, self.times, self.chance)
        self.redraw()

    def on_button_pressed(self) -> None:
        if self.outcome:
            self.dismiss(self.outcome.first)


class VoteScreen(LocalizedScreen[int]):
    """Each in turn says who they are, then whom they vote for; what was chosen is shown to nobody."""

    BINDINGS = [
        Binding("q", "dismiss", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, who: Contestants, language: str, chance: Chance) -> None:
        super().__init__(language)
        self.who = who
        self.chance = chance
        self.votes: dict[int, int] = {}
        self.ready = False  # whether the one who votes has the keyboard
        self.outcome: ContestResult | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            if self.outcome:
                yield Static(lines_shown(self.outcome.lines, self.language), id="outcome", classes="title")
                yield Button(str(self.say("score.go_on")), classes="go_on")
                return
            yield Static(self.say("page.vote"), classes="title")
            yield from self._ballot() if self.ready else self._hand_over(self.who.names[self.seat])

    def _hand_over(self, player: str) -> ComposeResult:
        yield Static(self.say("handover.title", player=player))
        yield Static(self.say("starter.secret"))
        yield Button(Content(str(self.say("handover.ready", player=player))), variant="primary", id="ready")

    def _ballot(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            for seat, name in enumerate(self.who.names):
                yield Button(Content(name), id=f"vote-{seat}", classes="choice", compact=True)

    @property
    def seat(self) -> int:
        """The next one to vote."""
        return next(seat for seat in self.who.people if seat not in self.votes)

    def on_mount(self) -> None:
        self._focus_button()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button that is pressed twice while the next ones come counts once."""
        what, _, choice = (event.button.id or "").partition("-")
        if self.outcome and not what:
            self.dismiss(self.outcome.first)
        elif what == "ready" and not self.ready and not self.outcome:
            self.ready = True
            self.redraw()
        elif what == "vote" and self.ready:
            self._vote(int(choice))

    def _vote(self, choice: int) -> None:
        self.votes[self.seat] = choice
        self.ready = False
        if len(self.votes) == len(self.who.people):
            self.outcome = vote_outcome(self.who.names, self.votes, self.chance)
        self.redraw()
