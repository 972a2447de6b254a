"""Piggery: two arithmetic card games about pigs, Pig 10 and Un, deux, truie."""

from .errors import PiggeryError
from .game import Game, new_game
from .notation import after, moves

__version__ = "0.1.0"
__all__ = ["Game", "PiggeryError", "after", "moves", "new_game"]
