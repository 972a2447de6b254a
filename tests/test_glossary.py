"""The glossary: every term is in use, no variant of it is, and names stand where their first letter changes nothing."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest

from piggery.games.registry import game_types
from piggery.words import LANGUAGES, catalogue

PAGE = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text(encoding="utf-8")
COLUMNS = dict(zip(LANGUAGES, ("English", "French", "German", "Italian"), strict=True))
ELIDED = "de|que|jusque|lorsque|puisque|quoique|si|se|le|la|ne|me|te|je|ce"  # they change before a vowel
TYPED = re.compile(r"--\w+|\w+=\S+")
NAMES = "player|players|next|to|right|winner|name|names|best|worst|game"

game_types()  # they bring their words


class Variant(NamedTuple):
    """A word that is not used, and the keys in which it means something else."""

    text: str
    meant: tuple[str, ...]


def rows(heading: str) -> Iterator[dict[str, str]]:
    """The table below a heading, a row at a time."""
    below = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in below.splitlines() if line.startswith("|")]
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return (dict(zip(head, cells, strict=True)) for cells in body)


def terms(language: str) -> list[str]:
    return [row[COLUMNS[language]] for row in rows("Terms")]


def variants(language: str) -> list[Variant]:
    mine = [row for row in rows("Not these") if row["language"] == COLUMNS[language]]
    return [Variant(row["not"], tuple(filter(None, row["except in"].split(", ")))) for row in mine]


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every sentence, with its key; commands and their options are no words of a language."""
    for key, sentence in catalogue(language).items():
        for form in [sentence] if isinstance(sentence, str) else sentence.values():
            yield key, TYPED.sub("", form)


def bare(sentence: str) -> str:
    """A sentence without the names of its blanks."""
    return re.sub(r"{\w+}", "{}", sentence)


def as_words(text: str) -> re.Pattern[str]:
    """Finds this text where no letter touches it."""
    before, after = (r"(?<!\w)" if text[0].isalnum() else ""), (r"(?!\w)" if text[-1].isalnum() else "")
    return re.compile(before + re.escape(text) + after, re.IGNORECASE)


def found(language: str, variant: Variant) -> list[str]:
    """The keys of sentences in which a variant occurs."""
    pattern = as_words(variant.text)
    keys = [key for key, sentence in sentences(language) if pattern.search(bare(sentence))]
    return [key for key in keys if not any(fnmatch(key, one) for one in variant.meant)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_in_use(language: str) -> None:
    said = "\n".join(bare(sentence) for _, sentence in sentences(language))
    assert [term for term in terms(language) if not as_words(term).search(said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_variant_of_a_term_is_in_use(language: str) -> None:
    used = {variant.text: found(language, variant) for variant in variants(language)}
    assert {text: keys for text, keys in used.items() if keys} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exception_is_needed(language: str) -> None:
    for text, meant in variants(language):
        keys = found(language, Variant(text, ()))
        assert [one for one in meant if not any(fnmatch(key, one) for key in keys)] == [], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_term_is_a_variant_of_another(language: str) -> None:
    patterns = [as_words(text) for text, meant in variants(language) if not meant]
    assert [term for term in terms(language) for pattern in patterns if pattern.search(term)] == []


def test_a_variant_is_found_as_a_word_and_in_any_letters() -> None:
    assert as_words("Bot").search("Gegen den bot.")
    assert not as_words("Bot").search("Es ist verboten.")
    assert as_words("” is no").search("“x” is no seat")
    assert not as_words("” is no").search("“x” is not a seat")


def test_a_variant_in_a_single_sentence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    forms: dict[str, str] = {"one": "Noch ein Bot", "other": "Noch {n} Roboter"}
    monkeypatch.setitem(catalogue("de"), "cards", forms)
    assert found("de", Variant("Bot", ())) == ["cards"]
    assert found("de", Variant("Bot", ("card*",))) == []


def test_french_has_no_word_before_a_name_that_changes_before_a_vowel() -> None:
    elided = re.compile(rf"\b(?:{ELIDED}) {{(?:{NAMES})}}", re.IGNORECASE)
    assert elided.search("Libérer la place de {player}")
    assert [key for key, sentence in sentences("fr") if elided.search(sentence)] == []
