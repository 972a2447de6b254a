"""Whole games written out: replayed, told, and run compiled and interpreted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from piggery.core.record import Record, final, load, replay
from piggery.core.story import tell
from piggery.core.verify import verify
from piggery.engine.compiled import compiled, numbers, record, unrecord
from piggery.engine.kernel import Numbers
from piggery.games.checks import parse_move
from piggery.games.contract import GameType, State
from piggery.games.registry import game_types
from piggery.words import LANGUAGES, say

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.fixture(params=GOLDEN, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def read(path: Path) -> Record:
    return load(path.read_text(encoding="utf-8"))


def test_there_are_golden_games_of_both_kinds() -> None:
    assert {path.stem.partition("-")[0] for path in GOLDEN} == set(game_types())


def test_a_golden_game_goes_through_the_positions_written_down(golden: Path) -> None:
    written = golden.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    game = read(golden)
    assert [game.rules.position_text(ply.after) for ply in replay(game)] == written
    assert game.rules.over(final(game))


def test_a_golden_game_follows_from_its_seed(golden: Path) -> None:
    assert [what.key for what in verify(read(golden))] == ["verify.moves", "verify.cards"]


def test_a_golden_game_can_be_told_in_every_language(golden: Path) -> None:
    game = read(golden)
    for language in LANGUAGES:
        for ply in replay(game):
            for what in tell(game, ply):
                assert "{" not in say(what, language)


def integers(game: Record) -> list[int]:
    """The plies as numbers: a move as it is, a card drawn as a number below zero."""
    plies = []
    for ply in replay(game):
        if ply.move != "-":
            plies.append(parse_move(game.rules, ply.before, ply.move))
        plies += [-1 - game.rules.cards[name] for name in ply.draws]
    return plies


def tracer(rules: GameType) -> Callable[[State, Numbers], int]:
    """A function that plays plies and sums up what is legal and what is held on the way."""
    play, draw, legal, over, score = rules.play, rules.draw, rules.legal, rules.over, rules.score

    def trace(state: State, plies: Numbers) -> int:
        check = 0
        for ply in plies:
            if ply < 0:
                draw(state, -1 - ply)
            else:
                play(state, ply)
            seen = legal(state) % 1000003 + 7 * state.turn + 11 * over(state)
            for seat in range(state.players):
                seen += score(state, seat) * (seat + 1) + state.hands[seat] % 1000003
            check = (check * 31 + seen) % 1000003
        return check

    return trace


@pytest.mark.usefixtures("needs_numba")
def test_a_golden_game_is_the_same_compiled_and_interpreted(golden: Path) -> None:
    game = read(golden)
    trace = tracer(game.rules)
    plies = integers(game)
    plain, packed = game.start(), record(game.start())
    assert compiled(trace)(packed, numbers(plies)) == trace(plain, plies)
    assert unrecord(packed, game.rules.State) == plain
    last = golden.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[-1]
    assert game.rules.position_text(plain) == last
