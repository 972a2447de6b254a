"""What gives the best move of a puzzle away to somebody who has tried another one.

A card, a call or a number may be said if it is of the move that was tried, or lies open in the middle. How many cards
or points there are, and how often something happens, says nothing of a card: those are not looked at.
"""

import re
from collections.abc import Iterable, Iterator

from piggery.bots.coach import voice_of
from piggery.games.checks import parse_move
from piggery.games.contract import GameType, State
from piggery.study.puzzles import Puzzle
from piggery.table.names import BOT_NAMES
from piggery.words import LANGUAGES, Line, catalogue, say

OWN_FAULTS = re.compile(r"coach\.\w+\.(con_\w+|can_ten|heaps)|coach\.(tried|counted)_not|puzzle\.(wins|shares)_\w+")
AMOUNTS = ("n", "times")  # blanks that hold no card and no call
MIDDLE = ("top", "value")  # fields of a state that everybody sees
OWN = {"own_frog": "0", "own_pigmaid": "5"}
NOUNS = {  # what a card is called that has no number of its own
    "pig10": {"0": ("frog", "grenouille", "Frosch", "rana"), "5": ("pigmaid", "sirène", "Meerjungfrau", "sirena")},
    "truie": {
        "F": ("farmer", "fermier", "Bauer", "contadin"),
        "H": ("hog", "porc", "Eber", "maialon"),
        "L": ("lucky pig", "porte-bonheur", "Glücksschwein", "portafortuna"),
        "D": ("dung", "fumier", "Mist", "letame"),
    },
}


def given_away(one: Puzzle, move: str, lines: list[Line]) -> list[str]:
    """What these lines tell of the best move to somebody who has tried another."""
    rules, state = one.parsed()
    known = numbers_of(rules, state, move) | middle(state)
    other_keys = [said.key for said in lines if not OWN_FAULTS.fullmatch(said.key)]
    named = sorted(cards_in(lines) - known - {rules.names[card] for card in laid(rules, state, move)})
    texts = {language: " ".join(say(said, language) for said in lines) for language in LANGUAGES}
    best = parse_move(rules, state, one.best)
    phrases = [say(voice_of(rules).phrase(state, best, BOT_NAMES), language) for language in LANGUAGES]
    return [
        *other_keys,
        *named,
        *(phrase for phrase, text in zip(phrases, texts.values(), strict=True) if phrase.casefold() in text.casefold()),
        *nouns_in(texts, rules, laid(rules, state, one.best) - laid(rules, state, move)),
        *sorted(numbers_in(texts["en"]) - known - amounts_in(lines) - constants_in(lines)),
    ]


def laid(rules: GameType, state: State, move: str) -> set[int]:
    return set(rules.action(state, parse_move(rules, state, move)).cards)


def numbers_of(rules: GameType, state: State, move: str) -> set[str]:
    """The numbers of a move: of its cards, and the one it makes."""
    action = rules.action(state, parse_move(rules, state, move))
    return {rules.names[card] for card in action.cards} | {str(action.value)}


def middle(state: State) -> set[str]:
    return {str(getattr(state, name)) for name in MIDDLE if hasattr(state, name)}


def cards_in(value: object) -> set[str]:
    """The cards and calls that a line speaks of."""
    return set(_cards(value))


def _cards(value: object) -> Iterator[str]:
    if isinstance(value, Line):
        last = value.key.rpartition(".")[2]
        if ".card." in value.key or last in OWN:
            yield OWN.get(last, last)
        yield from _cards([held for name, held in value.values.items() if name not in AMOUNTS and last not in OWN])
    elif isinstance(value, list):
        for part in value:
            yield from _cards(part)
    elif isinstance(value, int):
        yield str(value)


def nouns_in(texts: dict[str, str], rules: GameType, cards: Iterable[int]) -> list[str]:
    """Cards that are named in some language."""
    nouns = [NOUNS[rules.name][rules.names[card]] for card in cards if rules.names[card] in NOUNS[rules.name]]
    return [noun for found in nouns for noun, text in zip(found, texts.values(), strict=True) if noun in text]


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def amounts_in(lines: Iterable[Line]) -> set[str]:
    amounts = (str(value) for line in lines for name, value in line.values.items() if name in AMOUNTS)
    return {number for amount in amounts for number in numbers_in(amount)}


def constants_in(lines: Iterable[Line]) -> set[str]:
    """Numbers that a sentence has whatever it speaks of: 10, or out of 100."""
    return {number for line in lines for number in numbers_in(str(catalogue("en")[line.key]))} | {"100"}
