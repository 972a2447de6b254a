"""Search: the same compiled and interpreted, sure of what it says, and exact where everything can be worked out."""

from itertools import count as counting
from random import Random

import pytest

from coaching import seen
from endings import best, ending
from piggery.bots import search
from piggery.bots.guessing import NEVER, ROOM, deal_of, likely, memory
from piggery.bots.levels import player
from piggery.bots.model import CERTAIN, model_of
from piggery.bots.search import Effort, PastTurn, Search, warm
from piggery.core.notation import parse_position
from piggery.engine.bags import cards_in, count, members, size
from piggery.engine.compiled import available
from piggery.engine.kernel import generator
from piggery.games.checks import parse_move, view_of
from piggery.games.pig10 import GAME as PIG10
from piggery.games.pig10 import endings as last_cards
from piggery.games.pig10.value import KNOWN, LACKING
from piggery.games.registry import game_type
from piggery.games.truie import GAME as TRUIE
from piggery.games.truie import model as truie_model
from worlds import seen_in, state_of

RULES = game_type("pig10")
NOTICE = model_of(RULES).notice
TEN = "pig10 3,4,9/?3 4,3 7 0 -/- ?72"  # a 3 makes ten
OUT = "truie 3,5/?7 2 0 - 4:0 0/0 - ?62"  # 2 + 3 = 5, and the game is won
FOUR = "pig10 1,4,9/?3/?3/?3 2,5,1 8 0 -/-/-/- ?65"


def turn(position: str, move: str) -> PastTurn:
    """A turn that was taken, as everybody saw it."""
    rules, state = parse_position(position)
    return PastTurn(view_of(rules, state, -1), parse_move(rules, state, move))


BEFORE = [
    turn("pig10 ?3/5,6,7/?3/?3 2 2 1 -/-/-/- ?67", "5=7"),
    turn("pig10 ?3/?3/1,6,7/?3 2,5 7 2 -/-/-/- ?66", "1=8"),
]


