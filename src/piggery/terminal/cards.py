"""Cards to look at and to pick: a big number, as many dots, a colour of its own, and a face for the special ones."""

from rich.text import Text
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from ..games.contract import Rules
from ..games.pig10.rules import FROG, PIGMAID
from ..games.truie.rules import DUNG, FARMER, HOG, LUCKY
from ..words import say

GLYPHS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", " ▀ "),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
}
FACES = {
    FARMER: (" ▄▟█▙▄ ", " (•‿•) ", "  ▝▀▘  "),
    HOG: (" ^   ^ ", "( •.• )", " (ᵒ ᵒ) "),
    LUCKY: ("  ▟▙▟▙ ", "  ▜██▛ ", "   ▜▛  "),
    DUNG: ("   ▄   ", "  ▟█▙  ", " ▟███▙ "),
}
COLOURS = (
    "#b8e0b0",
    "#fbe3a2",
    "#f9cfa4",
    "#f6b8a8",
    "#f3b1c6",
    "#8fd4d9",
    "#d9b8ec",
    "#bcc1f2",
    "#a9cff4",
    "#c9d99a",
    "#ffd34d",
)
SPECIAL_COLOURS = {FARMER: "#9cc3a0", HOG: "#d8a48f", LUCKY: "#9fdc7c", DUNG: "#b79b7c"}


def picture(card: int) -> tuple[str, ...]:
    """Three lines: the number drawn large, or a face."""
    if card in FACES:
        return FACES[card]
    return tuple(" ".join(GLYPHS[digit][row] for digit in str(card)) for row in range(3))


def dots(card: int) -> tuple[str, str]:
    """As many dots as the card is worth, in two rows of five."""
    frame = "●" * card + "○" * (10 - card)
    return " ".join(frame[:5]), " ".join(frame[5:])


def face(rules: Rules, card: int, language: str, small: bool) -> list[str]:
    """The lines of a card. A card that is more than its number bears its name where it has no dots."""
    lines = [*picture(card)]
    if small:
        return lines
    if rules.name == "truie" and card in FACES:
        return [*lines, "", say(f"truie.name.{rules.names[card]}", language)]
    if rules.name == "pig10" and card in (FROG, PIGMAID):
        return [*lines, dots(card)[0] if card else "", say(f"pig10.name.{card}", language)]
    return [*lines, *dots(card)]


def centred(lines: list[str]) -> Text:
    """Lines in the middle of a box, each kept as it is: Rich would strip the blanks that hold a picture together."""
    width = max(len(line) for line in lines)
    return Text("\n".join(line.center(width) for line in lines), no_wrap=True)


def colour(card: int) -> str:
    return SPECIAL_COLOURS[card] if card in SPECIAL_COLOURS else COLOURS[card]


def step(widget: Widget, kind: type[Widget], way: int) -> None:
    """Give the focus to the next of its kind, round and round: never to something else."""
    row = [*widget.screen.query(kind)]
    row[(row.index(widget) + way) % len(row)].focus()


class Card(Static, can_focus=True):
    """One card, or several of a kind, in the hand."""

    FOCUS_ON_CLICK = False
    BINDINGS = [
        Binding("enter,space", "pick", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("down", "screen.choose", show=False),
    ]

    class Lifted(Message):
        """The card has the focus: say what it can do."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    class Picked(Message):
        """The card is to be played."""

    def __init__(self, rules: Rules, card: int, copies: int, language: str, small: bool, playable: bool) -> None:
        super().__init__(centred(face(rules, card, language, small)), classes=f"card {rules.name}")
        self.card = card
        self.styles.background = colour(card)
        self.border_subtitle = f"×{copies}" if copies > 1 else ""
        self.set_class(small, "small")
        self.set_class(not playable, "resting")

    def on_focus(self) -> None:
        self.post_message(self.Lifted(self.card))

    def action_pick(self) -> None:
        self.post_message(self.Picked())

    def action_step(self, way: int) -> None:
        step(self, Card, way)

    def on_click(self) -> None:
        """The first click lifts a card, the second plays it."""
        if self.has_focus:
            self.action_pick()
        else:
            self.focus()


class Shown(Static):
    """A card that lies on the table."""

    def __init__(self, rules: Rules, card: int, language: str, small: bool) -> None:
        super().__init__(centred(face(rules, card, language, small)), classes=f"card lying {rules.name}")
        self.styles.background = colour(card)
        self.set_class(small, "small")


class Action(Button):
    """Something to do with the card lifted."""

    BINDINGS = [
        Binding("left", "step(-1)", show=False),
        Binding("right,down", "step(1)", show=False),
        Binding("up", "screen.back", show=False),
    ]

    def __init__(self, label: str, move: str, draws: bool) -> None:
        super().__init__(Content(label), name=move, compact=True, classes="action")
        self.set_class(draws, "draw")

    def action_step(self, way: int) -> None:
        step(self, Action, way)
