"""The bots that choose at once, by number, as a simulation plays them: the simple ones, then minds of the ladder."""

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.kernel import Numbers, kernel
from ..errors import BadOption
from ..games.contract import Rules
from ..games.pig10 import mind as pig10_mind
from ..games.pig10 import rules as pig10
from ..games.truie import mind as truie_mind
from ..games.truie import rules as truie
from ..words import both
from .levels import names, playouts
from .minds import PIG10, TRUIE
from .simple import NAMES, RANDOM, pick, pig10_greedy, truie_greedy

Choice = Callable[[int, Any, Any, int, Numbers], int]

SIMPLE = len(NAMES)
MINDS = {"pig10": PIG10, "truie": TRUIE}


@kernel
def pig10_choice(bot: int, minds: Any, view: pig10.State, moves: int, rng: Numbers) -> int:
    if bot == RANDOM:
        return pick(moves, rng)
    if bot < SIMPLE:
        return pig10_greedy(view, moves, rng)
    return pig10_mind.think(view, moves, rng, minds[bot - SIMPLE])


@kernel
def truie_choice(bot: int, minds: Any, view: truie.State, moves: int, rng: Numbers) -> int:
    if bot == RANDOM:
        return pick(moves, rng)
    if bot < SIMPLE:
        return truie_greedy(view, moves, rng)
    return truie_mind.think(view, moves, rng, minds[bot - SIMPLE])


@kernel
def random_choice(bot: int, minds: Any, view: Any, moves: int, rng: Numbers) -> int:
    return pick(moves, rng)


CHOICES: dict[str, Choice] = {"pig10": pig10_choice, "truie": truie_choice}


def choice_of(game: str, bots: Sequence[int]) -> Choice:
    """What chooses for these bots; where all are random there is nothing to tell apart, which takes half the time."""
    return CHOICES[game] if any(bot != RANDOM for bot in bots) else random_choice


def quick_names(game: str) -> list[str]:
    """Every bot that a simulation can play, by number."""
    return [*NAMES, *MINDS[game]]


def bot_number(rules: Rules, name: str) -> int:
    known = quick_names(rules.name)
    if name in known:
        return known.index(name)
    if name in names(rules.name) or playouts(name):
        raise BadOption("bot.thinks", text=name, known=both(known))
    raise BadOption("bot", text=name, known=known)


def minds(game: str) -> list[list[int]]:
    return [list(mind) for mind in MINDS[game].values()]
