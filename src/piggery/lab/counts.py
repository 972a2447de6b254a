"""Where each count of the laboratory stands: whole numbers that add. Those of one game alone follow these."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from ..engine.kernel import Numbers, kernel
from ..games.contract import S, State
from ..sim.play import CAP

SEATS = 8
LENGTHS = CAP + 1  # of a game in turns, none too long to be told apart

GAMES, TURNS, CAPPED, UNCLAIMED = 0, 1, 2, 3
WINS = 4  # for each seat in the order of play, in parts of SHARE
WON = WINS + SEATS  # the same for each bot, wherever it sat
SCORES = WON + SEATS  # for each bot
OWN = SCORES + SEATS  # from here on each game has its own

Counts = Sequence[int]


@kernel
def no_rounds(state: State) -> int:
    return 0


@kernel
def nothing_drawn(state: State, card: int, memory: Numbers) -> None:
    pass


@kernel
def a_turn_each(state: State, move: int, memory: Numbers, counts: Numbers) -> int:
    return 1


@kernel
def nothing_after(state: State, memory: Numbers, counts: Numbers) -> None:
    pass


@kernel
def nothing_over(state: State, shares: Numbers, memory: Numbers, counts: Numbers) -> None:
    pass


@dataclass(frozen=True)
class Watch(Generic[S]):
    """Kernels that note what happens in a game, each handed the state, a memory of the game and the counts."""

    slots: int = 0  # counts of this game's own
    memory: int = 1
    round: Callable[[S], int] = no_rounds  # which round is on
    drawn: Callable[[S, int, Numbers], None] = nothing_drawn  # a card is about to be drawn
    before: Callable[[S, int, Numbers, Numbers], int] = a_turn_each  # a move is made; whether it is a turn of its own
    after: Callable[[S, Numbers, Numbers], None] = nothing_after
    over: Callable[[S, Numbers, Numbers, Numbers], None] = nothing_over  # (state, what each seat won, memory, counts)
