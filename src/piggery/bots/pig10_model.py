"""Pig 10 for a search: how others play, when a playout has shown enough, what a position is then worth.

The numbers were learned by games against itself: training/train.py and training/hands.py.
"""

from math import exp, sqrt

from ..bags import count
from ..games import GAMES
from ..games.pig10 import TEN, State, call
from ..kernel import Numbers, kernel
from . import pig10_mind
from .learned import PIG10_HANDS, PIG10_MINDS
from .model import CERTAIN, PLIES, TO_THE_END, Model, learned_for, share_of
from .pig10_mind import NOT_OVER
from .simple import pig10_greedy

FAR = 6
STEEP, MOVED, CARD = 0, 1, 2  # where the numbers of a scale stand: thousandths
EVEN = 20  # cards; taken away before exp, so that nothing overflows


share = share_of(GAMES["pig10"].score)


@kernel
def settled(state: State, plies: int, far: Numbers) -> int:
    """Far enough, and the middle has just been cleared."""
    return plies >= far[PLIES] and state.laid == 0 and state.due == 0


@kernel
def chance(state: State, seat: int, scale: Numbers) -> int:
    """The chance of `seat` to win: cards won and hands held, weighed by how many cards are still to be won."""
    left = state.left
    for s in range(state.players):
        left += state.held[s]
    if left == 0:
        return share(state, seat)
    steep = scale[STEEP] / 1000.0 / sqrt(left)
    before = state.turn - 1 if state.turn else state.players - 1
    own = 0.0
    total = 0.0
    for s in range(state.players):
        cards = 1000 * state.wins[s]
        if s == before:
            cards += scale[MOVED]
        for card in range(TEN + 1):
            cards += scale[CARD + card] * count(state.hands[s], card)
        weight = exp(steep * (cards / 1000.0 - EVEN))
        total += weight
        if s == seat:
            own = weight
    return int(CERTAIN * own / total)


def notice(before: State, move: int, lacks: Numbers, kept: Numbers) -> None:
    """Who calls neither ten nor over kept no card that makes ten; who goes over kept none that would not have."""
    called, value = call(before, move), before.value
    if called == TEN:
        kinds = 0
    elif called < TEN:
        kinds = 15 << (4 * (TEN - value))
    else:
        kinds = NOT_OVER[value] | 15 << (4 * before.middle[before.laid - 1])
    lacks[before.turn] = kinds
    kept[before.turn] = before.held[before.turn] - 1


def mind(view: State) -> Numbers:
    return learned_for(view.players, PIG10_MINDS)


def scale(view: State) -> Numbers:
    return learned_for(view.players, PIG10_HANDS)


def far(view: State, compiled: bool) -> int:
    """With more than two players the formula says too little: where there is time, games are played to the end."""
    return TO_THE_END if compiled and view.players > 2 else FAR


MODEL = Model(
    rules=GAMES["pig10"],
    greedy=pig10_greedy,
    think=pig10_mind.think,
    settled=settled,
    chance=chance,
    notice=notice,
    mind=mind,
    scale=scale,
    far=far,
    mark=lambda view: 0,
)
