"""The bots that choose at once, by number, as a simulation plays them: the simple ones, then minds of the ladder."""

from collections.abc import Callable, Sequence
from functools import cache

from ..engine.bags import pick
from ..engine.kernel import Numbers, kernel
from ..errors import BadOption
from ..games.contract import GameType, State
from ..words import both
from .levels import names, playouts
from .minds import NAMES, RANDOM, minds_of

Minded = Sequence[Numbers]
Choose = Callable[[int, Minded, State, int, Numbers], int]  # (bot, minds, view, moves, rng)

SIMPLE = len(NAMES)


@kernel
def choose_randomly(bot: int, minds: Minded, view: State, moves: int, rng: Numbers) -> int:
    return pick(moves, rng)


@cache
def choice_of(game: GameType) -> Choose:
    """The kernel that chooses for any bot of a game."""
    greedy, think = minds_of(game).greedy, minds_of(game).think

    @kernel
    def choose(bot: int, minds: Minded, view: State, moves: int, rng: Numbers) -> int:
        if bot == RANDOM:
            return pick(moves, rng)
        if bot < SIMPLE:
            return greedy(view, moves, rng)
        return think(view, moves, rng, minds[bot - SIMPLE])

    return choose


def choice_for(game: GameType, bots: Sequence[int]) -> Choose:
    """The kernel for these bots; where all are random there is nothing to tell apart, which takes half the time."""
    return choice_of(game) if any(bot != RANDOM for bot in bots) else choose_randomly


def quick_names(game: GameType) -> list[str]:
    """Every bot that a simulation can play, by number."""
    return [*NAMES, *minds_of(game).levels]


def all_quick(game: GameType, bots: Sequence[str]) -> bool:
    """Whether all of these bots choose at once."""
    return set(bots) <= set(quick_names(game))


def bot_number(game: GameType, name: str) -> int:
    known = quick_names(game)
    if name in known:
        return known.index(name)
    if name in names(game) or playouts(name):
        raise BadOption("bot.thinks", text=name, known=both(known))
    raise BadOption("bot", text=name, known=known)


def mind_lists(game: GameType) -> list[list[int]]:
    """Every mind by number; a game that has none gets a blank one, so that there is something to hand over."""
    return [list(mind) for mind in minds_of(game).levels.values()] or [[0]]
