"""What must hold in every history: the log is one, views are prefixes of it, refusals are honest, nobody storms.

A `Ledger` is a second reader of everything that is stored at one table: what a process tells is compared with it.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from piggery.core.record import PERSON
from piggery.table import events, wire
from piggery.table.parts import card_names
from piggery.table.state import Entry, Table
from piggery.table.upcoming import CHOOSING, patience


class Violation(AssertionError):
    """Something that must hold does not."""


class Seen(NamedTuple):
    """What a view must say of the table after so many entries."""

    phase: str
    paused: bool
    chairs: list[tuple[str, str, str]]
    keys: list[str]
    ply: int
    position: str
    hands: list[list[str]]


class Ledger:
    def __init__(self, code: str) -> None:
        self.table = Table(code)
        self.seen: list[Seen] = [_seen(self.table)]
        self.moves: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
        self.moved_at = 0.0
        self.began_at = 0.0  # when the wait for what is next began
        self.plies = 0
        self.replaced: dict[int, list[float]] = defaultdict(list)  # by seat, since the seat has moved for itself

    def apply(self, entry: Entry, now: float) -> events.Event:
        event, ply, began = events.load(entry.text), self.table.ply, self.table.began
        self.table.apply(event, entry.at)
        self.seen.append(_seen(self.table))
        if isinstance(event, events.Moved):
            self.moved_at, self.plies = now, self.plies + 1
            if not event.by:
                self.moves[event.seat, ply].append((self.table.n, event.ply.split(" ")[0]))
                self.replaced[event.seat].clear()
        elif isinstance(event, events.Replaced):
            self.replaced[event.seat].append(now)
            self._no_storm(event.seat)
        elif isinstance(event, events.Sat):
            self.replaced[event.seat].clear()
        elif isinstance(event, events.Started | events.Resumed):
            self.moved_at = now
        if self.table.began != began:
            self.began_at = now
        return event

    def overdue(self, away: Mapping[str, float], now: float) -> float:
        """For how many seconds the table should have gone on by itself. `away` says since when people have been, by
        their keys; the others are here."""
        table = self.table
        if table.phase == "starter":
            return now - self.began_at - CHOOSING / 1000
        if table.phase != "play" or table.paused:
            return 0.0
        chair, settings = table.chairs[table.current.turn], table.settings
        if chair.bot:
            return now - self.began_at - settings.pace / 1000
        if (since := away.get(chair.key)) is not None:
            return now - max(self.began_at, since) - patience(chair, 1000 * settings.wait) / 1000
        longest = max(settings.clock, settings.react if table.reacting(table.current.turn) else 0)
        return now - self.began_at - longest if longest else 0.0

    def _no_storm(self, seat: int) -> None:
        """Whoever comes and goes without a move is replaced ever more rarely."""
        times = self.replaced[seat]
        least = sum(min(60.0, 2.0**k) for k in range(1, len(times) - 3)) / 2
        if times[-1] - times[0] < least:
            raise Violation(f"seat {seat} was replaced {len(times)} times in {times[-1] - times[0]:.0f} s")

    def check(self, key: str, view: wire.View) -> None:
        """A view is what the log says after so many entries, and nothing that is not stored."""
        table = view.table
        if table.n >= len(self.seen):
            raise Violation(f"entry {table.n} was told before it was stored")
        seen, game = self.seen[table.n], table.game
        chairs = [(chair.name, chair.player, chair.stand_in) for chair in table.chairs]
        told = table.phase, table.paused, chairs, game.ply if game else 0, game.position if game else ""
        if told != (seen.phase, seen.paused, seen.chairs, seen.ply, seen.position):
            raise Violation(f"after {table.n} entries the table is {seen}, and was told as {told}")
        seat = seen.keys.index(key) if key in seen.keys else -1
        hand = seen.hands[seat] if seat >= 0 and seen.phase == "play" else []
        if view.you != seat or view.hand != hand:
            raise Violation(f"seat {seat} holds {hand} after {table.n} entries, and was told {view.you}: {view.hand}")

    def honest(self, seat: int, after: int, ply: int, move: str, refusal: wire.Refusal) -> None:
        """Who is told that nothing has changed has not moved."""
        if self.made(seat, after, ply, move, self.table.n):
            raise Violation(f"{move} at ply {ply} was refused ({refusal.code}), and is in the log")

    def made(self, seat: int, after: int, ply: int, move: str, n: int) -> bool:
        """Whether this move is among the entries from `after` to `n`."""
        return any(after < entry <= n and made == move for entry, made in self.moves[seat, ply])

    def people(self) -> dict[str, int]:
        return {chair.key: n for n, chair in enumerate(self.table.chairs) if chair.player == PERSON}


def _seen(table: Table) -> Seen:
    game = table.game
    chairs = [(chair.name, chair.player, chair.stand_in) for chair in table.chairs]
    keys = [chair.key or "-" for chair in table.chairs]
    if not game:
        return Seen(table.phase, table.paused, chairs, keys, 0, "", [])
    hands = [card_names(game.rules, game.hand(seat)) for seat in range(len(game.head.seats))]
    position = game.rules.position_text(game.view(-1))
    return Seen(table.phase, table.paused, chairs, keys, table.ply, position, hands)
