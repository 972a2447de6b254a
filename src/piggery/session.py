"""A game at this machine: people and bots round one keyboard, kept in a file after every ply."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from . import saves
from .bots.simple import Bot, bot
from .chance import Chance, fair, fresh_nonces
from .game import Game
from .kernel import generator
from .record import Ply, Record, Seat
from .story import tell
from .words import Line, line

BOT_NAMES = ("Rosa", "Otto", "Luna", "Bruno", "Carla", "Hugo", "Nino", "Emma")
PERSON = "person"


def seating(names: Sequence[str], bots: Sequence[str], players: int) -> tuple[Seat, ...]:
    """People first, then bots; the last bot named fills the seats left over."""
    seats = [Seat(name) for name in names]
    empty = range(players - len(seats))
    seats += [Seat(BOT_NAMES[n], bots[min(n, len(bots) - 1)]) for n in empty]
    return tuple(seats)


class Session:
    """The game, who plays it, and the file it is kept in."""

    def __init__(self, record: Record, path: Path | None = None, chance: Chance | None = None) -> None:
        self.path = path or saves.new_path(record)
        self.seats = record.seats
        self.names = [seat.name for seat in record.seats]
        self.rules = record.rules
        self.bots = {n: self._bot(seat) for n, seat in enumerate(record.seats) if seat.player != PERSON}
        self.people = [n for n in range(len(record.seats)) if n not in self.bots]
        self.rng = generator(secrets.randbits(64))
        self.game = Game(record, chance)

    def _bot(self, seat: Seat) -> Bot:
        return bot(self.rules, seat.player)

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def alone(self) -> bool:
        """Whether nobody else at this machine may see the cards."""
        return len(self.people) == 1

    @property
    def reader(self) -> int:
        """Who the log speaks to: the one person, or everyone."""
        return self.people[0] if self.alone else -1

    def seal(self) -> list[Line]:
        """What is published before the first card of a fair deal."""
        cards = self.game.record.cards
        return [line("story.sealed", text=cards["commitment"])] if cards["from"] == "fair" else []

    def deal(self) -> list[Line]:
        """Draw what is due before anybody moves; nothing when nothing is."""
        ply = self.game.deal()
        return self._kept(ply) if ply else []

    def play(self, seat: int, text: str) -> list[Line]:
        return self._kept(self.game.play(seat, text))

    def bot_play(self) -> list[Line]:
        """The bot whose turn it is sees its view and moves."""
        seat = self.state.turn
        seen = self.game.view(seat)
        move = self.bots[seat](seen, self.rules.legal(seen), self.rng)
        return self.play(seat, self.rules.move_text(seen, move))

    def _kept(self, ply: Ply) -> list[Line]:
        saves.save(self.game.record, self.path, self.state)
        return tell(self.game.record, ply, self.reader)

    def again(self) -> "Session":
        """The same people and bots, a fresh deal; the next seat starts."""
        old = self.game.record
        cards = fair(fresh_nonces(len(old.seats))) if old.cards["from"] == "fair" else old.cards
        date = datetime.now().isoformat(timespec="seconds")
        first = (old.first + 1) % len(old.seats)
        return Session(replace(old, first=first, cards=cards, plies=(), date=date))
