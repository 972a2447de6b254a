"""Un, deux, truie for a search: how others play, when a playout has shown enough, what the totals are then worth.

The numbers were learned by games against itself: training/train.py.
"""

from math import exp, sqrt

from ...bots.guessing import KINDS, NEVER
from ...bots.model import CERTAIN, MARK, PLIES, Model, learned_for, share_of
from ...engine.kernel import Numbers, kernel
from . import learned
from . import mind as truie_mind
from .rules import DRAW, FARMER, HOG, LUCKY, TruieState, play, score, worth

FAR = 400  # plies after which a playout gives up
SPREAD = 40.0  # points by which one round sets players apart

share = share_of(score)


@kernel
def lay(state: TruieState, move: int, far: Numbers, scale: Numbers) -> None:
    play(state, move)


@kernel
def favourite(state: TruieState, moves: int, rng: Numbers, mind: Numbers, far: Numbers, scale: Numbers) -> int:
    return truie_mind.think(state, moves, rng, mind)


@kernel
def settled(state: TruieState, plies: int, far: Numbers) -> int:
    """The round is over."""
    return state.over or state.round != far[MARK] or plies >= far[PLIES]


@kernel
def chance(state: TruieState, seat: int, far: Numbers, scale: Numbers) -> int:
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


@kernel
def expected(state: TruieState, seat: int, far: Numbers, scale: Numbers) -> int:
    """The total after this round."""
    return CERTAIN * (state.scores[seat] + (0 if state.over else worth(state.hands[seat])))


def notice(before: TruieState, move: int) -> Numbers:
    """Who draws could not lay what always can be laid: the top's pig, a lucky pig, a farmer, a hog."""
    rivals = [0] * KINDS
    if move == DRAW and not before.owes:
        for kind in (before.top, LUCKY) if before.demand == FARMER else (before.top, LUCKY, FARMER, HOG):
            rivals[kind] = NEVER
    return [before.held[before.turn], NEVER, 1, *rivals]


def mind(view: TruieState) -> Numbers:
    return learned_for(view.players, learned.MINDS)


MODEL = Model[TruieState](
    greedy=truie_mind.greedy,
    think=truie_mind.think,
    favourite=favourite,
    lay=lay,
    settled=settled,
    chance=chance,
    expected=expected,
    notice=notice,
    turns=1,
    mind=mind,
    far=lambda view, compiled: FAR,
    mark=lambda view: view.round,
    stake=200,
)
