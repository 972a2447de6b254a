"""The part `lab` of a game. Without one the general questions can be asked of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from typing import Generic, NamedTuple, TypeVar

from ..errors import BadOption
from ..games.contract import GameType, S, Value
from ..sim.summary import Mean
from ..words import Line, line
from .counts import Watch
from .figures import change, pair, spread
from .setting import Setting
from .tally import Measure, Tally

P = TypeVar("P")


class Column(NamedTuple):
    """A measure of a table: its name, how it is counted, how it is written."""

    key: str
    of: Measure
    scale: float = 1
    digits: int = 1
    unit: str = ""
    mixed: bool = False  # counted where one strong player sits among weak ones
    head: str = ""  # above its panel
    most: tuple[str, str] = ("", "")  # how a finding tells the greatest change: of one rule, of several alike

    def spread(self, mean: Mean, sign: bool = False) -> Line | str:
        return spread(mean, self.digits, self.scale, sign)

    def change(self, mean: Mean) -> Line | str:
        return change(mean, self.digits, self.scale)

    def pair(self, mean: Mean) -> list[float | str]:
        return pair(mean, self.scale)


@dataclass(frozen=True)
class Variant:
    """A house rule, or another deck."""

    key: str
    copies: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)


class Quantity(NamedTuple):
    """Something measured of special cards: one row of their table."""

    key: str
    means: Mapping[str, Mean]  # by card
    scale: float = 100  # of a share
    outcome: bool = False  # something that comes of a card: it is drawn, too

    def label(self) -> Line:
        return line("lab.specials.share", what=line(self.key)) if self.outcome else line(self.key)


class Specials(NamedTuple):
    """The special cards of a game, and all that is measured of them."""

    cards: Sequence[str]
    names: Mapping[str, Line]  # of these and of what they are set against: the columns of the table
    quantities: Callable[[Tally], Sequence[Quantity]]


def measured(means: Mapping[str, Mean]) -> dict[str, Mean]:
    """Those of which there was anything to count."""
    return {name: mean for name, mean in means.items() if isfinite(mean.value)}


class Sum(NamedTuple):
    """A sum, where it is counted, and what it makes."""

    a: int
    sign: str
    b: int
    place: int

    @property
    def answer(self) -> int:
        return self.a + self.b if self.sign == "+" else self.a - self.b

    def text(self) -> str:
        return f"{self.a} {self.sign} {self.b} = {self.answer}"


class SumTable(NamedTuple):
    """Every sum that a player can say, where answers are counted, and how wide its picture is."""

    sums: Sequence[Sum]
    answers: Mapping[int, Sequence[int]]  # where each answer is counted
    whole: Sequence[int]  # what shares are shares of
    note: Callable[[Tally], Line]
    widths: tuple[float, float, float]  # of the tables for plus and minus, and of the bars
    between: float


@dataclass(frozen=True)
class Lab(Generic[S]):
    watch: Watch[S] = field(default_factory=Watch)  # what is counted while a game is played
    games: Mapping[str, int] = field(default_factory=dict)  # how many answer a question in some seconds, by its name
    variants: Sequence[Variant] = ()  # each is set against the plain game
    columns: Callable[[int], Sequence[Column]] | None = None  # of that table, by players; the first makes the finding
    compared: Sequence[Column] = ()  # what two settings are compared by, besides what holds for every game
    specials: Specials | None = None
    sums: SumTable | None = None
    had: Callable[[int], Sequence[int]] = lambda card: ()  # where hands are counted that had 0, 1, 2 … of a card
    extra_turns: Callable[[Setting], int] = lambda setting: 0  # how many of the first seats have a turn more
    rounds: tuple[int, int] | None = None  # where rounds are counted, and what each place made of them


@cache
def lab_of(game: GameType) -> Lab:
    return game.part("lab", Lab) or Lab()


def given(part: P | None, game: GameType, question: str) -> P:
    """A part that a question needs; it makes no sense where a game does not say what to count."""
    if not part:
        raise BadOption("lab.not_asked", question=question, game=game.name)
    return part
