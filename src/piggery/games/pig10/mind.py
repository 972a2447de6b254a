"""How a player of Pig 10 thinks: what each call is worth, what is overlooked, what is feared.

A mind is a list of whole numbers; the names below say where each stands. What a move is worth is counted in
thousandths of a card. The same function plays a child who miscounts and the playouts of the strongest bot.
"""

from ...engine.bags import count, nth, pick, size
from ...engine.kernel import Numbers, below, kernel
from .rules import FROG, PIGMAID, SET, SUBTRACT, TEN, Pig10State, call

LEAVE = 0  # ten numbers: leaving a pile value of 0 … 9, for each card in the middle
REST = 10  # ten numbers: the same, however many lie there
KEEP = 20  # eleven numbers: a 0 … 10 in the hand
HIT = 31  # fear that the next player calls ten, for each card in the middle
BUST = 32  # hope that the next player can only go over
WIN = 33  # calling ten, for each card in the middle
OVER = 34  # going over
CLEAR = 35  # leaving an empty middle
COUNTS = 36  # whether it counts the cards that are gone
NO_SAME = 37  # in a thousand: overlooks that the same number may be called
NO_MINUS = 38  # in a thousand: forgets that a pigmaid can be taken away
OFF_BY_ONE = 39  # in a thousand: miscounts a sum by one
WHIM = 40  # how far off it feels a move to be
LENGTH = 41

CERTAIN = 1 << 10
SAME = sum(1 << (4 * card) for card in range(1, TEN + 1))  # a frog makes zero, nobody overlooks that
LOW = 1 << 60


def _not_over(value: int) -> int:
    """The kinds that need not go over on this pile value, the card laid last apart, as a mask for bags."""
    kinds = [c for c in range(TEN + 1) if value + c <= TEN or c == value or (c == PIGMAID and value >= PIGMAID)]
    return sum(15 << (4 * card) for card in kinds) | 15 << (4 * FROG)


NOT_OVER = tuple(_not_over(value) for value in range(TEN))


@kernel
def none_of(wanted: int, unseen: int, hand: int) -> int:
    """How likely a hand drawn from `unseen` cards holds none of the `wanted` ones, of CERTAIN."""
    chance = CERTAIN * CERTAIN
    for drawn in range(hand):
        if unseen > drawn:
            chance = chance * max(unseen - wanted - drawn, 0) // (unseen - drawn)
    return chance // CERTAIN


_ADDS = 0x11111111111
_SUBTRACTS = _ADDS << SUBTRACT
_SETS = _ADDS << SET


@kernel
def greedy(view: Pig10State, moves: int, rng: Numbers) -> int:
    """Call ten if possible, else stay under ten, else anything."""
    missing = 4 * (TEN - view.value)
    ten = 1 << missing | 1 << (4 * TEN + SET)
    if moves & ten:
        return pick(moves & ten, rng)
    under = moves & (_ADDS & ((1 << missing) - 1) | _SUBTRACTS | _SETS)
    return pick(under if under else moves, rng)


@kernel
def think(view: Pig10State, moves: int, rng: Numbers, mind: Numbers) -> int:
    """The move that this mind likes best, among those it sees."""
    noticed = notice(moves, rng, mind)
    seat = view.turn
    after = seat + 1 if seat + 1 < view.players else 0
    unseen = view.deck
    if mind[COUNTS]:
        unseen -= view.pile
        for s in range(view.players):
            unseen -= view.won[s]
    unseen -= view.hands[seat]
    total = size(unseen)
    best = 0
    most = -LOW
    while noticed:
        move = nth(noticed, 0)
        noticed &= noticed - 1
        value = felt(call(view, move), move, view.laid, rng, mind)
        liked = worth(view, move >> 2, value, unseen, total, view.held[after], mind=mind)
        if mind[WHIM]:
            liked += below(rng, 2 * mind[WHIM]) - mind[WHIM]
        if liked > most:
            most = liked
            best = 0
        if liked == most:
            best |= 1 << move
    return pick(best, rng)


@kernel
def notice(moves: int, rng: Numbers, mind: Numbers) -> int:
    """The moves that come to mind; if none does, all."""
    noticed = moves
    if mind[NO_SAME] and below(rng, 1000) < mind[NO_SAME]:
        noticed &= ~(SAME << SET)
    if mind[NO_MINUS] and below(rng, 1000) < mind[NO_MINUS]:
        noticed &= ~(1 << (4 * PIGMAID + SUBTRACT))
    return noticed if noticed else moves


@kernel
def felt(value: int, move: int, laid: int, rng: Numbers, mind: Numbers) -> int:
    """The pile value that a move seems to call: sums are miscounted, numbers read off a card are not."""
    if mind[OFF_BY_ONE] == 0 or laid == 0 or move & 3 == SET or below(rng, 1000) >= mind[OFF_BY_ONE]:
        return value
    return max(value + (1 if below(rng, 2) else -1), 0)


@kernel
def worth(view: Pig10State, card: int, value: int, unseen: int, total: int, hand: int, mind: Numbers) -> int:
    """How much laying `card` and calling `value` seems worth, when the next player holds `hand` cards."""
    stake = view.laid + 1
    if value >= TEN:
        taken = stake * mind[WIN] if value == TEN else -stake * mind[OVER]
        return taken + mind[CLEAR] - mind[KEEP + card]
    liked = stake * mind[LEAVE + value] + mind[REST + value] - mind[KEEP + card]
    if mind[HIT]:
        hit = CERTAIN - none_of(count(unseen, TEN - value), total, hand)
        liked -= stake * mind[HIT] * hit // CERTAIN
    if mind[BUST]:
        bust = none_of(size(unseen & (NOT_OVER[value] | 15 << (4 * card))), total, hand)
        liked += stake * mind[BUST] * bust // CERTAIN
    return liked
