"""Guess the hidden cards of a view, as far as what others played tells of what they kept.

Whoever calls neither ten nor over keeps no card that makes ten; and a card that could have been laid, but was not, is
rarer in a hand than one that could not. So a hand is dealt by chance, its last turns are looked at again, newest first,
and it is dealt again as often as they speak against it. What was laid is known; which of the older cards came when, is
left to chance.
"""

from collections.abc import Callable, Sequence

from ..engine.bags import one, size, unpack
from ..engine.kernel import Kernel, Numbers, below, kernel
from ..games.contract import GameType, State
from .minds import SEATS

KINDS = 16
TURNS = 2  # of a player, that are remembered
KEPT, LAID, OWN, RIVALS = range(4)  # where the numbers of a turn stand; the last are as many as there are kinds
LENGTH = RIVALS + KINDS
NEVER = -1  # as a rival: whoever held it would have laid it
ROOM = TURNS * LENGTH + 1  # for a seat: how many turns, and the turns
PATIENCE = 30  # hands, before one is taken as it is
STRANGE = 50  # in a thousand: how often somebody is taken for one who plays quite otherwise


def memory(
    past: Sequence[tuple[State, int]], notice: Callable[[State, int], Numbers], turns: int, seat: int
) -> Numbers:
    """Clues to the hands of everybody but `seat`: their last turns, the newest first."""
    clues = [0] * (SEATS * ROOM)
    for before, move in reversed(past):
        offset = before.turn * ROOM
        if before.turn != seat and clues[offset] < turns:
            line = notice(before, move)
            start = offset + 1 + clues[offset] * LENGTH
            clues[start : start + len(line)] = line
            clues[offset] += 1
    return clues


@kernel
def choose(hand: Numbers, hidden: int, cards: Numbers, n: int, clues: Numbers, offset: int, rng: Numbers) -> None:
    """Bring `hidden` of the `n` cards to the end, and into the hand: first those that were there at the last turn."""
    rivals = offset + 1 + RIVALS
    for i in range(hidden):
        last = n - 1 - i
        k = below(rng, last + 1)
        if i < clues[offset + 1 + KEPT]:
            for _ in range(PATIENCE):
                if clues[rivals + cards[k]] != NEVER:
                    break
                k = below(rng, last + 1)
        hand[i] = cards[k]
        cards[k] = cards[last]
        cards[last] = hand[i]


@kernel
def likely(hand: Numbers, hidden: int, clues: Numbers, offset: int, rng: Numbers) -> int:
    """Whether somebody with this hand would have played as they did, by chance; the newest turn comes first."""
    n = min(hidden, clues[offset + 1 + KEPT])
    for turn in range(clues[offset]):
        start = offset + 1 + turn * LENGTH
        while n > clues[start + KEPT]:  # drawn since
            n -= 1
            k = below(rng, n + 1)
            hand[k] = hand[n]
        rivals = 0
        for i in range(n):
            rival = clues[start + RIVALS + hand[i]]
            if rival == NEVER:
                return 0
            rivals += rival
        own = clues[start + OWN]
        if rivals and below(rng, own + rivals) >= own:
            return 0
        if clues[start + LAID] == NEVER:
            return 1
        hand[n] = clues[start + LAID]
        n += 1
    return 1


def deal_of(game: GameType) -> Kernel:
    guess, known = game.guess, game.known

    @kernel
    def deal(state: State, cards: Numbers, rng: Numbers, clues: Numbers, hand: Numbers) -> None:
        """Guess the hidden cards; `cards` and `hand` are room to work in."""
        n = unpack(state.deck - known(state), cards)
        for seat in range(state.players):
            hidden = state.held[seat] - size(state.hands[seat])
            if clues[seat * ROOM] and hidden and below(rng, 1000) >= STRANGE:
                for _ in range(PATIENCE):
                    choose(hand, hidden, cards, n, clues=clues, offset=seat * ROOM, rng=rng)
                    if likely(hand, hidden, clues, seat * ROOM, rng):
                        break
                for _ in range(hidden):
                    n -= 1
                    state.hands[seat] += one(cards[n])
        guess(state, cards, rng)

    return deal
