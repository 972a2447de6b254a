"""A table that games are played at: the game, a bot for each seat, the deck and the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..bots.quick import bot_number
from ..games.checks import deck_of, start
from ..games.contract import GameType, State, Value
from ..games.registry import game_type


@dataclass(frozen=True)
class Setting:
    """A table: the game, a bot for each seat, the deck and the house rules.

    Where the bots differ each deal is played from every seating that turns the table round.
    """

    game: str
    bots: tuple[str, ...]
    copies: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def rules(self) -> GameType:
        return game_type(self.game)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def seatings(self) -> int:
        return 1 if len(set(self.bots)) == 1 else self.players

    def state(self) -> State:
        """A new game; raises where there can be none."""
        return start(self.rules, self.players, 0, deck_of(self.rules, self.copies), **self.options)

    def numbers(self) -> list[int]:
        return [bot_number(self.rules, name) for name in self.bots]
