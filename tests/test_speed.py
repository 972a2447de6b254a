"""The benchmark: the engines it compares play the same games, and what cannot be measured is said and left out."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from peers.timing import tell
from piggery.games.registry import game_type
from piggery.sim.play import Simulation
from speed import Notes, arguments, best, wanted
from speeds import growth, ours, page
from speeds.others import PEERS, Peer, Skipped, Visitor, environment, speeds_in
from speeds.ours import Differing, Engine, Run, check
from speeds.rows import COMPILED, INTERPRETED, PLAIN, Row, ratios, verdicts

NOBODY = Peer("nobody", "Nobody", ("nobody==1.0",), {"nothing": ("Nothing", "idly")})


# The same games


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    gpp = shutil.which("g++")
    if not gpp:
        pytest.skip("G++ IS NOT HERE: the programs in C++ are not tested")
    folder = tmp_path_factory.mktemp("cpp")
    return {name: ours.build(gpp, name, folder) for name in ("pig10", "pig10_best", "truie")}


@pytest.mark.process
@pytest.mark.parametrize("players", range(2, 9))
def test_both_programs_play_pig_10_as_our_rules_do(programs: dict[str, Path], players: int) -> None:
    ours_played = ours.one_core(Simulation(game_type("pig10"), ["random"] * players, ours.SEED), fast=False)(4)
    for name in ("pig10", "pig10_best"):
        played = ours.theirs(programs[name], players)(4)
        assert (played.counts, played.check) == (ours_played.counts, ours_played.check)


@pytest.mark.process
def test_the_program_plays_truie_as_our_rules_do(programs: dict[str, Path]) -> None:
    checks = set()
    for last_card, words in ("ends", ()), ("draws", ("draws",)):
        played = ours.theirs(programs["truie"], 2, *words)(3)
        match = Simulation(game_type("truie"), ["random"] * 2, ours.SEED, last_card=last_card)
        ours_played = ours.one_core(match, fast=False)(3)
        assert (played.counts, played.check) == (ours_played.counts, ours_played.check)
        checks.add(played.check)
    assert len(checks) == 2  # in these games somebody lays their last card on a hog


def engine(name: str, check: int, seconds: float = 1.0) -> Engine:
    return Engine("pig10", name, 5, lambda games: Run([games, 80 * games], check, seconds))


def test_engines_that_play_other_games_are_not_compared() -> None:
    check([engine(COMPILED, 7), engine(INTERPRETED, 7), engine(PLAIN, 7)])
    with pytest.raises(Differing, match=r"C\+\+ plain: check 8"):
        check([engine(COMPILED, 7), engine(INTERPRETED, 7), engine(PLAIN, 8)])


# Measuring


class Changing:
    """Another speed every time; None: it cannot be measured any more."""

    def __init__(self, *speeds: float | None) -> None:
        self.speeds = iter(speeds)

    def measure(self) -> dict[str, float]:
        speed = next(self.speeds)
        if speed is None:
            raise Skipped("Changing is skipped: it has gone home")
        return {"changing": speed}


@pytest.fixture
def notes() -> Notes:
    return Notes(Console(quiet=True))


def test_all_take_turns_and_the_best_counts(notes: Notes) -> None:
    assert best([Changing(3, 5, 4), engine(COMPILED, 7)], 3, notes) == {"changing": 5, "pig10 compiled": 400}
    assert notes.lines == []


def test_what_stops_running_is_said_once_and_left_out(notes: Notes) -> None:
    assert best([Changing(3, None), engine(COMPILED, 7)], 4, notes) == {"changing": 3, "pig10 compiled": 400}
    assert notes.lines == ["Changing is skipped: it has gone home"]


def test_a_peer_tells_its_figures_among_whatever_it_prints() -> None:
    text = 'Welcome!\n{"case": "uno run", "moves": 300, "seconds": 2.0}\n{oh no}\n'
    assert speeds_in(text) == {"uno run": 150}


def test_a_case_is_timed_after_it_was_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def three() -> int:
        played.append(3)
        return 3

    monkeypatch.setattr(sys, "argv", ["peer", "0"])
    tell({"three": three})
    figures = json.loads(capsys.readouterr().out)
    assert (figures["case"], figures["moves"], played) == ("three", 3, [3, 3])


# Environments


def commands(*scripts: str) -> Iterator[list[str]]:
    for script in scripts:
        yield [sys.executable, "-c", script]


@pytest.mark.process
def test_what_cannot_be_installed_is_skipped_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speeds.others._commands", lambda *given: commands("import sys; sys.exit('no wheel')"))
    for _ in range(2):
        with pytest.raises(Skipped, match=r"^Nobody is skipped: it cannot be installed \(no wheel\)$"):
            environment(NOBODY, tmp_path)


@pytest.mark.process
def test_an_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    told: list[str] = []

    def made(folder: Path, packages: tuple[str, ...]) -> Iterator[list[str]]:
        asked.append(packages)
        return commands(f"import os; os.makedirs({str(folder)!r})")

    monkeypatch.setattr("speeds.others._commands", made)
    assert environment(NOBODY, tmp_path, told.append) == environment(NOBODY, tmp_path, told.append)
    assert asked == [("nobody==1.0",)]
    assert [line.partition(" is installed in ")[0] for line in told] == ["Nobody"]


@pytest.mark.process
def test_a_script_that_fails_is_skipped_with_its_last_word() -> None:
    visitor = Visitor(NOBODY, Path(sys.executable), players=4, seconds=0)
    with pytest.raises(Skipped, match=r"^Nobody is skipped: it does not run here \(.*No module named peers.nobody\)$"):
        visitor.measure()


def test_every_peer_has_a_script_and_a_pinned_version() -> None:
    for peer in PEERS:
        assert (Path(ours.__file__).parents[1] / "peers" / f"{peer.key}.py").exists()
        assert all("==" in package for package in peer.packages)
    keys = [row.key for peer in PEERS for row in peer.rows]
    assert len(keys) == len(set(keys))


# Comparing and showing

ROWS = [
    Row("pig10 compiled", "Pig 10", "Piggery"),
    Row("pig10 C++ best", "Pig 10", "C++"),
    Row("pig10 all cores", "Pig 10", "Piggery"),
]


def test_a_comparison_is_held_against_its_bar() -> None:
    speeds = {"pig10 compiled": 60.0, "pig10 C++ best": 100.0, "pig10 all cores": 107.0}
    assert [(round(found.value, 2), found.bar, found.word) for found in verdicts(ROWS, speeds, cores=2)] == [
        (0.6, 0.6, "met"),
        (1.78, 1.8, "missed"),
    ]


def test_one_core_is_not_held_against_itself() -> None:
    speeds = {"pig10 compiled": 60.0, "pig10 all cores": 60.0}
    assert [found.word for found in verdicts(ROWS, speeds, cores=1)] == [""]


def test_what_was_not_measured_is_not_compared() -> None:
    assert verdicts(ROWS, {"pig10 compiled": 60.0}, cores=2) == []


def test_the_page_keeps_the_part_that_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "benchmarks.md"
    page.write(path, page.GROWTH, "flat")
    page.write(path, page.SPEED, "slow")
    page.write(path, page.SPEED, page.table(["game", "moves/s"], [["Pig 10", "7"]], [1]))
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Benchmarks")
    assert "slow" not in text
    assert text.index("| --- | ---: |\n| Pig 10 | 7 |") < text.index("flat")


def test_the_page_says_what_the_benchmark_says() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert text.startswith(page.INTRODUCTION)
    for row in (row for peer in PEERS for row in peer.rows):
        assert f"| {row.game} | {row.engine} |" in text
    assert "jax 0." in text


def test_every_peer_is_compared_with_ours() -> None:
    compared = {ratio.under for ratio in ratios(cores=2)}
    for peer in PEERS:
        assert compared & {row.key for row in peer.rows}, peer.title


def test_only_what_is_asked_for_is_measured() -> None:
    assert [peer.key for peer in wanted(arguments(["--only", "pig10,pgx"]))] == ["pgx"]
    assert wanted(arguments(["--quick"])) == []
    with pytest.raises(SystemExit):
        arguments(["--only", "chess"])


# Growth


def test_growth_is_measured_where_the_games_are_played() -> None:
    step = growth.played(3, players=2)
    assert step.games == 3
    assert step.cpu > 0


def test_the_title_says_how_far_the_table_goes() -> None:
    steps = [growth.Growth(games, 100e6, 1, 1) for games in growth.STEPS]
    assert growth.title(steps) == "From 100,000 games to 10,000,000"


def test_memory_that_grows_is_noticed() -> None:
    flat, grown = growth.Growth(10, 100e6, 1, 1), growth.Growth(100, 200e6, 10, 10)
    assert growth.findings([flat, grown]) == [
        "peak memory, most to least: 2.00, bar ≤ 1.1: missed",
        "cost per game, most to least: 1.00, bar ≤ 1.25: met",
    ]
