"""The shape of a lesson: positions, what to try in each, and what is drawn afterwards. A game's part `lessons`.

The words of step n are `lesson.GAME.n` and, once it is done, `lesson.GAME.n.done`. The learner sits on seat 0.
"""

from typing import NamedTuple


class Exercise(NamedTuple):
    position: str
    want: tuple[str, ...]  # any of these moves will do
    draws: tuple[str, ...] = ()


class Lessons(NamedTuple):
    steps: tuple[Exercise, ...]
