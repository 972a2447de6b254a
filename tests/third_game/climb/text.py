"""Climb as text: `climb HANDS TOP TURN POINTS LAID STOCK`; a move is the card."""

from collections.abc import Sequence

from piggery.engine.bags import MOST, size
from piggery.errors import BadPosition
from piggery.games import fields as text
from piggery.games.contract import Action, Options, Thing

from .rules import HIGHEST, SEATS, STANDARD, ClimbState, over

CARDS = {str(card): card for card in range(1, HIGHEST + 1)}
NAMES = {card: name for name, card in CARDS.items()}
BY_NUMBER = ("", *CARDS)
HANDS, TOP, TURN, POINTS, LAID, STOCK = 1, 2, 3, 4, 5, 6


def action(state: ClimbState, move: int) -> Action:
    card = move >> 2
    return Action("up" if card > state.top else "down", (card,), value=card)


def move_text(state: ClimbState, move: int) -> str:
    return str(move >> 2)


def board(state: ClimbState) -> dict[str, Thing]:
    return {"top": [str(state.top)] if state.top else [], "points": max(state.points[: state.players])}


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
    if len(fields) != STOCK:
        raise BadPosition(min(len(fields) + 1, STOCK + 1), "position.fields", n=len(fields), needed=STOCK)
    state = ClimbState()
    hands = text.parse_lists(fields[HANDS - 1], HANDS, CARDS)
    state.players = text.check_players(hands, HANDS, range(2, SEATS + 1))
    laid, stock = (text.parse_list(fields[n - 1], n, CARDS) for n in (LAID, STOCK))
    places = [*((HANDS, cards) for cards in hands), (LAID, laid), (STOCK, stock)]
    text.check_copies(places, NAMES, MOST * HIGHEST)
    for seat, cards in enumerate(hands):
        state.hands[seat], state.held[seat] = cards.bag, cards.total
    points = fields[POINTS - 1].split("/")
    text.check_as_many(points, POINTS, state.players)
    state.points[: state.players] = [_points(one) for one in points]
    state.top = text.parse_number(fields[TOP - 1], TOP, "position.value", range(HIGHEST + 1))
    state.laid, state.stock, state.left = laid.bag, stock.bag, stock.total
    state.begun, state.costly = int(laid.total > 0), int(options["slide"] == "costly")
    state.deck = text.deck_in(places, STANDARD)
    turn = text.parse_turn(fields[TURN - 1], TURN, state.players)
    state.turn, state.due = turn or (0, 0)
    return state


def _points(field: str) -> int:
    if not field.removeprefix("-").isdecimal() or len(field) > 6:
        raise BadPosition(POINTS, "position.score", text=field)
    return int(field)
