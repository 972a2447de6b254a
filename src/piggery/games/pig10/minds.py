"""The minds of the levels of Pig 10: what each sees, fears and overlooks, in the same list of numbers."""

from ...bots.minds import Minds
from . import learned
from . import mind as m
from .rules import Pig10State


def mind(more: dict[int, int]) -> list[int]:
    """A mind: ten is good, over is bad; and more, by its places in the list."""
    numbers = {m.WIN: 1000, m.OVER: 1000} | more
    return [numbers.get(place, 0) for place in range(m.LENGTH)]


LEVELS = {
    "pip": mind({m.NO_SAME: 950, m.NO_MINUS: 950, m.OFF_BY_ONE: 300, m.WHIM: 7000}),
    "bella": mind({m.NO_SAME: 700, m.NO_MINUS: 700, m.OFF_BY_ONE: 150, m.WHIM: 4000}),
    "momo": mind({m.NO_SAME: 400, m.NO_MINUS: 400, m.OFF_BY_ONE: 60, m.WHIM: 2500}),
    "otto": mind({}),
    "tilda": mind({m.HIT: 1000, m.BUST: 300, m.WHIM: 100}),
    "bruno": mind({m.HIT: 1000, m.BUST: 1000}),
    "luna": [*learned.MINDS[2]],
}
MINDS = Minds[Pig10State](m.greedy, m.think, LEVELS)
