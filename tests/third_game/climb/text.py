"""Climb as text: `climb HANDS TOP TURN POINTS LAID STOCK`, and a move is the card that is laid."""

import re
from collections.abc import Sequence

from piggery.engine.bags import MOST, size
from piggery.errors import BadPosition
from piggery.games import fields as text
from piggery.games.contract import Action, BoardValue, Options

from .rules import HAND, HIGHEST, SEATS, STANDARD, ClimbState, over

CARDS = {str(card): card for card in range(1, HIGHEST + 1)}
NAMES = {card: name for name, card in CARDS.items()}
BY_NUMBER = ("", *CARDS)
HANDS, TOP, TURN, POINTS, LAID, STOCK = 1, 2, 3, 4, 5, 6
MOVE = re.compile("[1-8]")
SCORE = re.compile("-?[0-9]{1,4}")


def move_text(state: ClimbState, move: int) -> str:
    return str(move >> 2)


def action(state: ClimbState, move: int) -> Action:
    card = move >> 2
    return Action("climb" if card > state.top else "slide", (card,), value=card)


def board(state: ClimbState) -> dict[str, BoardValue]:
    return {"top": [str(state.top)]} if state.top else {}


def position_text(state: ClimbState) -> str:
    seats = slice(state.players)
    fields = (
        "climb",
        text.lists_text(state.hands[seats], state.held[seats], BY_NUMBER),
        str(state.top),
        text.turn_text(state.turn, state.due, bool(over(state))),
        "/".join(str(points) for points in state.points[seats]),
        text.list_text(state.laid, size(state.laid), BY_NUMBER),
        text.list_text(state.stock, state.left, BY_NUMBER),
    )
    return " ".join(fields)


def parse_position(fields: Sequence[str], options: Options) -> ClimbState:
    """The state that the fields after the game's name describe; a bad one says which field it is."""
    if len(fields) != STOCK:
        raise BadPosition(min(len(fields) + 1, STOCK + 1), "position.fields", n=len(fields), needed=STOCK)
    hands = text.parse_lists(fields[HANDS - 1], HANDS, CARDS)
    laid, stock = (text.parse_list(fields[field - 1], field, CARDS) for field in (LAID, STOCK))
    places = [*((HANDS, cards) for cards in hands), (LAID, laid), (STOCK, stock)]
    text.check_copies(places, NAMES, MOST * HIGHEST)

    state = ClimbState()
    state.players = text.check_players(hands, HANDS, range(2, SEATS + 1))
    for seat, cards in enumerate(hands):
        state.hands[seat], state.held[seat] = cards.bag, cards.total
    state.top = text.parse_number(fields[TOP - 1], TOP, "position.card", range(HIGHEST + 1))
    state.points[: state.players] = _points(fields[POINTS - 1], state.players)
    state.laid, state.begun = laid.bag, int(laid.total > 0)
    state.stock, state.left = stock.bag, stock.total
    state.deck = text.deck_in(places, STANDARD)
    state.costly = int(options["slide"] == "costly")
    _set_turn(state, fields[TURN - 1])
    return state


def _points(field: str, players: int) -> list[int]:
    found = field.split("/")
    text.check_as_many(found, POINTS, players)
    for points in found:
        if not SCORE.fullmatch(points):
            raise BadPosition(POINTS, "position.score", text=points)
    return [int(points) for points in found]


def _set_turn(state: ClimbState, field: str) -> None:
    turn = text.parse_turn(field, TURN, state.players)
    holder = next((seat for seat in range(state.players) if state.held[seat]), None)
    if turn is None and holder is not None:
        raise BadPosition(TURN, "position.not_over", seat=holder)
    state.turn, state.due = turn or (0, 0)
    most = min(1 if state.begun else HAND, state.left)
    if state.due > most:
        raise BadPosition(TURN, "position.due", text=field, most=most)
