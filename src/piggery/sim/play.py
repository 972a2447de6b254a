"""Many games in one kernel call: a batch deals, lets the bots choose, and counts.

Games are cut into batches of one size, each with its own stream of random numbers, so that the same seed gives the same
Summary however many cores share the work.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import cache
from threading import Event
from typing import Any

from ..bots.quick import Choose, bot_number, choice_for, mind_lists
from ..engine.bags import MOST, size, unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import Numbers, below, generator, kernel, local
from ..errors import BadOption
from ..games.checks import check_players, start
from ..games.contract import GameType
from .summary import BY_GAME, BY_SEAT, CAPPED, MOVES, PLAYED, SCORE, SHARE, TURNS, UNCLAIMED, WINS, Summary, room

BATCH = 10_000
SEATS = 8
SLICE = 20
CAP = 5_000  # moves after which a game counts as one that would not end
ROOM = MOST * 14  # for as many cards as there can be

Work = tuple[Any, ...]  # cards, rng, bots, minds, points, turns, counts
Batch = Callable[[Any, Work, int, int], int]


@kernel
def take_card(cards: Numbers, left: int, k: int) -> int:
    """Take card number k out of the first `left`; the last one fills the gap."""
    card = cards[k]
    cards[k] = cards[left - 1]
    return card


@kernel
def add(counts: Numbers, at: int, value: int) -> None:
    """A value, and its square beside it."""
    counts[at] += value
    counts[at + 1] += value * value


@kernel
def tally(counts: Numbers, points: Numbers, turns: Numbers, players: int) -> None:
    """Add what each seat made of one game. Equal scores share the win."""
    best = points[0]
    for seat in range(players):
        best = max(best, points[seat])
    sharing = 0
    for seat in range(players):
        sharing += points[seat] == best
    for seat in range(players):
        at = BY_GAME + BY_SEAT * seat
        share = SHARE // sharing if points[seat] == best else 0
        add(counts, at + WINS, share)
        add(counts, at + SCORE, points[seat])
        add(counts, at + TURNS, turns[seat])


@cache
def batch_of(rules: GameType, choice: Choose) -> Batch:
    """The loop that plays whole games of one kind."""
    reset, legal, play, draw, fits = rules.reset, rules.legal, rules.play, rules.draw, rules.fits
    score, unclaimed = rules.score, rules.unclaimed

    def batch(state: Any, work: Work, games: int, cap: int) -> int:
        """Play `games` games, add them to the counts, and return a checksum over every move."""
        cards, rng, bots, minds, points, turns, counts = work
        state, cards, rng, turns = local(state), local(cards, ROOM), local(rng, 4), local(turns, SEATS)
        check = 0
        for _ in range(games):
            reset(state, 0)
            left = 0
            moves = 0
            for seat in range(state.players):
                turns[seat] = 0
            while True:
                while state.due:
                    if left != state.left:  # shuffled anew
                        left = unpack(state.stock, cards)
                    k = below(rng, left)
                    while not fits(state, cards[k]):
                        k = below(rng, left)
                    draw(state, take_card(cards, left, k))
                    left -= 1
                choices = legal(state)
                if choices == 0 or moves == cap:
                    break
                seat = state.turn
                move = choice(bots[seat], minds, state, choices, rng)
                check = (check * 31 + move) & 0xFFFFFFFF
                turns[seat] += 1
                moves += 1
                play(state, move)
            for seat in range(state.players):
                points[seat] = score(state, seat)
            counts[PLAYED] += 1
            add(counts, MOVES, moves)
            counts[CAPPED] += choices != 0
            counts[UNCLAIMED] += unclaimed(state)
            tally(counts, points, turns, state.players)
        return check

    return batch


def seated(rules: GameType, players: int | None, bots: Sequence[str]) -> list[str]:
    """A bot for every seat: the last one named fills the seats left over."""
    seats = players if players is not None else max(len(bots), 2)
    check_players(rules, seats)
    if len(bots) > seats:
        raise BadOption("option.bots", n=len(bots), seats=seats)
    return [bots[min(seat, len(bots) - 1)] for seat in range(seats)]


def shares(games: int) -> Iterator[tuple[int, int]]:
    """The number of each batch, and how many games it has."""
    if games < 1:
        raise BadOption("option.games", text=games)
    return ((at // BATCH, min(BATCH, games - at)) for at in range(0, games, BATCH))


class Match:
    """A game with these seats, to be played often."""

    def __init__(self, rules: GameType, bots: Sequence[str], seed: int = 0, deck: int | None = None, **options: Any):
        self.rules = rules
        self.seed = seed
        self.terms = rules.name, tuple(bots), seed, deck, options  # to make it again in another place
        self.bots = [bot_number(rules, name) for name in bots]
        self.play = batch_of(rules, choice_for(rules, self.bots))
        self.state = start(rules, len(bots), 0, deck, **options)

    def batch(self, number: int, games: int, fast: bool = True) -> tuple[Summary, int]:
        """Play batch `number`; the Summary, and a checksum over every move."""
        play, work = self.play, self._work(number)
        if fast:
            work = tuple(numbers(part) for part in work)
            check = compiled(play)(record(self.state), work, games, CAP)
        else:
            check = play(self.state.copy(), work, games, CAP)
        return Summary(self.state.players, size(self.state.deck), [int(n) for n in work[-1]]), int(check)

    def blank(self) -> Summary:
        """What is counted before any game."""
        return Summary(self.state.players, size(self.state.deck), room(self.state.players))

    def _slices(self, number: int, games: int) -> Iterator[Summary]:
        """A batch interpreted, a few games at a time, so that it can be watched and stopped."""
        players, work = self.state.players, self._work(number)
        for at in range(0, games, SLICE):
            self.play(self.state.copy(), work, min(SLICE, games - at), CAP)
            yield Summary(players, size(self.state.deck), work[-1][:])
            work[-1][:] = room(players)

    def _work(self, number: int) -> Work:
        players = self.state.players
        known = mind_lists(self.rules)
        rng = generator(self.seed, number)
        return [0] * ROOM, rng, self.bots, known, [0] * players, [0] * SEATS, room(players)

    def batches(self, games: int, stop: Event | None = None) -> Iterator[Summary]:
        """Play `games` games on all cores, a Summary at a time as batches are done, until they are or `stop` is set."""
        play = self._threaded if available() else self._interpreted
        return play(shares(games), stop or Event())

    def _interpreted(self, shares: Iterator[tuple[int, int]], stop: Event) -> Iterator[Summary]:
        for number, share in shares:
            for summary in self._slices(number, share):
                yield summary
                if stop.is_set():
                    return

    def _threaded(self, shares: Iterator[tuple[int, int]], stop: Event) -> Iterator[Summary]:
        workers = os.cpu_count() or 1
        self.batch(0, 0)  # compile once, before the threads ask for it
        with ThreadPoolExecutor(workers) as pool:
            waiting: set[Future[tuple[Summary, int]]] = set()
            for number, share in shares:
                waiting.add(pool.submit(self.batch, number, share))
                if len(waiting) >= 2 * workers:
                    done = next(as_completed(waiting))
                    waiting.remove(done)
                    yield done.result()[0]
                if stop.is_set():
                    break
            begun = {one for one in waiting if not (stop.is_set() and one.cancel())}
            for done in as_completed(begun):
                yield done.result()[0]
