"""A game in play: written before it is told."""

import pytest

from piggery import Game, new_game
from piggery.core.verify import verify
from piggery.errors import OutOfTurn


def test_what_is_worked_out_is_not_done() -> None:
    game, other = (Game(new_game("truie", ["Ada", "Ben"], seed=1)) for _ in range(2))
    game.deal()
    other.deal()
    record, state = game.record, game.state.copy()
    game.draft(game.turn, "draw")
    assert game.record is record
    assert game.state == state
    for table in (game, other):  # the deal goes on as it was
        table.play(table.turn, "draw")
        table.play(table.turn, "draw")
    assert game.record.plies == other.record.plies
    assert [found.key for found in verify(game.record)][1] == "verify.cards"


def test_only_the_seat_to_move_moves() -> None:
    game = Game(new_game("pig10", ["Ada", "Ben"], seed=1))
    game.deal()
    with pytest.raises(OutOfTurn, match="it is not seat 1’s turn, it is seat 0’s"):
        game.play(1, game.moves()[0])


def test_without_a_seed_the_deal_is_fair_and_fresh() -> None:
    one, two = new_game("pig10", ["Ada", "Ben"]), new_game("pig10", ["Ada", "Ben"])
    assert one.cards["from"] == "fair"
    assert one.cards["secret"] != two.cards["secret"]
