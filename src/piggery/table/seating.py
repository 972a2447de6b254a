"""Whose hand is whose in a game: who has held each seat, who asks to come in, and every change of seat.

A hand that a person has held is nobody else's until the next deal, whoever plays on for them. So whoever comes during
a game can only have the seat of a bot that nobody has played for yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..words import Line, line
from .wire import SeatChange

MOST_TOLD = 20  # changes of seat that are shown of a game
MOST_WITHDRAWN = 20  # requests in one game that are taken back again, and do not count
MOST_REQUESTS = 6  # that may come to nothing in one game: whoever pesters has to wait for the next one
PATIENCE = 3  # times round the table, after which a request that nobody has answered lapses


@dataclass
class Request:
    """Somebody asks to come in. `n` is its entry in the log, `until` the ply at which it lapses, `asked` who played
    then: a bot that plays for one of them for a moment does not answer for them."""

    n: int
    until: int
    seat: int
    name: str
    key: str
    asked: set[int]
    agreed: set[int] = field(default_factory=set)


class Seating:
    """The seats of one game."""

    def __init__(self, held: Mapping[int, str] | None = None) -> None:
        self.held = dict(held or {})  # the key of the person who holds each seat, or held it last
        self.late: set[int] = set()  # seats that were taken during the game
        self.removed: set[str] = set()  # the keys of those whom the host has removed
        self.given_up = False  # whether somebody who came late has gone again
        self.requests = 0  # those that came to nothing, or have not been answered yet
        self.withdrawn = 0
        self.request: Request | None = None
        self.changes: list[SeatChange] = []

    @property
    def keys(self) -> set[str]:
        """Everybody who has held a seat, or asks for one."""
        return {*self.held.values(), *([self.request.key] if self.request else [])}

    def seat_of(self, key: str) -> int:
        """The seat that somebody holds or has held; -1 for none."""
        return next((seat for seat, one in self.held.items() if key and one == key), -1)

    # What happens

    def sat(self, n: int, ply: int, seat: int, key: str, name: str, before: str) -> None:
        """Somebody sat down where a bot, called `before`, was playing."""
        back = self.held.get(seat) == key
        if not back:
            self.late.add(seat)
        self.held[seat] = key
        self.removed.discard(key)
        if self.request and self.request.key == key:
            self.requests -= 1
            self.request = None
        self._tell(n, ply, line("story.back", player=name) if back else line("story.came", player=name, bot=before))

    def left(self, n: int, ply: int, seat: int, key: str, name: str, removed: bool) -> None:
        self.given_up |= seat in self.late
        if removed:
            self.removed.add(key)
        if self.request:
            self.request.asked.discard(seat)
            self.request.agreed.discard(seat)
        self._tell(n, ply, line("story.removed" if removed else "story.left", player=name))

    def away(self, n: int, ply: int, name: str) -> None:
        self._tell(n, ply, line("story.away", player=name))

    def back(self, n: int, ply: int, name: str) -> None:
        self._tell(n, ply, line("story.back", player=name))

    def asked(self, request: Request) -> None:
        self.requests += 1
        self.request = request

    def agreed(self, seat: int) -> None:
        if self.request:
            self.request.agreed.add(seat)

    def unasked(self, withdrawn: bool = False) -> None:
        """The request is withdrawn, declined or no longer of use."""
        self.withdrawn += withdrawn
        if withdrawn and self.withdrawn <= MOST_WITHDRAWN:
            self.requests -= 1  # whoever hangs up does not close the door for others
        self.request = None

    def played(self, ply: int, over: bool) -> None:
        """The game has come to this ply."""
        if self.request and (over or ply >= self.request.until):
            self.unasked()

    def taken_back(self, ply: int) -> None:
        """What happened after a ply that is undone is told after the last that is left."""
        for place, change in enumerate(self.changes):
            if change.ply >= ply:
                self.changes[place] = SeatChange(change.n, ply - 1, change.said)

    def _tell(self, n: int, ply: int, said: Line) -> None:
        """Where there are too many, those go first that happened again later: nobody can push out what others did."""
        self.changes.append(SeatChange(n, ply, said))
        if len(self.changes) > MOST_TOLD:
            said_again = (self._said(change.said) > 1 for change in self.changes)
            del self.changes[next((place for place, again in enumerate(said_again) if again), 0)]

    def _said(self, said: Line) -> int:
        return sum(change.said == said for change in self.changes)
