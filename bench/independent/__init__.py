"""Both games once more, written from the rules alone, for `bench/faithful.py`: nothing here imports piggery.

It is slow and plain on purpose: cards are words, hands are lists of them, and a rule stands where it is needed.
"""

from collections.abc import Sequence
from types import ModuleType

from independent import pig10, truie
from independent.notation import Refused

__all__ = ["Refused", "after", "game", "moves"]


def game(position: str) -> ModuleType:
    """The module that knows the game this position is of."""
    name = position.partition(" ")[0]
    if name not in ("pig10", "truie"):
        raise Refused(f"no game is called {name}")
    return pig10 if name == "pig10" else truie


def moves(position: str, **options: str | int) -> list[str]:
    """The legal moves, sorted; none while cards are due or when the game is over."""
    return list(game(position).moves(position, **options))


def after(position: str, move: str, draws: Sequence[str] = (), **options: str | int) -> str:
    """The position after a move (`-`: none, cards are due) and then after these cards were drawn."""
    return str(game(position).after(position, move, draws, **options))
