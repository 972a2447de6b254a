"""How deals are seated, and deals for bots that choose at once: many in one kernel call.

Every deal is played from every seating that turns the table round. Who sits next to whom changes from deal to deal:
whoever follows a weak player wins more. Cards and bots have streams of random numbers of their own, so that a deal is
the same whoever sits where; it goes move for move as `play_game` would play it.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from random import Random

from ..bots.minds import SEATS
from ..bots.play import CAP
from ..bots.quick import bot_number, choice_of, mind_lists
from ..engine.bags import MOST_CARDS, shuffle, unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import WORD, Kernel, Work, kernel, sow
from ..games.checks import start
from ..games.contract import GameType, State
from ..games.registry import game_type
from .loop import LEFT, MADE, OWN, loop_of, shuffled

DEAL, TURNED, KEPT = OWN, OWN + 1, OWN + 2


@cache
def _orders(players: int) -> list[tuple[int, ...]]:
    first, *others = [(0, *rest) for rest in permutations(range(1, players))]
    Random(0).shuffle(others)  # noqa: S311  # so that a short match meets different ones at large tables, too
    return [first, *others]


def order_of(players: int, number: int) -> tuple[int, ...]:
    """Who follows whom round the table in deal `number`."""
    orders = _orders(players)
    return orders[number % len(orders)]


@kernel
def bot_seed(seed: int, number: int, turned: int) -> int:
    """The seed of the random numbers that the bots of one table choose by."""
    return (seed * 1_000_003 + number) * SEATS + turned


@kernel
def shuffle_pile(state: State, work: Work) -> int:
    left = unpack(state.stock, work[1])
    shuffle(work[1], left, work[2])
    return left


@kernel
def unseen(state: State, card: int, work: Work) -> None:
    """Nobody notes which cards are drawn."""


@cache
def batch_of(rules: GameType) -> Kernel:
    """The loop that plays deal after deal of one game."""
    reset, score, choice = rules.reset, rules.score, choice_of(rules)

    @kernel
    def choose(state: State, moves: int, work: Work) -> int:
        kept, _cards, _shuffles, rngs, bots, minds, _points = work
        seat = state.turn
        bot = bots[kept[DEAL] * state.players + (seat + kept[TURNED]) % state.players]
        return choice(bot, minds, state, moves, rngs[seat])

    play_on = loop_of(rules, shuffled(rules, shuffle_pile, unseen), choose)

    def batch(state: State, work: Work, seed: int, first: int, deals: int) -> None:
        kept, _cards, shuffles, rngs, _bots, _minds, points = work
        place = 0
        for number in range(first, first + deals):
            for turned in range(state.players):
                sow(shuffles, seed, SEATS + number)  # streams of lower numbers are for bots
                for seat in range(state.players):
                    sow(rngs[seat], bot_seed(seed, number, turned), seat)
                reset(state, 0)
                kept[MADE] = 0
                kept[LEFT] = 0
                kept[DEAL] = number - first
                kept[TURNED] = turned
                play_on(state, work, CAP)
                for seat in range(state.players):
                    points[place] = score(state, seat)
                    place += 1

    return batch


def play_deals(
    game: str, bots: Sequence[str], seed: int, first: int, deals: int, fast: bool | None = None
) -> list[list[tuple[int, ...]]]:
    """The scores of `deals` deals, a row for each seating: the order of that deal, then turned by one seat more."""
    rules, n = game_type(game), len(bots)
    seated = [bot_number(rules, bots[bot]) for number in range(first, first + deals) for bot in order_of(n, number)]
    rngs, points = [[0] * 4 for _ in bots], [0] * (n * n * deals)
    work: Work = ([0] * KEPT, [0] * MOST_CARDS, [0] * 4, rngs, seated, mind_lists(rules), points)
    batch, state = batch_of(rules), start(rules, n)
    if available() if fast is None else fast:
        batch, state, work = compiled(batch), record(state), tuple(numbers(part) for part in work)
    batch(state, work, seed & WORD, first, deals)
    points = [int(score) for score in work[-1]]
    tables = [tuple(points[place : place + n]) for place in range(0, len(points), n)]
    return [tables[place : place + n] for place in range(0, len(tables), n)]
