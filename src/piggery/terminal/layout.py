"""Where things stand at the table, in a window of a given size. Plain arithmetic: no screen is needed to ask it."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from .part import Paint

SMALLEST = (60, 20)
BOX, LINE, WIDEST = 13, 15, 40  # columns that a seat needs, with a border and without; and the most it takes
HEAD, KEYS = 1, 1  # rows
PILE, SPREAD = 34, 88  # columns for what lies in the middle: at least, and where it is spread


class CardSize(IntEnum):
    """How large a card is painted: the rows it takes."""

    TINY = 3  # its number in one line
    SMALL = 5  # its number drawn
    FULL = 7  # and as many dots
    LARGE = 10  # all that, twice as large


KEPT = {CardSize.LARGE: 10, CardSize.FULL: 7, CardSize.SMALL: 6, CardSize.TINY: 0}  # rows of the middle above a hand
NARROWEST = {CardSize.SMALL: 8, CardSize.TINY: 7}  # columns of cards that are narrower where there are many


class Fan(NamedTuple):
    """The cards of a hand: their size, their width, how many lie side by side."""

    size: CardSize
    width: int
    across: int

    def rows(self, stacks: int) -> int:
        return self.size * -(-stacks // self.across)


class Layout(NamedTuple):
    """A table for this many others."""

    columns: int
    rows: int
    others: int

    @property
    def too_small(self) -> bool:
        return self.columns < SMALLEST[0] or self.rows < SMALLEST[1]

    @property
    def boxed(self) -> bool:
        """Whether every other seat has a border round it; else each is a line."""
        return self.rows >= 24 and self.columns // self.others >= BOX

    @property
    def seats_across(self) -> int:
        if self.boxed:
            return self.others
        lines = -(-self.others // (self.columns // LINE))
        return -(-self.others // lines)

    @property
    def seat_columns(self) -> int:
        return min(WIDEST, self.columns // self.seats_across)

    @property
    def seat_rows(self) -> int:
        return (5 if self.rows >= 36 else 3) if self.boxed else 1

    @property
    def bar(self) -> int:
        """Rows for what is asked and what a card can do. They are kept free, so that nothing moves when they fill."""
        return 2 if self.columns >= 80 else 3

    @property
    def ways(self) -> int:
        """Rows for what can be done."""
        return 3 if self.rows >= 36 else 2

    def middle(self, hand: int) -> int:
        """Rows for the middle, above a hand of this many rows."""
        seats = self.seat_rows * -(-self.others // self.seats_across)
        return self.rows - HEAD - seats - self.bar - hand - self.ways - KEYS

    def fan(self, paint: Paint, stacks: int) -> Fan:
        """The hand, as large as the middle leaves room for."""
        fans = [self._fan(paint, size, stacks) for size in reversed(CardSize)]
        return next(fan for fan in fans if self.middle(fan.rows(stacks)) >= KEPT[fan.size] or fan is fans[-1])

    def _fan(self, paint: Paint, size: CardSize, stacks: int) -> Fan:
        width = card_width(paint, size)
        if size in NARROWEST:
            width = max(NARROWEST[size], min(width, self.columns // max(1, stacks)))
        return Fan(size, width, max(1, self.columns // width))

    @property
    def wide(self) -> bool:
        return self.columns >= 120

    def pile(self, paint: Paint) -> int:
        """Columns of the middle for what lies there; the rest is for what was said."""
        return SPREAD if paint.spread and self.wide else max(PILE, self.columns // 2 + 1)


def card_width(paint: Paint, size: CardSize) -> int:
    return paint.width + 6 if size is CardSize.LARGE else paint.width


def lying_width(paint: Paint, size: CardSize) -> int:
    """Columns of a card in the middle: a small one is as narrow as can be."""
    return NARROWEST.get(size, card_width(paint, size))


def told_apart(names: Sequence[str], room: int) -> list[str]:
    """Names no wider than the room: their beginnings, and of their ends as much as it takes to tell them apart."""
    for end in range(room):
        short = [_cut(name, room, end) for name in names]
        if len(set(short)) == len(set(names)):
            return short
    return [_cut(name, room, 0) for name in names]


def _cut(name: str, room: int, end: int) -> str:
    if cell_len(name) <= room:
        return name
    tail = name[len(name) - end :]
    return set_cell_size(name, max(0, room - 1 - cell_len(tail))).rstrip() + "…" + tail
