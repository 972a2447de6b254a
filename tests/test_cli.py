"""The command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import SOURCE, fails, piggery, process, refusal
from piggery import __version__
from piggery.words import say

GOLDEN = Path(__file__).parent / "golden"


def test_help_names_every_command() -> None:
    done = piggery("--help")
    assert done.returncode == 0
    for command in ("play", "moves", "after", "replay", "verify", "simulate"):
        assert f"  {command}" in done.stdout


@pytest.mark.process
@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_help_is_in_the_readers_language_down_to_its_headings(language: str) -> None:
    whole, one = (process(*words, PIGGERY_LANGUAGE=language).stdout for words in (["--help"], ["dataset", "--help"]))
    for key in ("help.usage", "help.options", "help.help", "help.some_options"):
        assert say(key, language) in whole
        assert say(key, language) in one
    assert {say("help.commands", language), say("help.a_command", language)} <= set(re.split(r"\n|(?<=\]) ", whole))
    for key in ("help.arguments", "help.default", "help.required", "help.number", "help.text", "help.path"):
        assert re.search(r"\s+".join(map(re.escape, say(key, language).split())), one), key
    for english in ("Usage", "Show this", "default:", "required", "<int", "<str", "Commands:"):
        assert english not in whole + one


def named(help: str) -> str:
    """Help tells how it was called; here that was pytest."""
    return re.sub(r"^Usage: .*piggery ", "Usage: piggery ", help)


@pytest.mark.process
def test_a_process_says_and_answers_what_is_said_and_answered_here() -> None:
    """What the rest of these tests rely on."""
    for words in (["--help"], ["moves", "pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72"], ["nonsense", "é"], ["play", "pig10"]):
        there, here = process(*words), piggery(*words)
        assert named(there.stdout) == named(here.stdout)
        assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert refusal(process("replay", "no.json")) == "no.json: there is no file or folder of this name"
    assert process("play", "pig10", "--plain", "--shake", "--names", "Ada,Ben").returncode == 130


def test_without_a_terminal_no_command_is_help() -> None:
    assert piggery().stdout == piggery("--help").stdout


def test_version() -> None:
    assert piggery("--version").stdout == f"piggery {__version__}\n"


def test_moves() -> None:
    assert piggery("moves", "pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72").stdout.split() == ["3=10", "3=3", "4=11", "9=16"]
    copy = piggery("moves", "truie L/1,1 7 0 - 1:0 0/0 - 9", "--lucky", "copy")
    assert copy.stdout.split() == ["L7", "draw"]


def test_after_takes_moves_and_cards_as_they_are() -> None:
    position = "truie 3,5,8,8/1,1,1 8 0 - 1:0 0/0 - 9"
    done = piggery("after", position, "-5=3")
    assert done.stdout == "truie 8,8/1,1,1 3 0 G 1:0 0/0 5,8 9\n"
    heap = piggery("after", "truie 3,8,8,8,D/1,1,1 8 0 - 1:0 0/0 - 9", "3>1")
    assert heap.stdout == "truie 8,8,8/1,1,1,D 3 1 - 1:0 0/0 8 9\n"
    drawn = piggery("after", "truie 3,8/1,1,1 8 0+1 - 1:0 0/0 - 9,F", "-", "F")
    assert drawn.stdout == "truie 3,8,F/1,1,1 8 1 - 1:0 0/0 - 9\n"
    auto = piggery("after", position, "-5=3", "--grunting", "auto")
    assert auto.stdout == "truie 8,8/1,1,1 3 1 - 1:0 0/0 5,8 9\n"


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    assert fails("moves", "pig10 3/1 4,3 x 0 -/- ?72") == "field 3: “x” is not a pile value"
    assert fails("after", "pig10 3/1 4,3 7 0 -/- ?72", "3=4").startswith("3=4 is not allowed now")
    assert fails("moves") == "POSITION is missing; see --help"
    assert fails("simulate", "pig10", "--players", "x") == "“x” is not a whole number, and --players needs one"
    assert fails("simulate", "pig10", "--speed", "x") == "there is no option “--speed”; did you mean --seed?"
    assert fails("moves", "chess") == "field 0: “chess” is not a game; choose from pig10, truie"
    assert fails("nonsense", "x") == "there is no command “nonsense”; see --help"
    assert fails("verify", "a.json", "b.json") == "“verify a.json b.json” cannot be understood; see --help"
    assert fails("replay", str(tmp_path / "no.json")).endswith("no.json: there is no file or folder of this name")
    assert fails("replay", str(tmp_path)).startswith(str(tmp_path))
    assert fails("simulate", "chess") == "“chess” is not a game; choose from pig10, truie"
    assert (
        fails("simulate", "pig10", "--players", "9") == "“9” is not a possible number of players; from 2 to 8 can play"
    )
    quick = "random, greedy, pip, bella, momo, otto, tilda, bruno, luna"
    assert fails("simulate", "pig10", "--bots", "clever") == f"“clever” is not a bot; choose from {quick}"
    thinking = fails("simulate", "pig10", "--bots", "otto, minerva")
    assert thinking.startswith("“minerva” thinks before every move")
    assert thinking.endswith("; random, greedy, pip, bella, momo, otto, tilda, bruno and luna choose at once")
    assert fails("simulate", "pig10", "--bots", "flat:50").startswith("“flat:50” thinks before every move")
    assert fails("simulate", "pig10", "--games", "0") == "“0” games cannot be played"
    assert fails("simulate", "pig10", "--rounds", "2") == "pig10 has no options, so no “rounds”"
    assert fails("simulate", "truie", "--deck", "F") == "“F” does not say how many of which card, like F=0"
    assert fails("simulate", "truie", "--deck", "F=x") == "“x” is not a number"
    assert fails("simulate", "truie", "--deck", "1=0,2=0,3=0,4=0,5=0,6=0,7=0,8=0").startswith("10 pigs in the deck")
    assert fails("replay", str(GOLDEN / "pig10-two.json"), "--seat", "2") == "“2” is not a seat; seats go from 0 to 1"
    assert fails("verify", str(GOLDEN / "pig10-two.txt")) == "line 1, column 1: this is not complete JSON"
    assert fails("play", "pig10") == "the table needs a terminal; try piggery play --plain"
    assert fails("play", "pig10", "--resume") == "there is no game to resume"
    assert fails("play", "pig10", "--cards", "typed") == "real cards need --plain, where you read them out"
    assert fails("play", "pig10", "--plain", "--people", "4", "--players", "3") == "4 people do not fit in 3 seats"
    assert fails("play", "pig10", "--plain", "--first", "x") == "“x” is not a number"
    assert (
        fails("play", "pig10", "--plain", "--players", "30")
        == "“30” is not a possible number of players; from 2 to 8 can play"
    )
    assert fails("play", "pig10", "--plain", "--people", "-1") == "−1 people do not fit in 3 seats"
    assert (
        fails("play", "pig10", "--plain", "--players", "0")
        == "“0” is not a possible number of players; from 2 to 8 can play"
    )
    person = fails("play", "pig10", "--plain", "--bots", "person")
    assert person == f"“person” is not a bot; choose from {quick}, minerva"
    assert fails("play", "pig10", "--plain", "--first", "9" * 5000).endswith("is not a number")
    assert fails("play", "pig10", "--plain", "--cards", "deck:4,9").startswith("the given deck is not the deck")
    assert (
        fails("simulate", "pig10", "--players", "1000000000")
        == "“1000000000” is not a possible number of players; from 2 to 8 can play"
    )
    assert fails("play", "--plain") == "say which game: pig10 or truie"
    assert fails("play", "pig10", "--shake") == "--shake only works with --plain and a fair deal"
    assert fails("play", "pig10", "--plain", "--names", "Ada,Ada") == "two people are called “Ada”"
    assert fails("play", "pig10", "--plain", "--names", "x" * 41).startswith("a name has 1 to 40 printable")
    assert (
        fails("play", "pig10", "--plain", "--players", "2", "--bots", "random,greedy")
        == "2 bots are too many; seats for bots: 1"
    )
    assert (
        fails("simulate", "pig10", "--players", "2", "--bots", "random,random,greedy")
        == "3 bots are too many; seats for bots: 2"
    )
    assert fails("play", "pig10", "--plain", "--save", str(tmp_path)).startswith(f"{tmp_path} already exists")
    gone = tmp_path / "no"
    assert fails("play", "pig10", "--plain", "--save", str(gone / "game.json")) == f"the folder {gone} does not exist"
    assert fails("play", "pig10", "--plain", "--language", "xx").startswith("“xx” is not a language Piggery speaks")


def test_errors_are_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_text("{", encoding="utf-8")
    english = piggery("replay", str(path)).stderr
    for language in ("fr", "de", "it"):
        for words in (["--language", language], [f"--language={language}"], [f"-l{language}"]):
            other = piggery("replay", str(path), *words)
            assert other.returncode == 2
            assert other.stderr != english
            assert other.stderr == f"piggery: {say('error.record.json', language, line=1, column=2)}\n"


@pytest.mark.parametrize("name", ["pig10-two", "truie-three"])
@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_replay_tells_a_game_ply_by_ply(name: str, language: str) -> None:
    done = piggery("replay", str(GOLDEN / f"{name}.json"), "--language", language)
    fields = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    lines = done.stdout.splitlines()
    assert done.stderr == ""
    assert len(lines) == 1 + len(fields["plies"]) + len(fields["seats"])
    assert lines[1].startswith("0. ")
    assert "{" not in done.stdout


def test_replay_for_one_seat_does_not_tell_the_others_cards() -> None:
    everything = piggery("replay", str(GOLDEN / "pig10-two.json")).stdout
    mine = piggery("replay", str(GOLDEN / "pig10-two.json"), "--seat", "0").stdout
    assert "Random 1 draws 1 card." in mine
    assert "Random 1 draws 1 card." not in everything


def test_verify() -> None:
    done = piggery("verify", str(GOLDEN / "truie-two.json"))
    assert done.returncode == 0
    assert "every move is legal" in done.stdout
    assert "Every card is the one that the shuffle gives" in done.stdout


def test_simulate_prints_the_same_for_the_same_seed() -> None:
    words = ("simulate", "pig10", "--players", "3", "--games", "2000", "--bots", "greedy,random", "--seed", "5")
    one, two = piggery(*words), piggery(*words)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    for text in ("greedy", "random", "±", "Cards nobody won", "Moves per game: 80.00"):
        assert text in one.stdout


@pytest.mark.process
def test_what_nobody_foresaw_is_one_line_too(tmp_path: Path) -> None:
    broken = "import piggery.terminal.saves as s\ndef read(path): raise RuntimeError('boom')\ns.read = read\n"
    script = f"{broken}import sys; sys.argv = ['piggery', 'replay', 'x']\nfrom piggery.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(SOURCE)}
    )
    assert done.returncode == 1
    assert done.stderr.startswith("piggery: something went wrong inside Piggery (RuntimeError: boom)")
    assert done.stderr.count("\n") == 1


@pytest.mark.process
def test_an_output_that_cannot_say_everything_gets_the_rest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piggery", "replay", str(GOLDEN / "truie-three.json"), "--language", "fr"],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.process
def test_simulate_without_numba_says_so() -> None:
    done = process("simulate", "pig10", "--games", "20", PIGGERY_INTERPRETED="1")
    assert done.returncode == 0
    assert "Without Numba this runs interpreted" in done.stdout


def test_a_plain_game_of_bots_alone_is_kept_and_proved(home: Path) -> None:
    done = piggery("play", "truie", "--plain", "--people", "0", "--players", "3", "--rounds", "1")
    assert done.returncode == 0
    (kept,) = home.glob("*.json")
    assert str(kept) in done.stdout
    assert "Every card is the one that the shuffle gives" in piggery("verify", str(kept)).stdout


def test_a_plain_game_can_be_left_and_taken_up_again(home: Path) -> None:
    left = piggery("play", "pig10", "--plain", "--cards", "seed:3", "--first", "0", "--players", "2", typed="1\nq\n")
    assert "Game saved." in left.stdout
    (kept,) = home.glob("*.json")
    before = json.loads(kept.read_text(encoding="utf-8"))["plies"]
    again = piggery("play", "--plain", "--resume", typed="1\n" * 60)
    assert again.returncode == 0
    after = json.loads(kept.read_text(encoding="utf-8"))
    assert after["plies"][: len(before)] == before
    assert "scores" in after


def test_a_game_kept_in_a_file_of_ones_own_is_gone_on_with_there(tmp_path: Path) -> None:
    kept = tmp_path / "mine.json"
    words = ("play", "pig10", "--plain", "--players", "2", "--save", str(kept))
    left = piggery(*words, typed="1\nq\n")
    assert f"piggery play --resume --plain --save {kept}" in left.stdout
    assert "already exists" in piggery(*words).stderr
    again = piggery("play", "--plain", "--resume", "--save", str(kept), typed="1\n" * 60)
    assert again.returncode == 0
    assert "scores" in json.loads(kept.read_text(encoding="utf-8"))


def test_real_cards_can_be_typed_in_left_and_gone_on_with(home: Path) -> None:
    words = ("play", "pig10", "--plain", "--cards", "typed", "--names", "Ada,Ben", "--first", "0")
    left = piggery(*words, typed="frog\n11\n4\n7\nq\n")
    assert "“11” is not a card" in left.stdout
    (kept,) = home.glob("*.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["plies"] == ["- 0 4 7"]
    again = piggery("play", "--plain", "--resume", typed="9\n9\n9\n\n1\n8\nq\n")
    assert json.loads(kept.read_text(encoding="utf-8"))["plies"] == ["- 0 4 7", "- 9 9 9", "0=0", "- 8"]
    said = again.stdout
    assert said.index("Ada plays a frog") < said.rindex("Which card does Ada draw")


def test_the_deck_can_be_shaken(home: Path) -> None:
    words = ("play", "pig10", "--plain", "--shake", "--names", "Ada,Ben")
    assert piggery(*words).returncode == 130
    assert not list(home.glob("*.json"))
    done = piggery(*words, typed="oink\nknock\nq\n")
    assert done.stdout.count("The deal is sealed") == 1
    (kept,) = home.glob("*.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["cards"]["nonces"] == ["oink", "knock"]


def test_a_closed_input_leaves_the_game(home: Path) -> None:
    done = piggery("play", "pig10", "--plain", typed="")
    assert done.returncode == 0
    assert "Game saved." in done.stdout
    assert "Traceback" not in done.stderr
