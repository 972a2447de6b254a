"""What a position of Pig 10 is worth to the one who has just laid a card: a small function, learned by games.

It looks at what that player knows, in whole numbers (UNIT is one), adds it up in HIDDEN sums, and makes a chance of
them. All it needs is one list: the weights, and after them room to work in. training/values.py found the weights.
"""

import sys
from array import array
from base64 import b64decode
from math import exp, sqrt

from ..bags import count, nth, size
from ..games.pig10 import TEN, State, call, legal, score
from ..kernel import Numbers, kernel
from .model import CERTAIN, share_of
from .pig10_mind import CERTAIN as SURE
from .pig10_mind import NOT_OVER, none_of
from .pig10_weights import WEIGHTS

HAND = 0  # eleven places: how many of each kind are kept
VALUE = 11  # eleven: the pile value that is left, or that the middle is empty
LAST = 22  # eleven: the card that lies on top
UNSEEN = 33  # eleven: how many of each kind nobody has seen
LEAD = 44  # over the best of the others, over the next, over the one before, over all, by what is still to be won
STAKE = 48  # cards in the middle; the same by what is still to be won
LEFT = 50  # cards still to be won, in two ways
LAST_CARDS = 52  # the draw pile is empty; what the next one and oneself hold then
ONE = 55
GREEDY = 56  # the others are thought to be greedy
HIT = 57  # how likely the next one can call ten; the same by the cards in the middle, in two ways
BUST = 60  # how likely the next one can only go over; the same
INPUTS = 63
HIDDEN = 48
UNIT = 64
WEIGHT = 1024  # a weight of one
LEAK = 4  # sums below nought count for one in sixteen: a shift

SECOND = INPUTS * HIDDEN
ROOM = SECOND + HIDDEN + 1
SUMS = ROOM + INPUTS
LENGTH = SUMS + HIDDEN

share = share_of(score)


def weights(players: int) -> Numbers:
    """What was learned for so many players, and room to work in."""
    found = array("h", b64decode(WEIGHTS[max(n for n in WEIGHTS if n <= players)]))
    if sys.byteorder == "big":
        found.byteswap()
    return [*found, *[0] * (LENGTH - ROOM)]


@kernel
def look(state: State, move: int, greedy: int, x: Numbers, at: int) -> None:
    """Write down from place `at` on what the seat in turn knows once it has made this move."""
    for i in range(at, at + INPUTS):
        x[i] = 0
    seat, players = state.turn, state.players
    card, value = move >> 2, call(state, move)
    after = seat + 1 if seat + 1 < players else 0
    before = seat - 1 if seat else players - 1
    stake = state.laid + 1
    unseen = state.deck - state.pile - state.hands[seat]
    best = 0
    total = 0
    left = state.left - 1
    for s in range(players):
        unseen -= state.won[s]
        left += state.held[s]
        won = state.wins[s] + (stake if value > TEN and s == before else 0)
        total += won
        if s != seat:
            best = max(best, won)
    own = state.wins[seat]
    if value == TEN:
        own += stake
        total += stake
    if value < TEN:
        left += stake
    by = UNIT / sqrt(left + 1.0)
    for kind in range(TEN + 1):
        x[at + HAND + kind] = UNIT * count(state.hands[seat], kind)
        x[at + UNSEEN + kind] = UNIT // 4 * count(unseen, kind)
    x[at + HAND + card] -= UNIT
    x[at + LEAD] = int((own - best) * by)
    x[at + LEAD + 1] = int((own - state.wins[after] - (stake if value > TEN and after == before else 0)) * by)
    x[at + LEAD + 2] = int((own - state.wins[before] - (stake if value > TEN else 0)) * by)
    x[at + LEAD + 3] = int((own * players - total) * by / players)
    x[at + LEFT] = left * UNIT // 50
    x[at + LEFT + 1] = int(2 * by)
    x[at + ONE] = UNIT
    x[at + GREEDY] = greedy * UNIT
    if state.left == 0:
        x[at + LAST_CARDS] = UNIT
        x[at + LAST_CARDS + 1] = (state.held[after] - 3) * UNIT
        x[at + LAST_CARDS + 2] = (state.held[seat] - 3) * UNIT
    if value >= TEN:
        x[at + VALUE + TEN] = UNIT
        return
    x[at + VALUE + value] = UNIT
    x[at + LAST + card] = UNIT
    x[at + STAKE] = stake * UNIT // 4
    x[at + STAKE + 1] = int(stake * by)
    many = size(unseen)
    hit = SURE - none_of(count(unseen, TEN - value), many, state.held[after])
    bust = none_of(size(unseen & (NOT_OVER[value] | 15 << (4 * card))), many, state.held[after])
    x[at + HIT] = hit * UNIT // SURE
    x[at + HIT + 1] = hit * stake * UNIT // (4 * SURE)
    x[at + HIT + 2] = int(hit * stake * by / SURE)
    x[at + BUST] = bust * UNIT // SURE
    x[at + BUST + 1] = bust * stake * UNIT // (4 * SURE)
    x[at + BUST + 2] = int(bust * stake * by / SURE)


@kernel
def feeling(net: Numbers) -> int:
    """What the function makes of the inputs in its room: the logarithm of the odds, WEIGHT * WEIGHT is one."""
    for j in range(SUMS, SUMS + HIDDEN):
        net[j] = 0
    for i in range(INPUTS):
        x = net[ROOM + i]
        if x:
            for j in range(HIDDEN):
                net[SUMS + j] += x * net[i * HIDDEN + j]
    found = net[SECOND + HIDDEN] * WEIGHT
    for j in range(HIDDEN):
        h = net[SUMS + j] // UNIT
        found += (h if h > 0 else h >> LEAK) * net[SECOND + j]
    return found


@kernel
def best_feeling(state: State, moves: int, net: Numbers) -> int:
    """The best that any of the moves leads to."""
    most = -(1 << 60)
    left = moves
    while left:
        look(state, nth(left, 0), 1, net, ROOM)
        most = max(most, feeling(net))
        left &= left - 1
    return most


@kernel
def chance(state: State, seat: int, net: Numbers) -> int:
    """The chance of `seat`, whose turn it is, to win."""
    moves = legal(state)
    if moves == 0:
        return share(state, seat)
    return int(CERTAIN / (1.0 + exp(-best_feeling(state, moves, net) / (1.0 * WEIGHT * WEIGHT))))
