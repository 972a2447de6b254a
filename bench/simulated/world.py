"""Time, processes, and what happens next. A step is one callback in one process, or the next thing that is due."""

import heapq
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from piggery.core.game import Draft, Game
from piggery.engine.kernel import generator
from piggery.errors import PiggeryError
from piggery.server.config import Config
from piggery.server.lobby import Lobby
from piggery.server.neighbours import Neighbours
from piggery.table.decisions import Luck
from piggery.table.events import Event
from piggery.table.ports import Clocks
from piggery.table.state import Entry

from .checks import Ledger, Violation
from .database import Channel, Database, DriverMistake, SharedStore, Weather
from .loop import Loop

BEGAN = 1_800_000_000_000  # the date when it all begins
MOST_WORK = 120  # plies that may be worked out before anybody else has a turn


class Process:
    """One process of the server, with clocks of its own."""

    def __init__(self, world: "World", name: str) -> None:
        self.world, self.name = world, name
        self.weather = Weather(world.rng)
        self.paused = self.asleep = 0
        self.stopping = False
        self.lag = self.jump = self.slept = 0.0  # how far its clock is behind, its date ahead; since when it sleeps
        self.ahead = world.rng.randrange(10**9)
        self.loop = Loop(self.clock)
        store = SharedStore(world.database, self.weather, name)
        self.channel = Channel(world.database, self.weather, self.loop)
        clocks = Clocks(self.date, lambda: self.ahead + int(1000 * self.clock()))
        luck = Luck(world.rng.randrange, lambda: world.rng.randbytes(32), generator(world.rng.getrandbits(60)))
        self.lobby = Lobby(Config(store="-"), store, Neighbours(self.channel, name), luck, clocks)
        self.opening = self.loop.begin(self.lobby.open())

    def clock(self) -> float:
        return (self.slept if self.asleep else self.world.now) - self.lag

    def pause(self, asleep: bool) -> None:
        """Nothing happens in this process; asleep, its clock stands still, too."""
        self.paused += 1
        if asleep and not self.asleep:
            self.slept = self.world.now
        self.asleep += asleep

    def go_on(self, asleep: bool) -> None:
        self.paused -= 1
        self.asleep -= asleep
        if asleep and not self.asleep:
            self.lag += self.world.now - self.slept

    def date(self) -> int:
        return BEGAN + int(1000 * (self.world.now + self.jump))

    @property
    def open(self) -> bool:
        return not (self.weather.dead or self.stopping) and self.lobby.ready

    @property
    def failed(self) -> bool:
        """Whether it could not start."""
        return self.opening.done() and not self.opening.cancelled() and self.opening.exception() is not None

    def next_due(self) -> float | None:
        due = None if self.paused else self.loop.next_due()
        return None if due is None else due + self.lag

    def stop(self) -> None:
        """As a server does that is told to: it takes nobody any more, and says goodbye to other processes."""
        self.stopping = True
        self.loop.begin(self.lobby.close())

    def die(self) -> None:
        self.weather.dead = True
        self.channel.cut()
        self.loop.end()


class World(logging.Handler):
    """All there is. What is logged as an error is a violation, too, unless it says what is wrong outside."""

    def __init__(self, seed: int) -> None:
        super().__init__(logging.ERROR)
        self.rng = Random(seed)
        self.now = 0.0
        self.number = self.worked = 0
        self.coming: list[tuple[float, int, Callable[[], None]]] = []
        self.database = Database(self._follows, self._stored, lambda seconds, work: self.at(self.now + seconds, work))
        self.ledgers: dict[str, Ledger] = {}
        self.processes: list[Process] = []
        self.calm_since = 0.0
        self.troubles = 0  # faults that are still to come, or last
        self.heard: Callable[[Ledger, Event], None] = lambda ledger, event: None
        self.violation: Violation | None = None

    def at(self, when: float, happening: Callable[[], None]) -> None:
        self.number += 1
        heapq.heappush(self.coming, (when, self.number, happening))

    @property
    def calm(self) -> float:
        """For how long nothing has gone wrong."""
        return 0.0 if self.troubles else self.now - self.calm_since

    # What is looked at

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Turn whatever goes wrong inside into a violation of this history, which ends at the next step."""
        try:
            yield
        except Violation as violation:
            self.violation = self.violation or violation
        except Exception as error:
            self.violation = self.violation or Violation(f"the log cannot be read: {error!r}")

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, OSError | DriverMistake | PiggeryError):
            self.violation = self.violation or Violation(f"{record.getMessage()}: {error!r}")

    def _follows(self, code: str, n: int, length: int) -> None:
        if n != length + 1:
            self.violation = self.violation or Violation(f"entry {n} was stored after {length}")

    def _stored(self, code: str, entries: list[Entry]) -> None:
        with self.looking():
            for entry in entries:
                self.heard(self.ledgers[code], self.ledgers[code].apply(entry, self.now))

    # What happens

    def step(self) -> None:
        ready = [process for process in self.processes if process.loop.ready and not process.paused]
        if ready:
            self._run(self.rng.choice(ready) if len(ready) > 1 else ready[0])
        else:
            self._go_on()
        if self.violation:
            raise self.violation

    def _run(self, process: Process) -> None:
        self.worked = 0
        process.loop.run_one()
        if self.worked > MOST_WORK:
            raise Violation(f"{self.worked} plies were worked out while everybody else waited")
        for complaint in process.loop.complaints:
            raise Violation(complaint)

    def _go_on(self) -> None:
        """Time goes on to what is next."""
        due = [at for process in self.processes if (at := process.next_due()) is not None]
        first = min(due, default=float("inf"))
        if self.coming and self.coming[0][0] <= first:
            at, _, happening = heapq.heappop(self.coming)
            self.now = max(self.now, at)
            happening()
            return
        self.now = max(self.now, first)
        for process in self.processes:
            if not process.paused:
                process.loop.take_due()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count the work and hear what is logged, as long as this history goes on."""
        log, draft = logging.getLogger("piggery"), Game.draft

        def counted(game: Game, seat: int, text: str, draws: Sequence[str] = ()) -> Draft:
            self.worked += 1
            return draft(game, seat, text, draws)

        Game.draft = counted  # type: ignore[method-assign, assignment]
        log.addHandler(self)
        was, log.propagate = log.level, False
        log.setLevel(logging.ERROR)
        try:
            yield
        finally:
            for process in self.processes:
                process.die()
            log.removeHandler(self)
            log.setLevel(was)
            log.propagate = True
            Game.draft = draft  # type: ignore[method-assign]
