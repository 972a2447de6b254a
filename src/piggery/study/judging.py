"""How a move is judged: what it lost against the best one, and the verdict on that.

The chance to win counts. Among moves for which that hardly differs, the score does: cards, or points.
"""

from collections.abc import Sequence
from math import hypot, log, sqrt
from typing import NamedTuple

from ..bots.search import Thought

SLIP = 0.02
LOSSES = {"review.blunder": 0.1, "review.mistake": 0.05, "review.slip": SLIP}  # of the win, between two players
HALF = 1.96  # standard deviations in half of a 95 % interval


class Loss(NamedTuple):
    """The loss of a move against the best one: of the chance to win, or of the score."""

    best: int
    loss: float = 0.0
    error: float = 0.0  # half of the 95 % interval of it, wide enough for whichever move had come out best
    scored: bool = False

    @property
    def sure(self) -> bool:
        """Whether it is more than its error."""
        return self.loss > self.error


def judged(thoughts: Sequence[Thought], move: int, players: int) -> Loss:
    """The loss that a move is judged by. Where there was one move, there are no thoughts."""
    made = next((one for one in thoughts if one.move == move), None)
    if made is None:
        return Loss(move)
    rivals = alike(thoughts, made, players)
    return score_lost(rivals, made, len(thoughts) - 1) if rivals else chance_lost(thoughts, move)


def chance_lost(thoughts: Sequence[Thought], move: int) -> Loss:
    """The loss of the chance to win."""
    made = next((one for one in thoughts if one.move == move), None)
    if made is None or made.chance == thoughts[0].chance:
        return Loss(move)
    best = thoughts[0]
    return Loss(best.move, best.chance - made.chance, made.error * strictness(len(thoughts) - 1))


def score_lost(rivals: Sequence[Thought], made: Thought, tries: int) -> Loss:
    """The loss of the score against the best of these moves."""
    best = max(rivals, key=lambda one: one.score)
    if best.score <= made.score:
        return Loss(made.move, scored=True)
    error = hypot(best.score_error, made.score_error) * strictness(tries)
    return Loss(best.move, best.score - made.score, error, scored=True)


def alike(thoughts: Sequence[Thought], made: Thought, players: int) -> list[Thought]:
    """The other moves that hardly differ in the chance to win from the one that was made.

    All of them certainly cost less than a slip does, and none is certainly worse than the one that was made: whoever
    takes the better chance is right, however small the difference is.
    """
    doubt = strictness(len(thoughts) - 1)

    def small(one: Thought) -> bool:
        return fair(thoughts[0].chance - one.chance + doubt * one.error, players) < SLIP

    def worse(one: Thought) -> bool:
        return made.chance - one.chance > doubt * hypot(made.error, one.error)

    return [one for one in thoughts if one != made and small(one) and not worse(one)] if small(made) else []


def strictness(tries: int) -> float:
    """How many errors great the greatest of `tries` differences must be, so that noise makes it one time in twenty.

    The tail of the normal distribution beyond sqrt(z² + 2 ln n) is less than the n-th part of that beyond z.
    """
    return sqrt(1 + 2 * log(tries) / HALF**2)


def fair(loss: float, players: int) -> float:
    """A loss as if two played. Where more play, a fair share of the win is smaller, and so is what a move can lose."""
    return loss * players / 2


def verdict(moves: int, best: bool, lost: float) -> str:
    """A catalogue key, by how many moves there were, whether it was the best one, and what part of the win it lost."""
    if not moves:
        return "review.only"
    found = (key for key, least in LOSSES.items() if lost >= least)
    return next(found, "review.best" if best else "review.good")
