"""A game in play: written before it is told."""

from typing import Any

import pytest

from piggery import Game, new_game
from piggery.core.record import Record
from piggery.core.verify import verify
from piggery.errors import OutOfTurn


def test_a_move_that_cannot_be_stored_is_not_made() -> None:
    def full(record: Record, state: Any) -> None:
        raise OSError("disk full")

    game = Game(new_game("pig10", ["Ada", "Ben"], seed=1))
    game.deal()
    record, state = game.record, game.state.copy()
    game.store = full
    with pytest.raises(OSError, match="disk full"):
        game.play(0, game.moves()[0])
    assert game.record is record
    assert game.state == state


def test_after_a_move_that_could_not_be_stored_the_deal_goes_on_as_it_was() -> None:
    def full(record: Record, state: Any) -> None:
        raise OSError("disk full")

    game, other = (Game(new_game("truie", ["Ada", "Ben"], seed=1)) for _ in range(2))
    game.deal()
    other.deal()
    game.store = full
    with pytest.raises(OSError, match="disk full"):
        game.play(game.turn, "draw")
    game.store = None
    for table in (game, other):
        table.play(table.turn, "draw")
        table.play(table.turn, "draw")
    assert game.record.plies == other.record.plies
    assert [found.key for found in verify(game.record)][1] == "verify.cards"


def test_what_is_stored_is_what_is_told() -> None:
    kept: list[tuple[Record, Any]] = []
    game = Game(new_game("truie", ["Ada", "Ben"], seed=1), store=lambda record, state: kept.append((record, state)))
    game.deal()
    game.play(game.turn, game.moves()[0])
    assert kept[-1] == (game.record, game.state)
    assert [len(record.plies) for record, _ in kept] == [1, 2]


def test_only_the_seat_to_move_moves() -> None:
    game = Game(new_game("pig10", ["Ada", "Ben"], seed=1))
    game.deal()
    with pytest.raises(OutOfTurn, match="seat 1 is not to move, seat 0 is"):
        game.play(1, game.moves()[0])


def test_without_a_seed_the_deal_is_fair_and_fresh() -> None:
    one, two = new_game("pig10", ["Ada", "Ben"]), new_game("pig10", ["Ada", "Ben"])
    assert one.cards["from"] == "fair"
    assert one.cards["secret"] != two.cards["secret"]
