"""Endings that can be worked out to the last card: a game's part `endings`, where it has one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Generic

from ..games.contract import GameType, S, State
from .search import Thought

Chances = dict[int, tuple[float, ...]]  # by move: of every seat


@dataclass(frozen=True)
class Endings(Generic[S]):
    solvable: Callable[[S], bool]  # whether the ending is small enough to be worked out
    certain: Callable[[S], bool]  # … and nothing is hidden: what comes of a move is known then, not only likely
    best: Callable[[S], int]
    thoughts: Callable[[S], list[Thought]]  # every move, the best first
    chances: Callable[[S], tuple[tuple[Thought, ...], Chances]]  # the same, and what each does to all seats


@cache
def endings_of(game: GameType) -> Endings | None:
    return game.part("endings", Endings)


def certain(game: GameType, view: State) -> bool:
    """Whether this is an ending in which nothing is hidden, so that it can be worked out to the last card."""
    endings = endings_of(game)
    return endings is not None and endings.certain(view)
