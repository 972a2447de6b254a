"""Who is at a table: connected to this process or to another one, or away, and since when.

Times are on a clock that never jumps, in milliseconds. Nothing here is stored: a process that begins knows nobody, and
is told by those who connect and by the other processes.
"""

from collections.abc import Callable, Collection

from .state import Table

HOST_GRACE = 30_000  # how long the host may be away before others act as the host


class Presence:
    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.elsewhere: dict[str, set[str]] = {}  # who is connected to which other process
        self.here: set[str] = set()  # all who are connected, here or elsewhere
        self.away: dict[str, int] = {}  # all who belong to the table and are not, and since when

    def note(self, table: Table, connected: Collection[str]) -> bool:
        """Somebody came, went, sat down or got up; whether that changed who is here."""
        known = table.keys
        here, now = known.intersection({*connected}.union(*self.elsewhere.values())), self.clock()
        self.away = {key: self.away.get(key, now) for key in known - here}
        if here == self.here:
            return False
        self.here = here
        return True

    def say(self, process: str, keys: set[str]) -> bool:
        """Another process says who is connected to it; whether that is news."""
        if self.elsewhere.get(process, set()) == keys:
            return False
        self.elsewhere[process] = keys
        if not keys:
            del self.elsewhere[process]
        return True

    def is_elsewhere(self, key: str) -> bool:
        """Whether somebody with this key is connected to another process."""
        return any(key in keys for keys in self.elsewhere.values())

    def waited_anew(self, key: str) -> None:
        """Somebody was back for a moment: whoever waits for them begins again."""
        if key in self.away:
            self.away[key] = self.clock()

    def left_to_others(self, table: Table) -> bool:
        """Whether the host has been away for so long that somebody else has to act as the host."""
        return table.host in self.away and self.grace(table) <= 0

    def grace(self, table: Table) -> int:
        """Milliseconds until others act for a host who is away."""
        away = self.away.get(table.host)
        return 0 if away is None else away + HOST_GRACE - self.clock()
