"""Simulation: the same games compiled and interpreted, the same answer for the same seed."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType

import pytest

from piggery.bots.minds import bot
from piggery.cli import main
from piggery.engine import compiled
from piggery.errors import BadOption
from piggery.games.checks import deck_of
from piggery.games.contract import Options
from piggery.games.pig10.rules import Pig10State
from piggery.games.registry import game_type
from piggery.sim.play import BATCH, SLICE, Simulation
from piggery.sim.report import run
from piggery.sim.stopping import stopping
from piggery.sim.summary import BY_GAME, SHARE, Mean, Summary
from piggery.words import say
from stops import Stopped, without_numba
from worlds import total

LINE_UPS = [
    ("pig10", ["random"] * 4, {}, {}),
    ("pig10", ["greedy", "random"], {}, {}),
    ("pig10", ["greedy"] * 8, {"0": 15, "10": 0}, {}),
    ("truie", ["greedy", "random", "greedy"], {}, {}),
    ("truie", ["random"] * 2, {"F": 0, "H": 0, "D": 0}, {"rounds": 1, "lucky": "copy"}),
    ("truie", ["greedy"] * 6, {"L": 15}, {"grunting": "auto"}),
]


def match(name: str, bots: list[str], copies: dict[str, int], options: Options, seed: int = 3) -> Simulation:
    rules = game_type(name)
    return Simulation(rules, bots, seed, deck_of(rules, copies), **options)


@pytest.mark.usefixtures("needs_numba")
@pytest.mark.parametrize(("name", "bots", "copies", "options"), LINE_UPS)
def test_compiled_and_interpreted_play_the_same_moves(
    name: str, bots: list[str], copies: dict[str, int], options: Options
) -> None:
    games = match(name, bots, copies, options)
    for number in range(3):
        assert games.batch(number, 5) == games.batch(number, 5, fast=False)


def test_the_same_seed_gives_the_same_answer_and_another_another() -> None:
    games = 2 * BATCH + 5
    first, again = (total(match("pig10", ["random"] * 3, {}, {}).batches(games)) for _ in range(2))
    assert first == again
    assert first.games == games
    assert total(match("pig10", ["random"] * 3, {}, {}, seed=4).batches(games)) != first


def test_random_play_has_the_known_means() -> None:
    summary = total(match("pig10", ["random"] * 4, {}, {}, seed=1).batches(100_000))
    for seat, mean in enumerate([19.71, 19.79, 19.89, 19.17]):
        assert abs(summary.score(seat).value - mean) < 0.12
    assert abs(100 * summary.unclaimed / 80 - 1.80) < 0.05
    assert summary.length.value == 80
    assert summary.capped == 0


def test_greedy_beats_random() -> None:
    assert match("pig10", ["greedy", "random"], {}, {}).batch(0, 500)[0].wins(0).value > 0.95
    assert match("truie", ["greedy", "random"], {}, {}).batch(0, 200)[0].wins(0).value > 0.85


def test_summaries_add() -> None:
    games = match("pig10", ["random"] * 2, {}, {})
    one, two = games.batch(0, 7)[0], games.batch(1, 9)[0]
    both = one + two
    assert both.games == 16
    assert both.moves == one.moves + two.moves
    assert abs(sum(both.wins(seat).value for seat in range(2)) - 1) < 1e-12


def test_a_mean_has_its_error_bar() -> None:
    counts = [4, 0, 0, 0, 0] + [2 * SHARE, 2 * SHARE**2, 0, 0, 0, 0] * 2
    summary = Summary(2, 80, counts)
    assert summary.wins(0).value == 0.5
    assert summary.wins(0).error == pytest.approx(1.96 * (1 / 3 / 4) ** 0.5)
    assert len(counts) == BY_GAME + 12


@pytest.mark.parametrize(("games", "error"), [(2, 1.0), (300, 0.01)])
def test_all_games_won_are_no_certainty(games: int, error: float) -> None:
    counts = [games, 0, 0, 0, 0] + [games * SHARE, games * SHARE**2, 0, 0, 0, 0] + [0] * 6
    summary = Summary(2, 80, counts)
    assert (summary.wins(0), summary.wins(1)) == (Mean(1, error), Mean(0, error))
    assert summary.score(1) == Mean(0, 0)


def test_one_game_has_no_error_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(match("pig10", ["random"] * 2, {}, {}), 1, "en") == 0
    printed = capsys.readouterr().out
    assert "100.000 ± –" in printed
    assert "Moves per game: 80.00 ± –." in printed
    assert "nan" not in printed


@pytest.mark.usefixtures("needs_numba")
def test_whoever_waits_for_the_compiler_is_told_once_and_nobody_else() -> None:
    told: list[str] = []
    compiled.when_compiling(lambda: told.append("compiling"))
    match("pig10", ["random"] * 2, {}, {}).batch(0, 0)
    numba = compiled._set_up()
    told.clear()  # whatever was not in the cache yet
    compiled.when_compiling(lambda: told.append("compiling"))
    match("pig10", ["random"] * 2, {}, {}).batch(0, 0)
    assert told == []
    for more in (1, 2):
        assert numba.njit(lambda number, more=more: number + more)(1) == 1 + more
    assert told == ["compiling"]


def test_the_command_says_that_it_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    main._compiling()
    assert capsys.readouterr().err == say("simulate.compiling") + "\n"


def test_shared_wins_count_in_equal_parts() -> None:
    summary, _ = match("truie", ["greedy"] * 4, {}, {"rounds": 1}).batch(0, 300)
    assert sum(summary.wins(seat).value for seat in range(4)) == pytest.approx(1)


def test_a_game_that_would_not_end_is_broken_off_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piggery.sim.play.CAP", 10)
    summary, _ = match("truie", ["random"] * 3, {}, {}).batch(0, 20)
    assert summary.capped == summary.games == 20
    assert summary.length.value == 10


@pytest.mark.parametrize("games", [0, -5])
def test_no_games_cannot_be_played(games: int) -> None:
    with pytest.raises(BadOption, match="games cannot be played"):
        list(match("pig10", ["random"] * 2, {}, {}).batches(games))


def test_without_numba_the_same_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = total(match("pig10", ["random"] * 2, {}, {}).batches(50))
    with_numba = match("pig10", ["random", "greedy"], {}, {}).batch(0, 5)
    with without_numba(monkeypatch):
        assert not compiled.available()
        assert match("pig10", ["random", "greedy"], {}, {}).batch(0, 5) == with_numba
        assert total(match("pig10", ["random"] * 2, {}, {}).batches(50)) == whole


def test_a_bot_of_the_simulation_is_the_bot_of_the_table() -> None:
    rules = game_type("pig10")
    state = match("pig10", ["greedy", "greedy"], {}, {}).state
    assert isinstance(state, Pig10State)
    state.due, state.begun, state.hands[0], state.held[0] = 0, 1, 1 << 12, 1
    assert bot(rules, "greedy")(state, rules.legal(state), [1, 2, 3, 4]) == 12


# Stopping


def test_games_stop_when_they_shall_and_what_was_counted_is_kept() -> None:
    stop = Event()
    games = match("pig10", ["random"] * 2, {}, {})
    batches = games.batches(1000 * BATCH, stop)
    counted = next(batches)
    stop.set()
    counted = total([counted, *batches])
    assert BATCH <= counted.games < 100 * BATCH
    assert counted.games % BATCH == 0
    assert counted.length.value == 80


def test_interpreted_games_stop_after_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Event()
    with without_numba(monkeypatch):
        batches = match("pig10", ["random"] * 2, {}, {}).batches(BATCH, stop)
        assert next(batches).games == SLICE
        stop.set()
        assert list(batches) == []


def test_games_that_are_not_asked_for_any_more_are_not_played() -> None:
    batches = match("pig10", ["random"] * 2, {}, {}).batches(10**15)
    next(batches)
    batches.close()  # type: ignore[attr-defined]  # would not come back while all were played


Handler = Callable[[int, FrameType | None], object] | signal.Handlers


@contextmanager
def on_ctrl_c(handler: Handler) -> Iterator[None]:
    """Whatever the tests were started from."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_asks_to_stop_and_the_second_one_insists() -> None:
    with on_ctrl_c(signal.default_int_handler):
        with stopping() as stop:
            assert not stop.is_set()
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set()
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_ctrl_c_that_is_ignored_stays_ignored() -> None:
    with on_ctrl_c(signal.SIG_IGN), stopping() as stop:
        signal.raise_signal(signal.SIGINT)
        assert not stop.is_set()


def check_stopped(code: int, printed: str) -> None:
    """A table of what was counted, and how far it went."""
    assert code == 130
    told = re.search(r"Stopped after ([0-9]+) of 10000000000 games\.", printed)
    assert told
    assert f"Pig 10, {told[1]} games with 2 players, seed 5" in printed
    assert "Moves per game: 80.00 ± 0.00." in printed


ENDLESS = ("simulate", "pig10", "--games", "10000000000", "--seed", "5")


@pytest.mark.process
@pytest.mark.usefixtures("needs_numba")
def test_ctrl_c_prints_what_was_counted() -> None:
    check_stopped(*Stopped(*ENDLESS).press())


@pytest.mark.process
def test_ctrl_c_prints_what_was_counted_without_numba() -> None:
    check_stopped(*Stopped(*ENDLESS, PIGGERY_INTERPRETED="1").press())


def test_stopped_before_anything_was_counted_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Simulation, "batches", lambda *_: iter(()))
    assert run(match("pig10", ["random"] * 2, {}, {}), 70, "en") == 130
    assert capsys.readouterr().out == "Stopped after 0 of 70 games.\n"
