"""Cards to look at and to pick: a big number, as many dots, a colour of its own, and a face for the special ones."""

from rich.text import Text
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Static

from ..games.contract import GameType
from ..words import say
from .layout import CardSize, Fan
from .part import colour, paint_of

GLYPHS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█", " █", " ▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "-": ("   ", "▀▀▀", "   "),
}


def picture(game: GameType, card: int, large: bool) -> tuple[str, ...]:
    """Three lines, or five where it is large: the number drawn, or a face; the name of a card that has neither."""
    paint, name = paint_of(game), game.names[card]
    if card in paint.faces:
        return paint.portraits.get(card, paint.faces[card]) if large else paint.faces[card]
    return drawn(int(name), large) if name.isdecimal() else ("", name, "")


def drawn(number: int | None, large: bool) -> tuple[str, ...]:
    if number is None:
        return ("",) * (5 if large else 3)
    lines = tuple(" ".join(GLYPHS[digit][row] for digit in str(number)) for row in range(3))
    return enlarged(lines) if large else lines


def enlarged(lines: tuple[str, ...]) -> tuple[str, ...]:
    """A drawing twice as wide and high: each half of a line becomes a line. Nothing is drawn in the last half."""
    halves = [(line, ink) for line in lines for ink in ("▀█", "▄█")]
    return tuple("".join("██" if sign in ink else "  " for sign in line) for line, ink in halves[:-1])


def dots(number: int) -> tuple[str, str]:
    """As many dots as a card is worth, in two rows of five."""
    frame = "●" * number + "○" * (10 - number)
    return " ".join(frame[:5]), " ".join(frame[5:])


def face(game: GameType, card: int, language: str, size: CardSize) -> list[str]:
    """The lines of a card. A card that is more than its number bears its name where it has no dots."""
    paint, name = paint_of(game), game.names[card]
    if size is CardSize.TINY:
        return [paint.faces[card][1].strip() if card in paint.faces else name]
    lines = [*picture(game, card, large=size is CardSize.LARGE)]
    if size is CardSize.SMALL:
        return lines
    counts = name.isdecimal() and int(name) <= 10
    gap = [""] if size is CardSize.LARGE else []
    if card in paint.captions:
        own = dots(int(name))[0] if counts and int(name) else ""
        return [*lines, *gap, own, say(f"{game.name}.name.{name}", language)]
    return [*lines, *gap, *dots(int(name))] if counts else lines


def centred(lines: list[str]) -> Text:
    """Lines in the middle of a box, each kept as it is: Rich would strip the blanks that hold a picture together."""
    width = max(len(line) for line in lines)
    return Text("\n".join(line.center(width) for line in lines), no_wrap=True)


def step(widget: Widget, kind: type[Widget], way: int) -> None:
    """Give the focus to the next of its kind, round and round: never to something else."""
    row = [*widget.screen.query(kind)]
    row[(row.index(widget) + way) % len(row)].focus()


class CardFace(Static):
    """A card as it looks."""

    DEFAULT_CLASSES = "card"

    def __init__(self, rules: GameType, card: int, language: str, size: CardSize, width: int) -> None:
        super().__init__(centred(face(rules, card, language, size)))
        self.styles.background = colour(rules, card)
        self.styles.width, self.styles.height = width, int(size)


class CardButton(CardFace, can_focus=True):
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

    def __init__(self, rules: GameType, card: int, language: str, fan: Fan) -> None:
        super().__init__(rules, card, language, fan.size, fan.width)
        self.card = card

    def on_focus(self) -> None:
        self.post_message(self.Lifted(self.card))

    def action_pick(self) -> None:
        self.post_message(self.Picked())

    def action_step(self, way: int) -> None:
        step(self, CardButton, way)

    def on_click(self) -> None:
        """The first click lifts a card, the second plays it."""
        if self.has_focus:
            self.action_pick()
        else:
            self.focus()


class LyingCard(CardFace):
    """A card that lies on the table."""

    DEFAULT_CLASSES = "card lying"


class MoveButton(Button):
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
        step(self, MoveButton, way)
