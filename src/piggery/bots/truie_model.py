"""Un, deux, truie for a search: how others play, when a playout has shown enough, what the totals are then worth.

The numbers were learned by games against itself: training/train.py.
"""

from math import exp, sqrt

from ..games import GAMES
from ..games.truie import DRAW, FARMER, HOG, LUCKY, State, worth
from ..kernel import Numbers, kernel
from . import truie_mind
from .learned import TRUIE_MINDS
from .model import CERTAIN, MARK, PLIES, Model, learned_for, share_of
from .simple import truie_greedy

FAR = 400  # plies after which a playout gives up
SPREAD = 40.0  # points by which one round sets players apart


share = share_of(GAMES["truie"].score)


@kernel
def settled(state: State, plies: int, far: Numbers) -> int:
    """The round is over."""
    return state.over or state.round != far[MARK] or plies >= far[PLIES]


@kernel
def chance(state: State, seat: int, scale: Numbers) -> int:
    """The chance of `seat` to win: the totals, weighed by how many rounds are still to come."""
    if state.over:
        return share(state, seat)
    steep = 1.0 / (SPREAD * sqrt(state.rounds - state.round + 1.0))
    own = 0.0
    total = 0.0
    for s in range(state.players):
        weight = exp(steep * (state.scores[s] + worth(state.hands[s]) - state.scores[seat]))
        total += weight
        if s == seat:
            own = weight
    return int(CERTAIN * own / total)


def notice(before: State, move: int, lacks: Numbers, kept: Numbers) -> None:
    """Who draws could not lay what always can be laid: the top's pig, a lucky pig, a farmer, a hog."""
    if before.owes:
        return
    kinds = 0
    if move == DRAW:
        kinds = 15 << (4 * before.top) | 15 << (4 * LUCKY)
        if before.demand != FARMER:
            kinds |= 15 << (4 * FARMER) | 15 << (4 * HOG)
    lacks[before.turn] = kinds
    kept[before.turn] = before.held[before.turn] if move == DRAW else 0


def mind(view: State) -> Numbers:
    return learned_for(view.players, TRUIE_MINDS)


MODEL = Model(
    rules=GAMES["truie"],
    greedy=truie_greedy,
    think=truie_mind.think,
    settled=settled,
    chance=chance,
    notice=notice,
    mind=mind,
    scale=lambda view: [0],
    far=lambda view, compiled: FAR,
    mark=lambda view: view.round,
)
