"""Where games are found: each folder beside this file is one, and so is every plug-in.

A plug-in is a package that names its `GameType` in the entry point group `piggery.games`. Games are looked for on first
need, and their words join the catalogues then.
"""

import logging
import os
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules

from ..errors import BadOption
from ..words import add_words, check_words
from .contract import GameType

GROUP = "piggery.games"
TAKEN = {  # other options and arguments of the commands
    "a", "address", "b", "bots", "cards", "daily", "days", "deals", "deck", "draws", "file", "first", "force",
    "format", "game", "games", "grade", "host", "ladder", "lan", "language", "log", "milliseconds", "move", "names",
    "number", "on", "options", "origin", "out", "pace", "people", "plain", "players", "plot", "port", "position",
    "proxy", "public", "question", "resume", "save", "seal", "seat", "seconds", "seed", "shake", "show", "step",
    "store", "svg", "trusted", "width", "write",
}  # fmt: skip
log = logging.getLogger("piggery.games")


@cache
def game_types() -> dict[str, GameType]:
    """Every game by its name: our own first, then plug-ins."""
    found = {game.name: game for game in _own()}
    for game in _plugged_in():
        found.setdefault(game.name, game)  # the names of ours are taken
    for game in found.values():
        add_words(game.folder / "words")
    return found


def _own() -> list[GameType]:
    folder, package = Path(__file__).parent, __package__ or ""
    names = sorted(module.name for module in iter_modules([str(folder)]) if module.ispkg)
    return [import_module(f"{package}.{name}").GAME for name in names]


def _plugged_in() -> list[GameType]:
    """One that cannot be loaded, or is no game, does not take the others with it."""
    found = []
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
            if not isinstance(game, GameType):
                raise TypeError(f"{entry.value} is not a GameType")
            check_words(game.folder / "words")
            if taken := {name for name in game.options if not name.isidentifier() or name in TAKEN}:
                raise ValueError(f"no house rule can be called {', '.join(sorted(taken))}")
            found.append(game)
        except Exception as error:
            traceback = bool(os.environ.get("PIGGERY_DEBUG"))
            log.error("the game %s cannot be loaded: %r", entry.name, error, exc_info=traceback)
    return found


def game_type(name: str) -> GameType:
    if name not in game_types():
        raise BadOption("game", text=name, known=list(game_types()))
    return game_types()[name]


def usual_game() -> str:
    """The game of whoever names none."""
    return next(iter(game_types()))
