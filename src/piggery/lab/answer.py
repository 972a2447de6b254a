"""A question as it was asked, and its answer: a finding in one sentence, a small table, every number, a picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..bots.levels import nearest
from ..core.story import game_title
from ..errors import BadOption
from ..games.checks import check_players
from ..games.contract import GameType, Value
from ..games.registry import game_type
from ..sim.play import seated
from ..words import Line, line
from .figures import grouped, span
from .setting import Setting
from .style import Sheet
from .tally import Tally

Cell = Line | str | int
STRONG = "luna"  # the strongest level that chooses at once
PLAYERS = 4  # where a question is asked of one table, and nobody says how many


@dataclass(frozen=True)
class Side:
    """One of two settings to compare, as it was typed and what it changes."""

    text: str = ""
    players: int = 0
    bots: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Inquiry:
    """A question with all that was asked for."""

    question: str
    game: str
    games: int
    seed: int = 0
    players: tuple[int, ...] = ()
    bots: tuple[str, ...] = ()
    copies: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)
    a: Side = Side()
    b: Side = Side()
    seconds: float = 12

    @property
    def rules(self) -> GameType:
        return game_type(self.game)

    @property
    def line_up(self) -> tuple[str, ...]:
        """The bots that were asked for, or the usual one."""
        return self.bots or (nearest(self.rules, STRONG),)

    def settings(self) -> list[Setting]:
        """A table for each number of players."""
        for n in self.players:
            check_players(self.rules, n)
        return [self.setting(n) for n in self.players or self.rules.seats]

    def table(self, usual: int = PLAYERS) -> int:
        """The number of players, for a question that is asked of one."""
        if len(self.players) > 1:
            raise BadOption("lab.players", question=self.question)
        check_players(self.rules, *(self.players or (usual,)))
        return self.players[0] if self.players else usual

    def setting(
        self, players: int, bots: Sequence[str] = (), copies: Mapping[str, int] = {}, options: Mapping[str, Value] = {}
    ) -> Setting:
        """A table as it was asked for, with what is said here instead."""
        seats = tuple(seated(self.rules, players, bots or self.line_up))
        return Setting(self.game, seats, {**self.copies, **copies}, {**self.options, **options})

    def who(self, players: Sequence[int]) -> Line:
        """`2–8 players, all Luna`."""
        names = [line(f"level.{name}") for name in dict.fromkeys(self.line_up)]
        return line("lab.who" if len(names) > 1 else "lab.who_all", players=span(list(players)), bots=names)


@dataclass(frozen=True)
class Answer:
    finding: Line
    who: Line  # sat at the tables
    headings: Sequence[Line]
    rows: Sequence[Sequence[Cell]]  # of the small table
    fields: Sequence[str]
    lines: Sequence[Sequence[object]]  # of the file
    draw: Callable[[Sheet], None]
    legend: Line | None = None  # what the marks of the picture mean
    notes: Sequence[Line] = ()


class LabQuestion(NamedTuple):
    """A question: the tables to play at, and what the counts say."""

    about: str  # a key of the catalogues
    settings: Callable[[Inquiry], list[Setting]]
    answer: Callable[[Inquiry, list[Tally]], Answer]


def source(ask: Inquiry, answer: Answer, tallies: Sequence[Tally]) -> Line:
    """Where the numbers come from: the small print of a picture."""
    rules = [f"{name}={value}" for name, value in {**ask.copies, **ask.options}.items()]
    games = sorted({tally.games for tally in tallies})
    return line(
        "lab.source",
        game=game_title(ask.game),
        who=[answer.who, *rules],
        games="–".join(grouped(n) for n in dict.fromkeys((games[0], games[-1]))),
        seed=ask.seed,
        question=ask.question,
    )
