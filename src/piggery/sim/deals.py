"""How deals are seated, and deals for bots that choose at once: many in one kernel call.

Every deal is played from every seating that turns the table round. Who sits next to whom changes from deal to deal:
whoever follows a weak player wins more. Cards and bots have streams of random numbers of their own, so that a deal is
the same whoever sits where; it goes move for move as `play_game` would play it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from ..bots.play import CAP
from ..bots.quick import bot_number, choice_of, mind_lists, quick_names
from ..bots.search import shuffle, take_from
from ..engine.bags import unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import WORD, Numbers, kernel, sow
from ..games.checks import start
from ..games.contract import GameType
from ..games.registry import game_type
from .play import ROOM

SEATS = 8  # at most; streams from this number on are for cards

Work = tuple[Any, ...]  # cards, shuffles, dreams, bots, minds, points


def quick(game: str, bots: Sequence[str]) -> bool:
    """Whether all of them choose at once."""
    return set(bots) <= set(quick_names(game_type(game)))


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
def dream(seed: int, number: int, turned: int) -> int:
    """What the bots of a table dream of: the seed of their random numbers."""
    return (seed * 1_000_003 + number) * SEATS + turned


def drawing_of(rules: GameType) -> Callable[..., int]:
    draw, fits = rules.draw, rules.fits

    @kernel
    def drawn(state: Any, cards: Numbers, left: int, rng: Numbers) -> int:
        """Draw what is due; how many cards are left."""
        while state.due:
            if left != state.left:  # a new draw pile
                left = unpack(state.stock, cards)
                shuffle(cards, left, rng)
            k = left - 1
            while not fits(state, cards[k]):
                k -= 1
            draw(state, take_from(cards, left, k))
            left -= 1
        return left

    return drawn


def playing_of(rules: GameType) -> Callable[..., None]:
    """The loop that plays one game from the deal to the end."""
    legal, play, choice, drawn = rules.legal, rules.play, choice_of(rules), drawing_of(rules)

    @kernel
    def play_on(state: Any, work: Work, deal: int, turned: int) -> None:
        cards, shuffles, dreams, bots, minds, _points = work
        left = 0
        for _ in range(CAP):
            left = drawn(state, cards, left, shuffles)
            moves = legal(state)
            if moves == 0:
                return
            seat = state.turn
            bot = bots[deal * state.players + (seat + turned) % state.players]
            play(state, choice(bot, minds, state, moves, dreams[seat]))

    return play_on


@cache
def batch_of(rules: GameType) -> Callable[..., None]:
    """The loop that plays deal after deal of one game."""
    reset, score, play_on = rules.reset, rules.score, playing_of(rules)

    def batch(state: Any, work: Work, seed: int, first: int, deals: int) -> None:
        _cards, shuffles, dreams, _bots, _minds, points = work
        at = 0
        for number in range(first, first + deals):
            for turned in range(state.players):
                sow(shuffles, seed, SEATS + number)
                for seat in range(state.players):
                    sow(dreams[seat], dream(seed, number, turned), seat)
                reset(state, 0)
                play_on(state, work, number - first, turned)
                for seat in range(state.players):
                    points[at] = score(state, seat)
                    at += 1

    return batch


def play_deals(
    game: str, bots: Sequence[str], seed: int, first: int, deals: int, fast: bool | None = None
) -> list[list[tuple[int, ...]]]:
    """The scores of so many deals, a line for each seating: the order of that deal, then turned by one seat more."""
    rules, n = game_type(game), len(bots)
    state = start(rules, n)
    seated = [bot_number(rules, bots[bot]) for number in range(first, first + deals) for bot in order_of(n, number)]
    parts: list[Any] = [[0] * ROOM, [0] * 4, [[0] * 4 for _ in bots], seated, mind_lists(rules), [0] * (n * n * deals)]
    if available() if fast is None else fast:
        parts = [numbers(part) for part in parts]
        compiled(batch_of(rules))(record(state), tuple(parts), seed & WORD, first, deals)
    else:
        batch_of(rules)(state, tuple(parts), seed & WORD, first, deals)
    points = [int(score) for score in parts[-1]]
    tables = [tuple(points[at : at + n]) for at in range(0, len(points), n)]
    return [tables[at : at + n] for at in range(0, len(tables), n)]