@pytest.mark.parametrize("plies", [-1, 8])  # as the game likes it, and by a formula
@pytest.mark.parametrize("position", [TEN, FOUR, OUT])
def test_compiled_and_interpreted_think_the_same(position: str, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert available(), "Numba is part of the tests' requirements"
    rules, one = seen(position)
    plan, past = Effort(deals=12, plies=plies), BEFORE if position == FOUR else ()
    monkeypatch.setattr(search, "_compiled", set())
    slow = Search(rules, one, past, plan)
    slow.add_deals(12, generator(1))
    warm(rules)
    fast = Search(rules, one, past, plan)
    fast.add_deals(12, generator(1))
    assert (slow.fast, fast.fast) == (False, True)
    assert slow.sums == fast.sums
    assert slow.favourite(generator(1)) == fast.favourite(generator(1))


def test_what_others_lack_by_their_last_turn_is_known_before_and_after_thinking() -> None:
    rules, one = seen(FOUR)
    found = Search(rules, one, BEFORE, Effort(deals=4), fast=False)
    assert [found._parts[-1][KNOWN + seat] for seat in range(4)] == [0, 15 << 4 * 8, 15 << 4 * 3, 0]
    first = found.favourite(generator(1))
    found.add_deals(4, generator(1))
    assert found.favourite(generator(1)) == first
    assert [found._parts[-1][LACKING + seat] for seat in range(4)] == [0, 15 << 4 * 8, 15 << 4 * 3, 0]


@pytest.mark.parametrize(("position", "best_move"), [(TEN, "3=10"), (OUT, "+3=5")])
def test_the_best_move_is_found(position: str, best_move: str) -> None:
    rules, one = seen(position)
    thoughts = Search(rules, one, (), Effort(deals=60)).run(generator(1))
    assert rules.move_text(one, thoughts[0].move) == best_move
    assert thoughts[0].error == 0
    assert all(thought.chance <= thoughts[0].chance for thought in thoughts)
    assert len(thoughts) == len(members(rules.legal(one)))


def test_more_deals_make_it_surer() -> None:
    rules, one = seen(TEN)
    few, many = (Search(rules, one, (), Effort(deals=n), available()).run(generator(1))[-1].error for n in (20, 500))
    assert many < few / 2


def test_it_stops_when_the_time_is_up() -> None:
    rules, one = seen(TEN)
    ticks = counting()
    found = Search(rules, one, (), Effort(milliseconds=10))
    found.run(generator(1), clock=lambda: next(ticks) / 1000)
    assert 1 <= len(found.sizes) <= 10


def test_it_can_be_asked_to_think_on() -> None:
    rules, one = seen(TEN)
    found, rng = Search(rules, one, (), Effort(deals=10)), generator(1)
    found.run(rng)
    found.run(rng)
    assert sum(found.sizes) == 20


def test_a_deal_looks_the_same_to_the_one_who_guesses() -> None:
    rules, one = seen("pig10 3,4,9/?3/?3 4,3 7 0 1,9/2,8,5/- ?64")
    dealt = one.copy()
    deal_of(rules)(dealt, [0] * 200, generator(3), [0] * (8 * ROOM), [0] * 20)
    assert view_of(rules, dealt, 0) == one
    assert rules.known(dealt) == dealt.deck


def times_likely(told: list[int], *hand: int) -> int:
    """In how many of a thousand games somebody in seat 1 with these cards now would have played like that."""
    rng = generator(5)
    return sum(likely([*hand, *[0] * 9], len(hand), told, ROOM, rng) for _ in range(1000))


def told_by(position: str, move: str) -> list[int]:
    rules, before = parse_position(position)
    return memory([(before, parse_move(rules, before, move))], NOTICE, 2, 0)


def test_nobody_keeps_what_they_would_have_played() -> None:
    told = told_by("pig10 3,4,9/1,5,5 4,3 7 1 -/- ?72", "1=8")
    assert times_likely(told, 3, 9, 3) == 0  # a 3 makes ten; the last card was drawn since
    assert times_likely(told, 8, 9, 3) == 1000  # the others would have gone over
    assert 430 < times_likely(told, 2, 9, 2) < 570  # a 2 might have been laid as well


def test_who_goes_over_had_nothing_better() -> None:
    told = told_by("pig10 3,4,9/7,8,9 4,3 7 1 -/- ?72", "8=15")
    better = [card for card in range(11) if times_likely(told, card, card, card) == 0]
    assert better == [0, 1, 2, 3, 5, 7]  # a frog, what stays under eleven, a pigmaid, the same number


def test_two_turns_tell_more_than_one() -> None:
    rules, first = parse_position("pig10 3,4,9/1,5,9 4,3 7 1 -/- ?72")
    _, second = parse_position("pig10 3,4,9/2,5,9 4,1 5 1 -/- ?70")
    turns = [(first, parse_move(rules, first, "1=8")), (second, parse_move(rules, second, "2=7"))]
    newest, both = (memory(turns, NOTICE, n, 0) for n in (1, 2))
    assert 0 < times_likely(both, 3, 9, 9) < times_likely(newest, 3, 9, 9)  # a 3 made ten in the turn before


def test_a_player_with_another_aim_tells_nothing() -> None:
    told = told_by("pig10 3,4,9/5,5,9 4,1 5 1 -/- ?72", "5=0")  # and not 10
    assert times_likely(told, 5, 1, 9) == 1000


def test_the_guessed_hands_keep_to_it() -> None:
    told = told_by("pig10 3,4,9/1,5,5 4,3 7 1 -/- ?72", "1=8")
    rules, now = seen("pig10 3,4,9/?3 4,3,1 8 0 -/- ?71")
    threes = 0
    for seed in range(400):
        dealt = now.copy()
        deal_of(rules)(dealt, [0] * 200, generator(seed), told, [0] * 20)
        threes += count(dealt.hands[1], 3) > 1
        assert size(dealt.hands[1]) == dealt.held[1]
    assert threes <= 8  # of those who play quite otherwise


def test_who_draws_in_truie_could_not_lay_what_always_can_be_laid() -> None:
    before = state_of(TRUIE, "truie 2,3,5/?7 7 0 - 1:0 0/0 - ?61")
    kept, _, _, *rivals = truie_model.notice(before, parse_move(TRUIE, before, "draw"))
    assert [TRUIE.names[card] for card, rival in enumerate(rivals) if rival == NEVER] == ["7", "F", "H", "L"]
    assert kept == 3


def test_a_hunch_about_oneself_is_none() -> None:
    rules, one = seen(TEN)
    found = Search(rules, one, [PastTurn(one, parse_move(rules, one, "4=11"))], Effort(deals=2))
    assert [thought.move for thought in found.run(generator(1))]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_chances_of_all_add_up_to_one(players: int) -> None:
    hands = "/".join(["1,4,9"] * players)
    _, state = parse_position(f"pig10 {hands} - 0 0 {'/'.join(['2'] * players)} 3,6,7")
    model = model_of(RULES)
    chances = [model.chance(state, seat, [0] * 4, model.scale(state, 0, ())) for seat in range(players)]
    assert sum(chances) == pytest.approx(1_000_000, abs=players)


def test_endings_are_played_as_minimax_plays_them() -> None:
    chance, bot = Random(3), player(RULES, "minerva")
    for number in range(150):
        state = ending(chance)
        one = view_of(PIG10, state, state.turn)
        assert last_cards.solvable(one)
        assert bot(one, RULES.legal(one), generator(number), []) in best(state)


def test_larger_hands_are_worked_out_too_where_nothing_is_hidden() -> None:
    chance = Random(4)
    for _ in range(40):
        state = ending(chance, 4)
        one = view_of(PIG10, state, state.turn)
        assert last_cards.solvable(one)
        assert last_cards.best(one) in best(state)


@pytest.mark.parametrize(
    ("position", "solvable"),
    [
        ("pig10 1,2,3,5,6/3,4,6,7,8 5 5 0 -/- -", True),
        ("pig10 1,2,3,4,5,6,7,8,9/3 5 5 0 -/- -", True),
        ("pig10 1,1,1,2,2,2/3,3,3,4,4,4 5 5 0 -/- -", True),
        ("pig10 1,2,3,5,6,7/3,4,6,7,8 5 5 0 -/- -", False),
        ("pig10 1,2,3,5,6/3,4,6,7,8/9 5 5 0 -/-/- -", False),
    ],
)
def test_between_two_ten_cards_can_be_worked_out_and_more_if_some_are_alike(position: str, solvable: bool) -> None:
    assert last_cards.solvable(seen_in(PIG10, position)) is solvable
    state = state_of(PIG10, position)
    assert last_cards.solvable(state) is solvable


def test_a_large_ending_between_two_ends_as_minimax_says() -> None:
    state = state_of(PIG10, "pig10 1,2,3,5,6/3,4,6,7,8 5 5 0 -/- -")
    assert last_cards.best(state) in best(state)


@pytest.mark.parametrize(("won", "share", "lead"), [("9,9,9,8", 0, -2), ("9,9", 0.5, 0), ("9", 1, 1)])
def test_what_was_won_before_counts_in_the_end(won: str, share: float, lead: int) -> None:
    """The last 3 makes ten, and wins two cards."""
    state = state_of(PIG10, f"pig10 3/- 7 7 0 -/{won} -")
    worth = last_cards.solve(state)[parse_move(PIG10, state, "3=10")]
    assert worth == share * CERTAIN + lead * last_cards.LEAD


def test_with_more_players_every_deal_of_the_last_cards_is_weighed() -> None:
    one = seen_in(PIG10, "pig10 3,8/?1/?1 7 7 0 1,1/2,2/4,4 -")
    unknown = last_cards.deals(one)
    found = {tuple(tuple(cards_in(hand)) for hand in state.hands[1:3]): ways for state, ways in unknown}
    assert len(found) > 1
    assert last_cards.best(one) == parse_move(PIG10, one, "3=10")


def test_a_large_ending_is_searched_and_not_worked_out() -> None:
    one = seen_in(PIG10, "pig10 1,2,3/?3/?3/?3 4 4 0 -/-/-/- -")
    assert not last_cards.solvable(one)
