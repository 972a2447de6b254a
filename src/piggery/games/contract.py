"""The contract of a game with everybody else: `GameType`, one bundle of functions and facts that every game provides.

The members here are the rules' half of a game: light, needed by all. What only some need (how it is told, how bots
think about it, what the laboratory counts) are *parts*: modules of the game's package, loaded on first need. Who needs
a part says what it looks like, and has a plain one for games that bring none; docs/your-own-game.md lists them all.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from ..engine.kernel import Numbers, kernel
from ..words import Line

log = logging.getLogger("piggery.games")


class State(Protocol):
    """The fields that every state has, and every view: a game adds its own."""

    players: int
    turn: int
    due: int  # cards that the seat in turn draws before anything else
    left: int  # cards in the draw pile
    stock: int  # those of them that are known, as a bag
    deck: int  # every card of the game
    hands: list[int]
    held: list[int]  # how many cards each seat holds, known or not

    def copy(self) -> Self: ...


if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar

    S = DefaultTypeVar("S", bound=State, default=State)
else:
    S = TypeVar("S")
P = TypeVar("P")

Value = str | int
Options = dict[str, Value]
Names = Sequence[str]
BoardValue = bool | int | str | Sequence[str | Sequence[str]]  # what a board may tell: a number, a card, cards, hands


class Action(NamedTuple):
    """A move, decoded: its kind in the game's own words, the cards it lays, and what else everybody needs."""

    kind: str
    cards: tuple[int, ...] = ()
    to: int = -1  # the seat that is handed something
    value: int = 0  # the number that is made, called or named


@dataclass(frozen=True)
class Reaction(Generic[S]):
    """A quick answer that a turn may end with, against a clock: whoever is too slow has made the move `lapse`."""

    owed: Callable[[S], int]  # whether the seat to move owes one now
    used: Callable[[S], int]  # whether this game is played with it
    right: Callable[[S], int]  # the move that is right
    lapse: str
    options: Mapping[str, Value]  # the house rules under which it is used
    keys: Mapping[str, str]  # keys of the terminal, and the moves they make
    labels: Mapping[str, str]  # what the buttons for these moves say
    ask: str  # catalogue keys: the question, line by line …
    not_owed: str  # … and the answer to somebody who does it unasked


@kernel
def none_unclaimed(state: State) -> int:
    return 0


@kernel
def any_card(state: State, card: int) -> int:
    return 1


@dataclass(frozen=True, eq=False)
class GameType(Generic[S]):
    """A game: facts, kernels and text. What is marked as a kernel is compiled, too, and never raises."""

    name: str  # in positions, records and addresses
    package: str  # where its parts are: the game's own package
    version: int  # of the rules; rises only when an old record could replay differently
    seats: range  # how many may play
    hand: int  # cards dealt to each
    cards: Mapping[str, int]  # every card by its name
    standard: int  # the deck as it comes out of the box, a bag
    State: type[S]  # the fields of a position

    start: Callable[[int, int, int, Options], S]  # a new game: players, first seat, deck, options
    reset: Callable[[S, int], None]  # kernel: the same state, shuffled, with this seat to start
    legal: Callable[[S], int]  # kernel: the set of legal moves; empty while cards are due and at the end
    play: Callable[[S, int], None]  # kernel: make a move that is legal
    draw: Callable[[S, int], None]  # kernel: the seat in turn draws this card
    over: Callable[[S], int]  # kernel: whether the game is over
    score: Callable[[S, int], int]  # kernel: what a seat has so far; the highest wins
    show: Callable[[S, int, S], None]  # kernel: write what a seat may know into a blank view; -1 is a spectator
    known: Callable[[S], int]  # kernel: every card that can be named, a bag
    guess: Callable[[S, Numbers, Numbers], None]  # kernel: fill in what a view hides: view, room to work in, rng

    action: Callable[[S, int], Action]  # a move, decoded
    move_text: Callable[[S, int], str]
    well_formed: Callable[[str], object]  # whether a text could be a move at all
    position_text: Callable[[S], str]
    parse_position: Callable[[Sequence[str], Options], S]  # from the fields after the game's name

    fits: Callable[[S, int], int] = any_card  # kernel: whether this card may be the one drawn now
    unclaimed: Callable[[S], int] = none_unclaimed  # kernel: cards that nobody won, at the end
    rounds_over: Callable[[S], int] = lambda state: 0  # how many rounds have been counted
    why_not: Callable[[S, int], Line | None] = lambda state, card: None  # why a card of the hand cannot be played now
    lay: Callable[[S, int], object] | None = None  # as `play`, but a round that ends with it is not counted
    check_deck: Callable[[int, int], None] = lambda deck, players: (
        None
    )  # raises unless this deck is enough: (deck, players)
    board: Callable[[S], dict[str, BoardValue]] = lambda state: {}  # what lies open on the table, as a message
    taker: Callable[[S, S], int] = lambda before, after: -1  # who took the middle with a move (before, after it), or -1
    options: Mapping[str, Sequence[Value]] = field(default_factory=dict)  # what each may be, the usual first
    older: Mapping[int, Options] = field(
        default_factory=dict
    )  # versions that can be read: what held where they are silent
    reaction: Reaction[S] | None = None
    claims: bool = False  # whether cards are won, so that some may be left unclaimed
    names: Mapping[int, str] = field(init=False)  # the name of every card

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", {card: name for name, card in self.cards.items()})

    def ends_round(self, before: S, after: S) -> bool:
        """Whether a round was counted between these two states."""
        return self.rounds_over(after) > self.rounds_over(before)

    @property
    def copy_to(self) -> Callable[[S, S], None]:
        """A kernel: write a state over another."""
        return cast("Callable[[S, S], None]", self.State.copy_to)  # type: ignore[attr-defined]

    @property
    def folder(self) -> Path:
        """Where the files of the game lie: its words, its puzzles."""
        found = find_spec(self.package)
        return Path(found.origin).parent if found and found.origin else Path()

    def part(self, module: str, kind: type[P]) -> P | None:
        """A part of the game: the object of this kind in its module of this name, where it has one."""
        package, name = find_spec(self.package), f"{self.package}.{module}"
        if not (package and package.submodule_search_locations and find_spec(name)):
            return None
        found = next((thing for thing in vars(import_module(name)).values() if isinstance(thing, kind)), None)
        if found is None:
            log.error("%s has no %s", name, kind.__name__)
        return found
