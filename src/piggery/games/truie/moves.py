"""A move of Un, deux, truie decoded, why a card makes none, and the table as everybody sees it."""

from ...engine.bags import cards_in, kinds, members
from ...words import Line, line
from ..contract import Action, BoardValue
from . import rules
from .rules import DRAW, DUNG, FARMER, HOG, LAY_FARMER, LAY_HOG, LUCKY, NAME, PASS, PASS_LUCKY, TEN, TruieState

CARDS = {str(pig): pig for pig in range(1, TEN + 1)} | {"F": FARMER, "H": HOG, "L": LUCKY, "D": DUNG}
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
    return Action(SUM, (rules.first_card(state, move), rules.second_card(move)), value=value)


def why_not(state: TruieState, card: int) -> Line | None:
    """Why this card cannot be played by the seat to move."""
    key = _why(state, card)
    return line(key, top=state.top) if key else None


def _why(state: TruieState, card: int) -> str:
    if state.owes:
        return "why.grunt"
    if card == DUNG:
        return "" if rules.passes(state, state.hands[state.turn], pigs(state)) else "why.heap"
    if card == LUCKY:
        return ""
    if state.demand == FARMER:
        return "" if card == state.top or _passing(state, card) else "why.farmer"
    if card > TEN or card == state.top or _passing(state, card) or _summing(state, card):
        return ""
    return "why.sum"


def pigs(state: TruieState) -> int:
    """The values of the pigs that the seat to move holds, a slot each."""
    return (kinds(state.hands[state.turn]) >> 4) & rules.SLOTS


def _passing(state: TruieState, card: int) -> bool:
    """Whether a pig of this value passes a dung heap."""
    return bool(rules.passes(state, state.hands[state.turn], pigs(state) & rules.slot(card)) & ((1 << 5) - 1) << PASS)


def _summing(state: TruieState, card: int) -> bool:
    """Whether a pig of this value is part of some sum, first or second."""
    moves = members(rules.sums(state.hands[state.turn], pigs(state), state.top))
    return any(card in (rules.first_card(state, move), rules.second_card(move)) for move in moves)


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
        "hands": [[NAMES[card] for card in cards_in(hand)] for hand in state.hands[: state.players] if state.over],
    }
    return {name: value for name, value in found.items() if value}
