"""The two simplest players: `random`, and `greedy`, who takes what is there now.

A bot is `(view, legal, rng) -> move`. These are kernels, so that simulations can play millions of games with them; they
look at nothing that a view does not show.
"""

from collections.abc import Callable
from typing import Any

from ..engine.bags import many, nth
from ..engine.kernel import Numbers, below, kernel
from ..games.contract import Rules
from ..games.pig10 import rules as pig10
from ..games.truie import rules as truie

Bot = Callable[[Any, int, Numbers], int]

_ADDS = 0x11111111111
_SUBTRACTS = _ADDS << pig10.SUBTRACT
_SETS = _ADDS << pig10.SET


@kernel
def pick(moves: int, rng: Numbers) -> int:
    """Any of the moves, by chance."""
    return nth(moves, below(rng, many(moves)))


def _any(view: Any, moves: int, rng: Numbers) -> int:
    return pick(moves, rng)


@kernel
def pig10_greedy(view: pig10.State, moves: int, rng: Numbers) -> int:
    """Call ten if possible, else stay under ten, else anything."""
    missing = 4 * (pig10.TEN - view.value)
    ten = 1 << missing | 1 << (4 * pig10.TEN + pig10.SET)
    if moves & ten:
        return pick(moves & ten, rng)
    under = moves & (_ADDS & ((1 << missing) - 1) | _SUBTRACTS | _SETS)
    return pick(under if under else moves, rng)


@kernel
def truie_greedy(view: truie.State, moves: int, rng: Numbers) -> int:
    """The play that sheds most points, else draw; never forgets a grunt."""
    if view.owes:
        return view.held[view.turn]
    best = 0
    most = -1
    left = moves
    while left:
        move = nth(left, 0)
        left &= left - 1
        points = shed(view, move)
        if points > most:
            most = points
            best = 0
        if points == most:
            best |= 1 << move
    return pick(best, rng)


@kernel
def shed(view: truie.State, move: int) -> int:
    """What the cards that a move lays or hands over would cost at the end."""
    if move == truie.DRAW:
        return 0
    if move >= truie.LAY_FARMER:
        return 10
    if move >= truie.PASS_LUCKY:
        return 25
    if move >= truie.PASS:
        return 15 + view.held[truie.heir(view, move)]
    if move >= truie.NAME:
        return 10
    value = truie.new_top(move)
    way = move & 3
    second = 10 if way >= truie.LUCKY_SECOND else value
    if value == view.top:
        return second
    return second + (10 if way in (truie.LUCKY_FIRST, truie.LUCKY_BOTH) else abs(value - view.top))


RANDOM = 0
NAMES = ("random", "greedy")  # by number
BOTS: dict[str, tuple[Bot, Bot]] = {"pig10": (_any, pig10_greedy), "truie": (_any, truie_greedy)}


def bot(rules: Rules, name: str) -> Bot:
    """The simple bot of this name, as a function of what it sees."""
    return BOTS[rules.name][NAMES.index(name)]
