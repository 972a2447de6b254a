"""A plug-in is found, and gone again; what is wrong with one does not harm the others."""

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from piggery import words
from piggery.bots.minds import Minds
from piggery.cli import shared
from piggery.cli.main import COMMANDS, loaded
from piggery.errors import BadOption
from piggery.games import registry
from piggery.games.contract import GameType
from piggery.games.registry import game_type, game_types
from piggery.words import catalogue, say
from third_game.third import HERE, POSITION, ROOT, fails, piggery, plugged_in, works


def test_it_is_found_after_our_own() -> None:
    ours = list(game_types())
    with plugged_in():
        assert list(game_types()) == [*ours, "climb"]
        assert say("climb.title") == "Climb"
    assert list(game_types()) == ours


def test_once_it_is_gone_nobody_has_heard_of_it() -> None:
    before = set(catalogue("en"))
    with plugged_in():
        assert set(catalogue("en")) - before
    assert set(catalogue("en")) == before
    with pytest.raises(BadOption):
        game_type("climb")


def test_what_it_says_in_one_language_only_is_said_in_english(climb: GameType) -> None:
    assert [say("climb.title", language) for language in ("en", "de", "fr")] == ["Climb", "Klettern", "Climb"]


@pytest.mark.process
def test_its_parts_are_loaded_on_first_need() -> None:
    script = "import sys; from piggery.games.registry import game_type; game_type('climb').name; print(*sys.modules)"
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(HERE)])}
    loaded = subprocess.check_output([sys.executable, "-c", script], env=env, text=True).split()
    assert "climb.rules" in loaded
    assert "climb.minds" not in loaded


def plug_in(folder: Path, name: str, source: str) -> None:
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[piggery.games]\n{name} = {name}:GAME\n", encoding="utf-8")


def test_one_that_cannot_be_loaded_or_is_no_game_does_not_take_the_others_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plug_in(tmp_path, "falls_over", "raise RuntimeError('oink')")
    plug_in(tmp_path, "no_game_at_all", "GAME = 7")
    with plugged_in(), plugged_in(tmp_path):
        assert "climb" in game_types()
        assert not {"falls_over", "no_game_at_all"} & set(game_types())
    for name in ("falls_over", "no_game_at_all"):
        assert f"the game {name} cannot be loaded: " in caplog.text
    sys.modules.pop("no_game_at_all")


@pytest.mark.parametrize("words", ['{"climb.title": "Klettern",}', "null", '["a"]', '{"climb.title": 3}'])
def test_one_whose_words_cannot_be_read_is_left_out_and_the_file_is_named(
    words: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for entry in HERE.glob("climb*"):
        shutil.copytree(entry, tmp_path / entry.name)
    (tmp_path / "climb" / "words" / "de.json").write_text(words, encoding="utf-8")
    with reimported("climb"), plugged_in(tmp_path):
        assert "climb" not in game_types()
        assert say("level.otto")
    assert "de.json" in caplog.text


def test_one_says_nothing_in_place_of_others(tmp_path: Path) -> None:
    for entry in HERE.glob("climb*"):
        shutil.copytree(entry, tmp_path / entry.name)
    (tmp_path / "climb" / "words" / "en.json").write_text('{"climb.title": "Climb", "cards": "oink"}', encoding="utf-8")
    with reimported("climb"), plugged_in(tmp_path):
        assert (say("climb.title"), say("cards", n=1)) == ("Climb", "1 card")


@pytest.mark.parametrize("name", ["players", "two-words"])
def test_one_whose_house_rule_has_a_name_that_is_taken_is_left_out(climb: GameType, name: str) -> None:
    entry = EntryPoint("climb", "climb:GAME", registry.GROUP)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EntryPoint, "load", lambda self: replace(climb, options={name: ("yes", "no")}))
        patch.setattr(registry, "entry_points", lambda group: [entry])
        assert registry._plugged_in() == []


def test_every_option_of_a_command_has_a_name_that_is_taken() -> None:
    own = {name for game in game_types().values() for name in game.options}
    assert {param.name for command in COMMANDS for param in loaded(command).params} - own <= registry.TAKEN


def test_a_house_rule_may_be_a_number_in_one_game_and_a_word_in_another(climb: GameType) -> None:
    games = {**game_types(), "climb": replace(climb, options={"rounds": ("short", "long")})}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared, "game_types", lambda: games)
        asked = shared.with_house_rules(lambda *, options: options)
        assert asked(rounds="2") == {"rounds": 2}  # type: ignore[call-arg]
        assert asked(rounds="long") == {"rounds": "long"}  # type: ignore[call-arg]


