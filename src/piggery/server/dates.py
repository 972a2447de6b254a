"""Whether the date can be believed: somebody may set it, and put it right again a minute later.

A machine that has slept looks the same, and nothing is lost by waiting then, too. Nor is a date believed at the start:
a machine without a clock of its own may have to ask for it first.
"""

import logging
from typing import NamedTuple

from ..table.ports import Clocks
from .config import DAY

JUMP = 5 * 60_000  # milliseconds by which it may differ from what a steady clock says since it was looked at last
DOUBT = 3600_000  # for so long a date that has jumped, or that nobody has watched, is not believed
log = logging.getLogger("piggery.dates")


class Misdated(NamedTuple):
    """What was noted from the first date to the last happened so much later, or earlier."""

    first: int
    last: int
    by: int


class Dates:
    def __init__(self, clocks: Clocks) -> None:
        self.clocks = clocks
        self.began, self.ahead = clocks.date(), self._ahead()
        self.doubted = clocks.steady()  # since when it goes on as time does

    def _ahead(self) -> int:
        return self.clocks.date() - self.clocks.steady()

    def look(self) -> Misdated | None:
        """Look at the date, as often as possible; what was noted by a wrong one, where it has jumped by days."""
        ahead = self._ahead()
        by, self.ahead = ahead - self.ahead, ahead
        if abs(by) <= JUMP:
            return None
        log.info("no old tables are forgotten for an hour: the date has jumped", extra={"ms": by})
        self.doubted = self.clocks.steady()
        wrong = Misdated(self.began, self.clocks.date() - by, by)
        self.began += by
        return wrong if abs(by) > DAY else None

    @property
    def certain(self) -> bool:
        return self.clocks.steady() - self.doubted > DOUBT
