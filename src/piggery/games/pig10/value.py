"""The worth of a position of Pig 10 to the one who has just laid a card: a small function, learned by games.

It looks at what that player knows, in whole numbers (UNIT is one), adds it up in HIDDEN sums, those in SECOND more, and
makes a chance of them. All it needs is one list: the weights, after them room to work in, and what everybody is known
to lack. training/values.py found the weights.
"""

import json
import sys
from array import array
from base64 import b64decode
from functools import cache
from math import exp, sqrt
from pathlib import Path

from ...bots.model import CERTAIN, share_of
from ...engine.bags import count, nth, size
from ...engine.kernel import Numbers, add_times, dot, kernel
from .mind import CERTAIN as SURE
from .mind import LOW, NOT_OVER, none_of
from .rules import HAND as HAND_SIZE
from .rules import SEATS, TEN, Pig10State, call, legal, score

FILE = Path(__file__).with_name("weights.json")

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
LACKS = 63  # eleven: what the next one would have laid last time, if it had been there; eleven of the one after that
INPUTS = 85
HIDDEN = 256
SECOND = 64
UNIT = 64
WEIGHT = 1024  # a weight of one
POWER = 10  # of two: the same
LEAK = 4  # sums below 0 count for one in sixteen: a shift

TO_SECOND = INPUTS * HIDDEN
BIAS = TO_SECOND + HIDDEN * SECOND
TO_LAST = BIAS + SECOND
ROOM = TO_LAST + SECOND + 1
BEFORE = ROOM + INPUTS  # the inputs that are in the sums
SUMS = BEFORE + INPUTS
BENT = SUMS + HIDDEN
LACKING = BENT + HIDDEN  # a place for each seat, as it is in a playout
KNOWN = LACKING + SEATS  # the same, as it was at the start
LENGTH = KNOWN + SEATS

share = share_of(score)


def weights(players: int) -> Numbers:
    """The weights learned for this number of players, or for the next smaller number, and room to work in."""
    return [*learned()[max(n for n in learned() if n <= players)], *[0] * (LENGTH - ROOM)]


@cache
def learned() -> dict[int, list[int]]:
    """The weights, by number of players: two bytes each, the smaller one first, written as text."""
    found = {}
    for players, text in json.loads(FILE.read_text(encoding="utf-8")).items():
        numbers = array("h", b64decode(text))
        if sys.byteorder == "big":
            numbers.byteswap()
        found[int(players)] = numbers.tolist()
    return found


@kernel
def lacking(state: Pig10State, move: int) -> int:
    """The kinds that whoever makes this move would have laid instead: ten is called if possible, nobody likes over.

    Who lays one of these kinds for something else has another aim, and tells nothing.
    """
    called = call(state, move)
    if called == TEN:
        return 0
    kinds = 15 << (4 * (TEN - state.value))
    if called > TEN:
        kinds = NOT_OVER[state.value] | 15 << (4 * state.middle[state.laid - 1])
    return 0 if kinds >> (move & ~3) & 15 else kinds


@kernel
def holds_none(kinds: int, unseen: int, lacks: int, held: int) -> int:
    """How likely a hand has none of these kinds, of SURE; all but a card just drawn lack what was not laid."""
    fresh = held == HAND_SIZE
    kept = unseen & ~lacks
    none = none_of(size(kept & kinds), size(kept), held - fresh)
    return none * none_of(size(unseen & kinds), size(unseen), fresh) // SURE


