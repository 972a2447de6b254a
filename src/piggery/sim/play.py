"""Many games in one kernel call: a batch deals, lets the bots choose, and counts.

Games are cut into batches of one size, each with its own stream of random numbers, so that the same seed gives the same
Summary however many cores share the work.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import cache
from threading import Event
from typing import NamedTuple

from ..bots.minds import SEATS
from ..bots.quick import Choose, all_quick, bot_number, choice_for, mind_lists
from ..core.chance import CardSource
from ..engine.bags import MOST_CARDS, size, unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import WORD, Numbers, Work, below, generator, kernel, local
from ..errors import BadOption
from ..games.checks import check_players, start
from ..games.contract import GameType, Options, State, Value, any_card
from ..games.registry import game_type
from .loop import LEFT, MADE, OVER, OWN, Deal, loop_of
from .summary import BY_GAME, BY_SEAT, CAPPED, MOVES, PLAYED, SCORE, SHARE, TURNS, UNCLAIMED, WINS, Summary, room

BATCH = 10_000
SLICE = 20
CAP = 5_000  # moves after which a game counts as one that would not end

CHECK = OWN  # a checksum over every move; then follow the turns of each seat
TURNS_AT = OWN + 1
KEPT = TURNS_AT + SEATS

Batch = Callable[[State, Work, int, int], int]


@kernel
def add(counts: Numbers, place: int, value: int) -> None:
    """A value, and its square beside it."""
    counts[place] += value
    counts[place + 1] += value * value


@kernel
def tally(counts: Numbers, points: Numbers, turns: Numbers, first: int, players: int, moves: int) -> None:
    """Add one game to the counts; the turns of the seats stand in `turns` from `first` on. Equal scores share a win."""
    counts[PLAYED] += 1
    add(counts, MOVES, moves)
    best = points[0]
    for seat in range(players):
        best = max(best, points[seat])
    sharing = 0
    for seat in range(players):
        sharing += points[seat] == best
    for seat in range(players):
        place = BY_GAME + BY_SEAT * seat
        share = SHARE // sharing if points[seat] == best else 0
        add(counts, place + WINS, share)
        add(counts, place + SCORE, points[seat])
        add(counts, place + TURNS, turns[first + seat])


def random_cards(game: GameType) -> Deal:
    """A source of cards: any of the draw pile, which needs no shuffling."""
    draw, fits, any_fits = game.draw, game.fits, game.fits is any_card

    @kernel
    def deal(state: State, work: Work) -> int:
        kept, cards, rng = work[0], work[1], work[2]
        while state.due:
            left = kept[LEFT]
            if left != state.left or left == 0:  # a new draw pile
                left = unpack(state.stock, cards)
                if left == 0:
                    return 0  # more is due than there is
            k = below(rng, left)
            while not (any_fits or fits(state, cards[k])):
                k = below(rng, left)
            card = cards[k]
            cards[k] = cards[left - 1]  # the last one fills the gap
            kept[LEFT] = left - 1
            draw(state, card)
        return 1

    return deal


@cache
def batch_of(rules: GameType, choice: Choose) -> Batch:
    """The loop that plays whole games of one kind."""
    reset, score, unclaimed = rules.reset, rules.score, rules.unclaimed

    @kernel
    def choose(state: State, moves: int, work: Work) -> int:
        kept, _cards, rng, bots, minds = work
        move = choice(bots[state.turn], minds, state, moves, rng)
        kept[CHECK] = (kept[CHECK] * 31 + move) & WORD
        kept[TURNS_AT + state.turn] += 1
        return move

    play_on = loop_of(rules, random_cards(rules), choose)

    def batch(state: State, work: Work, games: int, cap: int) -> int:
        """Play `games` games, add them to the counts, and return a checksum over every move."""
        kept, cards, rng, bots, minds, points, counts = work
        state, cards, rng, kept = local(state), local(cards, MOST_CARDS), local(rng, 4), local(kept, KEPT)
        for _ in range(games):
            reset(state, 0)
            kept[MADE] = 0
            kept[LEFT] = 0
            for seat in range(state.players):
                kept[TURNS_AT + seat] = 0
            why = play_on(state, (kept, cards, rng, bots, minds), cap)
            for seat in range(state.players):
                points[seat] = score(state, seat)
            counts[CAPPED] += why != OVER
            counts[UNCLAIMED] += unclaimed(state)
            tally(counts, points, kept, TURNS_AT, state.players, kept[MADE])
        check: int = kept[CHECK]
        return check

    return batch


def seated(rules: GameType, players: int | None, bots: Sequence[str]) -> list[str]:
    """A bot for every seat: the last one named fills the seats left over."""
    seats = players if players is not None else max(len(bots), 2)
    check_players(rules, seats)
    if len(bots) > seats:
        raise BadOption("option.bots", n=len(bots), seats=seats)
    return [bots[min(seat, len(bots) - 1)] for seat in range(seats)]


def shares(games: int, each: int = BATCH) -> Iterator[tuple[int, int]]:
    """The first batch of each share, and how many games it has: as many as a batch, or as several."""
    if games < 1:
        raise BadOption("option.games", text=games)
    return ((start // BATCH, min(each, games - start)) for start in range(0, games, each))


class Terms(NamedTuple):
    """Everything that games follow from, but their numbers: enough to play them again in another place."""

    game: str
    bots: tuple[str, ...]
    seed: int
    deck: int
    options: Options
    deals: int = 0  # that a search looks at, at each move

    @property
    def rules(self) -> GameType:
        return game_type(self.game)

    @property
    def quick(self) -> bool:
        """Whether all of the bots choose at once."""
        return all_quick(self.rules, self.bots)

    @property
    def names(self) -> list[str]:
        """A name for each seat: its bot, numbered from the second on."""
        earlier = [self.bots[:seat].count(bot) for seat, bot in enumerate(self.bots)]
        return [f"{bot} {n + 1}" if n else bot for bot, n in zip(self.bots, earlier, strict=True)]

    def first(self, number: int) -> int:
        """The seat that starts: each in turn."""
        return number % len(self.bots)

    def cards(self, number: int) -> CardSource:
        return {"from": "seed", "seed": f"{self.seed}/{number}"}


class Simulation:
    """A game with these seats, to be played often."""

    def __init__(self, rules: GameType, bots: Sequence[str], seed: int = 0, deck: int | None = None, **options: Value):
        self.rules = rules
        self.bots = [bot_number(rules, name) for name in bots]
        self.play = batch_of(rules, choice_for(rules, self.bots))
        self.state = start(rules, len(bots), 0, deck, **options)
        self.terms = Terms(rules.name, tuple(bots), seed, self.state.deck, options)

    def batch(self, number: int, games: int, fast: bool = True) -> tuple[Summary, int]:
        """Play batch `number`; the Summary, and a checksum over every move."""
        play, state, work = self.play, self.state.copy(), self._work(number)
        if fast:
            play, state, work = compiled(play), record(state), tuple(numbers(part) for part in work)
        check = play(state, work, games, CAP)
        return self._summary(work[-1]), int(check)

    def blank(self) -> Summary:
        """The counts before any game."""
        return self._summary(room(self.state.players))

    def _summary(self, counts: Numbers) -> Summary:
        return Summary(self.state.players, size(self.state.deck), [int(n) for n in counts])

    def _slices(self, number: int, games: int) -> Iterator[Summary]:
        """A batch interpreted, a few games at a time, so that it can be watched and stopped."""
        work = self._work(number)
        for done in range(0, games, SLICE):
            self.play(self.state.copy(), work, min(SLICE, games - done), CAP)
            yield self._summary(work[-1])
            work[-1][:] = room(self.state.players)

    def _work(self, number: int) -> Work:
        rng, minds, players = generator(self.terms.seed, number), mind_lists(self.rules), self.state.players
        return [0] * KEPT, [0] * MOST_CARDS, rng, self.bots, minds, [0] * players, room(players)

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
