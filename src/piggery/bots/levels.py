"""The ladder: named bots from a piglet who is learning to count to the strongest there is.

A level is a mind (what it sees, fears and overlooks) or a search with so much time. docs/bots.md tells them apart,
docs/ladder.md measures them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..engine.bags import many, nth
from ..engine.kernel import Numbers
from ..errors import BadOption
from ..games.contract import Rules
from ..games.pig10 import endings
from .minds import PIG10, TRUIE
from .model import TO_THE_END
from .search import MODELS, Past, Plan, Search
from .simple import NAMES as SIMPLE
from .simple import bot as simple_bot

Player = Callable[[Any, int, Numbers, Sequence[Past]], int]

MINERVA = Plan(milliseconds=100)
FLAT = "flat:"  # flat Monte Carlo with so many greedy playouts: what searches are measured against
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class Level:
    """A bot with a character. It plays by a mind of its own in each game, or by a search."""

    name: str
    minds: Mapping[str, Sequence[int]]
    plans: Mapping[str, Plan]

    @property
    def games(self) -> list[str]:
        return [*self.minds, *self.plans]


def _ladder() -> dict[str, Level]:
    names = [*dict.fromkeys([*PIG10, *TRUIE])]
    levels = {}
    for name in names:
        minds = {game: found[name] for game, found in (("pig10", PIG10), ("truie", TRUIE)) if name in found}
        levels[name] = Level(name, minds, {})
    levels["minerva"] = Level("minerva", {}, {"pig10": MINERVA, "truie": MINERVA})
    return levels


LEVELS: dict[str, Level] = _ladder()  # the weakest first


def ladder(game: str) -> list[str]:
    """The levels that play a game, the weakest first."""
    return [name for name, level in LEVELS.items() if game in level.games]


def names(game: str) -> list[str]:
    return [*SIMPLE, *ladder(game)]


def thinks(game: str, name: str) -> bool:
    """Whether this level takes time to think."""
    return name in LEVELS and game in LEVELS[name].plans


def nearest(game: str, name: str) -> str:
    """The level itself, if it plays the game; else the one below it that does, or the weakest."""
    known = names(game)
    if name in known:
        return name
    order = list(LEVELS)
    below = order[: order.index(name)] if name in order else []
    return next((level for level in reversed(below) if level in known), ladder(game)[0])


def check_level(rules: Rules, name: str) -> None:
    if name not in names(rules.name):
        raise BadOption("bot", text=name, known=names(rules.name))


def playouts(name: str) -> int:
    """How many playouts `flat:N` makes at a move; none for a bot of another kind."""
    if not name.startswith(FLAT):
        return 0
    text = name.removeprefix(FLAT)
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 1 <= number <= MOST_PLAYOUTS:
        raise BadOption("flat", text=name, most=MOST_PLAYOUTS)
    return number


def player(rules: Rules, name: str, milliseconds: float | None = None, deals: int = 0) -> Player:
    """The bot of this name; a search takes so many milliseconds, or looks at so many deals, where it is told."""
    if number := playouts(name):
        return partial(_flat, rules, number)
    check_level(rules, name)
    if name in SIMPLE:
        chosen = simple_bot(rules, name)
        return lambda view, legal, rng, past: chosen(view, legal, rng)
    level = LEVELS[name]
    if rules.name in level.plans:
        return partial(_searching, rules, _within(level.plans[rules.name], milliseconds, deals))
    mind, think = list(level.minds[rules.name]), MODELS[rules.name].think
    return lambda view, legal, rng, past: think(view, legal, rng, mind)


def _within(plan: Plan, milliseconds: float | None, deals: int) -> Plan:
    if deals:
        return replace(plan, milliseconds=0, deals=deals)
    return plan if milliseconds is None or plan.deals else replace(plan, milliseconds=milliseconds)


def _searching(rules: Rules, plan: Plan, view: Any, legal: int, rng: Numbers, past: Sequence[Past]) -> int:
    """The best move found: worked out where that can be done, else searched for."""
    if many(legal) == 1:
        return nth(legal, 0)
    if rules.name == "truie" and view.owes:
        return int(view.held[view.turn])
    if rules.name == "pig10" and endings.solvable(view):
        return endings.best(view)
    search = Search(rules, view, past, plan)
    return search.choice(rng, search.run(rng))


def _flat(rules: Rules, tries: int, view: Any, legal: int, rng: Numbers, past: Sequence[Past]) -> int:
    """Flat Monte Carlo: every move equally often, greedy playouts to the end, the most wins."""
    if many(legal) == 1:
        return nth(legal, 0)
    if rules.name == "truie" and view.owes:
        return int(view.held[view.turn])
    plan = Plan(deals=max(1, tries // many(legal)), plies=TO_THE_END, hunches=False, careful=False)
    return Search(rules, view, (), plan).run(rng)[0].move
