"""Search: deal the unseen cards as they might lie, try every move on the same deals, play on, and see who wins.

Everything here is written once for both games; what a game adds is its `Model`. A batch of deals is one kernel call, so
that a search can be stopped at any time; interpreted it is the same function. Chances are counted in millionths.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from ..engine.bags import MOST, members, nth, unpack
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import Numbers, below, kernel
from ..games.contract import Rules, start
from ..games.contract import view as view_of
from ..games.pig10 import model as pig10_model
from ..games.truie import model as truie_model
from .guessing import deal_of, memory
from .model import CERTAIN, GREEDY, NEXT_TURN, OWN, Model

ROOM = MOST * 15
MOVES = 64
LEAST, MOST_DEALS = 4, 128  # deals in a batch
DOUBT = 1.0  # of a 95 % interval: less is no reason to change one's mind

_compiled: set[str] = set()  # games whose search is ready to run at full speed

MODELS: dict[str, Model] = {"pig10": pig10_model.MODEL, "truie": truie_model.MODEL}


class Thought(NamedTuple):
    """What a search thinks of a move: the chance to win after it, and how sure it is of the distance to the best."""

    move: int
    chance: float
    error: float  # half of the 95 % interval of the difference to the best move; 0 for that one
    alone: float  # half of the 95 % interval of the chance itself


class Past(NamedTuple):
    """A turn that was taken: what everybody saw before it, and the move."""

    before: Any
    move: int


def remembered(rules: Rules, turns: Iterable[tuple[Any, int]], now: Any) -> list[Past]:
    """The turns of the round that is being played, as everybody saw them: a new hand says nothing of the old one."""
    number = rules.rounds_over(now)
    return [Past(view_of(rules, state, -1), move) for state, move in turns if rules.rounds_over(state) == number]


@dataclass(frozen=True)
class Plan:
    """How to search."""

    milliseconds: float = 0  # time to think; 0: as many deals as asked for
    deals: int = 0  # at most so many; 0: as many as there is time for
    plies: int = -1  # how far to play on before looking; -1: as the game likes it
    hunches: bool = True  # whether to learn from what others did not play
    careful: bool = True  # whether one's own later moves are careful ones


@kernel
def shuffle(cards: Numbers, n: int, rng: Numbers) -> None:
    for last in range(n - 1, 0, -1):
        k = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[k]
        cards[k] = card


def playout_of(model: Model) -> Callable[..., None]:
    """The loop that plays on from a position."""
    rules = model.rules
    legal, draw, lay = rules.legal, rules.draw, model.lay
    greedy, think, settled = model.greedy, model.think, model.settled

    @kernel
    def play_on(state: Any, n: int, work: Sequence[Numbers]) -> None:
        """Let everyone move, each in their way, until it is clear enough who wins."""
        cards, _, rng, kinds, mind, far, _, _, scale, _ = work
        plies = 0
        left = n
        while not settled(state, plies, far):
            if state.due:
                if left != state.left:  # a new draw pile
                    left = unpack(state.stock, cards)
                    shuffle(cards, left, rng)
                left -= 1
                draw(state, cards[left])
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
def batch_of(name: str) -> Callable[..., None]:
    """The loop that tries every move of a position on many deals."""
    model = MODELS[name]
    play_on, deal = playout_of(model), deal_of(model.rules)
    copy_to, lay, chance = model.rules.State.copy_to, model.lay, model.chance

    def batch(view: Any, dealt: Any, state: Any, moves: int, deals: int, work: Sequence[Numbers]) -> None:
        cards, spare, rng, kinds, _, far, told, hand, scale, totals = work
        for _ in range(deals):
            copy_to(view, dealt)
            deal(dealt, spare, rng, told, hand)
            n = unpack(dealt.stock, spare)
            shuffle(spare, n, rng)
            for seat in range(view.players):
                kinds[seat] = far[OWN] if seat == view.turn else GREEDY
            left = moves
            while left:
                move = nth(left, 0)
                left &= left - 1
                for i in range(n):
                    cards[i] = spare[i]
                copy_to(dealt, state)
                lay(state, move, far, scale)
                play_on(state, n, work)
                totals[move] += chance(state, view.turn, far, scale)

    return batch


class Search:
    """One position, thought about for as long as one likes."""

    def __init__(
        self, rules: Rules, view: Any, past: Sequence[Past] = (), plan: Plan | None = None, fast: bool | None = None
    ) -> None:
        self.rules, self.view, self.plan = rules, view, plan or Plan()
        self.model = MODELS[rules.name]
        self.moves = rules.legal(view)
        self.fast = is_compiled(rules.name) if fast is None else fast
        self.sums: list[list[int]] = []  # a batch a line: the sums of every move
        self.sizes: list[int] = []
        self._prepare(past)

    def _prepare(self, past: Sequence[Past]) -> None:
        model, view, plan = self.model, self.view, self.plan
        past = past if plan.hunches else ()
        told = memory(past, model.notice, model.turns, view.turn)
        plies = self._plies() if plan.plies < 0 else plan.plies
        far = [plies, model.mark(view), int(plan.careful)]
        parts = [
            [0] * ROOM,
            [0] * ROOM,
            [0] * 4,
            [0] * 8,
            model.mind(view),
            far,
            told,
            [0] * ROOM,
            model.scale(view, plies, past),
        ]
        blank = self.rules.State
        states = [view, blank(), blank()]
        if self.fast:
            self._states = [record(state) for state in states]
            self._parts = [numbers(part) for part in parts]
            self._batch = compiled(batch_of(self.rules.name))
        else:
            self._states, self._parts, self._batch = states, parts, batch_of(self.rules.name)

    def _plies(self) -> int:
        """How far to play on, as the game likes it."""
        return NEXT_TURN if self.model.near(self.view) else self.model.far(self.view, self.fast)

    def on(self, deals: int, rng: Numbers) -> None:
        """Look at so many more deals."""
        totals = [0] * MOVES
        parts = [*self._parts, totals]
        parts[2][:] = rng
        if self.fast:
            parts[-1] = numbers(totals)
        self._batch(*self._states, self.moves, deals, tuple(parts))
        rng[:] = [int(n) for n in parts[2]]
        self.sums.append([int(parts[-1][move]) for move in members(self.moves)])
        self.sizes.append(deals)

    def run(self, rng: Numbers, clock: Callable[[], float] = time.perf_counter) -> list[Thought]:
        """Think as planned; the best move first. It can be asked for again, to think on."""
        plan, began = self.plan, clock()
        deals, done = LEAST if self.fast else 1, 0
        while not plan.deals or done < plan.deals:
            deals = min(deals, plan.deals - done) if plan.deals else deals
            self.on(deals, rng)
            done += deals
            deals = min(2 * deals, MOST_DEALS, max(LEAST, done)) if self.fast else deals
            if plan.milliseconds:
                spent = max(1000 * (clock() - began), 1e-6)
                deals = min(deals, int(done * (plan.milliseconds / spent - 1)))  # that there is still time for
                if deals < 1:
                    break
        return self.thoughts()

    def choice(self, rng: Numbers, thoughts: Sequence[Thought]) -> int:
        """The best move; but what one would do at once, as long as nothing is clearly better."""
        first = self.favourite(rng)
        own = next(thought for thought in thoughts if thought.move == first)
        return first if thoughts[0].chance - own.chance < DOUBT * own.error else thoughts[0].move

    def favourite(self, rng: Numbers) -> int:
        """What one would do at once."""
        _, _, luck, _, mind, far, _, _, scale = self._parts
        luck[:] = rng
        favourite = compiled(self.model.favourite) if self.fast else self.model.favourite
        found = favourite(self._states[0], self.moves, luck, mind, far, scale)
        rng[:] = [int(n) for n in luck]
        return int(found)

    def thoughts(self) -> list[Thought]:
        moves, deals = members(self.moves), sum(self.sizes)
        means = [sum(line[n] for line in self.sums) / deals for n in range(len(moves))]
        best = max(range(len(moves)), key=lambda n: means[n])
        found = [
            Thought(move, means[n] / CERTAIN, self._error(n, best, means), self._error(n, -1, means))
            for n, move in enumerate(moves)
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


def warm(name: str) -> None:
    """Compile the search of a game, or fetch it from the cache: until then it runs interpreted."""
    if available() and name not in _compiled:
        rules = MODELS[name].rules
        search = Search(rules, start(rules, 2), fast=True)
        search.on(0, [0] * 4)
        search.favourite([0] * 4)
        _compiled.add(name)
