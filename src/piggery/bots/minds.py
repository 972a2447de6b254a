"""The minds of the levels: each is the same list of numbers, and differs in what it sees, fears and overlooks."""

from collections.abc import Sequence

from . import pig10_mind as p
from . import truie_mind as t
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
    "pip": pig10(NO_SAME=950, NO_MINUS=950, OFF_BY_ONE=350, WHIM=9000),
    "bella": pig10(NO_SAME=600, NO_MINUS=500, OFF_BY_ONE=120, WHIM=4000),
    "momo": pig10(NO_SAME=250, NO_MINUS=250, OFF_BY_ONE=40, WHIM=1500),
    "otto": pig10(),
    "tilda": pig10(HIT=1000),
    "bruno": pig10(HIT=1000, BUST=1000),
    "luna": pig10(PIG10_MINDS[2]),
}
TRUIE = {
    "pip": truie(NO_SUM=700, NO_MINUS=800, NO_HEAP=900, NO_GRUNT=500, WRONG_GRUNT=200, WHIM=1500),
    "bella": truie(NO_SUM=200, NO_MINUS=300, NO_HEAP=400, NO_GRUNT=150, WHIM=800),
    "otto": truie(),
    "tilda": truie(CARD=100),
    "luna": truie(TRUIE_MINDS[2]),
}
