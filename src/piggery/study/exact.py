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
    found = _worths(view)
    best = sorted(found, key=lambda move: (-found[move].chances[view.turn], -found[move].rank, move))
    thoughts = tuple(Thought(move, found[move].chances[view.turn], 0.0, 0.0) for move in best)
    return thoughts, {move: worth.chances for move, worth in found.items()}


def _worths(view: Any) -> dict[int, Worth]:
    moves, ways = members(pig10.legal(view)), 0
    ranks, shares = dict.fromkeys(moves, 0), {move: [0] * view.players for move in moves}
    for state, weight in endings.deals(view):
        ways += weight
        for move, worths in endings.outcomes(state).items():
            ranks[move] += weight * worths[view.turn]
            shares[move] = [won + weight * share(worth) for won, worth in zip(shares[move], worths, strict=True)]
    return {move: Worth(ranks[move] / ways, tuple(won / ways / CERTAIN for won in shares[move])) for move in moves}


def share(worth: int) -> int:
    """The part of the win in what a position is worth; the rest is the lead, which is always less."""
    return min(SHARES, key=lambda part: abs(worth - part))
