"""Names for people who do not type one: an adjective and an animal, in their own language; and the names of bots."""

import json
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import TypedDict

from ..bots.levels import LEVELS
from ..words import say

BOT_NAMES = (
    "Rosa", "Otto", "Luna", "Bruno", "Carla", "Hugo", "Nino", "Emma",
    "Frida", "Gustav", "Ida", "Jules", "Kim", "Leo", "Mona", "Pablo",
)  # fmt: skip


def fresh_name(language: str, taken: Collection[str], below: Callable[[int], int]) -> str:
    """A name that nobody at the table has; `below(n)` is a number from 0 to n - 1 by chance."""
    words = _words(language)
    while True:
        animal, gender = words["animals"][below(len(words["animals"]))]
        adjective = words["adjectives"][below(len(words["adjectives"]))][gender]
        name = words["pattern"].format(adjective=adjective, animal=animal)
        if name not in taken:
            return name


def bot_name(level: str, taken: Collection[str]) -> str:
    """The name a level is known by, with a number if somebody has it already; the simple bots have any."""
    if level not in LEVELS:
        return next(name for name in BOT_NAMES if name not in taken)
    known = say(f"level.{level}")
    return next(name for name in (known, *(f"{known} {n}" for n in range(2, 10))) if name not in taken)


class NameWords(TypedDict):
    pattern: str
    animals: list[tuple[str, str]]  # each with its gender
    adjectives: list[dict[str, str]]  # by gender


@cache
def _words(language: str) -> NameWords:
    path = Path(__file__).parent.parent / "locale" / "names" / f"{language}.json"
    words: NameWords = json.loads(path.read_text(encoding="utf-8"))
    return words
