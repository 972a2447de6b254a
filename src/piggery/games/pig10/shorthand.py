"""Games of Pig 10 written down quickly: the number that the text of a move depends on."""

from ...engine.kernel import kernel
from ...sim.written import Shorthand
from .rules import Pig10State


@kernel
def number(state: Pig10State, move: int) -> int:
    return state.value << 6 | move


SHORTHAND = Shorthand[Pig10State](number)
