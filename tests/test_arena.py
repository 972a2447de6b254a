"""The arena: the same deals in every seat, an end when it is clear, ratings, and programs that misbehave."""

import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from piggery.bots.levels import ladder
from piggery.bots.outside import Outside, question
from piggery.bots.play import play_game
from piggery.errors import BadOption
from piggery.games import GAMES
from piggery.kernel import generator
from piggery.notation import parse_position
from piggery.rules import view
from piggery.sim.arena import Arena, Match, Table, matches
from piggery.sim.plot import picture
from piggery.sim.ratings import ratings

RULES, STATE = parse_position("pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72")
SEEN = view(RULES, STATE, 0)
EXAMPLE = Path(__file__).parent.parent / "examples" / "program.py"


def program(body: str, milliseconds: float = 5000.0) -> Outside:
    return Outside(RULES, f"{sys.executable} -c {shlex.quote(body)}", milliseconds)


def asked(bot: Outside) -> str:
    try:
        return RULES.move_text(SEEN, bot(SEEN, RULES.legal(SEEN), generator(1), []))
    finally:
        bot.close()


def test_a_match_is_the_same_on_any_number_of_cores() -> None:
    one, two = (Arena("pig10", seed=3, workers=n).play(("otto", "pip"), 6, 0.001) for n in (1, 2))
    assert one.tables == two.tables
    assert len(one.tables) == 12


def test_every_deal_is_played_from_every_seat() -> None:
    played = Arena("truie", workers=1).play(("otto", "pip", "bella"), 1, 0.001)
    assert [table.seats for table in played.tables] == [
        ("otto", "pip", "bella"), ("pip", "bella", "otto"), ("bella", "otto", "pip"),
    ]  # fmt: skip


def test_a_bot_against_itself_wins_exactly_its_share_of_every_deal() -> None:
    played = Arena("pig10", workers=1).play(("otto", "otto"), 5, 0.001)
    assert played.wins(0)[0] + played.wins(1)[0] == pytest.approx(1)


def test_shares_go_to_the_bot_wherever_it_sat() -> None:
    match = Match(("a", "b"))
    match.add([Table(("a", "b"), (5, 3)), Table(("b", "a"), (2, 6))])
    assert match.shares == [[1.0, 0.0]]
    match.add([Table(("a", "b"), (4, 4)), Table(("b", "a"), (4, 4))])
    assert match.shares[1] == [0.5, 0.5]


def test_a_match_ends_once_it_is_clear_enough() -> None:
    played = Arena("pig10", workers=2).play(("luna", "pip"), 400, 0.05)
    assert played.clear(0.05)
    assert len(played.shares) < 400
    assert played.wins(0)[0] > 0.9


def test_forty_wins_in_a_row_are_no_certainty() -> None:
    match = Match(("a", "b"))
    for _ in range(40):
        match.add([Table(("a", "b"), (5, 3)), Table(("b", "a"), (2, 6))])
    assert match.wins(0)[0] == 1
    assert match.wins(0)[1] > 0.02


def test_who_meets_whom() -> None:
    assert matches(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert matches(["a", "b", "c"], 2, neighbours=True) == [("b", "a"), ("c", "b")]
    assert matches(["a", "b"], 4) == [("a", "b", "a", "b")]


def test_ratings_put_the_better_ones_first_at_any_table() -> None:
    tables = [Table(("weak", "strong", "middling"), (n % 3, 9, 5 + n % 2)) for n in range(60)]
    rated = ratings(tables)
    assert [rating.bot for rating in rated] == ["strong", "middling", "weak"]
    assert sum(rating.points for rating in rated) / 3 == pytest.approx(1500)
    assert "strong" in picture(rated, "Who <wins>?", "points")
    assert "Who &lt;wins&gt;?" in picture(rated, "Who <wins>?", "points")


def test_a_bot_that_is_none_is_refused() -> None:
    with pytest.raises(BadOption, match="clever"):
        Arena("pig10").check(["otto", "clever"])
    Arena("pig10").check([*ladder("pig10"), f"cmd:{sys.executable} {EXAMPLE}"])
    for command in ("", "'x", "/no/such/program"):
        with pytest.raises(BadOption, match="program"):
            Arena("pig10").check(["otto", f"cmd:{command}"])


def test_a_program_is_asked_and_answers() -> None:
    bot = program("import json,sys\nfor t in sys.stdin: print(json.loads(t)['moves'][0], flush=True)")
    assert asked(bot) == "3=10"
    assert bot.forfeits == 0


def test_a_program_is_told_what_its_seat_sees_and_no_more() -> None:
    told = question(RULES, SEEN, [], 100.0)
    assert told["hand"] == ["3", "4", "9"]
    assert told["position"] == "pig10 3,4,9/?3 4,3 7 0 -/- ?72"
    assert told["moves"] == sorted(RULES_MOVES)


RULES_MOVES = {"3=10", "3=3", "4=11", "9=16"}
MISBEHAVING: dict[str, tuple[str, float]] = {
    "crash": ("raise SystemExit(1)", 5000.0),
    "nonsense": ("import sys\nfor t in sys.stdin: print('☃ 6=99', flush=True)", 5000.0),
    "illegal": ("import sys\nfor t in sys.stdin: print('2=9', flush=True)", 5000.0),
    "silence": ("import sys\nfor t in sys.stdin: pass", 50.0),
    "deaf": ("import time\ntime.sleep(60)", 50.0),
    "endless": ("import sys\nwhile True: sys.stdout.write('x' * 10000)", 300.0),
}


@pytest.mark.parametrize("kind", MISBEHAVING)
def test_whatever_a_program_does_it_only_forfeits_its_move(kind: str) -> None:
    body, limit = MISBEHAVING[kind]
    bot = program(body, limit)
    assert asked(bot) in RULES_MOVES
    assert bot.forfeits == 1


def test_a_program_that_is_not_there_forfeits() -> None:
    bot = Outside(RULES, "/no/such/program")
    assert asked(bot) in RULES_MOVES
    assert bot.forfeits == 1


def test_a_program_that_keeps_crashing_is_started_a_few_times_only() -> None:
    bot = program("raise SystemExit(1)")
    for _ in range(10):
        bot(SEEN, RULES.legal(SEEN), generator(1), [])
    bot.close()
    assert (bot.starts, bot.forfeits) == (4, 10)


def test_a_program_that_never_listens_is_not_waited_for() -> None:
    bot = program("while True: print('3=3')")
    rules: Any = GAMES["pig10"]
    try:
        for number in range(5):
            assert len(play_game(rules, [bot, bot], Random(number), number)) == 2
        assert bot.forfeits > 0
    finally:
        bot.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_whole_games_without_a_forfeit(game: str) -> None:
    rules: Any = GAMES[game]
    bot = Outside(rules, f"{sys.executable} {EXAMPLE}", 20_000.0)
    try:
        play_game(rules, [bot, bot], Random(1), 1)
        assert bot.forfeits == 0
    finally:
        bot.close()
