"""The arena: the same deals in every seat, an end when it is clear, ratings, and programs that misbehave."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import MutableSequence
from pathlib import Path
from random import Random

import pytest

from piggery.bots.levels import ladder, player
from piggery.bots.minds import SEATS
from piggery.bots.outside import ENDED, ILLEGAL, LATE, Conduct, ExternalPlayer, question
from piggery.bots.play import play_game
from piggery.cli.arena import conduct_told, names_in
from piggery.core.notation import parse_position
from piggery.engine.bags import shuffle
from piggery.engine.kernel import Numbers, generator
from piggery.errors import BadOption
from piggery.games.checks import view_of
from piggery.games.registry import game_type, game_types
from piggery.sim import ladder as ladders
from piggery.sim.arena import Arena, Deal, Match, TableResult, matches
from piggery.sim.deals import bot_seed, order_of, play_deals
from piggery.sim.plot import picture
from piggery.sim.ratings import Rating, ratings

RULES, STATE = parse_position("pig10 3,4,9/1,5,5 4,3 7 0 -/- ?72")
SEEN = view_of(RULES, STATE, 0)
EXAMPLE = Path(__file__).parent.parent / "examples" / "program.py"
WON = Deal([TableResult(("a", "b"), (5, 3)), TableResult(("b", "a"), (2, 6))])  # by a, from both seats
LOST = Deal([TableResult(("a", "b"), (3, 5)), TableResult(("b", "a"), (6, 2))])


def program(body: str, milliseconds: float = 5000.0) -> ExternalPlayer:
    return ExternalPlayer(RULES, f"{sys.executable} -c {shlex.quote(body)}", milliseconds)


def asked(bot: ExternalPlayer) -> str:
    try:
        return RULES.move_text(SEEN, bot(SEEN, RULES.legal(SEEN), generator(1), []))
    finally:
        bot.close()


@pytest.mark.process
@pytest.mark.parametrize("bots", [("otto", "pip"), ("otto", "flat:2"), ("otto", "minerva")])
def test_a_match_is_the_same_on_any_number_of_cores(bots: tuple[str, str]) -> None:
    one, two = (Arena("pig10", seed=3, workers=n, looks=2).play(bots, 6, 0.001) for n in (1, 2))
    assert one.tables == two.tables
    assert len(one.tables) == 12


class Cards(Random):
    """Shuffled as in a batch of deals."""

    rng: Numbers

    def shuffle(self, x: MutableSequence[int]) -> None:
        stock = list(x)
        shuffle(stock, len(stock), self.rng)
        x[:] = stock


@pytest.mark.parametrize("game", game_types())
def test_deals_in_a_batch_go_move_for_move_as_games_do(game: str) -> None:
    bots, rules = ("luna", "pip", "greedy"), game_type(game)
    for number, deal in enumerate(play_deals(game, bots, 7, 0, 2, fast=False)):
        order = order_of(3, number) * 2
        for turned, scores in enumerate(deal):
            seats = [player(rules, bots[bot]) for bot in order[turned : turned + 3]]
            cards = Cards()
            cards.rng = generator(7, SEATS + number)
            assert tuple(play_game(rules, seats, cards, bot_seed(7, number, turned))) == scores


@pytest.mark.parametrize("game", game_types())
@pytest.mark.usefixtures("needs_numba")
def test_deals_are_the_same_compiled_and_however_they_are_cut(game: str) -> None:
    bots = ("tilda", "random", "bella", "greedy")
    whole = play_deals(game, bots, 5, 0, 3, fast=False)
    assert play_deals(game, bots, 5, 0, 3, fast=True) == whole
    assert play_deals(game, bots, 5, 2, 1, fast=True) == whole[2:]
    assert play_deals(game, bots, 6, 0, 3, fast=True) != whole


def test_every_deal_is_played_from_every_seat() -> None:
    played = Arena("truie", workers=1).play(("otto", "pip", "bella"), 1, 0.001)
    assert [table.seats for table in played.tables] == [
        ("otto", "pip", "bella"), ("pip", "bella", "otto"), ("bella", "otto", "pip"),
    ]  # fmt: skip


@pytest.mark.process
def test_neighbours_change_from_deal_to_deal() -> None:
    orders = [order_of(4, number) for number in range(6)]
    assert len(set(orders)) == 6
    assert {order[0] for order in orders} == {0}
    assert order_of(4, 6) == orders[0] == (0, 1, 2, 3)
    played = Arena("pig10", workers=1).play(("otto", "pip", "flat:1"), 2, 0.001)
    assert [table.seats for table in played.tables[3:]] == [
        ("otto", "flat:1", "pip"), ("flat:1", "pip", "otto"), ("pip", "otto", "flat:1"),
    ]  # fmt: skip


def test_shares_go_to_the_bot_whoever_sits_beside_it() -> None:
    match = Match(("a", "b", "c"))
    for number in range(2):
        seats = tuple("abc"[bot] for bot in order_of(3, number)) * 2
        turns = [seats[turned : turned + 3] for turned in range(3)]
        match.add(Deal([TableResult(turn, tuple(int(bot == "c") for bot in turn)) for turn in turns]))
    assert match.shares == [[0, 0, pytest.approx(1)]] * 2


def test_a_bot_against_itself_wins_exactly_its_share_of_every_deal() -> None:
    played = Arena("pig10", workers=1).play(("otto", "otto"), 5, 0.001)
    assert played.wins(0)[0] + played.wins(1)[0] == pytest.approx(1)


def test_shares_go_to_the_bot_wherever_it_sat() -> None:
    match = Match(("a", "b"))
    match.add(WON)
    assert match.shares == [[1.0, 0.0]]
    match.add(Deal([TableResult(("a", "b"), (4, 4)), TableResult(("b", "a"), (4, 4))]))
    assert match.shares[1] == [0.5, 0.5]


def test_a_match_ends_once_it_is_clear_enough() -> None:
    played = Arena("pig10", workers=2).play(("luna", "pip"), 400, 0.05)
    assert played.clear(0.05)
    assert len(played.shares) < 400
    assert played.wins(0)[0] > 0.9


def test_forty_wins_in_a_row_are_no_certainty() -> None:
    match = Match(("a", "b"))
    for _ in range(40):
        match.add(WON)
    assert match.wins(0)[0] == 1
    assert match.wins(0)[1] > 0.02


def test_who_meets_whom() -> None:
    assert matches(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert matches(["a", "b", "c"], 2, neighbours=True) == [("b", "a"), ("c", "b")]
    assert matches(["a", "b"], 4) == [("a", "b", "a", "b")]


def test_ratings_put_the_better_ones_first_at_any_table() -> None:
    tables = [TableResult(("weak", "strong", "middling"), (n % 3, 9, 5 + n % 2)) for n in range(60)]
    rated = ratings(tables)
    assert [rating.bot for rating in rated] == ["strong", "middling", "weak"]
    assert sum(rating.points for rating in rated) / 3 == pytest.approx(1500)
    assert "strong" in picture(rated, "Who <wins>?", "points")
    assert "Who &lt;wins&gt;?" in picture(rated, "Who <wins>?", "points")


@pytest.mark.parametrize("players", [2, 4])
def test_400_points_are_ten_to_one_at_any_table(players: int) -> None:
    seats, chance = tuple("abcd"[:players]), Random(1)
    arrivals = [[-chance.expovariate(10 if bot == "a" else 1) for bot in seats] for _ in range(8000)]
    tables = [TableResult(seats, tuple(round(1e9 * score) for score in scores)) for scores in arrivals]
    points = {rating.bot: rating.points for rating in ratings(tables)}
    for other in seats[1:]:
        assert points["a"] - points[other] == pytest.approx(400, abs=30)


def test_a_bot_that_fills_several_seats_is_not_rated_by_the_best_of_them() -> None:
    luck = Random(1)
    tables = [TableResult(("a", "b", "b", "b"), tuple(luck.sample(range(100), 4))) for _ in range(4000)]
    one, other = ratings(tables)
    assert one.points - other.points < one.error + other.error


def test_a_bot_that_is_none_is_refused() -> None:
    with pytest.raises(BadOption, match="clever"):
        Arena("pig10").check(["otto", "clever"])
    Arena("pig10").check([*ladder(game_type("pig10")), f"cmd:{sys.executable} {EXAMPLE}"])
    for command in ("", "'x", "/no/such/program"):
        with pytest.raises(BadOption, match="program"):
            Arena("pig10").check(["otto", f"cmd:{command}"])


@pytest.mark.parametrize("name", ["flat:", "flat:0", "flat:-3", "flat:many", "flat:1000001", "flat:1" + "0" * 5000])
def test_a_number_of_playouts_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="from 1 to 1000000"):
        Arena("pig10").check(["otto", name])


@pytest.mark.process
def test_flat_is_a_bot_in_the_arena_and_is_rated() -> None:
    arena = Arena("pig10", workers=1)
    arena.check(["otto", "flat:4"])
    rated = ratings(arena.play(("flat:4", "pip"), 1, 0.001).tables)
    assert {rating.bot for rating in rated} == {"flat:4", "pip"}


def test_bots_are_split_at_commas_outside_of_quotes() -> None:
    assert names_in(["otto, luna,,flat:10", "pip"]) == ["otto", "luna", "flat:10", "pip"]
    assert names_in(["cmd:python3 bot.py,otto"]) == ["cmd:python3 bot.py", "otto"]
    assert names_in([]) == names_in(["", " , "]) == []
    for command in ("cmd:python3 -c 'print(1,2)'", 'cmd:bot "a, \\"b,c"', "cmd:bot a\\,b"):
        assert names_in([command]) == [command]
        assert names_in([f"luna,{command},pip"]) == ["luna", command, "pip"]


@pytest.mark.process
def test_the_command_takes_bots_one_by_one_and_tells_what_a_program_forfeits() -> None:
    program = f"cmd:{sys.executable} -c 'print(1,2)'"
    words = ["arena", "pig10", "--bots", "pip,otto", "--bots", program, "--deals", "2"]
    done = subprocess.run([sys.executable, "-m", "piggery", *words], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    told = next(text for text in done.stdout.splitlines() if text.startswith(f"{program}: forfeited"))
    forfeited, moves = (int(number) for number in re.findall(r"forfeited (\d+) of its (\d+) moves", told)[0])
    assert forfeited == moves > 20


def test_a_step_is_told_by_where_its_interval_lies() -> None:
    assert ladders.standing(0.65, 0.03) == ladders.standing(0.59, 0.03) == "within"
    assert ladders.standing(0.57, 0.03) == ladders.standing(0.74, 0.03) == ladders.standing(0.65, 0.2) == "overlaps"
    assert ladders.standing(0.51, 0.03) == "outside, below"
    assert ladders.standing(0.79, 0.03) == "outside, above"


def test_the_ladder_claims_no_more_than_was_measured() -> None:
    clear, unclear = Match(("luna", "otto")), Match(("luna", "otto"))
    for deal in [WON] * 60 + [LOST] * 20:
        clear.add(deal)
    for deal in [WON, LOST] * 40:
        unclear.add(deal)
    above = {"luna": Rating("luna", 1600, 50), "otto": Rating("otto", 1400, 50)}
    below = {"luna": Rating("luna", 1490, 50), "otto": Rating("otto", 1510, 50)}
    assert ladders.contradictions(["otto", "luna"], [clear], {2: above, 4: above}) == []
    assert ladders.contradictions(["otto", "luna"], [unclear], {2: above}) == ["Luna does not clearly beat Otto"]
    assert ladders.contradictions(["otto", "luna"], [clear], {2: above, 4: below}) == [
        "Luna is rated below Otto at 4 players"
    ]


def test_the_page_of_the_ladder_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "ladder", lambda game: ["pip", "bella", "otto", "luna"])
    ladders.write(tmp_path / "ladder.md", 6, 0.03, 20, 0, lambda match: None)
    page = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert page.startswith("# The ladder, measured\n")
    assert page.count("| 120 |") == 6
    assert page.count("| Luna |") == 2
    assert (tmp_path / "ladder-truie.svg").exists()


def test_a_long_name_is_shortened_in_the_picture() -> None:
    drawn = picture([Rating("cmd:python3 examples/program.py", 1500, 10), Rating("luna", 1500, 10)], "", "")
    assert ">…s/program.py<" in drawn
    assert "python3" not in drawn


@pytest.mark.process
def test_a_program_is_asked_and_answers() -> None:
    bot = program("import json,sys\nfor t in sys.stdin: print(json.loads(t)['moves'][0], flush=True)")
    assert asked(bot) == "3=10"
    assert bot.conduct == Conduct(moves=1)


def test_a_program_is_told_what_its_seat_sees_and_no_more() -> None:
    told = question(RULES, SEEN, [], 100.0)
    assert told["hand"] == ["3", "4", "9"]
    assert told["position"] == "pig10 3,4,9/?3 4,3 7 0 -/- ?72"
    assert told["moves"] == sorted(RULES_MOVES)


RULES_MOVES = {"3=10", "3=3", "4=11", "9=16"}
MISBEHAVING: dict[str, tuple[str, float, str]] = {
    "crash": ("raise SystemExit(1)", 5000.0, ENDED),
    "nonsense": ("import os, sys\nfor t in sys.stdin: os.write(1, '☃ 6=99\\n'.encode())", 5000.0, ILLEGAL),
    "illegal": ("import sys\nfor t in sys.stdin: print('2=9', flush=True)", 5000.0, ILLEGAL),
    "silence": ("import sys\nfor t in sys.stdin: pass", 50.0, LATE),
    "deaf": ("import time\ntime.sleep(60)", 50.0, LATE),
    "farewell": ("import sys\nsys.stdin.readline()", 5000.0, ENDED),
}


@pytest.mark.process
@pytest.mark.parametrize("kind", MISBEHAVING)
def test_whatever_a_program_does_it_only_forfeits_its_move(kind: str) -> None:
    body, limit, reason = MISBEHAVING[kind]
    bot = program(body, limit)
    assert asked(bot) in RULES_MOVES
    assert bot.conduct == Conduct(moves=1, forfeits=1, reason=reason)


@pytest.mark.process
def test_a_program_that_never_stops_talking_forfeits() -> None:
    bot = program("import sys\nwhile True: sys.stdout.write('x' * 10000)", 300.0)
    assert asked(bot) in RULES_MOVES
    assert bot.conduct.forfeits == 1


@pytest.mark.process
def test_a_program_that_is_not_there_forfeits() -> None:
    bot = ExternalPlayer(RULES, "/no/such/program")
    assert asked(bot) in RULES_MOVES
    assert bot.conduct == Conduct(moves=1, forfeits=1, reason=ENDED)


@pytest.mark.process
def test_a_program_that_keeps_crashing_is_started_a_few_times_only() -> None:
    bot = program("raise SystemExit(1)")
    for _ in range(10):
        bot(SEEN, RULES.legal(SEEN), generator(1), [])
    bot.close()
    assert bot.take_conduct() == Conduct(moves=10, forfeits=10, restarts=3, reason=ENDED)
    assert bot.take_conduct() == Conduct()


@pytest.mark.process
def test_what_a_program_forfeits_comes_with_every_deal() -> None:
    crash = f"cmd:{sys.executable} -c 'raise SystemExit(1)'"
    match = Arena("pig10", workers=1).play((crash, "otto"), 2, 0.001)
    conduct = match.conduct[crash]
    assert conduct.forfeits == conduct.moves > 20
    assert (conduct.restarts, conduct.reason) == (3, ENDED)
    assert "otto" not in match.conduct


@pytest.mark.process
def test_a_program_that_does_not_want_to_end_ends_with_the_arena(tmp_path: Path) -> None:
    script, number = tmp_path / "deaf.py", tmp_path / "number"
    script.write_text(
        "import os, pathlib, sys, time\n"
        f"pathlib.Path({str(number)!r}).write_text(str(os.getpid()))\n"
        "for line in sys.stdin: print('nonsense', flush=True)\n"
        "time.sleep(600)\n"
    )
    Arena("pig10", workers=1).play((f"cmd:{sys.executable} {script}", "otto"), 1, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


def test_the_reason_met_first_is_told() -> None:
    good, bad = Conduct(moves=4), Conduct(5, 1, 0, LATE) + Conduct(3, 2, 1, ENDED)
    matches = [Match(("a", "b")), Match(("b", "a"))]
    for match in matches:
        match.add(Deal(WON.tables, {"a": good, "b": bad}))
    assert conduct_told(matches, "en") == [
        "a: forfeited none of its 8 moves",
        "b: forfeited 6 of its 16 moves (first: it answered late); restarted: 2",
    ]


@pytest.mark.process
def test_a_program_that_never_listens_is_not_waited_for() -> None:
    bot = program("while True: print('3=3')")
    rules = game_type("pig10")
    try:
        for number in range(5):
            assert len(play_game(rules, [bot, bot], Random(number), number)) == 2
        assert bot.conduct.forfeits > 0
    finally:
        bot.close()


@pytest.mark.process
@pytest.mark.parametrize("game", game_types())
def test_the_example_plays_whole_games_without_a_forfeit(game: str) -> None:
    rules = game_type(game)
    bot = ExternalPlayer(rules, f"{sys.executable} {EXAMPLE}", 20_000.0)
    try:
        play_game(rules, [bot, bot], Random(1), 1)
        assert bot.conduct.forfeits == 0
    finally:
        bot.close()
