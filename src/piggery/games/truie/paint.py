"""Un, deux, truie in the terminal: faces for the special cards, the pig on top, the farmer or hog beside it."""

from ...terminal.part import Paint, Sign
from ...words import line
from .rules import DUNG, FARMER, HOG, LUCKY, TEN, TruieState

FACES = {
    FARMER: ("▄▟█▙▄", "(•‿•)", " ▝▀▘ "),
    HOG: ("^   ^", "(•ᵒ•)", " ‾‾‾ "),
    LUCKY: ("▟▙ ▟▙", "█ ☘ █", " ▜▄▛ "),
    DUNG: ("  ▄  ", " ▟█▙ ", "▟███▙"),
}
PORTRAITS = {
    FARMER: ("  ▄███▄  ", "▄▟█████▙▄", " ( •  • )", " (  ‿‿  )", "  ▝▀▀▀▀▘ "),
    HOG: (" ^     ^ ", "( •   • )", "(   _   )", " ((ᵒ ᵒ)) ", "  ‾‾‾‾‾  "),
    LUCKY: ("▟██▙ ▟██▙", "███▀▀▀███", "▜██ ☘ ██▛", "  ▜█▄█▛  ", "    ▀    "),
    DUNG: ("    ▄    ", "  ▗▟█▙▖  ", "  ▟███▙  ", " ▟█████▙ ", "▟███████▙"),
}
COLOURS = {FARMER: "#9cc3a0", HOG: "#d8a48f", LUCKY: "#9fdc7c", DUNG: "#b79b7c"}


def middle(view: TruieState, wide: bool) -> list[Sign | int]:
    if not view.top:
        return []
    lying: list[Sign | int] = [view.top_card, view.demand] if view.demand else [view.top_card]
    named = [Sign(view.top, ("", line("table.named", n=view.top)))] if view.top_card == LUCKY else []
    return [*named, *lying]


PAINT = Paint[TruieState](
    middle=middle, faces=FACES, portraits=PORTRAITS, colours=COLOURS, captions=tuple(FACES), digits={0: TEN},
    keys={"d": "draw"},
)  # fmt: skip
