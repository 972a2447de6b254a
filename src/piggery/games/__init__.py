"""The games."""

from ..errors import BadOption
from ..rules import Rules
from . import pig10_text, truie_text

GAMES: dict[str, Rules] = {"pig10": pig10_text.RULES, "truie": truie_text.RULES}


def game(name: str) -> Rules:
    if name not in GAMES:
        raise BadOption("game", text=name, known=list(GAMES))
    return GAMES[name]
