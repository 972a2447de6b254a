"""The counts of Un, deux, truie: what is laid and after which demand, every sum, and who wins with which hand."""

from collections.abc import Sequence

from ...engine.bags import count
from ...engine.kernel import Numbers, kernel
from ...lab.counts import OWN, SEATS, Watch
from ...sim.summary import SHARE
from .rules import DRAW, DUNG, FARMER, HOG, LAY_FARMER, LAY_HOG, NAME, PASS, PASS_LUCKY, TruieState, new_top

KINDS = 15
HELD = 8  # how many of one kind a dealt hand can hold, none included

WAYS = 8  # to spend a turn; SEND_FARMER and SEND_HOG lay one
MATCH, PLUS, MINUS, ALONE, HEAP, SEND_FARMER, SEND_HOG, TAKE = range(WAYS)
FREE, FARMED, HUNTED = 0, 1, 2  # after nothing, a farmer, a hog
DID = OWN  # by demand and way
COST = DID + 3 * WAYS  # cards drawn after a hog, by way
ADDED = COST + WAYS  # by value on top and first card
TAKEN = ADDED + 11 * 11
WILD = TAKEN + 11 * 11  # lucky pigs laid alone, as LUCKY_FIRST, LUCKY_SECOND, LUCKY_BOTH, with a heap
WILDS = 5
ROUNDS = WILD + WILDS
PLACES = ROUNDS + 1  # what each place from the starter on made of a round, in parts of SHARE
ENDS = PLACES + SEATS  # games of which the last hands were seen
HEAPS = ENDS + 1  # seats with 0, 1, 2, 3 or more heaps then
HAD = HEAPS + 4  # by card and number of it in a dealt hand: hands, what they won of the round in parts of SHARE, points
END = HAD + KINDS * HELD * 3

ROUND, STARTER, ANSWER = 0, 1, 2  # ANSWER: one more than the way of a turn after a hog
HANDS = 3
TOTALS = HANDS + SEATS
MEMORY = TOTALS + SEATS


@kernel
def had_at(card: int, held: int) -> int:
    return HAD + (card * HELD + held) * 3


@kernel
def round_on(state: TruieState) -> int:
    return state.round


@kernel
def before(state: TruieState, move: int, memory: Numbers, counts: Numbers) -> int:
    memory[ANSWER] = 0
    if state.owes:
        return 0  # a grunt belongs to the turn before it
    if memory[ROUND] != state.round:
        if memory[ROUND]:
            count_round(state, memory, counts)
        note_deal(state, memory)
    demand = HUNTED if state.demand == HOG else FARMED if state.demand == FARMER else FREE
    way = way_of(state, move)
    counts[DID + demand * WAYS + way] += 1
    memory[ANSWER] = way + 1 if demand == HUNTED else 0
    count_wild(move, counts)
    if way in (PLUS, MINUS):
        first = abs(new_top(move) - state.top)
        counts[(ADDED if way == PLUS else TAKEN) + state.top * 11 + first] += 1
    return 1


@kernel
def way_of(state: TruieState, move: int) -> int:
    if move >= LAY_FARMER:
        return TAKE if move == DRAW else SEND_HOG if move == LAY_HOG else SEND_FARMER
    if move >= NAME:
        return HEAP if move >= PASS else ALONE
    value = new_top(move)
    return MATCH if value == state.top else PLUS if value > state.top else MINUS


@kernel
def count_wild(move: int, counts: Numbers) -> None:
    if move < NAME:
        way = move & 3
        if way:
            counts[WILD + way] += 1
    elif move < PASS:
        counts[WILD] += 1
    elif PASS_LUCKY <= move < LAY_FARMER:
        counts[WILD + 4] += 1


@kernel
def note_deal(state: TruieState, memory: Numbers) -> None:
    """Remember the hands as they were dealt, and how the totals stood."""
    memory[ROUND] = state.round
    memory[STARTER] = state.starter
    for seat in range(state.players):
        memory[HANDS + seat] = state.hands[seat]
        memory[TOTALS + seat] = state.scores[seat]


@kernel
def after(state: TruieState, memory: Numbers, counts: Numbers) -> None:
    if memory[ANSWER] and state.round == memory[ROUND]:  # else it was the last card, and the next round is dealt
        counts[COST + memory[ANSWER] - 1] += state.due


@kernel
def count_round(state: TruieState, memory: Numbers, counts: Numbers) -> None:
    """Count how everyone did in the round that is over; equal points share it."""
    players = state.players
    best = state.scores[0] - memory[TOTALS]
    for seat in range(players):
        best = max(best, state.scores[seat] - memory[TOTALS + seat])
    sharing = 0
    for seat in range(players):
        sharing += state.scores[seat] - memory[TOTALS + seat] == best
    counts[ROUNDS] += 1
    for seat in range(players):
        points = state.scores[seat] - memory[TOTALS + seat]
        share = SHARE // sharing if points == best else 0
        counts[PLACES + (seat - memory[STARTER] + players) % players] += share
        for card in range(1, KINDS):
            place = had_at(card, count(memory[HANDS + seat], card))
            counts[place] += 1
            counts[place + 1] += share
            counts[place + 2] += points


@kernel
def over(state: TruieState, shares: Numbers, memory: Numbers, counts: Numbers) -> None:
    if not state.over or memory[ROUND] != state.round:
        return
    count_round(state, memory, counts)
    counts[ENDS] += 1
    for seat in range(state.players):
        counts[HEAPS + min(3, count(state.hands[seat], DUNG))] += 1


WATCH = Watch[TruieState](END - OWN, MEMORY, round=round_on, before=before, after=after, over=over)


def did(demand: int, ways: Sequence[int]) -> list[int]:
    """Where turns spent in some ways are counted, after one demand."""
    return [DID + demand * WAYS + way for way in ways]


def spent(*ways: int) -> list[int]:
    """The same after any demand."""
    return [place for demand in (FREE, FARMED, HUNTED) for place in did(demand, ways)]


def had(card: int) -> list[int]:
    """By how many of it a seat was dealt for a round."""
    return [had_at(card, held) for held in range(HELD)]
