"""How hard a puzzle is: the arithmetic that its best move takes, the thinking, and what it is about.

Both are read off the position and the best move alone, by each game in its own way. The grade is the thinking, and one
more where the arithmetic is more than adding up to ten. docs/puzzles.md has the table.
"""

from enum import IntEnum
from typing import NamedTuple

HARDEST = 5


class Sums(IntEnum):
    """The arithmetic of the best move."""

    TO_FIVE = 1  # or nothing to reckon at all
    TO_TEN = 2
    BEYOND = 3  # taking away, or over ten
    TWICE = 4  # two steps, one after the other


class Thinking(IntEnum):
    TAKE = 1  # what is there
    LEAVE = 2  # look at what comes of it
    ODDS = 3
    COUNTING = 4
    PLAN = 5


class Grading(NamedTuple):
    sums: Sums
    thinking: Thinking
    tags: tuple[str, ...]

    @property
    def grade(self) -> int:
        return min(HARDEST, self.thinking + (self.sums >= Sums.BEYOND))
