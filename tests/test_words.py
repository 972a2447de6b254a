"""The catalogues: complete in every language, nothing missing, nothing unused."""

import ast
import builtins
import re
import subprocess
import sys
from pathlib import Path

import pytest

from piggery.bots.levels import LEVELS, ladder
from piggery.games.lessons import Exercise, Lessons
from piggery.games.registry import game_type, game_types
from piggery.words import LANGUAGES, both, catalogue, either, line, plural, preferred, say

SOURCE = Path(__file__).parent.parent / "src" / "piggery"


def lesson_of(game: str) -> tuple[Exercise, ...]:
    lessons = game_type(game).part("lessons", Lessons)
    assert lessons
    return lessons.steps


game_types()  # they bring their words
ENGLISH = catalogue("en")
FAMILIES = (
    [f"number.{n}" for n in range(21)]
    + [f"{game}.card.{name}" for game, rules in game_types().items() for name in rules.cards]
    + [f"{game}.{what}" for game in game_types() for what in ("title", "about")]
    + ["pig10.cards.0", "pig10.cards.5", *(f"truie.cards.{special}" for special in "FHLD")]
    + ["pig10.nominative.0", "truie.nominative.D"]
    + ["pig10.name.0", "pig10.name.5", *(f"truie.name.{special}" for special in "FHLD")]
    + [
        f"lesson.{game}.{n}{done}"
        for game in game_types()
        for n in range(1, len(lesson_of(game)) + 1)
        for done in ("", ".done")
    ]
    + [f"rules.pig10.{n}" for n in range(1, 9)]
    + [f"rules.truie.{n}" for n in range(1, 11)]
    + [f"story.wins_{what}{shared}" for what in ("cards", "points") for shared in ("", "_shared")]
    + [f"key.{key}" for key in ("rules", "choose", "play", "language", "leave", "draw", "hint")]
    + [f"score.{answer}" for answer in ("go_on", "again", "leave")]
    + [f"setup.{what}" for what in ("people", "bots")]
    + [
        f"setup.{choice}"
        for choice in (
            "lucky.wild",
            "lucky.copy",
            "grunting.call",
            "grunting.auto",
            "last_card.ends",
            "last_card.draws",
        )
    ]
    + [f"level.{name}{what}" for name in LEVELS for what in ("", ".line")]
    + [f"level.{name}.about.{game}" for game in game_types() for name in ladder(game_type(game))]
    + ["level.random", "level.greedy"]
    + [
        f"lab.specials.{what}_{game}"
        for game in game_types()
        for what in ("finding", "note", "axis", "head", "after", "after_axis")
    ]
    + [
        f"lab.sums.{what}_{game}"
        for game in game_types()
        for what in ("finding", "share", "card", "before", "plus", "minus", "answers")
    ]
    + ["error.fits.truie"]
    + [f"simulate.{column}" for column in ("seat", "bot", "wins", "score", "turns")]
)


def forms(sentence: str | dict[str, str]) -> list[str]:
    return list(sentence.values()) if isinstance(sentence, dict) else [sentence]


