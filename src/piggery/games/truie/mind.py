"""How a player of Un, deux, truie thinks: what a play is worth, what is overlooked, when a grunt is forgotten.

A mind is a list of whole numbers; the names below say where each stands. What a move is worth is counted in
hundredths of a point. The same function plays a child who forgets to grunt and the playouts of the strongest bot.
"""

from ...engine.bags import count, nth, pick
from ...engine.kernel import Numbers, below, kernel
from . import rules
from .rules import DRAW, DUNG, LAY_FARMER, LAY_HOG, LUCKY, NAME, PASS, TEN, TruieState, heir, new_top, seat_after

SHED = 0  # for each point that leaves the hand
CARD = 1  # for each card that leaves it
URGENT = 2  # for each point, when an opponent is nearly out of cards
OUT = 3  # laying the last cards
TAKEN = 4  # for each card drawn, for a hog or because nothing is laid
AGAIN = 5  # holding a card that fits the new top
RARE = 6  # for each copy of the new top that others may hold
ATTACK = 7  # a hog, for each card that the next player may have to draw
DANGER = 8  # a hog, more when the next player is nearly out of cards
BIND = 9  # a farmer
BIND_LATE = 10  # a farmer, more when the next player is nearly out of cards
GIVE = 11  # handing a dung heap over
KEEP = 12  # fourteen numbers, from a pig of 1 on: a card in the hand, besides its points
COUNTS = 26  # whether it counts the cards that are gone
NO_SUM = 27  # in a thousand: overlooks all sums
NO_MINUS = 28  # in a thousand: overlooks the sums that take away
NO_HEAP = 29  # in a thousand: overlooks that a heap can be handed over
NO_GRUNT = 30  # in a thousand: forgets to grunt
WRONG_GRUNT = 31  # in a thousand: grunts the wrong number of times
WHIM = 32  # how far off it feels a move to be
LENGTH = 33

FEW = 2  # cards: nearly out
LOW = 1 << 60
SUMS = (1 << 40) - 1
HEAPS = ((1 << 10) - 1) << PASS


@kernel
def greedy(view: TruieState, moves: int, rng: Numbers) -> int:
    """The play that sheds most points, else draw; never forgets a grunt."""
    if view.owes:
        return view.held[view.turn]
    best = 0
    most = -1
    left = moves
    while left:
        move = nth(left, 0)
        left &= left - 1
        points = shed(view, move)
        if points > most:
            most = points
            best = 0
        if points == most:
            best |= 1 << move
    return pick(best, rng)


@kernel
def shed(view: TruieState, move: int) -> int:
    """The points that the cards which a move lays or hands over would cost at the end."""
    if move == DRAW:
        return 0
    if move >= LAY_FARMER:
        return 10
    if move >= rules.PASS_LUCKY:
        return 25
    if move >= PASS:
        return 15 + view.held[heir(view, move)]
    if move >= NAME:
        return 10
    second = min(rules.second_card(move), TEN)
    return second if new_top(move) == view.top else second + min(rules.first_card(view, move), TEN)


@kernel
def think(view: TruieState, moves: int, rng: Numbers, mind: Numbers) -> int:
    """The move that this mind likes best, among those it sees."""
    if moves == rules.GRUNTS and view.owes:
        return grunt(view, rng, mind)
    noticed = notice(view, moves, rng, mind)
    least = view.held[seat_after(view, 1)]
    for k in range(2, view.players):
        least = min(least, view.held[seat_after(view, k)])
    best = 0
    most = -LOW
    while noticed:
        move = nth(noticed, 0)
        noticed &= noticed - 1
        liked = worth(view, move, least <= FEW, mind)
        if mind[WHIM]:
            liked += below(rng, 2 * mind[WHIM]) - mind[WHIM]
        if liked > most:
            most = liked
            best = 0
        if liked == most:
            best |= 1 << move
    return pick(best, rng)


@kernel
def grunt(view: TruieState, rng: Numbers, mind: Numbers) -> int:
    """Once for one card, twice for two: if it is not forgotten."""
    grunts = view.held[view.turn]
    if mind[NO_GRUNT] and below(rng, 1000) < mind[NO_GRUNT]:
        return 0
    if mind[WRONG_GRUNT] and below(rng, 1000) < mind[WRONG_GRUNT]:
        return 3 - grunts
    return grunts


