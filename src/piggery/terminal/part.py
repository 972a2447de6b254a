"""How a game is painted in the terminal: its part `paint`. Without one, the table shows what is on its board."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, NamedTuple

from ..core.story import board_line
from ..games.contract import GameType, S, State
from ..words import Line, line

COLOURS = (
    "#b8e0b0", "#fbe3a2", "#f9cfa4", "#f6b8a8", "#f3b1c6", "#8fd4d9", "#d9b8ec", "#bcc1f2", "#a9cff4", "#c9d99a",
    "#ffd34d",
)  # fmt: skip
WIDE, NARROW = 3, 1  # cards that are shown of a list


class Sign(NamedTuple):
    """A thing on the table that is no card: a number, maybe, and the words below it."""

    number: int | None
    words: tuple[Line | str, ...]


@dataclass(frozen=True)
class Paint(Generic[S]):
    middle: Callable[[S, bool], list[Sign | int]] = (
        lambda view, wide: []
    )  # signs and cards, from the left; more where it is wide
    faces: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # three lines, for cards that are no number
    portraits: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # five lines, where cards are large
    colours: Mapping[int, str] = field(default_factory=dict)  # for cards that have another one than their number's
    captions: Collection[int] = ()  # cards that bear their name
    points: str = "Σ"  # stands before the score, where there is no room for words
    width: int = 11  # of a card
    spread: bool = False  # whether the middle takes more room where there is some
    digits: Mapping[int, int] = field(default_factory=dict)  # cards lifted by another digit than their number
    keys: Mapping[str, str] = field(default_factory=dict)  # of moves without a card, with the catalogue key of each
    event: Callable[[Line], list[object]] = lambda told: []  # what is shown large when this is told, line by line


@cache
def paint_of(game: GameType) -> Paint:
    return game.part("paint", Paint) or plain_paint(game)


def plain_paint(game: GameType) -> Paint:
    """Every card and every number that is on the board, by its name."""
    return Paint(middle=lambda view, wide: [*_lying(game, view, WIDE if wide else NARROW)])


def _lying(game: GameType, view: State, most: int) -> Iterator[Sign | int]:
    for name, thing in game.board(view).items():
        if type(thing) is int:
            yield Sign(thing, (board_line(game, name),))
        elif not isinstance(thing, int):
            lists = [[one] if isinstance(one, str) else one for one in ([thing] if isinstance(thing, str) else thing)]
            cards = [game.cards[card] for cards in lists for card in cards if card in game.cards]
            if cards:
                counted = (line("cards", n=len(cards)),) if len(cards) > most else ()
                yield Sign(None, (board_line(game, name), *counted))
                yield from cards[-most:]


def colour(game: GameType, card: int) -> str:
    return paint_of(game).colours.get(card, COLOURS[card % len(COLOURS)])
