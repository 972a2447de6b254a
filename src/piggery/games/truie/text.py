"""Un, deux, truie as text: `truie HANDS TOP TURN DEMAND ROUND SCORES SPENT STOCK`, and moves like `+3=5`.

See docs/notation.md.
"""

import re
from collections.abc import Sequence

from ...engine.bags import MOST
from ...errors import BadPosition
from .. import fields as text
from ..contract import Options, Value
from . import rules as truie
from .moves import CARDS, DRAWS, GRUNTS, HEAP, LAYS_FARMER, LAYS_HOG, NAMES, SUM, action
from .rules import FARMER, HAND, HOG, LUCKY, SEATS, TEN, TruieState

BY_NUMBER = ("", *CARDS)
HANDS, TOP, TURN, DEMAND, ROUND, SCORES, SPENT, STOCK = 1, 2, 3, 4, 5, 6, 7, 8
MOST_CARDS = MOST * len(CARDS)
OPTIONS: dict[str, Sequence[Value]] = {
    "rounds": (4, 1, 2, 3, 5, 6, 7, 8, 9, 10),
    "lucky": ("wild", "copy"),
    "grunting": ("call", "auto"),
    "last_card": ("ends", "draws"),
}
_VALUE = r"(?:[1-9]|10)"
MOVE = re.compile(rf"L?{_VALUE}(?:>[0-5])?|[+-]L?{_VALUE}=L?{_VALUE}|F|H|draw|g[0-2]")
_DEMANDS = {"-": 0, "": 0, "F": FARMER, "H": HOG}
_ROUND = re.compile(r"([1-9]|10):([0-5])")
_SCORE = re.compile(r"0|-?[1-9][0-9]{0,4}")
_PLAIN = {DRAWS: "draw", LAYS_FARMER: "F", LAYS_HOG: "H"}


def move_text(state: TruieState, move: int) -> str:
    kind, cards, to, value = action(state, move)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == GRUNTS:
        return f"g{value}"
    lucky = ["L" if card == LUCKY else "" for card in cards]
    if kind == SUM:
        sign = "+" if value > state.top else "-"
        return f"{sign}{lucky[0]}{abs(value - state.top)}={lucky[1]}{value}"
    return f"{lucky[0]}{value}>{to}" if kind == HEAP else f"{lucky[0]}{value}"


def position_text(state: TruieState) -> str:
    seats = slice(state.players)
    top = ("L" if state.top_card == LUCKY else "") + str(state.top)
    demand = ("G" if state.owes else "") + NAMES.get(state.demand, "")
    fields = (
        "truie",
        text.lists_text(state.hands[seats], state.held[seats], BY_NUMBER),
        top if state.top else "-",
        text.turn_text(state.turn, state.due, bool(state.over)),
        str(state.idle or demand or "-"),
        f"{state.round}:{state.starter}",
        "/".join(str(score) for score in state.scores[seats]),
        text.list_text(state.spent, state.gone, BY_NUMBER),
        text.list_text(state.stock, state.left, BY_NUMBER),
    )
    return " ".join(fields)


def parse_position(fields: Sequence[str], options: Options) -> TruieState:
    """The state that the fields after the game's name describe."""
    text.check_fields(fields, STOCK)
    state = TruieState()
    truie.set_options(state, options)
    _set_cards(state, fields)
    _set_round(state, fields[ROUND - 1])
    scores = fields[SCORES - 1].split("/")
    text.check_as_many(scores, SCORES, state.players)
    for seat, score in enumerate(scores):
        if not _SCORE.fullmatch(score):
            raise BadPosition(SCORES, "position.score", text=score)
        state.scores[seat] = int(score)
    _set_turn(state, fields[TURN - 1])
    _set_demand(state, fields[DEMAND - 1])
    if not state.top and not state.over:
        _check_deal(state, fields[TURN - 1])
    truie.refill(state)
    return state


def _set_cards(state: TruieState, fields: Sequence[str]) -> None:
    hands = text.parse_lists(fields[HANDS - 1], HANDS, CARDS)
    state.players = text.check_players(hands, HANDS, range(2, SEATS + 1))
    top = _set_top(state, fields[TOP - 1])
    spent = text.parse_list(fields[SPENT - 1], SPENT, CARDS)
    stock = text.parse_list(fields[STOCK - 1], STOCK, CARDS)
    places = [(HANDS, cards) for cards in hands] + [(TOP, top), (SPENT, spent), (STOCK, stock)]
    text.check_copies(places, NAMES, MOST_CARDS)
    for seat, cards in enumerate(hands):
        state.hands[seat], state.held[seat] = cards.bag, cards.total
    state.spent, state.gone = spent.bag, spent.total
    state.stock, state.left = stock.bag, stock.total
    state.deck = text.deck_in(places, truie.STANDARD)


def _set_top(state: TruieState, field: str) -> text.Cards:
    if field == "-":
        return text.Cards([], 0)
    value = field.removeprefix("L")
    if CARDS.get(value, LUCKY) > TEN:
        raise BadPosition(TOP, "position.top", text=field)
    state.top = CARDS[value]
    state.top_card = state.top if value == field else LUCKY
    return text.Cards([state.top_card], 0)


def _set_round(state: TruieState, field: str) -> None:
    match = _ROUND.fullmatch(field)
    if not match or int(match[1]) > state.rounds:
        raise BadPosition(ROUND, "position.round", text=field, rounds=state.rounds)
    state.round, state.starter = int(match[1]), text.parse_seat(match[2], ROUND, state.players)


def _set_turn(state: TruieState, field: str) -> None:
    turn = text.parse_turn(field, TURN, state.players)
    if turn is None:
        state.over = 1
        return
    state.turn, state.due = turn
    if state.due > state.left + state.gone:
        raise BadPosition(TURN, "position.due", text=field, most=state.left + state.gone)


def _set_demand(state: TruieState, field: str) -> None:
    if field in tuple("12345"):
        state.idle = int(field)
        if state.idle >= state.players or state.due:
            raise BadPosition(DEMAND, "position.idle", text=field)
    else:
        state.owes = int(field.startswith("G"))
        demand = _DEMANDS.get(field.removeprefix("G"))
        if demand is None or field in ("", "G-"):
            raise BadPosition(DEMAND, "position.demand", text=field)
        state.demand = demand
    if state.over:
        truie.clear_demands(state)
    elif state.owes and state.held[state.turn] + state.due not in (1, 2):
        raise BadPosition(DEMAND, "position.grunt", n=state.held[state.turn] + state.due, seat=state.turn)


def _check_deal(state: TruieState, field: str) -> None:
    """Without a top the round is being dealt, and only that."""
    if not state.due or state.held[: state.players] not in _dealt(state):
        raise BadPosition(TURN, "position.deal", text=field)
    if state.demand or state.owes or state.idle:
        raise BadPosition(DEMAND, "position.demand_deal")
    if state.gone:
        raise BadPosition(SPENT, "position.spent_deal")


def _dealt(state: TruieState) -> list[list[int]]:
    """How many cards the seats may hold in a deal: a hand each before the seat in turn, some there, none after."""
    before = (state.turn - state.starter) % state.players
    short = HAND - state.due if state.due <= HAND else 0
    held = [HAND] * before + [short] + [0] * (state.players - before - 1)
    shapes = [held]
    if state.due == state.left:
        shapes += [[*held[:before], n, *held[before + 1 :]] for n in range(short)]  # the cards run out
    if before == 0 and state.due == 1:
        shapes.append([HAND] * state.players)  # the pig to turn up
    turned = state.players - state.starter
    return [shape[turned:] + shape[:turned] for shape in shapes]
