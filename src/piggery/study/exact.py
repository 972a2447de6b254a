"""The chances of every seat where an ending of Pig 10 can be worked out: to the last card, without an error.

It stands beside `chances`, which searches. What is hidden from the seat to move is hidden here, too: every way it can
lie counts.
"""

from typing import Any, NamedTuple

from ..bags import members
from ..bots import endings
from ..bots.model import CERTAIN
from ..bots.search import Thought
from ..games import pig10

SHARES = (0, *(CERTAIN // n for n in range(1, 9)))  # of a win, among so many


class Worth(NamedTuple):
    """What a move is worth, over all ways the hidden cards can lie."""

    rank: float  # to the seat that moves, its lead included
    chances: tuple[float, ...]  # of every seat to win


def worked_out(view: Any) -> tuple[tuple[Thought, ...], dict[int, tuple[float, ...]]]:
    """What the mover can know of every move, the best first, and the chances of all seats after each."""
    found = {move: _worth(view, move) for move in members(pig10.legal(view))}
    best = sorted(found, key=lambda move: (-found[move].chances[view.turn], -found[move].rank, move))
    thoughts = tuple(Thought(move, found[move].chances[view.turn], 0.0, 0.0) for move in best)
    return thoughts, {move: worth.chances for move, worth in found.items()}


def _worth(view: Any, move: int) -> Worth:
    rank, ways, shares = 0, 0, [0] * view.players
    for state, weight in endings.deals(view):
        after = state.copy()
        pig10.play(after, move)
        worths = endings.worths(after)
        ways, rank = ways + weight, rank + weight * worths[view.turn]
        shares = [won + weight * share(worth) for won, worth in zip(shares, worths, strict=True)]
    return Worth(rank / ways, tuple(won / ways / CERTAIN for won in shares))


def share(worth: int) -> int:
    """The part of the win in what a position is worth; the rest is the lead, which is always less."""
    return min(SHARES, key=lambda part: abs(worth - part))
