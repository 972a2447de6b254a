"""The sentences: catalogues, one file a language, the same keys in each. Every game brings its own besides.

A sentence travels as a `Line`, a key and the values it speaks of; it is made where it is read, in the reader's
language. A value may be a Line itself: the name of a card, a number as a word.
"""

import json
import locale
import logging
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from math import isfinite
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("en", "fr", "de", "it")
log = logging.getLogger("piggery.words")
_BLANK = re.compile(r"{(\w+)}")


NOTHING = "–"  # where there is no number


class Line(NamedTuple):
    """A sentence not yet said: a key of the catalogues, and its values."""

    key: str
    values: Mapping[str, object] = {}


def line(key: str, **values: object) -> Line:
    return Line(key, values)


def either(items: Iterable[object]) -> Line:
    """Things to choose from, said with the language's word for *or*."""
    return Line("list.or", {"items": list(items)})


def both(items: Iterable[object]) -> Line:
    """Things that go together, said with the language's word for *and*."""
    return Line("list.and", {"items": list(items)})


def paragraph(first: Line, *more: Line) -> Line:
    """Sentences said one after another."""
    for sentence in more:
        first = line("list.next", first=first, next=sentence)
    return first


def figure(value: float, digits: int = 1, sign: bool = False) -> Line | str:
    """`12.3`, or `12,3`; a true minus sign, and a plus where it is wanted."""
    if not isfinite(value):
        return NOTHING
    whole, _, rest = f"{abs(value):.{digits}f}".partition(".")
    some = any(digit != "0" for digit in whole + rest)
    before = "−" if value < 0 and some else "+" if sign and some else ""
    return line("review.decimal", whole=before + whole, tenth=rest) if rest else before + whole


_folders = [Path(__file__).parent / "locale"]


def add_words(folder: Path) -> None:
    """The sentences of a game, where it has any; those it says in English only are said in English."""
    if folder.is_dir() and folder not in _folders:
        _folders.append(folder)
        catalogue.cache_clear()


def check_words(folder: Path) -> None:
    """Raise unless every catalogue of a folder can be read, naming the one that cannot."""
    for path in folder.glob("*.json"):
        try:
            sentences = json.loads(path.read_text(encoding="utf-8")).values()
            if not all(
                isinstance(one, str) or (isinstance(one, dict) and {"one", "other"} <= set(one)) for one in sentences
            ):
                raise ValueError("a sentence is a text, or has the forms 'one' and 'other'")
        except (ValueError, AttributeError, TypeError) as error:
            raise ValueError(f"{path}: {error}") from error


def forget_words(folder: Path) -> None:
    """As if the sentences of a game had never been added."""
    if folder in _folders:
        _folders.remove(folder)
        catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    sentences: dict[str, str | dict[str, str]] = {}
    for folder in _folders:
        paths = (folder / f"{tag}.json" for tag in dict.fromkeys(("en", language)))
        own: dict[str, str | dict[str, str]] = {}
        for path in filter(Path.exists, paths):
            own |= json.loads(path.read_text(encoding="utf-8"))
        sentences = own | sentences  # nobody changes what others say
    return sentences


def say(what: str | Line, language: str = "en", **values: object) -> str:
    """The sentence `what` stands for; where it has plural forms, the value `n` chooses."""
    key, given = (what.key, {**what.values, **values}) if isinstance(what, Line) else (what, values)
    sentence = catalogue(language).get(key)
    if sentence is None:
        log.error("no sentence for %s", key)
        return key
    if isinstance(sentence, dict):
        sentence = sentence[plural(given.get("n"), language)]
    return _BLANK.sub(lambda blank: said(given.get(blank[1], blank[0]), language), sentence)


def said(value: object, language: str) -> str:
    """A value of a sentence."""
    if isinstance(value, Line):
        listed = value.values.get("items")
        items = [said(item, language) for item in listed] if isinstance(listed, list) else []
        if len(items) > 1:
            return say(value.key, language, first=", ".join(items[:-1]), last=items[-1])
        return items[0] if items else say(value, language)
    if isinstance(value, list | tuple):
        return ", ".join(said(item, language) for item in value)
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)  # a minus, not a hyphen


def travelling(value: object) -> object:
    """A value of a line or an error, as it can travel."""
    if isinstance(value, Line):
        return [value.key, {name: travelling(one) for name, one in value.values.items()}]
    if isinstance(value, list | tuple):
        return [travelling(one) for one in value]
    return value if isinstance(value, int | None) else str(value)


def plural(n: object, language: str) -> str:
    """Minus one is one. French counts nothing as one, too; the others do not."""
    return "one" if n in (1, -1) or (n == 0 and language == "fr") else "other"


def preferred() -> str:
    """The language the person at this machine reads, English where it is none of ours."""
    named = os.environ.get("PIGGERY_LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG")
    tag = (named or locale.getlocale()[0] or "en")[:2].lower()
    return tag if tag in LANGUAGES else "en"
