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

LEAD = 100  # what a card of lead counts, of CERTAIN: less than any part of a win
LINES = 600  # that may be played to the end, over all deals: a tenth of a second
HANDS = 1024  # that two players may come to hold between them, where nothing is hidden

Cards = tuple[int, ...]  # won by each seat, at the end
Key = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...]]  # all that matters of a position


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
        for move, cards in outcomes(state).items():
            total[move] += weight * worth(cards, view.turn)
    return {move: worth / ways for move, worth in total.items()}


def best(view: Pig10State) -> int:
    """The move that is worth most; of equals, the first."""
    return thoughts(view)[0].move


def outcomes(state: Pig10State) -> dict[int, Cards]:
    """The cards of every seat at the end, by the move that is made in an open position, if each plays for itself."""
    ends = _between_two() if state.players == 2 else _among_more()  # a fresh memory: else it would grow for ever
    return {move: ends(after) for move, after in _afters(state).items()}


def _afters(state: Pig10State) -> dict[int, Pig10State]:
    """The positions that the moves lead to."""
    found = {}
    for move in members(pig10.legal(state)):
        found[move] = after = state.copy()
        pig10.play(after, move)
    return found


def _among_more() -> Callable[[Pig10State], Cards]:
    @cache
    def solved(key: Key) -> Cards:
        state = _state(key)
        found = [ends(after) for after in _afters(state).values()]
        return max(found, key=lambda cards: worth(cards, state.turn)) if found else tuple(state.wins[: state.players])

    def ends(state: Pig10State) -> Cards:
        return solved(_key(state, state.wins[: state.players]))

    return ends


def _between_two() -> Callable[[Pig10State], Cards]:
    """What one wins the other loses: both play for the lead, and what was won before changes nothing in that."""

    @cache
    def gains(key: Key) -> Cards:
        state = _state(key)
        own, other = state.turn, 1 - state.turn
        found = [ends(after) for after in _afters(state).values()]
        return max(found, key=lambda cards: (cards[own] - cards[other], cards[own])) if found else (0, 0)

    def ends(state: Pig10State) -> Cards:
        first, second = gains(_key(state, (0, 0)))
        return int(state.wins[0]) + first, int(state.wins[1]) + second

    return ends


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


def worth(cards: Cards, seat: int) -> int:
    """The end of a game to a seat: the win, and then the lead."""
    return won(cards, seat) + LEAD * (cards[seat] - max(cards[:seat] + cards[seat + 1 :]))


def won(cards: Cards, seat: int) -> int:
    """The win, of CERTAIN, shared by those who have most."""
    return CERTAIN // cards.count(cards[seat]) if cards[seat] == max(cards) else 0


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
    worths = solve(view)
    best = sorted(worths, key=lambda move: (-worths[move], move))
    return [Thought(move, min(max(worths[move] / CERTAIN, 0.0), 1.0), 0.0, 0.0) for move in best]


def chances(view: Pig10State) -> tuple[tuple[Thought, ...], dict[int, tuple[float, ...]]]:
    """Where nothing is hidden: what the mover can know of every move, and the chances of all seats after each."""
    state, _ = next(deals(view))
    found, seat = outcomes(state), view.turn
    after = {move: tuple(won(cards, n) / CERTAIN for n in range(view.players)) for move, cards in found.items()}
    best = sorted(found, key=lambda move: (-worth(found[move], seat), -found[move][seat], sum(found[move]), move))
    most = found[best[0]]
    scores = [float(most[seat] - given_away(most, found[move], seat)) for move in best]
    return tuple(Thought(move, after[move][seat], 0.0, 0.0, n) for move, n in zip(best, scores, strict=True)), after


def given_away(best: Cards, cards: Cards, seat: int) -> int:
    """How many cards fewer a seat has than by the best end, or the others more; what changed hands is counted once."""
    fewer = best[seat] - cards[seat]
    more = fewer + sum(cards) - sum(best)
    return max(0, min(max(fewer, more), fewer + more))


ENDINGS = Endings[Pig10State](solvable, certain, best, thoughts, chances)
