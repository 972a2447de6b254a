"""A greedy player of Climb: the smallest step up, else the lowest card."""

from piggery.bots.minds import Minds
from piggery.engine.bags import nth
from piggery.engine.kernel import Numbers, kernel

from .rules import ClimbState


@kernel
def greedy(view: ClimbState, moves: int, rng: Numbers) -> int:
    higher = moves >> (4 * view.top + 1) << (4 * view.top + 1)
    return nth(higher if higher else moves, 0)


MINDS = Minds[ClimbState](greedy)
