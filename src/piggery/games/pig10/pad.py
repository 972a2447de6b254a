"""Pig 10 with real cards: which calls does a hand allow?"""

from ..checks import card_of
from ..pad import On, Pad, among
from . import GAME
from .rules import TEN


def position(hand: str, on: On) -> str:
    """`last` is the card laid last, empty on an empty middle; `value` the pile value."""
    last = str(on.get("last", ""))
    if not last:
        return f"{GAME.name} {hand}/?3 - 0 0 -/- -"
    card_of(GAME, last)
    return f"{GAME.name} {hand}/?3 {last} {among(on, 'value', range(TEN + 1))} 0 -/- -"


PAD = Pad(position)
