"""What travels: nobody else's cards in the bytes of a view, and the same story for everybody who may hear it."""

import importlib.util
import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given

from messages import line_of
from piggery.client import state_of
from piggery.core.game import Game
from piggery.core.record import Ply
from piggery.core.story import tell
from piggery.engine.bags import cards_in, one
from piggery.games.checks import view_of
from piggery.table import wire
from piggery.table.decisions import Requester
from piggery.table.state import Chair, Table
from piggery.table.views import ViewEncoder
from piggery.words import say
from worlds import Setup, often, played, setups, swap

ROOT = Path(__file__).parent.parent


def table_of(game: Game, setup: Setup) -> Table:
    """A table in the middle of this game."""
    table = Table("QXZ4BW")
    table.game, table.phase, table.number = game, "play", 1
    table.settings = wire.Settings(game=setup.rules.name, seats=setup.players, options=setup.options)
    for seat in range(setup.players):
        chair = Chair()
        chair.name, chair.player, chair.key = f"Player {seat}", "person", f"key {seat}"
        table.chairs.append(chair)
    game.head.cards.update({"from": "seed", "commitment": "c", "nonces": []})
    return table


def message(table: Table, seat: int) -> bytes:
    encoder = ViewEncoder()
    return encoder.view(table, Requester("", seat, False), 0, encoder.public(table, set(), None))


@often(60)
@given(setups())
def test_the_bytes_for_a_seat_do_not_change_when_cards_hidden_from_it_are_swapped(setup: Setup) -> None:
    for game, ply in played(setup, 25):
        table = table_of(game, setup)
        table.plies.append(ply)
        for other in range(setup.players):
            swapped = swap(game.state, other)
            if swapped is None or game.over:
                continue
            readers = [seat for seat in range(-1, setup.players) if seat != other]
            before = [message(table, seat) for seat in readers]
            truth, game.state = game.state, swapped
            assert [message(table, seat) for seat in readers] == before
            game.state = truth


@often(60)
@given(setups())
def test_the_bytes_for_a_seat_do_not_change_when_somebody_else_draws_another_card(setup: Setup) -> None:
    """One encoder prints the whole game; beside it a game in which the last card drawn was another one."""
    encoder = ViewEncoder()
    table = None
    for game, ply in played(setup, 25):
        table = table or table_of(game, setup)
        table.plies.append(ply)
        other = twin(ply, setup)
        if other is None or game.over:
            continue
        readers = [seat for seat in range(-1, setup.players) if seat != ply.before.turn]
        truth = [encoder.view(table, Requester("", n, False), 0, encoder.public(table, set(), None)) for n in readers]
        table.plies[-1], game.state = other, other.after
        assert [message(table, seat) for seat in readers] == truth
        table.plies[-1], game.state = ply, ply.after


def twin(ply: Ply, setup: Setup) -> Ply | None:
    """The same ply with another last card drawn, where that card lies hidden in the drawer's hand."""
    rules, seat, after = setup.rules, ply.before.turn, ply.after.copy()
    if ply.move == "-" or not ply.draws or rules.rounds_over(after) > rules.rounds_over(ply.before):
        return None
    card = rules.cards[ply.draws[-1]]
    others = [other for other in cards_in(after.stock) if other != card]
    if not others:
        return None
    after.hands[seat] += one(others[0]) - one(card)
    after.stock += one(card) - one(others[0])
    return ply._replace(draws=[*ply.draws[:-1], rules.names[others[0]]], after=after)


@often(40)
@given(setups())
def test_everybody_hears_the_story_that_is_for_them(setup: Setup) -> None:
    for game, ply in played(setup, 25):
        table = table_of(game, setup)
        table.plies.append(ply)
        for seat in range(-1, setup.players):
            news = json.loads(message(table, seat))
            public = news["table"]["game"]["story"]
            heard = {told["ply"]: told for told in public} | {told["ply"]: told for told in news["mine"]}
            wanted = [say(line) for line in tell(game.record, ply, seat)]
            assert [say(line_of(line)) for line in heard[ply.number]["lines"]] == wanted


@often(40)
@given(setups())
def test_a_client_sees_the_view_that_the_rules_show(setup: Setup) -> None:
    if setup.copies:
        return  # another deck is not part of the position
    for game, ply in played(setup, 12):
        table = table_of(game, setup)
        table.plies.append(ply)
        for seat in range(-1, setup.players):
            news = msgspec.json.decode(message(table, seat), type=wire.View)
            mine, theirs = state_of(news), view_of(setup.rules, game.state, seat)
            assert setup.rules.position_text(mine) == setup.rules.position_text(theirs)
            if seat == game.turn:
                assert setup.rules.legal(mine) == setup.rules.legal(theirs)


@pytest.mark.parametrize("kind", get_args(wire.Incoming), ids=lambda kind: kind.__name__)
def test_an_ask_survives_its_text(kind: type[wire.Ask]) -> None:
    values = {"ply": 3, "move": "6=15", "number": 4, "seat": 1, "emote": "oink", "level": "greedy", "request": 9}
    values |= {"settings": {"game": "truie", "options": {"rounds": 2}}}
    known = {name: values[name] for name in kind.__struct_fields__ if name in values}
    ask = msgspec.convert({**known, "id": 7}, type=kind)
    assert msgspec.json.decode(msgspec.json.encode(ask), type=wire.Incoming) == ask


def test_a_message_with_a_field_too_many_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"type":"leave","seat":1}', type=wire.Incoming)


@pytest.mark.parametrize(
    ("script", "written"), [("docs/protocol.py", "docs/protocol.md"), ("web/wire_types.py", "web/src/wire.ts")]
)
def test_what_is_written_from_the_types_is_what_they_say(script: str, written: str) -> None:
    spec = importlib.util.spec_from_file_location("writer", ROOT / script)
    assert spec is not None
    assert spec.loader is not None
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    assert writer.text() == (ROOT / written).read_text(encoding="utf-8"), f"run python {script}"
