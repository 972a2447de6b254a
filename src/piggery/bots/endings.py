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


def solved(game: GameType, view: State) -> Endings | None:
    """The endings of a game, if this is one in which nothing is hidden: it can be worked out to the last card."""
    endings = endings_of(game)
    return endings if endings and endings.certain(view) else None


def certain(game: GameType, view: State) -> bool:
    return solved(game, view) is not None
