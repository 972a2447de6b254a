"""The games."""

from ..errors import BadOption
from .contract import Rules
from .pig10 import text as pig10_text
from .truie import text as truie_text

GAMES: dict[str, Rules] = {"pig10": pig10_text.RULES, "truie": truie_text.RULES}


def game(name: str) -> Rules:
    if name not in GAMES:
        raise BadOption("game", text=name, known=list(GAMES))
    return GAMES[name]
