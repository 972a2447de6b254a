"""The bar above the hand: what is asked, what a card can do, and the buttons of a quick answer."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Static

from ..games.contract import Reaction
from ..words import Line, say
from .painter import lines_shown


class ReactionButton(Button, can_focus=False):
    """Pressed by a click; the keys are the table's. It is never in the way of Enter."""


class Bar(Horizontal):
    """The buttons are always there: nothing gives away that an answer is due."""

    class Reacted(Message):
        """Somebody pressed a button."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self, reaction: Reaction | None) -> None:
        super().__init__(id="bar")
        self.reaction = reaction

    def compose(self) -> ComposeResult:
        yield Static("", id="prompt")
        if self.reaction:
            with Vertical(id="reactions"):
                for move in self.reaction.keys.values():
                    yield ReactionButton("", id=f"react-{move}", name=move, variant="warning", compact=True)

    def label(self, language: str) -> None:
        if not self.reaction:
            return
        for sign, move in self.reaction.keys.items():
            button = self.query_one(f"#react-{move}", Button)
            button.label = f"{sign} {say(self.reaction.labels[move], language)}"
            button.refresh(layout=True)

    def ask(self, lines: Sequence[Line], language: str) -> None:
        self.query_one("#prompt", Static).update(lines_shown(lines, language))

    @on(Button.Pressed)
    def press(self, event: Button.Pressed) -> None:
        event.stop()
        self.post_message(self.Reacted(event.button.name or ""))
