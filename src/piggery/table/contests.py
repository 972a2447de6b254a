"""Who starts, where people settle it themselves: what follows from a counting race and from a vote."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

Contest = Literal["race", "vote"]
CONTESTS: tuple[Contest, ...] = ("race", "vote")
LAST = 10  # the counting race ends here


def fastest(times: Mapping[int, int]) -> list[int]:
    """The seats that counted right in the shortest time; a slip, or no time yet, is below 1."""
    right = {seat: time for seat, time in times.items() if time > 0}
    return sorted(seat for seat, time in right.items() if time == min(right.values()))


def favourites(votes: Mapping[int, int]) -> list[int]:
    """The seats with most votes; a vote that has not been cast is below 0."""
    cast = Counter(choice for choice in votes.values() if choice >= 0)
    return sorted(seat for seat, count in cast.items() if count == max(cast.values()))
