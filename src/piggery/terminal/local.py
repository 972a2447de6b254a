"""A table at this machine: the same as on a server, kept in a file after every ply; everybody who plays is here.

The file is the record of the game. Read, it is the log that leads there; what is appended to the log makes it grow.
"""

import os
import secrets
import shlex
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..bots.levels import names as level_names
from ..core.chance import fair
from ..core.game import Game
from ..core.notation import follow
from ..core.record import PERSON, Record, Settled, final, replay
from ..core.story import tell
from ..engine.kernel import generator
from ..folders import data_folder, writable
from ..games.checks import copies_in
from ..games.contract import State
from ..table import events, wire
from ..table.decisions import Luck, begin, read_out
from ..table.hints import CoachRequest, coach_request
from ..table.host import Live, Think
from ..table.identity import key_of
from ..table.ports import ALL, CLOCKS, Nobody
from ..table.state import Entry
from ..words import Line, line
from . import saves


def last_left(typed: bool, game: str = "") -> tuple[Path, Record] | None:
    """The last game that was left and can be resumed; games with real cards only where they can be `typed` in."""
    for path, record in saves.unfinished():
        known = all(seat.player in (PERSON, *level_names(record.rules)) for seat in record.seats)
        if known and game in ("", record.rules.name) and (typed or record.cards["from"] != "typed"):
            return path, record
    return None


def now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def seal(record: Record, short: bool = False) -> list[Line]:
    """The seal that is published before the first card of a fair deal; the file has it in full."""
    if record.cards["from"] != "fair":
        return []
    published = record.cards["commitment"]
    return [line("story.sealed", text=f"{published[:16]}…" if short else published)]


def command(words: str) -> str:
    """A command as this person types it: run.py says how it was called."""
    return f"{os.environ.get('PIGGERY_COMMAND', 'piggery')} {words}"


def log_of(record: Record) -> list[events.Event]:
    """The log of a table that leads to this record."""
    settings = wire.Settings(
        game=record.rules.name, seats=len(record.seats), options=record.options,
        deck=copies_in(record.rules, record.deck), starter="host", own_names=True, react=0, pace=0,
    )  # fmt: skip
    cards = record.cards
    sealed = events.Sealed(cards["commitment"], cards["secret"]) if cards["from"] == "fair" else events.Supplied(cards)
    log: list[events.Event] = [events.Opened(settings, seat_key(0), record.rules.version), sealed]
    for n, seat in enumerate(record.seats):
        log.append(events.Sat(n, seat.name, seat.player, seat_key(n) if seat.player == PERSON else ""))
    nonces = list(cards.get("nonces", [""] * len(record.seats)))
    log += [events.Stirred(n, nonce) for n, nonce in enumerate(nonces)]
    for ply in replay(record):
        dealt = ply.number == 0
        started = events.Started(record.first, nonces, ply.text, by=record.starter, among=list(record.among))
        log.append(started if dealt else events.Moved(ply.before.turn, ply.text))
    return log


def seat_key(seat: int) -> str:
    """At one keyboard a seat needs no secret."""
    return key_of(f"here/{seat}")


class RecordFile:
    """A store of one game: its record, whole in one file. Where no file was named and none can be made, it is lost."""

    def __init__(self, record: Record, path: Path | None) -> None:
        self.kept = path is not None or writable(data_folder())
        self.record, self.state = record, final(record)
        self.path = path or (saves.new_path(record) if self.kept else data_folder())
        self._save(record, self.state)  # what cannot be kept in the file that was named is not begun

    def _save(self, record: Record, state: State) -> None:
        if self.kept:
            saves.save(record, self.path, state)

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        record, state = self.record, self.state.copy()
        for event in map(events.load, texts):
            if isinstance(event, events.Started | events.Moved):
                record = record.and_then(event.ply)
                move, *draws = event.ply.split(" ")
                follow(record.rules, state, move, draws)
        self._save(record, state)
        self.record, self.state = record, state

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        found = [Entry(n, 0, events.dump(event)) for n, event in enumerate(log_of(self.record), 1) if n > after]
        return found[:most]

    async def show(self, code: str, listing: bytes | None) -> None:
        """There is no list of tables here."""


