"""Piggery: arithmetic card games about pigs, for people and for programs."""

from .core.game import Game, new_game
from .core.notation import after, moves
from .errors import PiggeryError

__version__ = "0.1.0"
__all__ = ["Game", "PiggeryError", "after", "moves", "new_game"]
