"""Endings of Pig 10, worked out to the last card: when the draw pile is empty, the rest is a matter of counting.

With two players nothing is hidden then. With more, every way the unseen cards can lie is tried, and each is worked out
as if all hands lay open: everyone wants the win, then the greatest lead.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb, prod

from ...bots.endings import Endings
from ...bots.model import CERTAIN
from ...bots.search import Thought
from ...engine.bags import count, many, members, one, size
from . import rules as pig10
from .rules import Pig10State
from .value import share

LEAD = 100  # what a card of lead counts, of CERTAIN: less than any part of a win
LINES = 600  # that may be played to the end, over all deals: a tenth of a second
HANDS = 1024  # that two players may come to hold between them, where nothing is hidden

Worths = tuple[int, ...]  # one for each seat
Key = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...]]  # all that matters of a position
SHARES = (0, *(CERTAIN // n for n in range(1, pig10.SEATS + 1)))  # of a win, by how many share it


def solvable(view: Pig10State) -> bool:
    """Whether the ending is small enough to be worked out.

    Between two players, with nothing hidden, it is with ten cards in both hands together, and with more where some are
    alike. Else as long as the ways the hidden cards can lie, times the orders to lay all cards, are few.
    """
    if view.left or view.due:
        return False
    ways = _deals(view)
    return _hands_to_come(view) <= HANDS if ways == 1 and view.players == 2 else ways * _lines(view) <= LINES


def certain(view: Pig10State) -> bool:
    """Whether it can be worked out, and nothing is hidden: what comes of a move is known then, not only likely."""
    return solvable(view) and _deals(view) == 1


def solve(view: Pig10State) -> dict[int, float]:
    """The worth of each move to the seat that moves, on average over all ways the hidden cards can lie."""
    total, ways = dict.fromkeys(members(pig10.legal(view)), 0), 0
    for state, weight in deals(view):
        ways += weight
        for move, worths in outcomes(state).items():
            total[move] += weight * worths[view.turn]
    return {move: worth / ways for move, worth in total.items()}


def best(view: Pig10State) -> int:
    """The move that is worth most; of equals, the first."""
    return thoughts(view)[0].move


def outcomes(state: Pig10State) -> dict[int, Worths]:
    """The worth of each move in an open position to every seat, if each plays for itself."""
    worths = _between_two() if state.players == 2 else _among_more()  # a fresh memory: else it would grow for ever
    return {move: worths(after) for move, after in _afters(state).items()}


def _afters(state: Pig10State) -> dict[int, Pig10State]:
    """The positions that the moves lead to."""
    found = {}
    for move in members(pig10.legal(state)):
        found[move] = after = state.copy()
        pig10.play(after, move)
    return found


def _among_more() -> Callable[[Pig10State], Worths]:
    @cache
    def solved(key: Key) -> Worths:
        state = _state(key)
        found = [worths(after) for after in _afters(state).values()]
        return max(found, key=lambda worth: worth[state.turn]) if found else _final(state)

    def worths(state: Pig10State) -> Worths:
        return solved(_key(state, state.wins[: state.players]))

    return worths


def _between_two() -> Callable[[Pig10State], Worths]:
    """What one wins the other loses: both play for the lead, and what was won before changes nothing in that."""

    @cache
    def gain(key: Key) -> int:
        state = _state(key)
        found = [lead(after) for after in _afters(state).values()]
        return (min(found) if state.turn else max(found)) if found else 0

    def lead(state: Pig10State) -> int:
        """Of seat 0, at the end."""
        return int(state.wins[0]) - int(state.wins[1]) + gain(_key(state, (0, 0)))

    def worths(state: Pig10State) -> Worths:
        end = state.copy()
        end.wins[:2] = lead(state), 0
        return _final(end)

    return worths


def _key(state: Pig10State, wins: Sequence[int]) -> Key:
    """All that matters from here on: of the middle its value, its size, the last card if its like is held."""
    n = state.players
    last = state.middle[state.laid - 1] if state.laid else 0
    last = last if count(sum(state.hands[:n]), last) else 0
    return n, state.turn, state.value, state.laid, last, tuple(state.hands[:n]), tuple(wins)


def _state(key: Key) -> Pig10State:
    state = pig10.Pig10State()
    state.players, state.turn, state.value, state.laid, last, hands, wins = key
    state.begun = 1
    for seat, (hand, won) in enumerate(zip(hands, wins, strict=True)):
        state.hands[seat], state.held[seat], state.wins[seat] = hand, size(hand), won
    if state.laid:
        state.middle[state.laid - 1] = last
    pig10.look(state)
    return state


def _final(state: Pig10State) -> Worths:
    points = state.wins[: state.players]
    leads = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
    return tuple(share(state, seat) + LEAD * lead for seat, lead in enumerate(leads))


# The ways hidden cards can lie


def deals(view: Pig10State) -> Iterator[tuple[Pig10State, int]]:
    """Every state that looks like the view, and in how many ways it comes about."""
    hidden = [seat for seat in range(view.players) if size(view.hands[seat]) < view.held[seat]]
    yield from _dealt(view, hidden, view.deck - pig10.known(view))


def _dealt(view: Pig10State, hidden: list[int], unseen: int) -> Iterator[tuple[Pig10State, int]]:
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


def _deals(view: Pig10State) -> int:
    """How many ways there are at most for the hidden cards to lie."""
    unseen, ways = size(view.deck - pig10.known(view)), 1
    for seat in range(view.players):
        hidden = view.held[seat] - size(view.hands[seat])
        ways *= comb(unseen, hidden)
        unseen -= hidden
    return ways


def _lines(view: Pig10State) -> int:
    """How many orders there are at most to lay the cards that are held."""
    lines = many(pig10.legal(view))
    for seat in range(view.players):
        for cards in range(2, view.held[seat] + (seat != view.turn)):
            lines *= cards
    return lines


def _hands_to_come(view: Pig10State) -> int:
    """How many pairs of hands there are at most that are left of the two, where nothing is hidden."""
    state, _ = next(deals(view))
    return prod(count(hand, card) + 1 for hand in state.hands[:2] for card in range(pig10.KINDS))


# What others ask


def thoughts(view: Pig10State) -> list[Thought]:
    """Every move as a search would judge it, the best first, without an error."""
    worth = solve(view)
    best = sorted(worth, key=lambda move: (-worth[move], move))
    return [Thought(move, min(max(worth[move] / CERTAIN, 0.0), 1.0), 0.0, 0.0) for move in best]


def chances(view: Pig10State) -> tuple[tuple[Thought, ...], dict[int, tuple[float, ...]]]:
    """Where nothing is hidden: what the mover can know of every move, and the chances of all seats after each."""
    state, _ = next(deals(view))
    found, seat = outcomes(state), view.turn
    after = {move: tuple(won(worth) / CERTAIN for worth in worths) for move, worths in found.items()}
    best = sorted(found, key=lambda move: (-after[move][seat], -found[move][seat], move))
    return tuple(Thought(move, after[move][seat], 0.0, 0.0) for move in best), after


def won(worth: int) -> int:
    """The part of the win in what a position is worth; the rest is the lead, which is always less."""
    return min(SHARES, key=lambda part: abs(worth - part))


ENDINGS = Endings[Pig10State](solvable, certain, best, thoughts, chances)
