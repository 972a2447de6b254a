"""Who starts, where people settle it themselves: what follows from a counting race and from a vote."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from ..words import Line, both, line

Contest = Literal["race", "vote"]
CONTESTS: tuple[Contest, ...] = ("race", "vote")
TIES: dict[Contest, str] = {"race": "starter.fast", "vote": "starter.votes"}  # what is said of equals
LAST = 10  # the counting race ends here


def fastest(times: Mapping[int, int]) -> list[int]:
    """The seats that counted right in the shortest time; a slip, or no time yet, is below 1."""
    right = {seat: time for seat, time in times.items() if time > 0}
    return sorted(seat for seat, time in right.items() if time == min(right.values()))


def favourites(votes: Mapping[int, int]) -> list[int]:
    """The seats with most votes; a vote that has not been cast is below 0."""
    cast = Counter(choice for choice in votes.values() if choice >= 0)
    return sorted(seat for seat, count in cast.items() if count == max(cast.values()))


def settled(contest: Contest, equals: Sequence[str], first: str) -> list[Line]:
    """How it came about who starts: the best by name, among whom chance decides, or that nobody did it right."""
    starts = line("page.starts", player=first)
    if not equals:
        return [line("starter.nobody"), starts] if contest == "race" else [starts]
    return [line(TIES[contest], players=both(equals)), starts] if len(equals) > 1 else [starts]
