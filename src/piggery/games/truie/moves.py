"""A move of Un, deux, truie decoded, and the table as everybody sees it."""

from ...engine.bags import cards_in
from ..contract import Action, BoardValue
from . import rules
from .rules import (
    DRAW,
    DUNG,
    FARMER,
    HOG,
    LAY_FARMER,
    LAY_HOG,
    LUCKY,
    LUCKY_BOTH,
    LUCKY_FIRST,
    LUCKY_SECOND,
    NAME,
    PASS,
    PASS_LUCKY,
    TruieState,
)

CARDS = {str(pig): pig for pig in range(1, rules.TEN + 1)} | {"F": FARMER, "H": HOG, "L": LUCKY, "D": DUNG}
NAMES = {card: name for name, card in CARDS.items()}
MATCH, SUM, ALONE, HEAP = "match", "sum", "lucky", "heap"
LAYS_FARMER, LAYS_HOG, DRAWS, GRUNTS = "farmer", "hog", "draw", "grunt"
PLAIN = {DRAW: Action(DRAWS), LAY_FARMER: Action(LAYS_FARMER, (FARMER,)), LAY_HOG: Action(LAYS_HOG, (HOG,))}


def action(state: TruieState, move: int) -> Action:
    if state.owes:
        return Action(GRUNTS, value=move)
    if move >= LAY_FARMER:
        return PLAIN[move]
    if move >= PASS:
        to = rules.heir(state, move)
        pig = LUCKY if move >= PASS_LUCKY else state.held[to]
        return Action(HEAP, (pig, DUNG), to, state.held[to])
    if move >= NAME:
        return Action(ALONE, (LUCKY,), value=move - NAME + 1)
    value = rules.new_top(move)
    if value == state.top:
        return Action(MATCH, (value,), value=value)
    return Action(SUM, sum_cards(state, move), value=value)


def sum_cards(state: TruieState, move: int) -> tuple[int, int]:
    """The two cards that a sum lays."""
    value = rules.new_top(move)
    way = move & 3
    first = LUCKY if way in (LUCKY_FIRST, LUCKY_BOTH) else abs(value - state.top)
    return first, LUCKY if way >= LUCKY_SECOND else value


def board(state: TruieState) -> dict[str, BoardValue]:
    """The pig on top and what is demanded; all hands once the game is over. What is empty is left out."""
    found: dict[str, BoardValue] = {
        "top": NAMES[state.top_card] if state.top else "",
        "value": state.top,
        "named": state.top if state.top_card == LUCKY else 0,
        "demand": NAMES[state.demand] if state.demand else "",
        "owes": bool(state.owes),
        "round": state.round,
        "rounds": state.rounds,
        "hands": [_names(hand) for hand in state.hands[: state.players]] if state.over else [],
    }
    return {name: value for name, value in found.items() if value}


def _names(hand: int) -> list[str]:
    return [NAMES[card] for card in cards_in(hand)]
