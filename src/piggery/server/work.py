"""What an address may cost: a little always, more as long as nobody else wants it, and whoever wants too much waits.

Messages and connections are limited in number; this is about the work that they make. One unit is the work of one view.
What goes beyond is done later, and of several views that are due later only the newest is made; only a request that
would have to wait too long is refused.
"""

import re
from collections.abc import Callable

from .limits import Share

VIEW, ASK, CONNECT, REQUEST, HINT = 1, 4, 12, 5, 100  # units, as they were measured, about
QUESTION_UNIT = 100  # bytes of a question to the rules that one unit answers
SENT_UNIT, UNPACKED_UNIT = 200_000, 10_000  # bytes of a file that one unit sends, or unpacks
COSTLY = [(re.compile(r"/api/tables/[^/]+/qr\.svg"), 60), (re.compile(r"/api/tables/[^/]+/games/\d+"), 100)]
LOOK = 0.1  # seconds after which it is looked again who is busy
MANY = 10_000


class Purse:
    """What one address has left. It may be overdrawn: then whoever pays has to wait."""

    __slots__ = ("level", "paid", "work")

    def __init__(self, work: "Work") -> None:
        self.work = work
        self.level, self.paid = float(work.share.burst), work.clock()

    def pay(self, units: float) -> float:
        """Pay for some work; the seconds to wait before it is done."""
        now, rate = self.work.clock(), self.work.rate
        self.level = min(self.work.share.burst, self.level + (now - self.paid) * rate) - units
        self.paid = now
        if self.level >= 0:
            return 0.0
        wait = -self.level / rate
        self.work.overdrawn(self, now, wait)
        return wait

    def pay_back(self, units: float) -> None:
        """For work that is not done, after all."""
        self.level += units


class Work:
    def __init__(self, share: Share, clock: Callable[[], float]) -> None:
        self.share, self.clock = share, clock
        self.purses: dict[str, Purse] = {}
        self.busy: dict[Purse, float] = {}  # those who wait, and until when
        self.looked = self.forgot = 0.0
        self.rate = share.always + share.most  # units a second, for each address

    def purse(self, who: str) -> Purse:
        if who not in self.purses:
            if len(self.purses) > MANY and self.clock() - self.forgot >= LOOK:
                self._forget()
            self.purses[who] = Purse(self)
        return self.purses[who]

    def overdrawn(self, purse: Purse, now: float, wait: float) -> None:
        """Those who want too much share what there is beside what everybody has."""
        self.busy[purse] = now + wait
        if now - self.looked >= LOOK:
            self.looked = now
            self.busy = {purse: until for purse, until in self.busy.items() if until > now}
            shared = self.share.shared / max(1, len(self.busy))
            self.rate = self.share.always + min(self.share.most, shared)

    def _forget(self) -> None:
        """Those who are not heard of any more, and whose purse is full again by now."""
        burst, always = self.share.burst, self.share.always
        self.forgot = now = self.clock()
        self.purses = {who: one for who, one in self.purses.items() if one.level + (now - one.paid) * always < burst}


def units(path: str, size: int = 0) -> float:
    """What a request costs that is not for a file; a question of so many bytes to the rules costs more."""
    return next((units for pattern, units in COSTLY if pattern.fullmatch(path)), REQUEST) + size / QUESTION_UNIT
