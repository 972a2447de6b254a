"""Endings of Pig 10, worked out to the last card: when the draw pile is empty, the rest is a matter of counting.

With two players nothing is hidden then. With more, every way the unseen cards can lie is tried, and each is worked out
as if all hands lay open: everyone wants the win, then the greatest lead.
"""

from collections.abc import Callable, Iterator
from functools import cache
from math import comb
from typing import Any

from ..bags import count, many, members, one, size
from ..games import pig10
from .pig10_value import share

LEAD = 100  # what a card of lead counts, of CERTAIN: less than any part of a win
WORK = 3000  # positions that may be looked at

Worths = tuple[int, ...]  # one for each seat


def solvable(view: Any) -> bool:
    """Whether the ending is small enough to be worked out."""
    if view.left or view.due:
        return False
    return _deals(view) * _lines(view) <= WORK


def solve(view: Any) -> dict[int, float]:
    """What each move is worth to the seat that moves, on average over all ways the hidden cards can lie."""
    total, ways = dict.fromkeys(members(pig10.legal(view)), 0), 0
    for state, weight in deals(view):
        ways += weight
        for move in total:
            after = state.copy()
            pig10.play(after, move)
            total[move] += weight * worths(after)[view.turn]
    return {move: worth / ways for move, worth in total.items()}


def best(view: Any) -> int:
    """The move that is worth most; of equals, the first."""
    worth = solve(view)
    return max(sorted(worth), key=lambda move: worth[move])


def worths(state: Any) -> Worths:
    """What an open position is worth to every seat, if each plays for itself."""
    return _solver()(_key(state))


def _key(state: Any) -> Any:
    """All that matters from here on: of the middle only its value, its size and the card laid last."""
    last = state.middle[state.laid - 1] if state.laid else 0
    n = state.players
    return n, state.turn, state.value, state.laid, last, tuple(state.hands[:n]), tuple(state.wins[:n])


def _solver() -> Callable[[Any], Worths]:
    """A fresh memory for one question: what is kept for ever would grow for ever."""

    @cache
    def solved(key: Any) -> Worths:
        state = _state(key)
        moves = members(pig10.legal(state))
        if not moves:
            return _final(state)
        found = []
        for move in moves:
            after = state.copy()
            pig10.play(after, move)
            found.append(solved(_key(after)))
        return max(found, key=lambda worth: worth[state.turn])

    return solved


def _state(key: Any) -> Any:
    state = pig10.State()
    state.players, state.turn, state.value, state.laid, last, hands, wins = key
    state.begun = 1
    for seat, (hand, won) in enumerate(zip(hands, wins, strict=True)):
        state.hands[seat], state.held[seat], state.wins[seat] = hand, size(hand), won
    if state.laid:
        state.middle[state.laid - 1] = last
    pig10.look(state)
    return state


def _final(state: Any) -> Worths:
    points = state.wins[: state.players]
    leads = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
    return tuple(share(state, seat) + LEAD * lead for seat, lead in enumerate(leads))


# The ways hidden cards can lie


def deals(view: Any) -> Iterator[tuple[Any, int]]:
    """Every state that looks like the view, and in how many ways it comes about."""
    hidden = [seat for seat in range(view.players) if size(view.hands[seat]) < view.held[seat]]
    yield from _dealt(view, hidden, view.deck - pig10.known(view))


def _dealt(view: Any, hidden: list[int], unseen: int) -> Iterator[tuple[Any, int]]:
    if not hidden:
        yield view, 1
        return
    seat, rest = hidden[0], hidden[1:]
    for hand, ways in _hands(unseen, view.held[seat] - size(view.hands[seat])):
        state = view.copy()
        state.hands[seat] += hand
        for dealt, more in _dealt(state, rest, unseen - hand):
            yield dealt, ways * more


def _hands(unseen: int, n: int, card: int = 0) -> Iterator[tuple[int, int]]:
    """Every hand of `n` of the unseen cards, and in how many ways it can be drawn."""
    if n == 0 or card > pig10.TEN:
        if n == 0:
            yield 0, 1
        return
    copies = count(unseen, card)
    for taken in range(min(copies, n) + 1):
        for hand, ways in _hands(unseen, n - taken, card + 1):
            yield hand + taken * one(card), ways * comb(copies, taken)


def _deals(view: Any) -> int:
    """How many ways there are at most for the hidden cards to lie."""
    unseen, ways = size(view.deck - pig10.known(view)), 1
    for seat in range(view.players):
        hidden = view.held[seat] - size(view.hands[seat])
        ways *= comb(unseen, hidden)
        unseen -= hidden
    return ways


def _lines(view: Any) -> int:
    """How many orders there are at most to lay the cards that are held."""
    lines = many(pig10.legal(view))
    for seat in range(view.players):
        for cards in range(2, view.held[seat] + (seat != view.turn)):
            lines *= cards
    return lines
