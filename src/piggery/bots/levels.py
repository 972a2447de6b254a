"""The ladder: named bots from a piglet who is learning to count to the strongest there is.

A level is a mind (what it sees, fears and overlooks) or a search with so much time. docs/bots.md tells them apart,
docs/ladder.md measures them.
"""

from collections.abc import Callable, Sequence
from functools import partial

from ..engine.bags import many, nth
from ..engine.kernel import Numbers
from ..errors import BadOption
from ..games.contract import GameType, State
from .endings import endings_of
from .minds import GREEDY, minds_of
from .minds import NAMES as SIMPLE
from .minds import bot as simple_bot
from .model import TO_THE_END
from .search import Effort, PastTurn, Search

Player = Callable[[State, int, Numbers, Sequence[PastTurn]], int]

LEVELS = ("pip", "bella", "momo", "otto", "tilda", "bruno", "luna", "minerva")  # characters, the weakest first
STRONGEST = LEVELS[-1]  # who searches, in every game; the others play by a mind, where a game has one for them
THINKING = 100  # milliseconds for a move
FLAT = "flat:"  # flat Monte Carlo with that many greedy playouts: what searches are measured against
MOST_PLAYOUTS = 1_000_000


def ladder(game: GameType) -> list[str]:
    """The levels that play a game, the weakest first."""
    minds = minds_of(game).levels
    return [name for name in LEVELS if name in minds or name == STRONGEST]


def names(game: GameType) -> list[str]:
    return [*SIMPLE, *ladder(game)]


def thinks(name: str) -> bool:
    """Whether this level takes time to think."""
    return name == STRONGEST


def nearest(game: GameType, name: str) -> str:
    """The level itself, if it plays the game; else the one below it that does, or the weakest."""
    known = names(game)
    if name in known:
        return name
    below = LEVELS[: LEVELS.index(name)] if name in LEVELS else ()
    gentlest = next(iter(minds_of(game).levels), SIMPLE[GREEDY])
    return next((level for level in reversed(below) if level in known), gentlest)


def searches(name: str) -> bool:
    """Whether this bot searches: as a level, or as `flat:N`."""
    return thinks(name) or playouts(name) > 0


def check_bot(game: GameType, name: str) -> None:
    """Raise unless this is a level of the game, or `flat:N`."""
    if not playouts(name):
        check_level(game, name)


def check_level(game: GameType, name: str) -> None:
    if name not in names(game):
        raise BadOption("bot", text=name, known=names(game))


def playouts(name: str) -> int:
    """How many playouts `flat:N` makes at a move; none for a bot of another kind."""
    if not name.startswith(FLAT):
        return 0
    text = name.removeprefix(FLAT)
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 1 <= number <= MOST_PLAYOUTS:
        raise BadOption("flat", text=name, most=MOST_PLAYOUTS)
    return number


def player(game: GameType, name: str, milliseconds: float | None = None, deals: int = 0) -> Player:
    """The bot of this name; a search may be given `milliseconds`, or a number of `deals`."""
    if number := playouts(name):
        return partial(_flat, game, number)
    check_level(game, name)
    if name in SIMPLE:
        chosen = simple_bot(game, name)
        return lambda view, legal, rng, past: chosen(view, legal, rng)
    if thinks(name):
        effort = Effort(milliseconds=THINKING if milliseconds is None else milliseconds)
        return partial(_searching, game, Effort(deals=deals) if deals else effort)
    mind, think = list(minds_of(game).levels[name]), minds_of(game).think
    return lambda view, legal, rng, past: think(view, legal, rng, mind)


def _searching(game: GameType, effort: Effort, view: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
    """The best move found: worked out where that can be done, else searched for."""
    if (move := _plain(game, view, legal)) is not None:
        return move
    endings = endings_of(game)
    if endings and endings.solvable(view):
        return endings.best(view)
    search = Search(game, view, past, effort)
    return search.choice(rng, search.run(rng))


def _flat(game: GameType, tries: int, view: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
    """Flat Monte Carlo: every move equally often, greedy playouts to the end, the most wins."""
    if (move := _plain(game, view, legal)) is not None:
        return move
    effort = Effort(deals=max(1, tries // many(legal)), plies=TO_THE_END, hunches=False, careful=False)
    return Search(game, view, (), effort).run(rng)[0].move


def _plain(game: GameType, view: State, legal: int) -> int | None:
    """The move that needs no thought: the only one, or a reaction that the rules leave no choice in."""
    if many(legal) == 1:
        return nth(legal, 0)
    return game.reaction.right(view) if game.reaction and game.reaction.owed(view) else None
