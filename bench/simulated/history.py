"""One history from one seed: tables, people, faults; then calm, in which all must be well again."""

from random import Random
from typing import NamedTuple

from piggery.table import door, events, wire
from piggery.table.decisions import Luck, opening
from piggery.table.events import Event
from piggery.table.identity import key_of
from piggery.table.state import Entry

from .checks import Ledger, Violation
from .faults import Trouble
from .players import Player
from .world import BEGAN, Process, World

LEAST_PLIES, LEAST_FAULTS, MOST_FAULTS = 30, 5, 9
CALM = 30.0  # seconds without a fault after which everything must be as it should
STUCK = 150.0  # seconds without a move, in calm, while somebody is there
LONGEST = 3_000.0
LOOK = 1.0  # seconds from one look at everything to the next
LATE = 15.0  # seconds by which it may go on later than it should: until a process that is gone is missed, …
NOTICED = 20.0  # … or a line that is
QUIET = 30.0
SHOWN = 3.0  # seconds after which everybody has the newest view
CODES = ("QXZ4BW", "PPP222")
DECKS = {"pig10": {"0": 1} | {str(n): 3 for n in (1, 2, 3, 4, 6, 7, 8, 9, 10)}, "truie": {}}
BOTS = ("greedy", "random")


class Story(NamedTuple):
    """What a history came to."""

    seed: int
    plies: int  # at the table where fewest were made
    faults: int
    entries: int
    seconds: float  # of its own time


