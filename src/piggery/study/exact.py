"""The chances of every seat where an ending of Pig 10 can be worked out: to the last card, without an error.

It stands beside `chances`, which searches. Nothing is hidden then: the cards lie in one way.
"""

from typing import Any

from ..bots.model import CERTAIN
from ..bots.search import Thought
from ..games.pig10 import endings

SHARES = (0, *(CERTAIN // n for n in range(1, 9)))  # of a win, among so many


def worked_out(view: Any) -> tuple[tuple[Thought, ...], dict[int, tuple[float, ...]]]:
    """What the mover can know of every move, the best first, and the chances of all seats after each."""
    state, _ = next(endings.deals(view))
    found, seat = endings.outcomes(state), view.turn
    chances = {move: tuple(share(worth) / CERTAIN for worth in worths) for move, worths in found.items()}
    best = sorted(found, key=lambda move: (-chances[move][seat], -found[move][seat], move))
    return tuple(Thought(move, chances[move][seat], 0.0, 0.0) for move in best), chances


def share(worth: int) -> int:
    """The part of the win in what a position is worth; the rest is the lead, which is always less."""
    return min(SHARES, key=lambda part: abs(worth - part))
