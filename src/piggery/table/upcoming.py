"""What a table does next by itself, and when: it follows from its log, and from who is connected.

All times here are on one clock, in milliseconds, which never jumps: `since` is when this process saw the entry that
what is waited for runs from (`Table.began`).
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .state import Chair, Table

CHOOSING = 20_000  # how long a race or a vote may take
FIRST_WAIT = 1000  # somebody who is away again is waited for twice as long each time, …
LONGEST_WAIT = 60_000  # … up to this, where the settings do not say more
UNHURRIED, SLOWER = 500, 5  # milliseconds that a bot takes where only bots play, or so many times what is settled


class AutoAction(NamedTuple):
    """Something that happens by itself, to which seat, and when."""

    kind: Literal["bot", "react", "clock", "wait", "starter"]
    seat: int
    at: int


def upcoming(table: Table, since: int, away: Mapping[str, int], watched: bool) -> AutoAction | None:
    """The next thing that happens by itself. `away` says since when each person who is not here has been away.

    While every person is away a table stands still; one without people goes on as long as somebody watches.
    """
    people = table.people
    alone = all(table.chairs[n].key in away for n in people) if people else not watched
    if table.paused or alone or table.worn:
        return None
    if table.phase == "starter":
        return AutoAction("starter", -1, since + CHOOSING)
    reading = table.phase == "play" and table.current.state.due  # real cards, which somebody reads out
    return _in_turn(table, table.current.turn, since, away) if table.phase == "play" and not reading else None


def _in_turn(table: Table, seat: int, since: int, away: Mapping[str, int]) -> AutoAction | None:
    chair, settings = table.chairs[seat], table.settings
    if chair.bot:
        return AutoAction("bot", seat, since + _pace(table))
    if chair.key in away:
        return AutoAction("wait", seat, max(since, away[chair.key] + patience(chair, 1000 * settings.wait)))
    if settings.react and table.reacting(seat):
        return AutoAction("react", seat, since + 1000 * settings.react)
    return AutoAction("clock", seat, since + 1000 * settings.clock) if settings.clock else None


def _pace(table: Table) -> int:
    """How long a bot takes. Where only bots play nobody is in a hurry, and whoever opened a hundred tables pays for
    none of their moves."""
    pace = table.settings.pace
    unhurried = all(table.chairs[n].bot for n in table.taken)
    return max(pace, min(UNHURRIED, SLOWER * pace)) if unhurried else pace


def patience(chair: Chair, wait: int) -> int:
    """How long somebody who is away is waited for: ever longer for one who comes and goes without a move."""
    return max(wait, min(LONGEST_WAIT, FIRST_WAIT << min(chair.absences, 10))) if chair.absences else wait
