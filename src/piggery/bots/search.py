"""Search: deal the unseen cards as they might lie, try every move on the same deals, play on, and see who wins.

Everything here is written once for all games; what a game adds is its `Model`. A batch of deals is one kernel call, so
that a search can be stopped at any time; interpreted it is the same function. Chances and scores are counted in
millionths.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

from ..engine.bags import MOST_CARDS, members, nth, shuffle, take_out, unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import Kernel, Numbers, Parts, kernel
from ..games.checks import start, view_of
from ..games.contract import GameType, State
from .guessing import deal_of, memory
from .minds import SEATS
from .model import CERTAIN, GREEDY, NEXT_TURN, OWN, expected_of, model_of

LEAST, MOST_DEALS = 4, 128  # deals in a batch
DOUBT = 1.0  # of a 95 % interval: less is no reason to change one's mind

Work = Sequence[Numbers]  # cards, spare, rng, kinds, mind, far, clues, hand, scale, totals
_compiled: set[str] = set()  # games whose search is ready to run at full speed


class Thought(NamedTuple):
    """The worth of a move: the chance to win after it, and how sure a search is of the distance to the best."""

    move: int
    chance: float
    error: float  # half of the 95 % interval of the difference to the best move; 0 for that one
    alone: float  # half of the 95 % interval of the chance itself
    score: float = 0.0  # of the mover, to be expected; counted for a review only
    score_error: float = 0.0  # half of the 95 % interval of the difference to the best score; 0 for that one


class PastTurn(NamedTuple):
    """A turn that was taken: what everybody saw before it, and the move."""

    before: State
    move: int


def remembered(game: GameType, turns: Iterable[tuple[State, int]], now: State) -> list[PastTurn]:
    """The turns of the round that is being played, as everybody saw them: a new hand says nothing of the old one."""
    number = game.rounds_over(now)
    return [PastTurn(view_of(game, state, -1), move) for state, move in turns if game.rounds_over(state) == number]


@dataclass(frozen=True)
class Effort:
    """How long and how to search."""

    milliseconds: float = 0  # time to think; 0: as many deals as asked for
    deals: int = 0  # at most; 0: as many as there is time for
    plies: int = -1  # how far to play on before looking; -1: as the game likes it
    hunches: bool = True  # whether to learn from what others did not play
    careful: bool = True  # whether one's own later moves are careful ones


def playout_of(game: GameType) -> Kernel:
    """The loop that plays on from a position."""
    model = model_of(game)
    legal, draw, fits, lay = game.legal, game.draw, game.fits, model.lay
    greedy, think, settled = model.greedy, model.think, model.settled

    @kernel
    def play_on(state: State, n: int, work: Work) -> None:
        """Let everyone move, each in their way, until it is clear enough who wins."""
        cards, _, rng, kinds, mind, far, _, _, scale, _ = work
        plies = 0
        left = n
        while not settled(state, plies, far):
            if state.due:
                if left != state.left:  # a new draw pile
                    left = unpack(state.stock, cards)
                    shuffle(cards, left, rng)
                if left == 0:
                    return  # more is due than there is
                k = left - 1
                while not fits(state, cards[k]):
                    k -= 1
                draw(state, take_out(cards, left, k))
                left -= 1
                continue
            moves = legal(state)
            if moves == 0:
                return
            if kinds[state.turn] == GREEDY:
                lay(state, greedy(state, moves, rng), far, scale)
            else:
                lay(state, think(state, moves, rng, mind), far, scale)
            plies += 1

    return play_on


@cache
def trial_of(game: GameType, everyone: bool) -> Kernel:
    """The loop that tries every move of a position on many deals, and counts for the seat to move or for everyone.

    The totals are rows, one a move, one place a seat; for everyone, the score of the seat to move comes after them.
    Without moves it plays on from the deal.
    """
    model = model_of(game)
    play_on, deal = playout_of(game), deal_of(game)
    copy_to, lay, chance, expected = game.copy_to, model.lay, model.chance, expected_of(game)

    def trial(view: State, dealt: State, state: State, moves: int, deals: int, work: Work) -> None:
        cards, spare, rng, _, _, far, clues, hand, scale, totals = work
        for _ in range(deals):
            copy_to(view, dealt)
            deal(dealt, spare, rng, clues, hand)
            n = unpack(dealt.stock, spare)
            shuffle(spare, n, rng)
            left = moves
            row = 0
            while left or row == 0:
                for i in range(n):
                    cards[i] = spare[i]
                copy_to(dealt, state)
                if left:
                    lay(state, nth(left, 0), far, scale)
                    left &= left - 1
                play_on(state, n, work)
                if everyone:
                    for seat in range(view.players):
                        totals[row + seat] += chance(state, seat, far, scale)
                    if moves:  # a spectator does not ask for it
                        totals[row + view.players] += expected(state, view.turn, far, scale)
                    row += 1
                else:
                    totals[row + view.turn] += chance(state, view.turn, far, scale)
                row += view.players

    return trial


class Search:
    """One position, thought about for as long as one likes."""

    everyone = False

    def __init__(
        self, game: GameType, view: State, past: Sequence[PastTurn] = (), effort: Effort | None = None,
        fast: bool | None = None,
    ) -> None:  # fmt: skip
        self.game, self.view, self.effort = game, view, effort or Effort()
        self.model = model_of(game)
        self.moves = game.legal(view)
        self.fast = is_compiled(game.name) if fast is None else fast
        self.sums: list[list[int]] = []  # a batch a line: the sums of every move
        self.sizes: list[int] = []
        self._prepare(past if self.effort.hunches else ())

    def _prepare(self, past: Sequence[PastTurn]) -> None:
        model, view, effort = self.model, self.view, self.effort
        plies = self._plies() if effort.plies < 0 else effort.plies
        far = [plies, model.mark(view), int(effort.careful)]
        clues = memory(past, model.notice, model.turns, self._listener())
        cards, spare, hand = ([0] * MOST_CARDS for _ in range(3))
        kinds, mind, scale = self._kinds(far[OWN]), model.mind(view), model.scale(view, plies, past)
        parts: Parts = [cards, spare, [0] * 4, kinds, mind, far, clues, hand, scale]
        states: Parts = [view, self.game.State(), self.game.State()]
        trial = trial_of(self.game, self.everyone)
        if self.fast:
            states, parts = [record(state) for state in states], [numbers(part) for part in parts]
            trial = compiled(trial)
        self._states, self._parts, self._trial = states, parts, trial

    def _listener(self) -> int:
        """The seat whose turns tell nothing: it is the one who thinks."""
        return self.view.turn

    def _kinds(self, own: int) -> list[int]:
        """How each seat plays on."""
        return [own if seat == self.view.turn else GREEDY for seat in range(SEATS)]

    def _plies(self) -> int:
        """How far to play on, as the game likes it."""
        return NEXT_TURN if self.model.near(self.view) else self.model.far(self.view, self.fast)

    @property
    def row(self) -> int:
        """How many totals a move has."""
        return self.view.players + self.everyone

    @property
    def width(self) -> int:
        """How many totals there are."""
        return max(1, len(members(self.moves))) * self.row

    def add_deals(self, deals: int, rng: Numbers) -> None:
        """Look at more deals."""
        totals = [0] * self.width
        parts = [*self._parts, numbers(totals) if self.fast else totals]
        parts[2][:] = rng
        self._trial(*self._states, self.moves, deals, tuple(parts))
        rng[:] = [int(n) for n in parts[2]]
        self.sums.append([int(n) for n in parts[-1]])
        self.sizes.append(deals)

    def run(self, rng: Numbers, clock: Callable[[], float] = time.perf_counter) -> list[Thought]:
        """Think as planned; the best move first. It can be asked for again, to think on."""
        effort, began = self.effort, clock()
        deals, done = LEAST if self.fast else 1, 0
        while not effort.deals or done < effort.deals:
            deals = min(deals, effort.deals - done) if effort.deals else deals
            self.add_deals(deals, rng)
            done += deals
            deals = min(2 * deals, MOST_DEALS, max(LEAST, done)) if self.fast else deals
            if effort.milliseconds:
                spent = max(1000 * (clock() - began), 1e-6)
                deals = min(deals, int(done * (effort.milliseconds / spent - 1)))  # that there is still time for
                if deals < 1:
                    break
        return self.thoughts()

    def choice(self, rng: Numbers, thoughts: Sequence[Thought]) -> int:
        """The best move; but what one would do at once, as long as nothing is clearly better."""
        first = self.favourite(rng)
        own = next(thought for thought in thoughts if thought.move == first)
        return first if thoughts[0].chance - own.chance < DOUBT * own.error else thoughts[0].move

    def favourite(self, rng: Numbers) -> int:
        """The move that one would make at once."""
        _, _, luck, _, mind, far, _, _, scale = self._parts
        luck[:] = rng
        favourite = compiled(self.model.favourite) if self.fast else self.model.favourite
        found = favourite(self._states[0], self.moves, luck, mind, far, scale)
        rng[:] = [int(n) for n in luck]
        return int(found)

    def means(self) -> list[float]:
        deals = sum(self.sizes)
        return [sum(line[n] for line in self.sums) / deals for n in range(self.width)]

    def thoughts(self) -> list[Thought]:
        """The worth of every move to the seat that is to move, the best first."""
        means = self.means()
        places = range(self.view.turn, self.width, self.row)
        best = max(places, key=means.__getitem__)
        found = [
            Thought(move, means[n] / CERTAIN, self._error(n, best, means), self._error(n, -1, means))
            for move, n in zip(members(self.moves), places, strict=True)
        ]
        return sorted(found, key=lambda thought: (-thought.chance, thought.move))

    def _error(self, n: int, other: int, means: Sequence[float]) -> float:
        """Half of the 95 % interval of a mean, or of the distance of two that share their deals: from the batches."""
        if n == other:
            return 0.0
        if len(self.sizes) < 2:
            return 1.0
        mean = means[n] - (means[other] if other >= 0 else 0)
        spread = 0.0
        for line, deals in zip(self.sums, self.sizes, strict=True):
            off = (line[n] - (line[other] if other >= 0 else 0)) / deals - mean
            spread += deals * off * off
        return 1.96 * sqrt(spread / (len(self.sizes) - 1) / sum(self.sizes)) / CERTAIN


def is_compiled(name: str) -> bool:
    return name in _compiled


def warm(game: GameType) -> None:
    """Compile the search of a game, or fetch it from the cache: until then it runs interpreted."""
    if available() and game.name not in _compiled:
        search = Search(game, start(game, game.seats[0]), fast=True)
        search.add_deals(0, [0] * 4)
        search.favourite([0] * 4)
        _compiled.add(game.name)
