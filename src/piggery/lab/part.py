"""What a game gives to the laboratory: its part `lab`. Without one the general questions can be asked of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, NamedTuple, NoReturn

from ..errors import BadOption
from ..games.contract import GameType, S, Value
from ..sim.summary import Mean
from ..words import Line, line
from .counts import Watch
from .setting import Setting
from .tally import Measure, Tally

USUAL = 10_000  # games for a question, where a game does not say how many


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


@dataclass(frozen=True)
class Variant:
    """A house rule, or another deck."""

    key: str
    copies: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Value] = field(default_factory=dict)


class Quantity(NamedTuple):
    mean: Mean
    scale: float  # 100 where it is a share


Quantities = list[tuple[Line, dict[str, Quantity]]]  # what is measured, and of which card
Outcomes = list[tuple[Line, dict[str, Mean]]]


class Specials(NamedTuple):
    """What a game has to say of its special cards."""

    cards: Sequence[str]
    names: Mapping[str, Line]
    columns: Sequence[str]  # of the table
    measures: Callable[[Tally], Quantities]
    outcomes: Callable[[Tally], Outcomes]


def as_rows(outcomes: Outcomes) -> Quantities:
    """Outcomes as rows of the table."""
    return [
        (line("lab.specials.share", what=what), {name: Quantity(mean, 100) for name, mean in found.items()})
        for what, found in outcomes
    ]


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
    """Every sum that a player can say, where answers are counted, and how the picture is laid out."""

    sums: Sequence[Sum]
    answers: Mapping[int, Sequence[int]]  # where each answer is counted
    whole: Sequence[int]  # what shares are shares of
    note: Callable[[Tally], Line]
    rows: Sequence[int]  # what was there before, from the top
    plus: Sequence[int]  # the columns of both tables
    minus: Sequence[int]
    widths: tuple[float, float, float]  # of both tables and the bars
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


def games_for(game: GameType, question: str) -> int:
    return lab_of(game).games.get(question, USUAL)


def refuse_question(game: GameType, question: str) -> NoReturn:
    """Some questions only make sense where a game says what to count."""
    raise BadOption("lab.not_asked", question=question, game=game.name)
