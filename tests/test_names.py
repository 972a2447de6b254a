"""Names that are made up: right in every language, never the same twice at a table."""

from itertools import count

import pytest

from piggery.core.record import LONGEST_NAME
from piggery.table.names import BOT_NAMES, _words, bot_name, fresh_name
from piggery.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_fits_and_has_its_gender(language: str) -> None:
    words = _words(language)
    assert len(words["adjectives"]) * len(words["animals"]) > 2000
    names = {
        words["pattern"].format(adjective=adjective[gender], animal=animal)
        for animal, gender in words["animals"]
        for adjective in words["adjectives"]
    }
    assert len(names) == len(words["adjectives"]) * len(words["animals"])
    assert all(name.isprintable() and len(name) <= LONGEST_NAME for name in names)


def test_a_name_that_is_taken_is_not_given_again() -> None:
    numbers = count()
    first = fresh_name("de", [], lambda n: 0)
    assert fresh_name("de", [first], lambda n: next(numbers) // 2 % n) != first


def test_bots_have_names_nobody_else_has() -> None:
    assert bot_name("greedy", ["Rosa", "Otto"]) == BOT_NAMES[2]
