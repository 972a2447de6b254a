"""The laboratory: games counted by hand, the same compiled and interpreted, and what the counts say."""

from math import inf, isnan
from threading import Event

import pytest

from piggery.engine.bags import cards_in
from piggery.engine.kernel import generator
from piggery.errors import BadOption
from piggery.games.checks import deck_of
from piggery.games.pig10 import counts as pig10
from piggery.games.pig10.counts import called, had, saying
from piggery.games.pig10.rules import ADD, SET, SUBTRACT
from piggery.games.registry import game_type
from piggery.games.truie import counts as truie
from piggery.lab import play as lab_play
from piggery.lab import trial
from piggery.lab.counts import CAPPED, GAMES, LENGTHS, OWN, SCORES, TURNS, UNCLAIMED, WINS, WON
from piggery.lab.measures import edge, slope, sum_of, turn_more, turns, wins, won
from piggery.lab.play import ROOM, pile_of, play, room
from piggery.lab.setting import Setting
from piggery.lab.tally import Tally, added, clear, difference, lead, student
from piggery.lab.trial import BATCHES, Plan, run
from piggery.sim.play import CAP
from piggery.sim.summary import SHARE, Mean

NO_PIG10 = {str(card): 0 for card in range(11)}
NO_TRUIE = {str(card): 0 for card in range(1, 11)} | {"F": 0, "H": 0, "L": 0, "D": 0}
TENS = Setting("pig10", ("greedy", "greedy"), {**NO_PIG10, "10": 15})
FROGS = Setting("pig10", ("greedy", "greedy"), {**NO_PIG10, "0": 8})
FIVES = Setting("truie", ("greedy", "greedy"), {**NO_TRUIE, "5": 15})
LINE_UPS = [
    Setting("pig10", ("luna",) * 4),
    Setting("pig10", ("luna", "random", "otto"), {"0": 15, "10": 0}),
    Setting("truie", ("luna", "bella")),
    Setting("truie", ("greedy",) * 3, {"D": 0}, {"rounds": 2, "lucky": "copy", "grunting": "auto"}),
]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games need no compiler."""
    monkeypatch.setattr(trial, "available", lambda: False)
    monkeypatch.setattr(lab_play, "available", lambda: False)


def tally(setting: Setting, batches: list[dict[int, int]]) -> Tally:
    """Counts written by hand."""
    lines = [[batch.get(at, 0) for at in range(room(setting))] for batch in batches]
    return Tally(setting, [one[:-LENGTHS] for one in lines], added([one[-LENGTHS:] for one in lines]))


# Games counted by hand


def test_a_deck_of_tens_is_a_ten_a_turn_and_whoever_starts_has_one_more() -> None:
    counts = play(TENS, 1, 0, 3)
    assert counts[GAMES] == 3
    assert counts[TURNS] == counts[pig10.MAY] == 3 * 15
    assert counts[pig10.sum_at(pig10.EMPTY, 0, 10)] == 3 * 15
    assert counts[pig10.THEN + 10 * pig10.OUTCOMES + pig10.TEN_NOW] == 3 * 15
    assert counts[WINS : WINS + 2] == [3 * SHARE, 0]
    assert counts[SCORES : SCORES + 2] == [3 * 8, 3 * 7]
    assert counts[pig10.had_at(10, 8)] == counts[pig10.had_at(10, 7)] == 3
    assert counts[pig10.had_at(10, 8) + 1] == 3 * SHARE
    assert counts[pig10.had_at(10, 7) + 1] == 0


def test_a_deck_of_frogs_is_won_by_nobody() -> None:
    counts = play(FROGS, 1, 0, 2)
    assert counts[UNCLAIMED] == 2 * 8
    assert counts[pig10.sum_at(pig10.EMPTY, 0, 0)] == 2
    assert counts[pig10.sum_at(SET, 0, 0)] == 2 * 7
    assert counts[pig10.THEN + pig10.GOES_ON] == 2 * 7
    assert counts[pig10.THEN + pig10.LAST] == 2
    assert counts[WINS : WINS + 2] == [SHARE, SHARE]


def test_a_deck_of_fives_is_matched_until_the_starter_is_out() -> None:
    counts = play(FIVES, 1, 0, 2)
    rounds = 2 * 4
    assert counts[truie.ROUNDS] == rounds
    assert counts[TURNS] == rounds * 13  # grunts are no turns
    assert counts[truie.DID + truie.FREE * truie.WAYS + truie.MATCH] == rounds * 13
    assert counts[truie.PLACES : truie.PLACES + 2] == [rounds * SHARE, 0]
    assert counts[WINS : WINS + 2] == [SHARE, SHARE]  # each starts two rounds
    assert counts[SCORES] == counts[SCORES + 1] == 2 * 2 * -5
    assert counts[truie.had_at(5, 7) : truie.had_at(5, 7) + 3] == [2 * rounds, rounds * SHARE, -5 * rounds]
    assert counts[truie.ENDS] == 2
    assert counts[truie.HEAPS] == 2 * 2


def test_every_turn_is_counted_once_in_every_way() -> None:
    counts = play(Setting("pig10", ("luna",) * 3), 2, 0, 5)
    assert sum(counts[pig10.SUMS : pig10.MAY]) == counts[TURNS] == 5 * 80
    assert sum(counts[pig10.THEN : pig10.HAD]) == 5 * 80
    laid = play(Setting("truie", ("bella",) * 3), 2, 0, 3)
    assert sum(laid[truie.DID : truie.COST]) == laid[TURNS]
    assert laid[truie.ROUNDS] == 3 * 4
    pairs = sum(laid[truie.ADDED : truie.WILD])
    ways = [truie.DID + demand * truie.WAYS + way for demand in range(3) for way in (truie.PLUS, truie.MINUS)]
    assert pairs == sum(laid[at] for at in ways) > 0
    assert laid[truie.DID + truie.FARMED * truie.WAYS + truie.SEND_HOG] == 0  # rule 4


def test_a_hog_makes_the_next_player_draw() -> None:
    counts = play(Setting("truie", ("luna",) * 3), 5, 0, 4)
    hunted = counts[truie.DID + truie.HUNTED * truie.WAYS : truie.DID + (truie.HUNTED + 1) * truie.WAYS]
    assert hunted[truie.TAKE] > 0
    assert counts[truie.COST + truie.TAKE] == 10 * hunted[truie.TAKE]
    assert counts[truie.COST + truie.SEND_HOG] == 0


def test_a_game_that_would_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_play, "CAP", 10)
    counts = play(Setting("truie", ("random",) * 2), 1, 0, 3)
    assert counts[CAPPED] == counts[GAMES] == 3


# Common random numbers


@pytest.mark.usefixtures("needs_numba")
@pytest.mark.parametrize("setting", LINE_UPS)
def test_compiled_and_interpreted_count_the_same(setting: Setting) -> None:
    assert play(setting, 7, 3, 4, fast=True) == play(setting, 7, 3, 4, fast=False)


def test_deals_are_the_same_however_they_are_cut() -> None:
    setting = Setting("pig10", ("luna", "random"))
    assert added([play(setting, 1, 0, 3), play(setting, 1, 3, 4)]) == play(setting, 1, 0, 7)
    assert play(setting, 1, 0, 3) != play(setting, 2, 0, 3)


def test_cards_that_two_decks_share_lie_in_the_same_order() -> None:
    rules = game_type("pig10")
    piles = []
    for copies in ({}, {"10": 0}):
        cards = [0] * ROOM
        left = pile_of(deck_of(rules, copies), [0] * ROOM, cards, generator(3))
        piles.append(cards[:left])
    assert [card for card in piles[0] if card != 10] == piles[1]
    assert sorted(piles[0]) == cards_in(rules.standard)
    assert piles[0] != sorted(piles[0])


def test_where_bots_differ_each_deal_is_played_from_every_seat() -> None:
    setting = Setting("pig10", ("luna", "pip", "pip"))
    counts = play(setting, 1, 0, 10)
    assert counts[GAMES] == 30
    assert sum(counts[WON : WON + 3]) == sum(counts[WINS : WINS + 3]) == 30 * SHARE
    assert counts[WON] > 15 * SHARE
    assert Setting("pig10", ("luna",) * 3).seatings == 1


# What the counts say


def test_a_mean_has_the_interval_that_its_batches_give() -> None:
    found = tally(TENS, [{GAMES: 10, TURNS: n} for n in (100, 120, 140, 160)]).mean(turns)
    assert found.value == 13
    assert found.error == pytest.approx(student(3) * (20 / 3) ** 0.5 / 2)


def test_students_factor_is_the_known_one() -> None:
    for freedom, known in ((1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (6, 2.447), (9, 2.262), (99, 1.984)):
        assert student(freedom) == pytest.approx(known, abs=0.002)


def test_what_never_happened_leaves_room_for_three() -> None:
    never = tally(TENS, [{GAMES: 50}, {GAMES: 50}])
    assert never.share(wins(0)).value == 0
    assert never.share(wins(0)).error == pytest.approx(3 / 100)
    assert never.mean(turns) == Mean(0, 0)
    assert isnan(never.mean(sum_of([TURNS], [UNCLAIMED])).value)
    assert tally(TENS, [{GAMES: 5}]).mean(turns).error == inf


def test_two_settings_on_the_same_deals_are_compared_batch_by_batch() -> None:
    first = tally(TENS, [{GAMES: 10, TURNS: n} for n in (100, 120, 140)])
    later = tally(TENS, [{GAMES: 10, TURNS: n + 5} for n in (100, 120, 140)])
    assert first.mean(turns).error > 1
    more = difference(later, first, turns)
    assert more.value == pytest.approx(0.5)
    assert more.error == pytest.approx(0, abs=1e-9)


def test_an_edge_is_what_is_beyond_the_fair_share() -> None:
    found = tally(TENS, [{GAMES: 4, WINS: 3 * SHARE, WON: SHARE}, {GAMES: 4, WINS: 3 * SHARE, WON: SHARE}])
    assert found.mean(edge(0, 2)).value == 0.25
    assert found.mean(won(0)).value == 0.25


def test_quantiles_of_the_length() -> None:
    lengths = room(FIVES) - LENGTHS
    found = tally(FIVES, [{GAMES: 10, lengths + 20: 1, lengths + 30: 8, lengths + 50: 1}])
    assert [found.quantile(part) for part in (0.1, 0.5, 0.9, 0.95)] == [20, 30, 30, 50]


def test_the_longest_game_there_can_be_is_told_as_long_as_it_is() -> None:
    at = room(FIVES) - LENGTHS
    found = tally(FIVES, [{GAMES: 4, at + 1663: 2, at + CAP: 2}])
    assert [found.quantile(part) for part in (0.5, 1)] == [1663, CAP]


def test_a_game_of_more_than_a_thousand_turns_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_play, "CAP", 2_000)
    found = run(Plan([Setting("truie", ("random",) * 2)], 20, 2)).tallies[0]
    assert found.quantile(1) > 1_024
    assert sum(n * games for n, games in enumerate(found.lengths)) == found.totals[TURNS]


def test_how_far_two_settings_are_from_the_plain_game_is_compared_either_way() -> None:
    def batches(*more: int) -> Tally:
        return tally(TENS, [{GAMES: 10, TURNS: n + at} for n, at in zip((100, 120, 140), more, strict=True)])

    plain, up, down = batches(0, 0, 0), batches(30, 30, 30), batches(-20, -20, -20)
    assert lead(up, down, plain, turns).value == pytest.approx(1)
    assert lead(up, down, plain, turns).error == pytest.approx(0, abs=1e-9)
    assert lead(down, up, plain, turns).value == pytest.approx(-1)
    assert lead(batches(30, 20, 40), up, plain, turns).error > 0.5


def test_what_a_turn_more_is_worth_is_the_first_seats_against_the_others() -> None:
    three = Setting("pig10", ("otto",) * 3)
    found = tally(three, [{GAMES: 10, WINS: 4 * SHARE, WINS + 1: 4 * SHARE, WINS + 2: 2 * SHARE}] * 2)
    assert found.mean(turn_more(2, 3)).value == pytest.approx(0.2)


def test_many_looks_want_a_clearer_difference() -> None:
    assert clear(Mean(1.1, 1))
    assert not clear(Mean(1.1, 1), looks=10)
    assert not clear(Mean(-0.9, 1))
    assert not clear(Mean(0, 0))


def test_what_a_card_is_worth_is_a_straight_line_through_the_hands() -> None:
    at = [pig10.had_at(0, k) for k in range(3)]
    share = [0.5, 0.4, 0.3]
    batch = dict.fromkeys(at, 100) | {place + 1: round(100 * SHARE * s) for place, s in zip(at, share, strict=True)}
    found = tally(TENS, [batch, batch])
    assert found.mean(slope(had(0), found.totals)).value == pytest.approx(-0.1)
    assert isnan(found.mean(slope(had(1), found.totals)).value)


def test_what_is_called() -> None:
    assert called(ADD, 7, 3) == called(SET, 4, 10) == called(pig10.EMPTY, 0, 10) == 10
    assert called(SUBTRACT, 9, 5) == 4
    assert pig10.sum_at(ADD, 7, 3) in saying(10)
    assert pig10.sum_at(SUBTRACT, 9, 5) not in saying(10)
    assert OWN <= min(saying(0)) < pig10.MAY


# Trials


def test_a_trial_plays_what_is_wanted_and_the_same_again() -> None:
    plan = Plan([Setting("pig10", ("otto",) * 2), Setting("pig10", ("luna", "otto", "otto"))], 40, 3)
    told: list[int] = []
    found, again = run(plan, told.append), run(plan)
    assert [one.games for one in found.tallies] == [14, 42]  # the same whole deals
    assert found.games == found.wanted == sum(told) == 56
    assert not found.stopped
    assert [one.totals for one in found.tallies] == [one.totals for one in again.tallies]


def test_all_settings_meet_the_same_deals_in_the_same_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, mixed = Setting("pig10", ("luna",) * 4), Setting("pig10", ("luna", "otto", "otto", "otto"))
    dealt: dict[tuple[str, ...], list[tuple[int, int]]] = {alone.bots: [], mixed.bots: []}

    def noted(setting: Setting, seed: int, first: int, deals: int) -> list[int]:
        dealt[setting.bots].append((first, deals))
        return play(setting, seed, first, deals)

    monkeypatch.setattr(trial, "play", noted)
    run(Plan([alone, mixed], 40))
    assert dealt[alone.bots] == dealt[mixed.bots]
    assert sum(deals for _, deals in dealt[alone.bots]) == 10


@pytest.mark.usefixtures("needs_numba")
def test_on_all_cores_the_same_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan([Setting("pig10", ("otto",) * 2), Setting("pig10", ("otto",) * 3)], 200, 3)
    alone = run(plan)
    monkeypatch.undo()
    threaded = run(plan)
    assert [one.parts for one in alone.tallies] == [one.parts for one in threaded.tallies]
    assert len(threaded.tallies[0].parts) == 25 < BATCHES


def test_there_are_as_many_batches_for_a_hundred_million_games_as_for_a_thousand() -> None:
    few, many = Plan([TENS], 1_000), Plan([TENS], 100_000_000)
    assert few.batches == few.pieces == many.batches == BATCHES
    assert many.pieces == 100_000


def test_a_batch_in_pieces_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan([Setting("pig10", ("otto",) * 2), Setting("pig10", ("otto", "luna"))], 40)
    whole = run(plan)
    monkeypatch.setattr(trial, "PIECE", 2)
    assert plan.pieces == 4 * plan.batches
    assert [one.parts for one in run(plan).tallies] == [one.parts for one in whole.tallies]


def test_stopped_it_keeps_what_was_counted_in_every_setting() -> None:
    plan = Plan([Setting("pig10", ("otto",) * 2), Setting("pig10", ("otto",) * 3)], 80)
    stop, told = Event(), list[int]()

    def shown(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            stop.set()

    found = run(plan, shown, stop)
    assert found.stopped
    assert found.games == sum(told) == 2 * 24
    assert [len(one.parts) for one in found.tallies] == [3, 3]


def test_stopped_before_anything_can_be_said_it_ends() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        run(Plan([TENS], 40), stop=stop)


@pytest.mark.parametrize(
    ("setting", "games", "said"),
    [
        (TENS, 19, "too few"),
        (Setting("pig10", ("clever",) * 2), 40, "not a bot"),
        (Setting("pig10", ("minerva",) * 2), 40, "thinks before every move"),
        (Setting("pig10", ("otto",) * 9), 40, "players"),
        (Setting("truie", ("otto",) * 2, {}, {"lucky": "never"}), 40, "lucky"),
        (Setting("truie", ("otto",) * 2, {"5": 99}), 40, "copies"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anybody_waits(setting: Setting, games: int, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Plan([setting], games).check()
