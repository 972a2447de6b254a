"""The minds of the levels of Un, deux, truie: what each sees, fears and overlooks, in the same list of numbers."""

from ...bots.minds import Minds
from . import learned
from . import mind as m
from .rules import TruieState


def mind(more: dict[int, int]) -> list[int]:
    """A mind: points are bad; and more, by its places in the list."""
    numbers = {m.SHED: 100} | more
    return [numbers.get(place, 0) for place in range(m.LENGTH)]


LEVELS = {
    "pip": mind({m.NO_SUM: 250, m.NO_MINUS: 400, m.NO_HEAP: 600, m.NO_GRUNT: 300, m.WRONG_GRUNT: 100, m.WHIM: 600}),
    "bella": mind({m.NO_SUM: 150, m.NO_MINUS: 200, m.NO_HEAP: 300, m.NO_GRUNT: 120, m.WHIM: 500}),
    "otto": mind({}),
    "tilda": mind({m.GIVE: -1500, m.TAKEN: 600}),
    "luna": [*learned.MINDS[2]],
}
MINDS = Minds[TruieState](m.greedy, m.think, LEVELS)
