"""A move of Pig 10 decoded, and the table as everybody sees it."""

from ...engine.bags import cards_in
from ..contract import Action, BoardValue
from . import rules
from .rules import Pig10State
from .text import NAMES

START, ADDS, SUBTRACTS, SETS = "start", "add", "subtract", "set"  # START: a card on an empty middle
KINDS = (ADDS, SUBTRACTS, SETS)  # the ways of `rules`


def action(state: Pig10State, move: int) -> Action:
    kind = KINDS[move & 3] if state.laid else START
    return Action(kind, (move >> 2,), value=rules.call(state, move))


def board(state: Pig10State) -> dict[str, BoardValue]:
    """The cards in the middle, their value, and all hands once the game is over."""
    found: dict[str, BoardValue] = {}
    if state.laid:
        found["middle"] = [NAMES[card] for card in state.middle[: state.laid]]
    if state.value:
        found["value"] = state.value
    if rules.over(state):
        found["hands"] = [[NAMES[card] for card in cards_in(hand)] for hand in state.hands[: state.players]]
    return found


def taker(before: Pig10State, after: Pig10State) -> int:
    """Rule 5: whoever won the middle with a move; -1 while it lies there."""
    if after.laid:
        return -1
    return next(seat for seat in range(before.players) if after.wins[seat] > before.wins[seat])
