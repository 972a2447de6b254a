"""Where each count of the laboratory stands: whole numbers that add. Those of one game alone follow these."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..sim.play import CAP

SEATS = 8
LENGTHS = CAP + 1  # of a game in turns, none too long to be told apart

GAMES, TURNS, CAPPED, UNCLAIMED = 0, 1, 2, 3
WINS = 4  # for each seat in the order of play, in parts of SHARE
WON = WINS + SEATS  # the same for each bot, wherever it sat
SCORES = WON + SEATS  # for each bot
OWN = SCORES + SEATS  # from here on each game has its own

Counts = Sequence[int]
Kernel = Callable[..., Any]


class Watch(NamedTuple):
    """What is noted while a game is played: kernels, each handed the state, a memory of the game and the counts."""

    slots: int  # counts of this game's own
    memory: int
    round: Kernel  # which round is on
    drawn: Kernel  # a card is about to be drawn
    before: Kernel  # a move is about to be made; whether it is a turn of its own
    after: Kernel
    over: Kernel
