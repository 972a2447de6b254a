"""A game at this machine: people and bots round one keyboard, kept in a file after every ply."""

import os
import secrets
import shlex
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..bots.levels import names as level_names
from ..bots.levels import player
from ..bots.search import Past, remembered
from ..core.chance import Chance, fair, fresh_nonces
from ..core.game import Game
from ..core.record import PERSON, Record, Seat, replay
from ..core.story import tell
from ..engine.kernel import generator
from ..table.names import bot_name
from ..words import Line, line
from . import saves


def seating(names: Sequence[str], bots: Sequence[str], players: int) -> tuple[Seat, ...]:
    """People first, then bots, under names nobody else has; the last bot named fills the seats left over."""
    seats = [Seat(name) for name in names]
    for n in range(players - len(names)):
        level = bots[min(n, len(bots) - 1)]
        seats.append(Seat(bot_name(level, [seat.name for seat in seats]), level))
    return tuple(seats)


def last_left(typed: bool, game: str = "") -> tuple[Path, Record] | None:
    """The last game that was left and can be gone on with; games with real cards only where they can be `typed` in."""
    for path, record in saves.unfinished():
        known = all(seat.player in (PERSON, *level_names(record.rules)) for seat in record.seats)
        if known and game in ("", record.rules.name) and (typed or record.cards["from"] != "typed"):
            return path, record
    return None


def now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def seal(record: Record, short: bool = False) -> list[Line]:
    """What is published before the first card of a fair deal; the file has it in full."""
    if record.cards["from"] != "fair":
        return []
    published = record.cards["commitment"]
    return [line("story.sealed", text=f"{published[:16]}…" if short else published)]


def command(words: str) -> str:
    """A command as this person types it: run.py says how it was called."""
    return f"{os.environ.get('PIGGERY_COMMAND', 'piggery')} {words}"


class Session:
    """The game, who plays it, and the file it is kept in."""

    def __init__(self, record: Record, path: Path | None = None, chance: Chance | None = None) -> None:
        self.path = path or saves.new_path(record)
        self.seats = record.seats
        self.names = [seat.name for seat in record.seats]
        self.rules = record.rules
        self.bots = {n: player(self.rules, seat.player) for n, seat in enumerate(record.seats) if seat.player != PERSON}
        self.people = [n for n in range(len(record.seats)) if n not in self.bots]
        self.rng = generator(secrets.randbits(64))
        self.game = Game(record, chance, self._store)
        self.turns: deque[tuple[Any, int]] = deque(
            maxlen=2 * len(record.seats)
        )  # the last ones, for bots and the coach
        self._store(record, self.state)  # what cannot be kept is not begun

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def past(self) -> list[Past]:
        """What everybody saw of the last turns."""
        return remembered(self.rules, self.turns, self.state)

    @property
    def alone(self) -> bool:
        """Whether nobody else at this machine may see the cards."""
        return len(self.people) == 1

    @property
    def reader(self) -> int:
        """Who the log speaks to: the one person, or everyone."""
        return self.people[0] if self.alone else -1

    def story(self) -> list[Line]:
        """Everything told so far."""
        record = self.game.record
        return [told for ply in replay(record) for told in tell(record, ply, self.reader)]

    def deal(self) -> list[Line]:
        """Draw what is due before anybody moves; nothing when nothing is."""
        ply = self.game.deal()
        return tell(self.game.record, ply, self.reader) if ply else []

    def play(self, seat: int, text: str) -> list[Line]:
        ply = self.game.play(seat, text)
        if ply.choice is not None:
            self.turns.append((ply.before, ply.choice))
        return tell(self.game.record, ply, self.reader)

    def bot_play(self) -> list[Line]:
        """The bot whose turn it is sees its view and moves."""
        seat = self.state.turn
        seen = self.game.view(seat)
        move = self.bots[seat](seen, self.rules.legal(seen), self.rng, self.past)
        return self.play(seat, self.rules.move_text(seen, move))

    def _store(self, record: Record, state: Any) -> None:
        saves.save(record, self.path, state)

    def resuming(self, plain: bool) -> Line:
        """How to go on with this game later, in the same way."""
        chosen = "" if self.path.parent == saves.folder() else f" --save {shlex.quote(str(self.path))}"
        return line("plain.left", command=command(f"play --resume{' --plain' if plain else ''}{chosen}"))

    def again(self) -> "Session":
        """The same people and bots, a fresh deal; the next seat starts."""
        old = self.game.record
        cards = fair(fresh_nonces(len(old.seats))) if old.cards["from"] == "fair" else old.cards
        first = (old.first + 1) % len(old.seats)
        return Session(replace(old, first=first, cards=cards, plies=(), date=now()))
