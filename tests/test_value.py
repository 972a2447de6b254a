"""What a position of Pig 10 is worth: what is looked at, and that the learned function knows a good move."""

import pytest

from piggery.engine.bags import count, size
from piggery.games.checks import parse_move
from piggery.games.pig10 import GAME
from piggery.games.pig10.value import (
    BUST,
    HAND,
    HIT,
    INPUTS,
    LACKING,
    LACKS,
    LAST,
    LEAD,
    LENGTH,
    ROOM,
    STAKE,
    UNIT,
    UNSEEN,
    VALUE,
    best,
    chance,
    feeling,
    lacking,
    learned,
    look,
    weights,
)
from worlds import seen_in, state_of

OPEN = "pig10 3,4,9/?3 4,3 7 0 1,9/8,8,8 ?67"  # 7 lies there; a 3 makes ten


def looked(position: str, move: str, lacks: int = 0) -> list[int]:
    """What is seen after a move, if the next player lacks these kinds."""
    seen, x = seen_in(GAME, position), [0] * INPUTS
    look(seen, parse_move(GAME, seen, move), 1, x, 0, [0, lacks], 0)
    return x


def mask(*wanted: int) -> int:
    return sum(15 << 4 * kind for kind in wanted)


def kinds(x: list[int], at: int) -> dict[int, float]:
    return {kind: n / UNIT for kind, n in enumerate(x[at : at + 11]) if n}


def test_what_is_kept_what_lies_there_and_what_nobody_has_seen() -> None:
    x = looked("pig10 1,4,9/?3 4,3 7 0 1,9/8,8,8 ?67", "1=8")
    assert kinds(x, HAND) == {4: 1, 9: 1}
    assert kinds(x, VALUE) == {8: 1}
    assert kinds(x, LAST) == {1: 1}
    assert x[STAKE] == 3 * UNIT // 4
    assert kinds(x, UNSEEN)[8] == (count(GAME.standard, 8) - 3) / 4


def test_a_ten_is_ones_own_and_what_goes_over_the_right_neighbours() -> None:
    ten, over = looked(OPEN, "3=10"), looked(OPEN, "9=16")
    assert kinds(ten, VALUE) == kinds(over, VALUE) == {10: 1}  # the middle is empty
    assert ten[STAKE] == over[STAKE] == 0
    assert ten[LEAD] > 0 > over[LEAD]  # 5 to 3, and 2 to 6


def test_only_the_odds_of_the_next_player_count() -> None:
    twos = count(GAME.standard, 2)
    none_left = f"pig10 1,4,9/?3 4,3 7 0 {','.join(['2'] * twos)}/- ?{size(GAME.standard) - 8 - twos}"
    assert looked(none_left, "1=8")[HIT] == 0  # no 2 is left to make ten
    assert 0 < looked(OPEN.replace("3,4,9", "1,4,9"), "1=8")[HIT] < UNIT
    assert looked(none_left, "1=8")[BUST] > 0


def test_who_calls_neither_ten_nor_over_lacks_what_makes_ten_and_who_goes_over_lacks_all_else() -> None:
    state = state_of(GAME, OPEN)  # 7 lies there, the 3 was laid last
    assert lacking(state, parse_move(GAME, state, "3=10")) == 0
    assert lacking(state, parse_move(GAME, state, "9=16")) == mask(0, 1, 2, 3, 5, 7)
    assert lacking(state, parse_move(GAME, state, "3=3")) == 0  # it would have made ten: somebody with another aim
    state = state_of(GAME, "pig10 2,4,9/?3 4,3 7 0 -/- ?72")
    assert lacking(state, parse_move(GAME, state, "2=9")) == mask(3)
    state = state_of(GAME, "pig10 3,4,9/?3 - 0 0 -/- ?74")
    assert lacking(state, parse_move(GAME, state, "9=9")) == mask(10)


def test_a_card_that_was_not_laid_is_held_only_if_it_was_drawn_since() -> None:
    one = "pig10 1,4,9/?3 4,3 7 0 1,9/8,8,8 ?67"
    known, lacks = looked(one, "1=8"), looked(one, "1=8", mask(2))
    assert 0 < lacks[HIT] < known[HIT] / 2
    assert kinds(known, LACKS) == {}
    assert kinds(lacks, LACKS) == {2: 1}
    assert looked(one.replace("?3", "?2").replace("?67", "-"), "1=8", mask(2))[HIT] == 0


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_there_are_weights_for_every_number_of_players(players: int) -> None:
    assert len(weights(players)) == LENGTH
    assert weights(players)[ROOM:] == [0] * (LENGTH - ROOM)
    assert min(learned()) == 2


def test_it_likes_a_ten_better_than_going_over() -> None:
    state = state_of(GAME, OPEN)
    net = weights(2)

    def felt(move: str) -> int:
        look(state, parse_move(GAME, state, move), 1, net, ROOM, net, LACKING)
        return feeling(net)

    assert felt("3=10") > max(felt("4=11"), felt("9=16"))
    assert best(state, GAME.legal(state), net) == parse_move(GAME, state, "3=10")


def test_the_chance_of_somebody_far_ahead_is_good_and_of_somebody_far_behind_bad() -> None:
    many, few = "1,1,1,1,2,2,2,2,3,3,3,4,6,6,6,6,7,7,7,7", "9,9"
    net = weights(2)
    ahead, behind = (state_of(GAME, f"pig10 3,4,9/?3 4 4 0 {won} ?51") for won in (f"{many}/{few}", f"{few}/{many}"))
    assert chance(ahead, 0, net) > 900_000 > 600_000 > chance(behind, 0, net)
