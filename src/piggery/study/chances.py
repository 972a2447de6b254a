"""The chances of every seat: after each move, as the seat to move may know them; in a position, as a spectator may.

It is the search of the bots, but everybody plays on with the same care, and it counts for all seats on the same deals:
what a move takes from one seat is found again with the others.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..bots import search
from ..bots.guessing import deal_of, memory
from ..bots.model import CAREFUL, CERTAIN
from ..bots.search import MODELS, MOVES, Past, Plan, Search, Thought, playout_of, shuffle
from ..engine.bags import members, nth, unpack
from ..engine.compiled import available, compiled, numbers
from ..engine.kernel import Numbers
from ..games.contract import Rules, start, view

SEATS = 8
DEALS = {"pig10": (200, 2000), "truie": (30, 1000)}  # interpreted, compiled
TOLD = 6  # where the hunches of a search stand in its work


class Public(NamedTuple):
    """The chance of every seat, and half of its 95 % interval."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]


@cache
def batch_of(name: str) -> Callable[..., None]:
    """The loop that tries every move on many deals, a row of totals each; without moves it plays on from the deal."""
    model = MODELS[name]
    play_on, deal = playout_of(model), deal_of(model.rules)
    copy_to, play, chance = model.rules.State.copy_to, model.rules.play, model.chance

    def batch(view: Any, dealt: Any, state: Any, moves: int, deals: int, work: Sequence[Numbers]) -> None:
        cards, spare, rng, kinds, _, far, told, hand, scale, totals = work
        for seat in range(view.players):
            kinds[seat] = CAREFUL
        for _ in range(deals):
            copy_to(view, dealt)
            deal(dealt, spare, rng, told, hand)
            n = unpack(dealt.stock, spare)
            shuffle(spare, n, rng)
            left = moves
            row = 0
            while left or row == 0:
                for i in range(n):
                    cards[i] = spare[i]
                copy_to(dealt, state)
                if left:
                    play(state, nth(left, 0))
                    left &= left - 1
                play_on(state, n, work)
                for seat in range(view.players):
                    totals[row + seat] += chance(state, seat, far, scale)
                row += view.players

    return batch


class Everyone(Search):
    """A search that counts for every seat: its sums are rows, one a move, one place a seat."""

    def _prepare(self, past: Sequence[Past]) -> None:
        super()._prepare(past)
        batch = batch_of(self.rules.name)
        self._batch = compiled(batch) if self.fast else batch

    def _plies(self) -> int:
        return self.model.far(self.view, self.fast)

    @property
    def width(self) -> int:
        return max(1, len(members(self.moves))) * int(self.view.players)

    def on(self, deals: int, rng: Numbers) -> None:
        totals = [0] * (MOVES * SEATS)
        parts = [*self._parts, numbers(totals) if self.fast else totals]
        parts[2][:] = rng
        self._batch(*self._states, self.moves, deals, tuple(parts))
        rng[:] = [int(n) for n in parts[2]]
        self.sums.append([int(n) for n in parts[-1][: self.width]])
        self.sizes.append(deals)

    def means(self) -> list[float]:
        deals = sum(self.sizes)
        return [sum(line[n] for line in self.sums) / deals for n in range(self.width)]

    def rows(self) -> dict[int, tuple[float, ...]]:
        """The chance of every seat after each move."""
        means, players = self.means(), self.view.players
        return {
            move: tuple(mean / CERTAIN for mean in means[n * players :][:players])
            for n, move in enumerate(members(self.moves))
        }

    def thoughts(self) -> list[Thought]:
        """What the seat to move may think of its moves, the best first."""
        means = self.means()
        places = range(self.view.turn, self.width, self.view.players)
        best = max(places, key=means.__getitem__)
        found = [
            Thought(move, means[n] / CERTAIN, self._error(n, best, means), self._error(n, -1, means))
            for move, n in zip(members(self.moves), places, strict=True)
        ]
        return sorted(found, key=lambda thought: (-thought.chance, thought.move))


class Watching(Everyone):
    """The same for a spectator, who sees no hand and so no moves: the position as it stands."""

    def _prepare(self, past: Sequence[Past]) -> None:
        super()._prepare(past)
        self.moves = 0
        self._parts[TOLD][:] = memory(past, self.model.notice, self.model.turns, -1)  # the seat to move tells, too

    def thoughts(self) -> list[Thought]:
        return []

    def found(self) -> Public:
        means = self.means()
        whole = sum(means)
        return Public(
            tuple(mean / whole for mean in means), tuple(self._error(n, -1, means) for n in range(self.width))
        )


def public(rules: Rules, state: Any, past: Sequence[Past], plan: Plan, rng: Numbers) -> Public:
    """What somebody who sees no hand may think of a position."""
    watching = Watching(rules, view(rules, state, -1), past, plan)
    watching.run(rng)
    return watching.found()


def result(rules: Rules, state: Any) -> Public:
    """A finished game: the win, shared by those who have most."""
    points = [rules.score(state, seat) for seat in range(state.players)]
    first = points.count(max(points))
    return Public(tuple((n == max(points)) / first for n in points), (0.0,) * state.players)


def warm(name: str) -> None:
    """Compile the loop of a game, or fetch it from the cache: until then it runs interpreted."""
    search.warm(name)
    Everyone(MODELS[name].rules, start(MODELS[name].rules, 2)).on(0, [0] * 4)


def usual(name: str) -> Plan:
    """As many deals as there is patience for: a game takes seconds."""
    return Plan(deals=DEALS[name][available()])
