"""Odds: exact, against every hand counted one by one."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from coaching import seen
from piggery.bots import odds
from piggery.engine.bags import cards_in, members
from piggery.games.checks import parse_move
from piggery.games.pig10 import GAME as PIG10
from piggery.games.pig10 import odds as pig10_odds
from piggery.games.pig10.rules import Pig10State
from piggery.games.registry import game_type
from piggery.words import say
from worlds import seen_in


@pytest.mark.parametrize("hand", range(5))
@pytest.mark.parametrize("wanted", range(5))
def test_odds_are_those_of_every_hand_counted_one_by_one(wanted: int, hand: int) -> None:
    hands = list(combinations(range(7), hand))
    without = [cards for cards in hands if all(card >= wanted for card in cards)]
    assert odds.none_of(wanted, 7, hand) == Fraction(len(without), len(hands))


def by_hand(position: str, move: str, wanted: Callable[[list[int]], bool]) -> Fraction:
    """How many of all hands that the next player may hold are as wanted, once this move is made."""
    shown = seen_in(PIG10, position)
    after = pig10_odds.after_turn(shown, parse_move(PIG10, shown, move))
    hands = list(combinations(cards_in(odds.unseen(game_type("pig10"), shown)), shown.held[after.turn]))
    return Fraction(sum(wanted(calls_of(after, hand)) for hand in hands), len(hands))


def calls_of(state: Pig10State, hand: tuple[int, ...]) -> list[int]:
    holding = state.copy()
    holding.hands[holding.turn] = sum(1 << (4 * card) for card in set(hand))
    return [int(PIG10.move_text(holding, move).split("=")[1]) for move in members(PIG10.legal(holding))]


SMALL = [
    ("pig10 3,9/1,2,5 4,1 5 0 -/- 0,1,1,8,10", "3=8"),
    ("pig10 3,9/9,2,5 4,1 5 0 -/- 9,9,7,8,10", "3=8"),
    ("pig10 0,9/9,2,5 4,4 8 0 -/- 10,9,7,8,10", "0=0"),
    ("pig10 6,9/6,2,5 - 0 0 -/- 6,9,7,8,10,4", "6=6"),
    ("pig10 3,9/1,2/5,5,8 4,1 5 0 -/-/- -", "3=8"),
]


@pytest.mark.parametrize(("position", "move"), SMALL)
def test_the_chance_that_the_next_player_makes_ten_is_exact(position: str, move: str) -> None:
    shown = seen_in(PIG10, position)
    assert pig10_odds.hit(shown, parse_move(PIG10, shown, move)) == by_hand(position, move, lambda calls: 10 in calls)


@pytest.mark.parametrize(("position", "move"), SMALL)
def test_the_chance_that_the_next_player_can_only_go_over_is_exact(position: str, move: str) -> None:
    shown = seen_in(PIG10, position)
    chance = pig10_odds.bust(shown, parse_move(PIG10, shown, move))
    assert chance == by_hand(position, move, lambda calls: min(calls) > 10)


def test_who_is_not_the_right_neighbour_of_the_next_player_wins_nothing_by_a_trap() -> None:
    shown = seen_in(PIG10, "pig10 1,1/-/9,9 8 8 0 -/-/- -")
    assert pig10_odds.bust(shown, parse_move(PIG10, shown, "1=9")) == 0


def test_the_chance_to_hold_a_card_is_exact() -> None:
    rules, shown = seen("truie 2,3/4,L 7 0 - 1:0 0/0 - 4,5,6")
    hands = list(combinations([4, 13, 4, 5, 6], 2))
    assert odds.holds(rules, shown, [4], [1]) == Fraction(sum(4 in hand for hand in hands), len(hands))


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "never"),
        (Fraction(1, 300), "almost never"),
        (Fraction(1, 100), "1 time out of 100"),
        (Fraction(38, 100), "38 times out of 100"),
        (Fraction(299, 300), "almost always"),
        (Fraction(1), "for sure"),
    ],
)
def test_a_chance_is_said_in_hundredths_and_never_rounded_to_certainty(chance: Fraction, words: str) -> None:
    assert say(odds.times(chance)) == words