class History:
    def __init__(self, seed: int) -> None:
        self.seed, self.world = seed, World(seed)
        self.rng: Random = self.world.rng
        self.players: list[Player] = []
        self.world.processes += [Process(self.world, f"p{number}") for number in range(self.rng.choice((2, 2, 3)))]
        for code in CODES[: self.rng.choice((1, 1, 2))]:
            self._table(code)
        self.world.heard = self._replaced_rightly

    def _table(self, code: str) -> None:
        """A table with a few people, maybe bots, somebody who comes late, and somebody who only watches."""
        people, game = self.rng.choice((1, 2, 2, 3)), self.rng.choice(sorted(DECKS))
        bots = max(self.rng.choice((0, 1, 1, 2)), 2 - people)
        settings = wire.Settings(
            game=game, seats=people + bots, deck=DECKS[game], pace=self.rng.choice((200, 1000, 1000)),
            wait=self.rng.choice((0, 5, 30)), clock=self.rng.choice((0, 0, 20)), takeback=self.rng.random() < 0.4,
            late=self.rng.choice(("ask", "ask", "bots", "next")), starter=self.rng.choice(("chance", "race", "vote")),
        )  # fmt: skip
        tokens = [f"{code}-{number}".ljust(32, "-") for number in range(people)]
        luck = Luck(self.rng.randrange, lambda: self.rng.randbytes(32))
        asked = door.OpenTable(settings, [self.rng.choice(BOTS) for _ in range(bots)], sit=False)
        found = opening(asked, key_of(tokens[0]), luck)
        found += [events.Sat(bots + n, f"Person {n}", key=key_of(token)) for n, token in enumerate(tokens)]
        log = [Entry(n, BEGAN, events.dump(event)) for n, event in enumerate(found, 1)]
        ledger = self.world.ledgers[code] = Ledger(code)
        self.world.database.logs[code] = log
        for entry in log:
            ledger.apply(entry, 0.0)
        late = f"{code}-late".ljust(32, "-")  # somebody who comes later, and somebody who only watches
        self.players += [Player(self.world, code, token) for token in [*tokens, late, ""]]

    def run(self) -> Story:
        world = self.world
        for player in self.players:
            world.at(self.rng.uniform(0.0, 2.0), player.connect)
        trouble = Trouble(world, self.players, self.rng.randint(LEAST_FAULTS, MOST_FAULTS))
        for number in range(len(world.processes)):
            trouble.watch(number)
        world.at(LOOK, self._look)
        with world.watched():
            while world.calm < CALM or self._plies() < LEAST_PLIES or not self._all_go_on():
                world.step()
                if world.now > LONGEST:
                    raise Violation("it does not come to an end")
            self._fall_quiet()
        entries = sum(map(len, world.database.logs.values()))
        return Story(self.seed, self._plies(), trouble.done, entries, world.now)

    def _plies(self) -> int:
        return min(ledger.plies for ledger in self.world.ledgers.values())

    def _all_go_on(self) -> bool:
        """Whether every table where somebody is has gone on since all is calm."""
        ledgers = self.world.ledgers.values()
        return all(ledger.moved_at > self.world.calm_since + CALM or not self._at(ledger) for ledger in ledgers)

    # What must hold

    def _at(self, ledger: Ledger) -> list[Player]:
        """The people who are at a table now."""
        return [player for player in self.players if player.ledger is ledger and player.there and player.seat >= 0]

    def _replaced_rightly(self, ledger: Ledger, event: Event) -> None:
        """Nobody is replaced who has been there all the time, in calm."""
        if not isinstance(event, events.Replaced) or self.world.calm < CALM:
            return
        for player in self._at(ledger):
            if player.seat == event.seat and player.since < self.world.now - CALM:
                raise Violation(f"seat {event.seat} was replaced, and was there all the time")

    def _look(self) -> None:
        """A table at which somebody is goes on."""
        now = self.world.now
        self.world.at(now + LOOK, self._look)
        for code, ledger in self.world.ledgers.items():
            there = self._at(ledger)
            acted = max([ledger.moved_at, *(player.idle for player in there)])
            if self.world.calm > STUCK and now - acted > STUCK and there:
                raise Violation(f"nothing has happened at {code} for {now - ledger.moved_at:.0f} s")
            if self.world.calm > CALM:
                self._look_closely(code, ledger)

    def _look_closely(self, code: str, ledger: Ledger) -> None:
        """What happens by itself is in time, and nobody is played for who is here."""
        now, people = self.world.now, ledger.people()
        here = {player.key for player in self._at(ledger) if player.since < now - CALM}
        lost = {player.key: player.lost_at for player in self.players if player.ledger is ledger and not player.there}
        if not here or not people.keys() <= here | lost.keys():
            return
        for key in here:
            if ledger.table.chairs[people[key]].stand_in:
                raise Violation(f"seat {people[key]} of {code} is here, and is played for")
        away = {key: max(at, self.world.calm_since) + NOTICED for key, at in lost.items()}
        if (late := min(ledger.overdue(away, now), now - self.world.calm_since - CALM)) > LATE:
            raise Violation(f"{code} should have gone on {late:.0f} s ago")

    def _fall_quiet(self) -> None:
        """Nobody acts any more: everybody comes to see the same, and everybody knows who is here."""
        world = self.world
        for player in self.players:
            player.acting = False
        lengths: dict[str, int] = {}
        end = world.now + QUIET
        world.at(end - SHOWN, lambda: lengths.update({code: len(log) for code, log in world.database.logs.items()}))
        while world.now < end:
            world.step()
        for player in self.players:
            if player.line and player.there and player.line.n < lengths[player.code]:
                raise Violation(f"somebody sees {player.line.n} of {lengths[player.code]} entries")
        for process in world.processes:
            self._well(process)

    def _well(self, process: Process) -> None:
        """It does all that it should, and knows who is here; of whoever came just now it may not have heard."""
        if failing := process.loop.inside(process.lobby.chores.failing):
            raise Violation(f"{process.name} has given up {failing}")
        for code, live in process.lobby.tables.items():
            ledger = self.world.ledgers[code]
            there = [one for one in self.players if one.ledger is ledger and one.there and one.key in ledger.table.keys]
            here = {one.key for one in there if one.since < self.world.now - SHOWN}
            if live.readers and not here <= live.presence.here <= {one.key for one in there}:
                raise Violation(f"{process.name} takes {len(live.presence.here)} for here, and {len(there)} are")
