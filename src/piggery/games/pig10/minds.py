"""The minds of the levels of Pig 10: what each sees, fears and overlooks, in the same list of numbers."""

from collections.abc import Sequence

from ...bots.minds import Minds
from . import learned, mind
from .mind import greedy, think
from .rules import Pig10State


def changed(base: Sequence[int] = (), **changes: int) -> list[int]:
    """A mind: ten is good, over is bad; then what is changed."""
    found = list(base) or [0] * mind.LENGTH
    if not base:
        found[mind.WIN] = found[mind.OVER] = 1000
    for name, value in changes.items():
        found[getattr(mind, name)] = value
    return found


LEVELS = {
    "pip": changed(NO_SAME=950, NO_MINUS=950, OFF_BY_ONE=300, WHIM=7000),
    "bella": changed(NO_SAME=700, NO_MINUS=700, OFF_BY_ONE=150, WHIM=4000),
    "momo": changed(NO_SAME=400, NO_MINUS=400, OFF_BY_ONE=60, WHIM=2500),
    "otto": changed(),
    "tilda": changed(HIT=1000, BUST=300, WHIM=100),
    "bruno": changed(HIT=1000, BUST=1000),
    "luna": changed(learned.MINDS[2]),
}
MINDS = Minds[Pig10State](greedy, think, LEVELS)
