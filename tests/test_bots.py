"""The simple bots: what they choose, and that they look at nothing hidden."""

import pytest
from hypothesis import given, settings

from piggery.bots.levels import player
from piggery.bots.minds import NAMES, bot
from piggery.core.notation import parse_position
from piggery.engine.bags import count, members
from piggery.engine.kernel import generator
from piggery.errors import BadOption
from piggery.games.checks import view_of
from piggery.games.registry import game_type
from piggery.games.truie import GAME as TRUIE
from piggery.games.truie.mind import shed
from piggery.games.truie.rules import DUNG
from worlds import Setup, played, setups, state_of, swap


def choices(position: str, name: str = "greedy") -> set[str]:
    """Everything the bot plays here in a hundred tries."""
    rules, state = parse_position(position)
    chosen = (bot(rules, name)(state, rules.legal(state), generator(seed)) for seed in range(100))
    return {rules.move_text(state, move) for move in chosen}


def test_greedy_calls_ten_if_possible() -> None:
    assert choices("pig10 1,2,3/9 7 7 0 -/- ?9") == {"3=10"}
    assert choices("pig10 5,2/9 5 5 0 -/- ?9") == {"5=10"}
    assert choices("pig10 10,2/9 - 0 0 -/- ?9") == {"10=10"}


def test_greedy_else_stays_under_ten_with_ties_at_random() -> None:
    assert choices("pig10 1,2,9/9 7 7 0 -/- ?9") == {"1=8", "2=9"}
    assert choices("pig10 0,5,9/9 8 8 0 -/- ?9") == {"0=0", "5=3"}
    assert choices("pig10 8,9/9 8 8 0 -/- ?9") == {"8=8"}


def test_greedy_else_plays_anything() -> None:
    assert choices("pig10 7,9/9 8 8 0 -/- ?9") == {"7=15", "9=17"}


def test_greedy_sheds_most_points() -> None:
    assert choices("truie 3,5,F/1,1,1,1 2 0 - 1:0 0/0 - 9") == {"F"}
    assert choices("truie 4,5,9/1,1,1,1 4 0 - 1:0 0/0 - 9") == {"+5=9"}
    assert choices("truie 4,9,D,D/1,1,1,1 9 0 - 1:0 0/0 - 9") == {"4>1"}
    assert choices("truie L,L,8/1,1,1 7 0 - 1:0 0/0 - 9") >= {"+L1=L8", "-L6=L1"}
    assert choices("truie 8/1,1,1 7 0 - 1:0 0/0 - 9") == {"draw"}


def test_greedy_never_forgets_a_grunt() -> None:
    assert choices("truie 8,8/1,1,1 7 0 G 1:0 0/0 - 9") == {"g2"}
    assert choices("truie 8/1,1,1 7 0 GH 1:0 0/0 - 9") == {"g1"}


def test_what_a_move_sheds_is_what_leaves_the_hand() -> None:
    state = state_of(TRUIE, "truie 3,4,5,7,F,H,L,L,D/1,1,1,1 7 0 - 1:0 0/0 - 9")
    cost = {card: int(name) if name.isdecimal() else 10 for name, card in TRUIE.cards.items()} | {DUNG: 15}
    for move in members(TRUIE.legal(state)):
        after = state.copy()
        TRUIE.play(after, move)
        gone = {card: count(state.hands[0], card) - count(after.hands[0], card) for card in cost}
        assert shed(state, move) == sum(n * cost[card] for card, n in gone.items())


def test_random_plays_everything() -> None:
    assert choices("pig10 1,2,9/9 7 7 0 -/- ?9", "random") == {"1=8", "2=9", "9=16"}


@settings(max_examples=25, deadline=None)
@given(setups())
def test_no_bot_sees_hidden_cards(setup: Setup) -> None:
    for game, ply in played(setup, 30):
        state = ply.after
        swapped = swap(state, (state.turn + 1) % setup.players)
        if game.over or swapped is None:
            continue
        for name in NAMES:
            play = bot(game.rules, name)
            moves = game.rules.legal(state)
            chosen = play(view_of(game.rules, state, state.turn), moves, generator(7))
            assert play(state, moves, generator(7)) == chosen
            assert play(swapped, moves, generator(7)) == chosen


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BadOption, match="“clever” is not a bot; choose from random, greedy"):
        player(game_type("pig10"), "clever")
