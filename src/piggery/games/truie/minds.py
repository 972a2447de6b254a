"""The minds of the levels of Un, deux, truie: what each sees, fears and overlooks, in the same list of numbers."""

from collections.abc import Sequence

from ...bots.minds import Minds
from . import learned, mind
from .mind import greedy, think
from .rules import TruieState


def changed(base: Sequence[int] = (), **changes: int) -> list[int]:
    """A mind: points are bad; then what is changed."""
    found = list(base) or [0] * mind.LENGTH
    if not base:
        found[mind.SHED] = 100
    for name, value in changes.items():
        found[getattr(mind, name)] = value
    return found


LEVELS = {
    "pip": changed(NO_SUM=250, NO_MINUS=400, NO_HEAP=600, NO_GRUNT=300, WRONG_GRUNT=100, WHIM=600),
    "bella": changed(NO_SUM=150, NO_MINUS=200, NO_HEAP=300, NO_GRUNT=120, WHIM=500),
    "otto": changed(),
    "tilda": changed(GIVE=-1500, TAKEN=600),
    "luna": changed(learned.MINDS[2]),
}
MINDS = Minds[TruieState](greedy, think, LEVELS)