@kernel
def notice(view: TruieState, moves: int, rng: Numbers, mind: Numbers) -> int:
    """The moves that come to mind; drawing always does."""
    noticed = moves
    match = rules.SLOTS & 1 << (4 * view.top - 4)
    if mind[NO_SUM] and below(rng, 1000) < mind[NO_SUM]:
        noticed &= ~(SUMS & ~match)
    if mind[NO_MINUS] and below(rng, 1000) < mind[NO_MINUS]:
        noticed &= ~((1 << (4 * view.top - 4)) - 1)  # sums that end on less than the top
    if mind[NO_HEAP] and below(rng, 1000) < mind[NO_HEAP]:
        noticed &= ~HEAPS
    return noticed


@kernel
def kept(hand: int, mind: Numbers) -> int:
    """The worth of the cards of a hand besides their points."""
    total = 0
    for card in range(1, DUNG + 1):
        total += mind[KEEP + card - 1] * count(hand, card)
    return total


@kernel
def left_over(view: TruieState, move: int) -> int:
    """The hand after a move, before anything is drawn."""
    hand = view.hands[view.turn]
    if move == DRAW:
        return hand
    if move >= LAY_FARMER:
        return hand - (1 << (4 * (rules.FARMER if move == LAY_FARMER else rules.HOG)))
    if move >= PASS:
        pig = LUCKY if move >= rules.PASS_LUCKY else view.held[heir(view, move)]
        return hand - (1 << (4 * pig)) - (1 << (4 * DUNG))
    if move >= NAME:
        return hand - (1 << (4 * LUCKY))
    if new_top(move) != view.top:
        hand -= 1 << (4 * rules.first_card(view, move))
    return hand - (1 << (4 * rules.second_card(move)))


@kernel
def top_after(view: TruieState, move: int) -> int:
    if move >= LAY_FARMER:
        return view.top
    if move >= PASS:
        return view.held[heir(view, move)]
    return move - NAME + 1 if move >= NAME else new_top(move)


@kernel
def owed(view: TruieState, move: int, top: int) -> int:
    """How many cards a move costs to draw."""
    if move == DRAW:
        return TEN if view.demand == rules.HOG else 1
    if view.demand != rules.HOG or move == LAY_HOG:
        return 0
    return TEN if move >= PASS else top


@kernel
def worth(view: TruieState, move: int, late: int, mind: Numbers) -> int:
    """How much a move seems worth; `late` when an opponent is nearly out of cards."""
    hand = left_over(view, move)
    cards = view.held[view.turn] - (0 if move == DRAW else 2 if two_cards(view, move) else 1)
    top = top_after(view, move)
    last = cards == count(hand, DUNG)
    drawn = 0 if last and move != DRAW and not view.draws_last else owed(view, move, top)
    points = shed(view, move)
    liked = points * mind[SHED] + (view.held[view.turn] - cards) * mind[CARD] - drawn * mind[TAKEN]
    liked += kept(hand, mind) - kept(view.hands[view.turn], mind)
    if late:
        liked += points * mind[URGENT]
    if drawn == 0 and last:
        return liked + mind[OUT]
    if count(hand, top):
        liked += mind[AGAIN]
    if mind[RARE]:
        gone = count(view.spent, top) if mind[COUNTS] else 0
        liked -= mind[RARE] * max(count(view.deck, top) - gone - count(hand, top), 0)
    soon = view.held[seat_after(view, 1)] <= FEW
    if move == LAY_HOG:
        liked += view.top * mind[ATTACK] + soon * mind[DANGER]
    elif move == LAY_FARMER:
        liked += mind[BIND] + soon * mind[BIND_LATE]
    elif PASS <= move < LAY_FARMER:
        liked += mind[GIVE]
    return liked


@kernel
def two_cards(view: TruieState, move: int) -> int:
    """Whether a move takes two cards from the hand."""
    return PASS <= move < LAY_FARMER or (move < NAME and new_top(move) != view.top)
