"""Games of Un, deux, truie written down quickly: the number that the text of a move depends on."""

from ...engine.kernel import kernel
from ...sim.written import Shorthand
from .rules import LAY_FARMER, PASS, TruieState, heir


@kernel
def number(state: TruieState, move: int) -> int:
    found = (state.owes << 4 | state.top) << 6 | move
    if state.owes or move < PASS or move >= LAY_FARMER:
        return found
    to = heir(state, move)
    return (state.held[to] << 3 | to) << 12 | found


SHORTHAND = Shorthand[TruieState](number)
