"""Un, deux, truie with real cards: what may a hand lay, and what is it worth at the end of a round?"""

from ...errors import BadOption
from ..pad import On, Pad, among
from . import GAME
from .rules import TEN, worth

DEMANDS = ("", "F", "H")


def position(hand: str, on: On) -> str:
    """`value` is the number on top, `demand` the farmer or hog that lies before you."""
    demand = on.get("demand", "")
    if demand not in DEMANDS:
        raise BadOption("option.value", name="demand", text=demand, known=list(DEMANDS))
    return f"{GAME.name} {hand}/?7 {among(on, 'value', range(TEN + 1))} 0 {demand or '-'} 1:0 0/0 - ?9"


PAD = Pad(position, worth)
