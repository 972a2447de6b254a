"""The model of a game: how a search plays on and judges it; its part `model`, or a plain one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic

from ..engine.kernel import Numbers, kernel
from ..games.contract import GameType, S, State
from .minds import minds_of

CERTAIN = 1_000_000  # a chance of one
TO_THE_END = 1 << 30  # plies
NEXT_TURN = -2  # instead of plies: until the one who thinks is to move again
GREEDY, CAREFUL = 0, 1  # kinds of players in a playout
PLIES, MARK, OWN = range(3)  # where the numbers of `far` stand
FAR = 2000  # plies after which a playout of a game without a model gives up

Turns = Sequence[tuple[S, int]]  # positions, and the moves made in them


@dataclass(frozen=True, eq=False)
class Model(Generic[S]):
    """How a search plays on and judges.

    `greedy`, `think`, `favourite`, `lay`, `settled`, `chance` and `expected` are kernels.
    """

    greedy: Callable[[S, int, Numbers], int]
    think: Callable[[S, int, Numbers, Numbers], int]
    favourite: Callable[[S, int, Numbers, Numbers, Numbers, Numbers], int]  # (state, moves, rng, mind, far, scale)
    lay: Callable[[S, int, Numbers, Numbers], None]  # (state, move, far, scale): play it, remember what it tells
    settled: Callable[[S, int, Numbers], int]  # (state, plies played, far): stop playing on?
    chance: Callable[[S, int, Numbers, Numbers], int]  # (state, seat, far, scale): to win from here, of CERTAIN
    expected: Callable[[S, int, Numbers, Numbers], int] | None = None  # … the score to expect, in millionths
    notice: Callable[[S, int], Numbers] = lambda before, move: []  # what a turn tells of its player's cards
    turns: int = 0  # of a player, how far back they tell; see guessing.py
    mind: Callable[[S], Numbers] = lambda view: [0]  # the careful mind for this view
    scale: Callable[[S, int, Turns[S]], Numbers] = lambda view, plies, past: [0]  # what `chance` counts with
    far: Callable[[S, bool], int] = lambda view, compiled: FAR  # how many plies to play on at least
    knows: Callable[[S], bool] = lambda view: False  # whether its favourite was learned so well that nothing blames it
    near: Callable[[S], bool] = lambda view: False  # whether it is enough to look at one's own next turn
    mark: Callable[[S], int] = lambda view: 0  # what `settled` is to remember of the view
    stake: int = 20  # how much of a score a review takes for as much as the whole win
    deals: tuple[int, int] = (30, 1000)  # for each move of a review: interpreted, compiled
    slice: int = 24  # the same where somebody waits in a browser


@cache
def model_of(game: GameType) -> Model:
    return game.part("model", Model) or plain_model(game)


def learned_for(players: int, learned: Mapping[int, list[int]]) -> Numbers:
    """The numbers that were learned for so many players, or for the next smaller number."""
    return list(learned[max(n for n in learned if n <= players)])


def share_of(score: Callable[[S, int], int]) -> Callable[[S, int], int]:
    """A kernel for the end of a game: the win, of CERTAIN, shared by those who have most."""

    @kernel
    def share(state: S, seat: int) -> int:
        most = score(state, 0)
        for s in range(state.players):
            most = max(most, score(state, s))
        sharing = 0
        for s in range(state.players):
            sharing += score(state, s) == most
        return CERTAIN // sharing if score(state, seat) == most else 0

    return share


def expected_of(game: GameType) -> Callable[[State, int, Numbers, Numbers], int]:
    """A kernel: the score to expect, as the model of the game says, or as it stands where a playout ended."""
    score = game.score

    @kernel
    def expected(state: State, seat: int, far: Numbers, scale: Numbers) -> int:
        return CERTAIN * score(state, seat)

    return model_of(game).expected or expected


def plain_model(game: GameType) -> Model:
    """Everybody plays on greedily, to the end; whoever leads then has won."""
    take, play, share = minds_of(game).greedy, game.play, share_of(game.score)

    @kernel
    def think(state: State, moves: int, rng: Numbers, mind: Numbers) -> int:
        return take(state, moves, rng)

    @kernel
    def favourite(state: State, moves: int, rng: Numbers, mind: Numbers, far: Numbers, scale: Numbers) -> int:
        return take(state, moves, rng)

    @kernel
    def lay(state: State, move: int, far: Numbers, scale: Numbers) -> None:
        play(state, move)

    @kernel
    def settled(state: State, plies: int, far: Numbers) -> int:
        return plies >= far[PLIES]

    @kernel
    def chance(state: State, seat: int, far: Numbers, scale: Numbers) -> int:
        return share(state, seat)

    return Model(take, think, favourite, lay, settled, chance)
