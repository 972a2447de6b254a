"""Players that choose at once: `random`, `greedy`, who takes what is there now, and the minds of named levels.

A bot is `(view, legal, rng) -> move`. These are kernels, so that simulations can play millions of games with them; they
look at nothing that a view does not show.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic

from ..engine.bags import pick
from ..engine.kernel import Numbers, kernel
from ..games.contract import GameType, S, State

Bot = Callable[[State, int, Numbers], int]

RANDOM, GREEDY = 0, 1
NAMES = ("random", "greedy")  # by number
SEATS = 8  # at most, at any table


@kernel
def random_move(view: State, moves: int, rng: Numbers) -> int:
    return pick(moves, rng)


@kernel
def mindless(view: State, moves: int, rng: Numbers, mind: Numbers) -> int:
    return pick(moves, rng)


@dataclass(frozen=True)
class Minds(Generic[S]):
    """How players of a game choose at once. Both functions are kernels."""

    greedy: Callable[[S, int, Numbers], int] = random_move
    think: Callable[[S, int, Numbers, Numbers], int] = mindless  # by a mind: a list of numbers, read by this function
    levels: Mapping[str, Sequence[int]] = field(default_factory=dict)  # the mind of each level, the weakest first


@cache
def minds_of(game: GameType) -> Minds:
    return game.part("minds", Minds) or Minds()


def bot(game: GameType, name: str) -> Bot:
    """The simple bot of this name, as a function of what it sees."""
    return minds_of(game).greedy if name == NAMES[GREEDY] else random_move
