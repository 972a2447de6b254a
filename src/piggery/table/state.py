"""A table: what has happened there, read from its log. It is asked; `decisions` decides, `host` stores.

Nothing here looks at a clock or draws by chance: an entry comes with the time it was stored, in milliseconds.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Literal, NamedTuple, assert_never

import msgspec

from ..core.chance import CardSource
from ..core.game import Draft, Game, new_game
from ..core.record import PERSON, Ply, Record, Seat, count_round
from ..errors import BadRecord, Refused
from ..games.checks import older_options
from ..games.contract import GameType, State
from ..games.registry import game_type
from ..words import Line
from . import events
from .contests import Contest, fastest, favourites, settled
from .seating import PATIENCE, Request, Seating
from .wire import Phase, Settings

MOST_MOVES = 20_000  # after so many no other game begins at a table, …
MOST_IN_ALL = 25_000  # … and after so many the last one stands still
REMEMBERED = 100  # plies that can be taken back without playing the game again
LAST_BACK = 1000  # a game that is longer is never played again


class Chair:
    """One seat. `player` is `person`, the name of a bot, or empty; `key` the hash of the person's token.

    `absences` counts the stand-ins since the person last moved.
    """

    __slots__ = ("absences", "key", "name", "nonce", "player", "race", "stand_in", "vote")

    def __init__(self) -> None:
        self.name = self.player = self.key = self.stand_in = self.nonce = ""
        self.race, self.vote, self.absences = 0, -1, 0

    @property
    def bot(self) -> str:
        """The bot that plays here now, if one does."""
        return self.stand_in or ("" if self.player == PERSON else self.player)


class Table:
    def __init__(self, code: str) -> None:
        self.code = code
        self.n = 0
        self.moves = 0  # those of all games
        self.reseated = 0  # the last entry that was not a move, or with which a request lapsed
        self.settings = Settings()
        self.host = ""
        self.chairs: list[Chair] = []
        self.phase: Phase = "gather"
        self.paused = False
        self.secret = self.seal = ""
        self.cards: CardSource | None = None  # of the next game, where they are not sealed
        self.choosing: Contest | Literal[""] = ""
        self.settled: list[Line] = []  # how that came out, for the game that is on
        self.game: Game | None = None
        self.number = 0
        self.sheet: list[list[int]] = []
        self.plies: deque[Ply] = deque()  # the last two turns round the table
        self.drafts: deque[Draft] = deque(maxlen=0)  # the last plies, where they may be taken back
        self.backs = 0  # how often that was done in this game
        self.seating = Seating()
        self.since = 0  # the time stored with the entry that what is waited for runs from, …
        self.began = 0  # … and its number
        self.draft: Draft | None = None  # the last ply worked out here, so that it need not be worked out again

    # What others ask

    @property
    def rules(self) -> GameType:
        return game_type(self.settings.game)

    @property
    def current(self) -> Game:
        """The game that is being played, or was played last."""
        if self.game is None:
            raise Refused("table.not_playing")
        return self.game

    @property
    def ply(self) -> int:
        return self.game.ply if self.game else 0

    def knows(self, key: str) -> bool:
        """Whether this is the hash of a token that opens anything here, compared in constant time."""
        return bool(key) and sum(compare_digest(one, key) for one in self.keys) > 0

    @property
    def keys(self) -> set[str]:
        """Everybody who belongs to this table."""
        return {self.host, *(chair.key for chair in self.chairs), *self.seating.keys} - {""}

    def seat_of(self, key: str) -> int:
        """The seat of a key that is known; -1 for none."""
        return next((n for n, chair in enumerate(self.chairs) if key and chair.key == key), -1)

    @property
    def worn(self) -> bool:
        """Whether the log has all the moves that it takes."""
        return self.moves >= MOST_IN_ALL

    @property
    def people(self) -> list[int]:
        return [n for n, chair in enumerate(self.chairs) if chair.player == PERSON]

    @property
    def taken(self) -> list[int]:
        return [n for n, chair in enumerate(self.chairs) if chair.player]

    @property
    def empty(self) -> list[int]:
        return [n for n, chair in enumerate(self.chairs) if not chair.player]

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def back_to(self, seat: int) -> int | None:
        """The first ply of this seat's last turn, if it may be taken back: only bots have moved since, with hands that
        no person has held."""
        if not self.settings.takeback or self.phase != "play" or self.paused or self.ply > LAST_BACK:
            return None
        for ply in reversed(self.plies):
            mover = ply.before.turn
            if ply.move == "-" or (mover != seat and mover in self.seating.held):
                return None
            if mover == seat:
                return ply.number - int(self.owed(ply.before))
        return None

    def reacting(self, seat: int) -> bool:
        """Whether this seat owes a reaction now."""
        return self.phase == "play" and self.current.turn == seat and self.owed(self.current.state)

    def owed(self, state: State) -> bool:
        """Whether the seat to move owes a reaction: it belongs to the turn before it."""
        reaction = self.rules.reaction
        return bool(reaction and reaction.owed(state))

    # What happens

    def apply(self, event: events.Event, at: int) -> None:
        """One more entry of the log. Entries were decided on before they were stored: they are not checked again."""
        request = self.seating.request
        self._happened(event, at)
        self.n += 1
        if not isinstance(event, events.Moved) or self.seating.request is not request:
            self.reseated = self.n

    def _happened(self, event: events.Event, at: int) -> None:  # noqa: C901
        match event:
            case events.Moved():
                self._moved(event, at)
            case events.Opened():
                self.host = event.host
                self._set(event.settings, event.rules)
            case events.Changed():
                self._set(event.settings, event.rules)
            case events.Sealed():
                self._sealed(event)
            case events.Supplied():
                self.cards = event.cards
            case events.Sat():
                self._sat(event, at)
            case events.Named():
                self.chairs[event.seat].name = event.name
                self._write_names(-1, at)
            case events.Stirred():
                self.chairs[event.seat].nonce = event.nonce
            case events.Left():
                self._left(event, at)
            case events.Asked():
                until = self.ply + PATIENCE * len(self.chairs)
                asked = {n for n in self.people if not self.chairs[n].stand_in}
                self.seating.asked(Request(self.n + 1, until, event.seat, event.name, event.key, asked))
            case events.Agreed():
                self.seating.agreed(event.seat)
            case events.Declined():
                self.seating.unasked(withdrawn=event.seat < 0)
            case events.Choosing():
                self._choosing(event, at)
            case events.Raced():
                self.chairs[event.seat].race = event.time
            case events.Voted():
                self.chairs[event.seat].vote = event.choice
            case events.Stopped():
                self.phase = "over" if self.game else "gather"
            case events.Started():
                self._started(event, at)
            case events.TakenBack():
                self._taken_back(event, at)
            case events.Replaced():
                self._replaced(event, at)
            case events.Returned():
                self.chairs[event.seat].stand_in = ""
                self.seating.back(self.n + 1, self.ply - 1, self.chairs[event.seat].name)
                self._wait_from(at)
            case events.Paused():
                self.paused = True
            case events.Resumed():
                self.paused = False
                self._wait_from(at)
            case _:
                assert_never(event)

    def _wait_from(self, at: int) -> None:
        """What is waited for runs from this entry."""
        self.since, self.began = at, self.n + 1

    def _moved(self, event: events.Moved, at: int) -> None:
        self.moves += 1
        if not event.by:
            self.chairs[event.seat].absences = 0
        self._keep(event.seat, event.ply, at)

    def _replaced(self, event: events.Replaced, at: int) -> None:
        chair = self.chairs[event.seat]
        chair.stand_in, chair.absences = event.bot, chair.absences + 1
        self.seating.away(self.n + 1, self.ply - 1, chair.name)
        self._wait_from(at)

    def _set(self, settings: Settings, version: int) -> None:
        options = older_options(game_type(settings.game), version, settings.options)
        self.settings = msgspec.structs.replace(settings, options=options)
        while len(self.chairs) > self.settings.seats:
            del self.chairs[self.empty[-1]]
        self._set_chairs()

    def _set_chairs(self) -> None:
        self.chairs += [Chair() for _ in range(self.settings.seats - len(self.chairs))]

    def _sealed(self, event: events.Sealed) -> None:
        self.seal, self.secret, self.cards = event.commitment, event.secret, None
        for chair in self.chairs:
            chair.nonce = ""

    def _sat(self, event: events.Sat, at: int) -> None:
        before, chair = self.chairs[event.seat].name, Chair()
        self.chairs[event.seat] = chair
        chair.name, chair.player, chair.key = event.name, event.player, event.key
        if self.phase == "play" and event.player == PERSON:
            self.seating.sat(self.n + 1, self.ply - 1, event.seat, event.key, event.name, before)
        self._write_names(event.seat, at)

    def _left(self, event: events.Left, at: int) -> None:
        old, chair = self.chairs[event.seat], Chair()
        if event.bot:
            chair.name, chair.player = old.name, event.bot
            self.seating.left(self.n + 1, self.ply - 1, event.seat, old.key, old.name, event.removed)
        self.chairs[event.seat] = chair
        self._write_names(event.seat, at)

    def _write_names(self, seat: int, at: int) -> None:
        """In the middle of a game the record has to know who sits where; who sits down to move has a whole turn."""
        if self.phase == "play" and self.game:
            self.game.rename(self._seats())
            if seat == self.game.turn:
                self._wait_from(at)

    def _seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(chair.name, chair.player) for chair in self.chairs if chair.player)

    def _choosing(self, event: events.Choosing, at: int) -> None:
        self.phase, self.choosing = "starter", event.by
        self._wait_from(at)
        for chair in self.chairs:
            chair.race, chair.vote = 0, -1

    @property
    def best(self) -> list[int]:
        """The seats that did best in the race or in the vote."""
        if self.choosing == "race":
            return fastest({n: self.chairs[n].race for n in self.people})
        return favourites({n: self.chairs[n].vote for n in self.people})

    def _settled(self, first: int) -> list[Line]:
        """How it was settled who starts, where people did it; `first` counts only the seats that are taken."""
        if self.phase != "starter" or not self.choosing:
            return []
        names = [self.chairs[n].name for n in self.best]
        return settled(self.choosing, names, self.chairs[self.taken[first]].name)

    def _started(self, event: events.Started, at: int) -> None:
        self.settled = self._settled(event.first)
        self.chairs = [chair for chair in self.chairs if chair.player]
        self.phase, self.paused, self.number = "play", False, self.number + 1
        record = self.new_record(event.first, event.nonces, at)
        self.game = Game(replace(record, starter=event.by, among=tuple(event.among)))
        self.seating = Seating({n: self.chairs[n].key for n in self.people})
        self.sheet, self.backs = [], 0
        self.plies = deque(maxlen=2 * len(self.chairs) + 1)
        self.drafts = deque(maxlen=REMEMBERED if self.settings.takeback else 0)
        self._keep(-1, event.ply, at)

    def new_record(self, first: int, nonces: Collection[str], at: int) -> Record:
        """The next game of those who sit here, not dealt yet. `first` counts only the seats that are taken."""
        game, options, deck = self.settings.game, self.settings.options, self.settings.deck
        fair: CardSource = {"from": "fair", "commitment": self.seal, "nonces": list(nonces), "secret": self.secret}
        date = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").removesuffix("+00:00") + "Z"
        return new_game(game, self._seats(), first, cards=self.cards or fair, deck=deck, date=date, **options)

    def _taken_back(self, event: events.TakenBack, at: int) -> None:
        self.backs += 1
        self.seating.taken_back(event.ply)
        undone = sum(draft.ply.number >= event.ply for draft in self.drafts)
        left = len(self.drafts) - undone
        if left >= (self.plies.maxlen or 0) or (left and self.drafts[0].ply.number == 0):
            self._unmade(undone, at)
        else:
            self._played_again(event, at)

    def _unmade(self, undone: int, at: int) -> None:
        """Put the last plies aside, of which everything is still known."""
        for _ in range(undone):
            ply = self.drafts.pop().ply
            if self.rules.ends_round(ply.before, ply.after):
                self.sheet.pop()
        self.current.back_to(self.drafts[-1])
        most = self.plies.maxlen or 0
        self.plies.clear()
        self.plies.extend(draft.ply for draft in list(self.drafts)[-most:])
        self._wait_from(at)

    def _played_again(self, event: events.TakenBack, at: int) -> None:
        """Play the game again up to there."""
        record = self.current.record
        self.game = Game(replace(record, plies=()))
        self.sheet = []
        self.plies.clear()
        self.drafts.clear()
        for text in record.plies[: event.ply]:
            self._keep(self.game.turn, text, at)

    def _keep(self, seat: int, text: str, at: int) -> None:
        game, draft = self.current, self.draft
        if not draft or draft.ply.before is not game.state or draft.ply.text != text:
            move, *draws = text.split(" ")
            draft = game.draft(seat, move, draws)
        if draft.ply.text != text:
            raise BadRecord("record.drawn", ply=draft.ply.number, text=text, card=draft.ply.text)
        ply = game.keep(draft)
        self.drafts.append(draft)
        self.draft = None
        self.plies.append(ply)
        self._wait_from(at)
        count_round(self.rules, ply, self.sheet)
        self.seating.played(self.ply, game.over)
        if game.over:
            self.phase = "over"
            self._set_chairs()


class Entry(NamedTuple):
    """A line of the log: when it was stored, and what happened."""

    n: int
    at: int
    text: bytes
