"""A game as a person asks for it, before anything is dealt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path

from ..bots.levels import check_level, nearest
from ..bots.levels import names as level_names
from ..core.chance import parse_cards
from ..core.game import new_game
from ..core.record import Record, Seat
from ..errors import BadOption, Malformed
from ..games.checks import check_players
from ..games.contract import GameType, Value
from ..games.registry import game_type, game_types, usual_game
from ..table.contests import CONTESTS, Contest
from ..table.names import bot_name
from ..words import say
from .local import now

USUAL = ("bella", "otto", "tilda", "momo", "bruno", "luna", "pip", "minerva")  # who sits down unasked, in this order

NOT_MEANT = ("option.none", "option.name", "card")  # what a game refuses that has no such thing: another was meant


@dataclass(frozen=True)
class GameRequest:
    """A game as it was asked for."""

    game: str = ""
    names: Sequence[str] = ()
    people: int = 1
    bots: Sequence[str] = ()  # levels; without any, the usual company, everybody different
    players: int | None = None
    first: int | Contest | None = None  # a seat, a way to settle it; without one, chance
    cards: str = "fair"
    shake: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    copies: Mapping[str, int] = field(default_factory=dict)
    save: Path | None = None
    pace: float = 1.0
    language: str = "en"

    @property
    def seats(self) -> int:
        """How many play: a person alone has company, and every bot that was named has a seat."""
        people = max(self.people, len(self.names))
        least = max(people + len(self.bots), 2 if people > 1 else 3)
        return least if self.players is None else self.players

    @property
    def contest(self) -> Contest | None:
        """How people settle who starts, if they do."""
        return next((contest for contest in CONTESTS if contest == self.first), None)

    def check(self) -> None:
        """Raise at what is wrong in any game."""
        if self.contest and max(self.people, len(self.names)) < 2:
            raise BadOption("option.contest", text=self.first)
        for bot in self.bots:
            if not any(bot in level_names(rules) for rules in game_types().values()):
                check_level(game_type(self.game or usual_game()), bot)
        if not self.game:
            self._check_games()

    def _check_games(self) -> None:
        """Raise unless one of the games, to be chosen on the first screen, can be played as it was asked for."""
        refused: list[Malformed] = []
        for game in game_types():
            try:
                replace(self, game=game).record()
            except Malformed as error:
                refused.append(error)
        if len(refused) == len(game_types()):
            raise next((error for error in refused if error.code not in NOT_MEANT), refused[-1])

    def record(self) -> Record:
        """The game about to be dealt; who starts is up to chance until it is settled."""
        self.check()
        rules = game_type(self.game)
        people = max(self.people, len(self.names))
        players = self.seats
        check_players(rules, players)
        if not 0 <= self.people <= people <= players:
            raise BadOption("option.people", n=self.people if self.people < 0 else people, players=players)
        bots = self.bots or company(rules, players - people)
        for bot in bots:
            check_level(rules, bot)
        for name in self.names:
            if list(self.names).count(name) > 1:
                raise BadOption("option.same_name", text=name)
        if len(bots) > players - people and players > people:
            raise BadOption("option.bots", n=len(bots), seats=players - people)
        unnamed = (say("person.name", self.language, n=n + 1) for n in range(len(self.names), people))
        seats, cards = seating([*self.names, *unnamed], bots, players), parse_cards(self.cards, players)
        first = self.first if isinstance(self.first, int) else None
        record = new_game(self.game, seats, first, cards=cards, deck=self.copies, date=now(), **self.options)
        return record if first is None else replace(record, starter="host")


def company(rules: GameType, bots: int) -> list[str]:
    """The levels of this many bots that play the game: different ones, as long as there are others."""
    levels = dict.fromkeys(nearest(rules, bot) for bot in USUAL)
    return [*islice(cycle(levels), bots)]


def seating(names: Sequence[str], bots: Sequence[str], players: int) -> tuple[Seat, ...]:
    """People first, then bots, under names nobody else has; the last bot named fills the seats left over."""
    seats = [Seat(name) for name in names]
    for n in range(players - len(names)):
        level = bots[min(n, len(bots) - 1)]
        seats.append(Seat(bot_name(level, [seat.name for seat in seats]), level))
    return tuple(seats)
