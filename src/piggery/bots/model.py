"""What a search has to know of a game besides its rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..kernel import Numbers
from ..rules import Rules

CERTAIN = 1_000_000  # a chance of one
TO_THE_END = 1 << 30  # plies
GREEDY, CAREFUL = 0, 1  # kinds of players in a playout
PLIES, MARK, TRUST, OWN = range(4)  # where the numbers of `far` stand


@dataclass(frozen=True, eq=False)
class Model:
    """`greedy`, `think`, `settled` and `chance` are kernels."""

    rules: Rules
    greedy: Callable[[Any, int, Numbers], int]
    think: Callable[[Any, int, Numbers, Numbers], int]
    settled: Callable[[Any, int, Numbers], int]  # (state, plies played, far): stop playing on?
    chance: Callable[[Any, int, Numbers], int]  # (state, seat, scale): the chance to win from here, of CERTAIN
    notice: Callable[[Any, int, Numbers, Numbers], None]  # (before, move, lacks, kept): what a move tells of its player
    mind: Callable[[Any], Numbers]  # the careful mind for this view
    scale: Callable[[Any], Numbers]  # what `chance` counts with
    far: Callable[[Any, bool], int]  # (view, compiled): how many plies to play on at least
    mark: Callable[[Any], int]  # what `settled` is to remember of the view
