"""What a search has to know of a game besides its rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.kernel import Numbers, kernel
from ..games.contract import Rules

CERTAIN = 1_000_000  # a chance of one
TO_THE_END = 1 << 30  # plies
NEXT_TURN = -2  # instead of plies: until the one who thinks is to move again
GREEDY, CAREFUL = 0, 1  # kinds of players in a playout
PLIES, MARK, OWN = range(3)  # where the numbers of `far` stand


def learned_for(players: int, learned: Mapping[int, list[int]]) -> Numbers:
    """What was learned for so many players, or for the next smaller number."""
    return list(learned[max(n for n in learned if n <= players)])


def share_of(score: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
    """A kernel for the end of a game: the win, of CERTAIN, shared by those who have most."""

    @kernel
    def share(state: Any, seat: int) -> int:
        most = score(state, 0)
        for s in range(state.players):
            most = max(most, score(state, s))
        sharing = 0
        for s in range(state.players):
            sharing += score(state, s) == most
        return CERTAIN // sharing if score(state, seat) == most else 0

    return share


@dataclass(frozen=True, eq=False)
class Model:
    """`greedy`, `think`, `favourite`, `lay`, `settled` and `chance` are kernels."""

    rules: Rules
    greedy: Callable[[Any, int, Numbers], int]
    think: Callable[[Any, int, Numbers, Numbers], int]
    favourite: Callable[[Any, int, Numbers, Numbers, Numbers, Numbers], int]  # (state, moves, rng, mind, far, scale)
    lay: Callable[[Any, int, Numbers, Numbers], None]  # (state, move, far, scale): play it, remember what it tells
    settled: Callable[[Any, int, Numbers], int]  # (state, plies played, far): stop playing on?
    chance: Callable[[Any, int, Numbers, Numbers], int]  # (state, seat, far, scale): to win from here, of CERTAIN
    notice: Callable[[Any, int], Numbers]  # (before, move): what a turn tells of its player's cards, for guessing.py
    turns: int  # of a player, how far back they tell
    mind: Callable[[Any], Numbers]  # the careful mind for this view
    scale: Callable[[Any, int, Sequence[tuple[Any, int]]], Numbers]  # (view, plies, past): what `chance` counts with
    far: Callable[[Any, bool], int]  # (view, compiled): how many plies to play on at least
    knows: Callable[[Any], bool]  # whether its favourite was learned by so many games that no playout may blame it
    near: Callable[[Any], bool]  # whether it is enough to look at one's own next turn
    mark: Callable[[Any], int]  # what `settled` is to remember of the view