def blanks(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def literals() -> set[str]:
    """Every string in the source, and in the web client."""
    return _python_literals() | set(re.findall(r"""["'`]([^"'`\n]*)["'`]""", web()))


def web() -> str:
    folder = SOURCE.parent.parent / "web" / "src"
    return "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in (".ts", ".svelte"))


def made_up() -> list[re.Pattern[str]]:
    """Keys that the web client puts together: `page.emote.${emote}`."""
    texts = [text for text in re.findall(r"`([^`\n]+)`", web()) if "${" in text and "." in text]
    parts = [re.split(r"\$\{[^}]*\}", text) for text in texts]
    return [
        re.compile(r"[\w]+".join(map(re.escape, part))) for part in parts if re.fullmatch(r"[a-z0-9_.]*", "".join(part))
    ]


def _python_literals() -> set[str]:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == list(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_speaks_of_the_same_things(language: str) -> None:
    for key, sentence in catalogue(language).items():
        assert isinstance(sentence, dict) == isinstance(ENGLISH[key], dict), key
        if isinstance(sentence, dict):
            assert list(sentence) == ["one", "other"], key
        wanted = set().union(*(blanks(form) for form in forms(ENGLISH[key])))
        for form in forms(sentence):
            assert form.strip(), key
            assert blanks(form) <= wanted, key
            assert blanks(form) | {"n"} >= wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_or_numbers_have_one_name(language: str) -> None:
    for family in ("number.", "pig10.card.", "truie.card."):
        names = [say(key, language) for key in ENGLISH if key.startswith(family)]
        assert len(set(names)) == len(names)


def test_no_key_is_unused_and_none_that_is_used_is_missing() -> None:
    said = literals()
    used = {key for key in ENGLISH if key in said or key.removeprefix("error.") in said} | set(FAMILIES)
    used |= {key for pattern in made_up() for key in ENGLISH if pattern.fullmatch(key)}
    assert sorted(set(ENGLISH) - used) == []
    assert sorted(set(FAMILIES) - set(ENGLISH)) == []
    prefixes = {key.partition(".")[0] for key in ENGLISH if "." in key}
    looks_like_a_key = re.compile(rf"({'|'.join(sorted(prefixes))})\.[a-z_0-9.]+[a-z0-9]")
    known = known_texts()
    looks = {text for text in said if looks_like_a_key.fullmatch(text) and not text.endswith((".py", ".json"))}
    assert sorted(looks - known) == []


def known_texts() -> set[str]:
    return set(ENGLISH) | {key.removeprefix("error.") for key in ENGLISH}


def test_every_error_code_has_a_sentence() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            if isinstance(node.exc.func, ast.Name) and hasattr(builtins, node.exc.func.id):
                continue
            texts = [arg.value for arg in node.exc.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            for code in texts:
                assert f"error.{code}" in ENGLISH, f"{path.name}: {code}"


def test_plurals() -> None:
    assert say("cards", n=1) == "1 card"
    assert say("cards", n=0) == "0 cards"
    assert [plural(n, "fr") for n in (-2, -1, 0, 1, 2)] == ["other", "one", "one", "one", "other"]
    assert [plural(n, "de") for n in (-2, -1, 0, 1, 2)] == ["other", "one", "other", "one", "other"]
    assert say("truie.score", "it", n=-1) == "−1 punto"


def test_a_line_may_hold_lines_and_lists() -> None:
    plays = line("story.call", player="Ada", card=line("pig10.card.5"), call=line("number.7"))
    assert say(plays) == "Ada plays a pigmaid: “seven”."
    assert say("table.calls", card="5", calls=either(["11", "1"])) == "5: say 11 or 1"
    assert say("story.draws_cards", player="Ada", cards=both(["a 4", "a 9"])) == "Ada draws a 4 and a 9."
    assert say("error.game", text="go", known=["pig10", "truie"]) == "“go” is not a game; choose from pig10, truie"


def test_a_name_with_braces_is_left_alone() -> None:
    assert say("story.call", player="{card}", card=line("pig10.card.0"), call="{n}") == "{card} plays a frog: “{n}”."


@pytest.mark.parametrize(
    ("tag", "language"), [("fr_FR.UTF-8", "fr"), ("de", "de"), ("it_IT", "it"), ("C", "en"), ("pl_PL", "en")]
)
def test_the_language_of_the_machine(tag: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIGGERY_LANGUAGE", tag)
    assert preferred() == language


@pytest.mark.process
def test_what_the_voice_says_is_in_the_catalogues() -> None:
    script = f"from web.sound.voices import texts; print([texts(one)['10'] for one in {LANGUAGES}])"
    said = subprocess.check_output(
        [sys.executable, "-c", script], cwd=SOURCE.parent.parent, text=True, encoding="utf-8"
    )
    assert said.strip() == str([say("number.10", language) for language in LANGUAGES])
