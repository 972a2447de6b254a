"""Pig 10 as text: `pig10 HANDS MIDDLE VALUE TURN WON STOCK`, and moves like `5=1`. See docs/notation.md."""

import re
from collections.abc import Sequence

from ...errors import BadPosition
from .. import fields as text
from ..contract import Options
from . import rules as pig10
from .rules import HAND, SEATS, TEN, Pig10State

CARDS = {str(card): card for card in range(TEN + 1)}
NAMES = {card: name for name, card in CARDS.items()}
BY_NUMBER = (*CARDS,)
HANDS, MIDDLE, VALUE, TURN, WON, STOCK = 1, 2, 3, 4, 5, 6
MOVE = re.compile(r"([0-9]|10)=(0|1?[1-9]|[1-9]0)")


def move_text(state: Pig10State, move: int) -> str:
    return f"{move >> 2}={pig10.call(state, move)}"


def position_text(state: Pig10State) -> str:
    seats = slice(state.players)
    fields = (
        "pig10",
        text.lists_text(state.hands[seats], state.held[seats], BY_NUMBER),
        ",".join(str(card) for card in state.middle[: state.laid]) or "-",
        str(state.value),
        text.turn_text(state.turn, state.due, bool(pig10.over(state))),
        text.lists_text(state.won[seats], state.wins[seats], BY_NUMBER),
        text.list_text(state.stock, state.left, BY_NUMBER),
    )
    return " ".join(fields)


def parse_position(fields: Sequence[str], options: Options) -> Pig10State:
    """The state that the fields after the game's name describe."""
    text.check_fields(fields, STOCK)
    hands = text.parse_lists(fields[0], HANDS, CARDS)
    players = text.check_players(hands, HANDS, range(2, SEATS + 1))
    middle = text.parse_list(fields[1], MIDDLE, CARDS)
    if middle.unknown:
        raise BadPosition(MIDDLE, "position.middle")
    won = text.parse_lists(fields[4], WON, CARDS)
    text.check_as_many(won, WON, players)
    stock = text.parse_list(fields[5], STOCK, CARDS)
    places = [(HANDS, c) for c in hands] + [(MIDDLE, middle)] + [(WON, c) for c in won] + [(STOCK, stock)]
    text.check_copies(places, NAMES, pig10.MOST_CARDS)

    state = Pig10State()
    state.players = players
    for seat, cards in enumerate(hands):
        state.hands[seat], state.held[seat] = cards.bag, cards.total
    for seat, cards in enumerate(won):
        state.won[seat], state.wins[seat] = cards.bag, cards.total
    state.middle[: middle.total] = middle.known
    state.laid, state.pile = middle.total, middle.bag
    state.stock, state.left = stock.bag, stock.total
    state.deck = text.deck_in(places, pig10.STANDARD)
    state.begun = int(state.laid > 0 or any(state.wins))
    state.value = text.parse_number(fields[2], VALUE, "position.value", range(TEN))
    if state.value and not state.laid:
        raise BadPosition(VALUE, "position.value_empty", text=state.value)
    pig10.look(state)
    _set_turn(state, fields[3])
    return state


def _set_turn(state: Pig10State, field: str) -> None:
    """Whose turn it is. A seat without cards is skipped (rule 7)."""
    turn = text.parse_turn(field, TURN, state.players)
    if turn is None:
        holder = next((seat for seat in range(state.players) if state.held[seat]), None)
        if holder is not None:
            raise BadPosition(TURN, "position.not_over", seat=holder)
        return
    state.turn, state.due = turn
    most = min(1 if state.begun else HAND, state.left)
    if state.due > most:
        raise BadPosition(TURN, "position.due", text=field, most=most)
    if not state.due and not state.held[state.turn]:
        begun, state.begun = state.begun, 1
        pig10.pass_on(state)
        state.begun = begun
