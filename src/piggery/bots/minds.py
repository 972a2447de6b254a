"""The minds of the levels: each is the same list of numbers, and differs in what it sees, fears and overlooks."""

from collections.abc import Sequence

from ..games.pig10 import mind as p
from ..games.truie import mind as t
from .learned import PIG10_MINDS, TRUIE_MINDS


def pig10(base: Sequence[int] = (), **changed: int) -> list[int]:
    """A mind for Pig 10: ten is good, over is bad; then what is changed."""
    mind = list(base) or [0] * p.LENGTH
    if not base:
        mind[p.WIN] = mind[p.OVER] = 1000
    for name, value in changed.items():
        mind[getattr(p, name)] = value
    return mind


def truie(base: Sequence[int] = (), **changed: int) -> list[int]:
    """A mind for truie: points are bad; then what is changed."""
    mind = list(base) or [0] * t.LENGTH
    if not base:
        mind[t.SHED] = 100
    for name, value in changed.items():
        mind[getattr(t, name)] = value
    return mind


PIG10 = {
    "pip": pig10(NO_SAME=950, NO_MINUS=950, OFF_BY_ONE=300, WHIM=7000),
    "bella": pig10(NO_SAME=700, NO_MINUS=700, OFF_BY_ONE=150, WHIM=4000),
    "momo": pig10(NO_SAME=400, NO_MINUS=400, OFF_BY_ONE=60, WHIM=2500),
    "otto": pig10(),
    "tilda": pig10(HIT=1000, BUST=300, WHIM=100),
    "bruno": pig10(HIT=1000, BUST=1000),
    "luna": pig10(PIG10_MINDS[2]),
}
TRUIE = {
    "pip": truie(NO_SUM=250, NO_MINUS=400, NO_HEAP=600, NO_GRUNT=300, WRONG_GRUNT=100, WHIM=600),
    "bella": truie(NO_SUM=150, NO_MINUS=200, NO_HEAP=300, NO_GRUNT=120, WHIM=500),
    "otto": truie(),
    "tilda": truie(GIVE=-1500, TAKEN=600),
    "luna": truie(TRUIE_MINDS[2]),
}
