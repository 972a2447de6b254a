"""Cards to look at and to pick: a big number, as many dots, a colour of its own, and a face for the special ones."""

from rich.text import Text
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Button, Static

from ..games.pig10 import FROG, PIGMAID
from ..games.truie import DUNG, FARMER, HOG, LUCKY
from ..rules import Rules
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


class Card(Static, can_focus=True):
    """One card, or several of a kind, in the hand."""

    FOCUS_ON_CLICK = False
    BINDINGS = [
        Binding("enter,space", "pick", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
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
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]