class Keyboard:
    """Somebody at this machine: whoever is looked at is told by the screen itself."""

    def __init__(self, key: str) -> None:
        self.key = key

    def wake(self) -> None: ...

    def hear(self, news: bytes) -> None: ...


class LocalTable:
    """The game, who plays it, and the file it is kept in. Bots move when they are told to."""

    def __init__(self, record: Record, path: Path | None = None, think: Think | None = None) -> None:
        self.store = RecordFile(record, path)
        self.rules, self.seats, self.names = record.rules, record.seats, record.names
        self.bots = {n for n, seat in enumerate(record.seats) if seat.player != PERSON}
        self.people = [n for n in range(len(record.seats)) if n not in self.bots]
        self.rng = generator(secrets.randbits(64))
        self.live = Live("", self.store, Nobody(), Luck(rng=self.rng), CLOCKS, think, timed=False)
        for event in log_of(record):
            self.live.table.apply(event, 0)
        for seat in self.people or [-1]:
            self.live.join(Keyboard(seat_key(seat)))
        self.plies_told = len(record.plies)  # plies that were told

    @property
    def record(self) -> Record:
        return self.store.record

    @property
    def path(self) -> Path:
        return self.store.path

    @property
    def kept(self) -> Line:
        """Where the game is kept, or that it is not."""
        return line("score.kept" if self.store.kept else "score.unsaved", path=self.path)

    @property
    def game(self) -> Game:
        return self.live.table.current

    @property
    def state(self) -> State:
        return self.live.table.game.state if self.live.table.game else self.record.start()

    @property
    def over(self) -> bool:
        return bool(self.rules.over(self.state))

    @property
    def real_cards(self) -> bool:
        """Whether a person reads the cards out."""
        return bool(self.record.cards["from"] == "typed")

    @property
    def owing(self) -> bool:
        """Whether the seat in turn owes a reaction."""
        reaction = self.rules.reaction
        return bool(reaction and reaction.owed(self.state))

    @property
    def seeming(self) -> int:
        """The seat that seems to be on: nothing gives away that a reaction is owed."""
        turn = self.state.turn
        return (turn + 1) % len(self.names) if self.owing else turn

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
        return [one for ply in replay(self.record) for one in tell(self.record, ply, self.reader)]

    def news(self) -> list[Line]:
        """Everything not told yet."""
        plies = [ply for ply in self.live.table.plies if ply.number >= self.plies_told]
        self.plies_told = self.live.table.ply
        return [one for ply in plies for one in tell(self.record, ply, self.reader)]

    async def deal(self, draws: Sequence[str] = ()) -> list[Line]:
        """Deal, where that has not been done; real cards, as they were read out, whenever some are due."""
        table, luck = self.live.table, self.live.luck
        if not table.game:
            await self.live.do(lambda at: begin(table, [self.record.first], at, self.record.starter, draws))
        elif draws:
            await self.live.do(lambda at: read_out(table, draws, luck))
        return self.news()

    async def play(self, seat: int, text: str) -> list[Line]:
        await self.live.ask(seat_key(seat), wire.Play(ply=self.live.table.ply, move=text))
        return self.news()

    async def bot_play(self) -> list[Line]:
        """The bot whose turn it is sees its view and moves."""
        await self.live.go_on()
        return self.news()

    def hint(self, seat: int) -> CoachRequest:
        """The turn that a person wants help with."""
        return coach_request(self.live.table, seat, self.live.table.ply)

    def resuming(self, plain: bool) -> Line:
        """How to resume this game later, in the same way; or that nobody can."""
        if not self.store.kept:
            return self.kept
        chosen = "" if self.path.parent == data_folder() else f" --save {shlex.quote(str(self.path))}"
        return line("plain.left", command=command(f"play --resume{' --plain' if plain else ''}{chosen}"))

    def again(self, first: int | None = None, starter: Settled = "turn") -> "LocalTable":
        """The same people and bots, a fresh deal; the next seat starts, unless something else was settled."""
        old = self.record
        cards = fair([""] * len(old.seats)) if old.cards["from"] == "fair" else old.cards
        starts = (old.first + 1) % len(old.seats) if first is None else first
        record = replace(old, first=starts, starter=starter, among=(), cards=cards, plies=(), date=now())
        return LocalTable(record, think=self.live.think)
