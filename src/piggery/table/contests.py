"""Who starts, where people settle it themselves: what follows from a counting race and from a vote."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from ..words import Line, both, line

Contest = Literal["race", "vote"]
CONTESTS: tuple[Contest, ...] = ("race", "vote")
TIES: dict[Contest, str] = {"race": "starter.fast", "vote": "starter.votes"}  # what is said of equals
LAST = 10  # the counting race ends here
LEAST = 700  # milliseconds: nobody taps ten times in less
SLIP = -1


class Taps:
    """The counting race of one table: timed from the first tap to the tenth, so that a slow line is no handicap.

    A 1 starts it again: whoever had to load the page goes back to the start, and is timed from there.

    Ten taps that come all at once are no slip: a line that stood still for a moment hands on honest taps like that.
    They count as the least time a person needs. So a program gains no more than the best person could, and shares it
    with all who were as quick: chance decides among them. One that taps like a quick person cannot be told from one.
    """

    def __init__(self) -> None:
        self.last: dict[str, tuple[int, int, int]] = {}  # which race, the last number, when it began

    def tap(self, key: str, race: int, number: int, now: int) -> int:
        """The time it took, once it is over, or a slip; zero as long as it goes on."""
        began, last, start = self.last.get(key, (race, 0, now))
        if began != race or number == 1:
            last, start = 0, now
        self.last[key] = (race, number, start)
        if number != last + 1:
            return SLIP
        return max(LEAST, now - start) if number == LAST else 0


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
