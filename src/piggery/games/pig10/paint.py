"""Pig 10 in the terminal: the pile value drawn large, and the cards laid last."""

from ...terminal.part import Paint, Sign
from ...words import Line, line
from .rules import FROG, PIGMAID, Pig10State

WIDE, NARROW = 3, 1  # cards shown
EVENTS = {"story.ten": "table.ten", "story.over_ten": "table.over_ten"}


def middle(view: Pig10State, wide: bool) -> list[Sign | int]:
    value = Sign(view.value, (line("table.pile_value"), line("cards", n=view.laid)))
    return [value, *view.middle[max(0, view.laid - (WIDE if wide else NARROW)) : view.laid]]


def event(told: Line) -> list[object]:
    """The middle is won: what was called, by whom it is won, how many cards."""
    if told.key not in EVENTS:
        return []
    winner = told.values.get("winner", told.values["player"])
    return [line(EVENTS[told.key]), "", winner, told.values["won"]]


PAINT = Paint[Pig10State](middle=middle, captions=(FROG, PIGMAID), points="★", width=15, spread=True, event=event)
