"""Who starts, settled at the keyboard: the counting race and the best pig impression, told and line by line.

Whoever asks passes the clock and the chance in. The rules of both are those of every table: `table/contests.py`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..core.record import PERSON, Record
from ..table.contests import LAST, Contest, fastest, favourites, settled
from ..words import Line, line
from .lines import PAGE, Lines, Read, Write

Clock = Callable[[], int]  # milliseconds since whenever
Chance = Callable[[int], int]  # a number below this one
COUNT = "".join(str(n) for n in range(1, LAST + 1))
SLIP = -1


def stopwatch() -> int:
    return time.monotonic_ns() // 1_000_000


class Contestants(NamedTuple):
    """Everybody at a table by name, and the seats of the people: they count and vote, anybody may be voted for."""

    names: Sequence[str]
    people: Sequence[int]


def contestants(record: Record) -> Contestants:
    return Contestants(record.names, [n for n, seat in enumerate(record.seats) if seat.player == PERSON])


class ContestResult(NamedTuple):
    """The seat that starts, and how that came about."""

    first: int
    lines: list[Line]


def race_outcome(names: Sequence[str], times: Mapping[int, int], chance: Chance) -> ContestResult:
    return _outcome(names, "race", fastest(times), chance)


def vote_outcome(names: Sequence[str], votes: Mapping[int, int], chance: Chance) -> ContestResult:
    return _outcome(names, "vote", favourites(votes), chance)


def _outcome(names: Sequence[str], contest: Contest, equals: Sequence[int], chance: Chance) -> ContestResult:
    """Chance chooses among equals, and among all where nobody did it right."""
    among = equals or range(len(names))
    first = among[chance(len(among))] if len(among) > 1 else among[0]
    return ContestResult(first, settled(contest, [names[seat] for seat in equals], names[first]))


def time_line(name: str, took: int) -> Line:
    """`Ada: 3.2 seconds`, or that she slipped."""
    whole, tenth = divmod(round(took / 100), 10)
    seconds = line("page.race_time", text=line("review.decimal", whole=whole, tenth=tenth))
    return line("score.line", player=name, n=line("page.race_slip") if took < 0 else seconds)


def counted(text: str) -> bool:
    """Whether somebody typed 1 to 10, whatever stands between the numbers."""
    return "".join(text.replace(",", " ").split()) == COUNT


class PlainContest(Lines):
    """A contest between `read` and `write`. Whoever leaves has begun no game."""

    def __init__(self, who: Contestants, language: str, read: Read, write: Write, clock: Clock, chance: Chance) -> None:
        super().__init__(language, read, write)
        self.who = who
        self.clock = clock
        self.chance = chance

    def settle(self, contest: Contest) -> int:
        """The seat that starts."""
        outcome = self.race() if contest == "race" else self.vote()
        self.tell(outcome.lines)
        return outcome.first

    def race(self) -> ContestResult:
        names, times = self.who.names, dict[int, int]()
        for seat in self.who.people:
            times[seat] = self._run(names[seat])
            self.say(time_line(names[seat], times[seat]))
        return race_outcome(names, times, self.chance)

    def _run(self, name: str) -> int:
        """How long somebody took, from Enter to Enter."""
        self.ask("starter.ready", player=name)
        began = self.clock()
        right = counted(self.ask("plain.count"))
        return max(1, self.clock() - began) if right else SLIP

    def vote(self) -> ContestResult:
        votes = {seat: self._choose(seat) for seat in self.who.people}
        self.write(PAGE)
        return vote_outcome(self.who.names, votes, self.chance)

    def _choose(self, seat: int) -> int:
        """Whom somebody votes for; the next one does not see it."""
        names = self.who.names
        if seat != self.who.people[0]:
            self.write(PAGE)
        self.say("page.vote")
        self.ask("plain.handover", player=names[seat])
        for n, name in enumerate(names, 1):
            self.say("plain.choice", number=n, move=name)
        known = [str(n) for n in range(1, len(names) + 1)]
        while (answer := self.ask("plain.vote")) not in known:
            self.say("plain.no_choice", n=len(names))
        return int(answer) - 1
