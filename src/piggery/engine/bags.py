"""Cards, bags of cards, and sets of moves, each in one integer.

A card is a small number, its kind. A *bag* counts cards of each kind in four bits a kind, so that putting a card in
is an addition. A *set* has one bit for each thing in it; `kinds` turns a bag into a set, one bit in every four.
"""

from .kernel import Numbers, below, kernel

MOST = 15  # copies of a kind that a bag can count
MOST_CARDS = 15 * MOST  # in a bag: it counts fifteen kinds
_ALL_KINDS = 0x0111111111111111
_EVEN = 0x0F0F0F0F0F0F0F0F


@kernel
def one(card: int) -> int:
    """A bag of one card."""
    return 1 << (4 * card)


@kernel
def count(bag: int, card: int) -> int:
    return (bag >> (4 * card)) & 15


@kernel
def size(bag: int) -> int:
    """How many cards lie in the bag."""
    pairs = (bag & _EVEN) + ((bag >> 4) & _EVEN)
    pairs += pairs >> 8
    pairs += pairs >> 16
    return (pairs + (pairs >> 32)) & 255


@kernel
def kinds(bag: int) -> int:
    """The set of kinds in the bag, kind k at bit 4k."""
    bag |= bag >> 1
    bag |= bag >> 2
    return bag & _ALL_KINDS


@kernel
def has(moves: int, move: int) -> int:
    return (moves >> move) & 1


def many(moves: int) -> int:
    """How many members a set has. (Compiled: one instruction.)"""
    return moves.bit_count()


def nth(moves: int, n: int) -> int:
    """The n-th member of a set, counted from zero. (Compiled: two instructions.)"""
    for _ in range(n):
        moves &= moves - 1
    return (moves & -moves).bit_length() - 1


@kernel
def pick(moves: int, rng: Numbers) -> int:
    """Any member of a set, by chance."""
    return nth(moves, below(rng, many(moves)))


@kernel
def unpack(bag: int, cards: Numbers) -> int:
    """Write the cards of a bag into `cards`, ascending; return how many."""
    n = 0
    for card in range(15):
        for _ in range(count(bag, card)):
            cards[n] = card
            n += 1
    return n


@kernel
def fill(bags: Numbers, which: int, total: int, cards: Numbers, n: int, rng: Numbers) -> int:
    """Fill a bag up to `total` cards with some of these `n`, chosen by chance; return how many are left."""
    for _ in range(total - size(bags[which])):
        k = below(rng, n)
        n -= 1
        bags[which] += one(cards[k])
        cards[k] = cards[n]
    return n


@kernel
def take_out(cards: Numbers, left: int, k: int) -> int:
    """Take card number k out of a pile of `left`; those above it sink."""
    card = cards[k]
    for i in range(k, left - 1):
        cards[i] = cards[i + 1]
    return card


@kernel
def shuffle(cards: Numbers, n: int, rng: Numbers) -> None:
    for last in range(n - 1, 0, -1):
        k = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[k]
        cards[k] = card


def cards_in(bag: int) -> list[int]:
    """The cards of a bag, ascending."""
    cards: list[int] = []
    card = 0
    while bag:
        cards += [card] * (bag & MOST)
        bag >>= 4
        card += 1
    return cards


def members(moves: int) -> list[int]:
    """The members of a set, ascending."""
    found = []
    while moves:
        lowest = moves & -moves
        found.append(lowest.bit_length() - 1)
        moves ^= lowest
    return found
