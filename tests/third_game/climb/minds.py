"""A greedy player of Climb."""

from piggery.bots.minds import Minds
from piggery.engine.bags import many, nth
from piggery.engine.kernel import Numbers, kernel

from .rules import ClimbState


@kernel
def greedy(view: ClimbState, moves: int, rng: Numbers) -> int:
    """The highest card: it wins most now, and leaves the next player least."""
    return nth(moves, many(moves) - 1)


MINDS = Minds[ClimbState](greedy)
