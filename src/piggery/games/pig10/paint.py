"""Pig 10 in the terminal: the pile value drawn large, and the cards laid last."""

from ...terminal.part import Paint, Sign
from ...words import line
from .rules import FROG, PIGMAID, Pig10State

WIDE, NARROW = 3, 1  # cards shown


def middle(view: Pig10State, wide: bool) -> list[Sign | int]:
    value = Sign(view.value, (line("table.pile_value"), line("cards", n=view.laid)))
    return [value, *view.middle[max(0, view.laid - (WIDE if wide else NARROW)) : view.laid]]


PAINT = Paint[Pig10State](
    middle=middle,
    captions=(FROG, PIGMAID),
    points="★",
    width=15,
    spread=True,
    events={"story.ten": "table.ten", "story.over_ten": "table.over_ten"},
)
