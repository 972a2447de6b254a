"""Luck and skill: what decided a game, seat by seat, and its turning points.

Between two moves the public chance of a seat changes. What the choice of the mover did to it is the note's `shift`; the
rest, which no choice explains, is luck. So for every seat: start + luck - own losses + what others gave = result.
Moves that are judged by the score stand beside that: they hardly change a chance, and what they lost is summed apart.
Chances have errors, and what may be noise is not told: it makes no turning point, and no unequal start.
"""

from collections.abc import Container, Sequence
from math import hypot
from typing import NamedTuple

from .judging import strictness
from .review import Note

POINTS = 3
PROMISING = 4 * POINTS  # moves that are looked at first where chances are rough: few turning points are not among them
EVERY = range(1 << 30)  # ply
LEAST = 0.04  # a smaller change, between two players, is no turning point


class Account(NamedTuple):
    """One seat: where it started, what changed that, where it ended."""

    seat: int
    start: float
    luck: float  # what drawn cards and hidden hands gave or took
    lost: float  # by its own choices
    given: float  # by the choices of the others
    result: float
    choices: int  # moves where there was another
    best: int  # … that were the best
    good: int  # … or about as good
    scored: int = 0  # … that were judged by the score
    score_lost: float = 0.0  # by them
    unit: str = ""  # of that


class GameSummary(NamedTuple):
    seats: tuple[Account, ...]
    turning: tuple[Note, ...]  # in the order of play
    cards: float  # the part of the result that the cards decided


def summary(notes: Sequence[Note]) -> GameSummary:
    """The sum of the notes of a whole game."""
    seats = tuple(account(notes, seat) for seat in range(len(notes[0].before)))
    return GameSummary(seats, turning_points(notes), cards_part(seats))


def account(notes: Sequence[Note], seat: int) -> Account:
    own = [note for note in notes if note.seat == seat and note.thoughts]
    start, result = starts(notes[0])[seat], notes[-1].after[seat]
    lost = -sum(note.shift[seat] for note in own)
    given = sum(note.shift[seat] for note in notes if note.seat != seat)
    best, good = sum(note.best == note.move for note in own), sum(note.good for note in own)
    scored = [note for note in own if note.unit]
    return Account(
        seat, start, luck=result - start + lost - given, lost=lost, given=given, result=result, choices=len(own),
        best=best, good=good, scored=len(scored), score_lost=sum(note.loss for note in scored if note.sure),
        unit=scored[0].unit if scored else "",
    )  # fmt: skip


def starts(first: Note) -> tuple[float, ...]:
    """The chances at the start: equal shares, as long as nothing else is certain."""
    fair = 1 / len(first.before)
    unequal = any(abs(chance - fair) > error for chance, error in zip(first.before, first.errors, strict=True))
    return first.before if unequal else (fair,) * len(first.before)


def change(note: Note, seat: int) -> float:
    return note.after[seat] - note.before[seat]


def moved(note: Note) -> int:
    """The seat whose chance changed most; of two, the one that gained."""
    return max(range(len(note.before)), key=lambda seat: (round(abs(change(note, seat)), 3), change(note, seat)))


def promising(notes: Sequence[Note]) -> list[Note]:
    """Where turning points may be, as far as rough chances tell: the greatest changes, the greatest first."""
    return sorted(notes, key=_size, reverse=True)[:PROMISING]


def turning_points(notes: Sequence[Note], known: Container[int] = EVERY) -> tuple[Note, ...]:
    """The moves with the greatest changes; none that is small, and none that may be noise; at `known` plies, if
    the others are not searched yet."""
    doubt = strictness(len(notes))
    great = [
        note
        for note, errors in zip(notes, errors_after(notes), strict=True)
        if note.ply in known
        and _size(note) * len(note.before) / 2 >= LEAST
        and _size(note) > doubt * _error(note, errors)
    ]
    greatest = sorted(great, key=_size, reverse=True)[:POINTS]
    return tuple(sorted(greatest, key=lambda note: note.ply))


def _size(note: Note) -> float:
    return abs(change(note, moved(note)))


def _error(note: Note, after: Sequence[float]) -> float:
    """Of the greatest change: both ends of it were searched, on deals of their own."""
    seat = moved(note)
    return hypot(note.errors[seat], after[seat])


def errors_after(notes: Sequence[Note]) -> list[tuple[float, ...]]:
    """Half of the 95 % intervals of every `after`: it is what the next note starts from."""
    last = notes[-1]
    settled = set(last.after) <= {0.0, max(last.after)}  # a game stopped early has about those of the last move
    return [note.errors for note in notes[1:]] + [(0.0,) * len(last.after) if settled else last.errors]


def cards_part(seats: Sequence[Account]) -> float:
    """The part of luck in what moved the seats from their start to their result."""
    by_cards = sum(abs(seat.luck) for seat in seats)
    by_moves = sum(abs(seat.given - seat.lost) for seat in seats)
    return by_cards / (by_cards + by_moves) if by_cards + by_moves else 0.0