def test_one_that_takes_the_name_of_ours_does_not_get_it(climb: GameType) -> None:
    ours = game_types()["pig10"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_plugged_in", lambda: [replace(climb, name="pig10")])
        game_types.cache_clear()
        assert game_types()["pig10"] is ours
    game_types.cache_clear()


def test_a_part_that_lacks_what_its_module_promises_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for entry in HERE.glob("climb*"):
        shutil.copytree(entry, tmp_path / entry.name)
    minds = tmp_path / "climb" / "minds.py"
    minds.write_text(
        minds.read_text(encoding="utf-8").replace("MINDS = Minds[ClimbState]", "MINDS = print"), encoding="utf-8"
    )
    with reimported("climb"), plugged_in(tmp_path):
        assert game_type("climb").part("minds", Minds) is None
    assert "climb.minds has no Minds" in caplog.text


@contextmanager
def reimported(package: str) -> Iterator[None]:
    """Another package of this name, for as long as it is tested."""
    kept = {name: sys.modules.pop(name) for name in [*sys.modules] if name.split(".")[0] == package}
    importlib.invalidate_caches()
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]
        sys.modules.update(kept)


@pytest.mark.process
def test_a_game_without_words_is_called_by_its_name(tmp_path: Path) -> None:
    for entry in HERE.glob("climb*"):
        shutil.copytree(entry, tmp_path / entry.name, ignore=shutil.ignore_patterns("words"))
    done = piggery("play", "climb", "--plain", "--slide", "costly", typed="t\n?\nh\n1\nq\n", path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your hand: " in done.stdout


# House rules


@pytest.mark.process
def test_its_house_rules_are_options_of_the_commands() -> None:
    assert "What it costs to go down" in works("simulate", "--help").replace("\n", " ")
    down = works("after", POSITION, "3", "2", "--slide", "costly")
    assert (down.split()[4], works("after", POSITION, "3", "2").split()[4]) == ("-1/3", "0/3")
    assert "free, costly" in fails("simulate", "climb", "--slide", "steep")
    assert "rounds" in fails("simulate", "climb", "--rounds", "2")


# Compiling


@pytest.mark.process
@pytest.mark.usefixtures("needs_numba")
def test_a_kernel_that_was_changed_is_compiled_again(tmp_path: Path) -> None:
    """The machine code of the last time would play by the old rules."""
    for entry in HERE.glob("climb*"):
        shutil.copytree(entry, tmp_path / entry.name)
    script = tmp_path / "ask.py"
    script.write_text(ASK, encoding="utf-8")
    rules = tmp_path / "climb" / "rules.py"
    paths = os.pathsep.join([str(ROOT / "src"), str(tmp_path)])
    env = os.environ | {"PYTHONPATH": paths, "PIGGERY_CACHE": str(tmp_path / "cache")}
    steps = tmp_path / "climb" / "steps.py"  # a constant in another file is compiled in, too
    steps.write_text("STEP = 1\n", encoding="utf-8")
    text = rules.read_text(encoding="utf-8").replace("return card - state.top", "return STEP * (card - state.top)")
    rules.write_text(text.replace("\nSEATS, HAND", "\nfrom climb.steps import STEP\n\nSEATS, HAND"), encoding="utf-8")
    said = [subprocess.check_output([sys.executable, str(script)], env=env, text=True).split()]
    steps.write_text("STEP = 2\n", encoding="utf-8")
    said.append(subprocess.check_output([sys.executable, str(script)], env=env, text=True).split())
    assert said == [["5", "5"], ["10", "10"]]


ASK = """
from piggery.engine.compiled import compiled, record
from piggery.games.checks import start
from piggery.games.registry import game_type

def laying(play, score):
    def lay(state, move):
        play(state, move)
        return score(state, 0)
    return lay

game = game_type("climb")
lay, state = laying(game.play, game.score), start(game, 2)
print(compiled(lay)(record(state), 4 * 5), lay(state, 4 * 5))
"""


def test_a_sentence_that_is_missing_is_said_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words.log, "handlers", [])
    assert say("climb.no_such_line", player="Ada") == "climb.no_such_line"
    assert say("score.line", player="Ada") == "Ada: {n}"