@kernel
def look(state: Pig10State, move: int, greedy: int, x: Numbers, start: int, lacks: Numbers, first: int) -> None:
    """Write down from place `start` on what the seat in turn knows once it has made this move.

    What the seats lack stands in `lacks` from `first` on.
    """
    for i in range(start, start + INPUTS):
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
        x[start + HAND + kind] = UNIT * count(state.hands[seat], kind)
        x[start + UNSEEN + kind] = UNIT // 4 * count(unseen, kind)
    x[start + HAND + card] -= UNIT
    x[start + LEAD] = int((own - best) * by)
    x[start + LEAD + 1] = int((own - state.wins[after] - (stake if value > TEN and after == before else 0)) * by)
    x[start + LEAD + 2] = int((own - state.wins[before] - (stake if value > TEN else 0)) * by)
    x[start + LEAD + 3] = int((own * players - total) * by / players)
    x[start + LEFT] = left * UNIT // 50
    x[start + LEFT + 1] = int(2 * by)
    x[start + ONE] = UNIT
    x[start + GREEDY] = greedy * UNIT
    if state.left == 0:
        x[start + LAST_CARDS] = UNIT
        x[start + LAST_CARDS + 1] = (state.held[after] - 3) * UNIT
        x[start + LAST_CARDS + 2] = (state.held[seat] - 3) * UNIT
    lack = lacks[first + after]
    later = lacks[first + (after + 1 if after + 1 < players else 0)] if players > 2 else 0
    for kind in range(TEN + 1):
        x[start + LACKS + kind] = UNIT * (lack >> (4 * kind) & 1)
        x[start + LACKS + TEN + 1 + kind] = UNIT * (later >> (4 * kind) & 1)
    if value >= TEN:
        x[start + VALUE + TEN] = UNIT
        return
    x[start + VALUE + value] = UNIT
    x[start + LAST + card] = UNIT
    x[start + STAKE] = stake * UNIT // 4
    x[start + STAKE + 1] = int(stake * by)
    hit = SURE - holds_none(15 << (4 * (TEN - value)), unseen, lack, state.held[after])
    bust = holds_none(NOT_OVER[value] | 15 << (4 * card), unseen, lack, state.held[after])
    x[start + HIT] = hit * UNIT // SURE
    x[start + HIT + 1] = hit * stake * UNIT // (4 * SURE)
    x[start + HIT + 2] = int(hit * stake * by / SURE)
    x[start + BUST] = bust * UNIT // SURE
    x[start + BUST + 1] = bust * stake * UNIT // (4 * SURE)
    x[start + BUST + 2] = int(bust * stake * by / SURE)


@kernel
def feeling(net: Numbers) -> int:
    """The output of the function for the inputs in its room: the logarithm of the odds, WEIGHT * WEIGHT is one."""
    for i in range(INPUTS):
        more = net[ROOM + i] - net[BEFORE + i]  # most are as they were
        if more:
            net[BEFORE + i] = net[ROOM + i]
            add_times(net, SUMS, more, i * HIDDEN, HIDDEN)
    for j in range(HIDDEN):
        h = net[SUMS + j] // UNIT
        net[BENT + j] = h if h > 0 else h >> LEAK
    found = net[TO_LAST + SECOND] << POWER
    for k in range(SECOND):
        h = net[BIAS + k] + (dot(net, BENT, TO_SECOND + k * HIDDEN, HIDDEN) >> POWER)
        found += (h if h > 0 else h >> LEAK) * net[TO_LAST + k]
    return found


@kernel
def felt(state: Pig10State, move: int, net: Numbers) -> int:
    look(state, move, 1, net, start=ROOM, lacks=net, first=LACKING)
    return feeling(net)


@kernel
def best(state: Pig10State, moves: int, net: Numbers) -> int:
    """The move that leads to the best position."""
    found = 0
    most = -LOW
    while moves:
        move = nth(moves, 0)
        feels = felt(state, move, net)
        if feels > most:
            most = feels
            found = move
        moves &= moves - 1
    return found


@kernel
def chance(state: Pig10State, seat: int, net: Numbers) -> int:
    """The chance of `seat`, whose turn it is, to win."""
    moves = legal(state)
    if moves == 0:
        return share(state, seat)
    most = -LOW
    while moves:
        most = max(most, felt(state, nth(moves, 0), net))
        moves &= moves - 1
    return int(CERTAIN / (1.0 + exp(-most / (1.0 * WEIGHT * WEIGHT))))
