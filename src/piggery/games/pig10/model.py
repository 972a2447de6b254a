"""Pig 10 for a search: how others play, when a playout has shown enough, what a position is then worth.

The numbers were learned by games against itself: training/train.py and training/hands.py.
"""

from collections.abc import Sequence
from math import exp, sqrt

from ...bots.guessing import NEVER, TURNS
from ...bots.model import CERTAIN, MARK, NEXT_TURN, PLIES, TO_THE_END, Model, learned_for
from ...engine.bags import count
from ...engine.kernel import Numbers, kernel
from . import learned
from . import mind as pig10_mind
from .odds import calls_with
from .rules import STANDARD, TEN, Pig10State, call, play
from .value import KNOWN, LACKING, LENGTH, best, lacking, share, weights
from .value import chance as next_chance

FAR = 6
CLOSE = 16  # cards in the draw pile
STEEP, MOVED, CARD = 0, 1, 2  # where the numbers of a scale stand: thousandths
EVEN = 20  # cards; taken away before exp, so that nothing overflows
THOUSANDTH = CERTAIN // 1000  # of a card


@kernel
def lay(state: Pig10State, move: int, far: Numbers, scale: Numbers) -> None:
    """Play a move; what the player lacks by it is remembered where it counts: when everybody has had a turn."""
    if far[PLIES] == NEXT_TURN:
        scale[LACKING + state.turn] = lacking(state, move)
    play(state, move)


@kernel
def favourite(state: Pig10State, moves: int, rng: Numbers, mind: Numbers, far: Numbers, scale: Numbers) -> int:
    """The move to play without a search: as learned, or as a careful mind would."""
    if len(scale) == LENGTH:
        for seat in range(state.players):
            scale[LACKING + seat] = scale[KNOWN + seat]
        return best(state, moves, scale)
    return pig10_mind.think(state, moves, rng, mind)


@kernel
def settled(state: Pig10State, plies: int, far: Numbers) -> int:
    """Far enough, and the middle has just been cleared; or the one who thinks is to move again."""
    if far[PLIES] == NEXT_TURN:
        return state.due == 0 and state.turn == far[MARK]
    return plies >= far[PLIES] and state.laid == 0 and state.due == 0


@kernel
def still_to_win(state: Pig10State) -> int:
    """Cards that are held or still to be drawn."""
    left = state.left
    for s in range(state.players):
        left += state.held[s]
    return left


@kernel
def promise(state: Pig10State, seat: int, scale: Numbers) -> int:
    """What the hand and the place of a seat are worth, in thousandths of a card."""
    before = state.turn - 1 if state.turn else state.players - 1
    worth = scale[MOVED] if seat == before else 0
    for card in range(TEN + 1):
        worth += scale[CARD + card] * count(state.hands[seat], card)
    return worth


@kernel
def chance(state: Pig10State, seat: int, far: Numbers, scale: Numbers) -> int:
    """The chance of `seat` to win: as learned, or cards won and hands held, by how many are still to be won."""
    if far[PLIES] == NEXT_TURN:
        return next_chance(state, seat, scale)
    left = still_to_win(state)
    if left == 0:
        return share(state, seat)
    steep = scale[STEEP] / 1000.0 / sqrt(left)
    own = 0.0
    total = 0.0
    for s in range(state.players):
        weight = exp(steep * ((1000 * state.wins[s] + promise(state, s, scale)) / 1000.0 - EVEN))
        total += weight
        if s == seat:
            own = weight
    return int(CERTAIN * own / total)


@kernel
def expected(state: Pig10State, seat: int, far: Numbers, scale: Numbers) -> int:
    """The cards of `seat` at the end: those won, and of the others an equal part, or more with a better hand.

    Of cards that nobody has won in the end, too: giving them away is worse than leaving them.
    """
    left = still_to_win(state)
    if left == 0:
        return CERTAIN * state.wins[seat] + CERTAIN * state.laid // state.players
    own = 0
    rest = 1000 * left
    for s in range(state.players):
        promised = promise(state, s, scale)
        rest -= promised
        if s == seat:
            own = promised
    return THOUSANDTH * (1000 * state.wins[seat] + own + rest // state.players)


def notice(before: Pig10State, move: int) -> Numbers:
    """Ten is called if possible, ten is passed only if it must be: what else could have been called as well?"""
    card, rank = move >> 2, _rank(call(before, move))
    ranks = [[_rank(called) for called in calls_with(before, kind)] for kind in range(TEN + 1)]
    rivals = [NEVER if min(own) < rank else own.count(rank) for own in ranks]
    if rivals[card] == NEVER:  # a player with another aim: it tells nothing
        rivals = [0] * len(rivals)
    own, rivals[card] = max(rivals[card], 1), 0
    return [before.held[before.turn] - 1, card, own, *rivals]


def _rank(called: int) -> int:
    return 0 if called == TEN else 1 if called < TEN else 2


def mind(view: Pig10State) -> Numbers:
    return learned_for(view.players, learned.MINDS)


def scale(view: Pig10State, plies: int, past: Sequence[tuple[Pig10State, int]]) -> Numbers:
    if not usual(view) or plies not in (NEXT_TURN, TO_THE_END):
        return learned_for(view.players, learned.HANDS)
    found = weights(view.players)
    for before, move in past:
        found[KNOWN + before.turn] = lacking(before, move)
    return found


def usual(view: Pig10State) -> bool:
    """The cards that positions were learned with."""
    return view.deck == STANDARD


def near(view: Pig10State) -> bool:
    """Close to the end, who wins is best seen by playing on."""
    return usual(view) and view.left >= CLOSE


def far(view: Pig10State, compiled: bool) -> int:
    """With few cards left, or more than two players, the formula says too little: then games are played to the end."""
    return TO_THE_END if view.left < CLOSE or (compiled and view.players > 2) else FAR


MODEL = Model[Pig10State](
    greedy=pig10_mind.greedy,
    think=pig10_mind.think,
    favourite=favourite,
    lay=lay,
    settled=settled,
    chance=chance,
    expected=expected,
    notice=notice,
    turns=TURNS,
    mind=mind,
    scale=scale,
    far=far,
    knows=usual,
    near=near,
    mark=lambda view: view.turn,
    deals=(200, 2000),
    slice=160,
)
