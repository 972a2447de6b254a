"""The chances of every seat: after each move, as the seat to move may know them; in a position, as a spectator may.

It is the search of the bots, but everybody plays on with the same care, and it counts for all seats on the same deals:
what a move takes from one seat is found again with the others. The score that each move leads to is counted, too.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..bots import search
from ..bots.minds import SEATS
from ..bots.model import CAREFUL, CERTAIN, model_of
from ..bots.search import Effort, PastTurn, Search, Thought
from ..engine.bags import members
from ..engine.compiled import available
from ..engine.kernel import Numbers
from ..games.checks import scores, start, view_of
from ..games.contract import GameType, State


class SeatChances(NamedTuple):
    """The chance of every seat, and half of its 95 % interval."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]


class AllSeatsSearch(Search):
    """A search that counts for every seat."""

    everyone = True

    def _kinds(self, own: int) -> list[int]:
        return [CAREFUL] * SEATS

    def _plies(self) -> int:
        return self.model.far(self.view, self.fast)

    def rows(self) -> dict[int, tuple[float, ...]]:
        """The chance of every seat after each move."""
        means, players = self.means(), self.view.players
        return {
            move: tuple(mean / CERTAIN for mean in means[n * self.row :][:players])
            for n, move in enumerate(members(self.moves))
        }

    def thoughts(self) -> list[Thought]:
        """The worth of every move, and the score that it leads to."""
        means, places = self.means(), range(self.view.players, self.width, self.row)
        best, place = max(places, key=means.__getitem__), dict(zip(members(self.moves), places, strict=True))
        return [
            one._replace(score=means[n] / CERTAIN, score_error=self._error(n, best, means))
            for one, n in ((one, place[one.move]) for one in super().thoughts())
        ]


class SpectatorSearch(AllSeatsSearch):
    """The same for a spectator, who sees no hand and so no moves: the position as it stands."""

    def _listener(self) -> int:
        return -1  # the seat to move tells, too

    def _prepare(self, past: Sequence[PastTurn]) -> None:
        super()._prepare(past)
        self.moves = 0

    def thoughts(self) -> list[Thought]:
        return []

    def found(self) -> SeatChances:
        means = self.means()[: self.view.players]
        errors = tuple(self._error(n, -1, means) for n in range(len(means)))
        return SeatChances(tuple(mean / sum(means) for mean in means), errors)


def public(game: GameType, state: State, past: Sequence[PastTurn], effort: Effort, rng: Numbers) -> SeatChances:
    """The chances in a position for somebody who sees no hand."""
    watching = SpectatorSearch(game, view_of(game, state, -1), past, effort)
    watching.run(rng)
    return watching.found()


def result(game: GameType, state: State) -> SeatChances:
    """A finished game: the win, shared by those who have most."""
    points = scores(game, state)
    first = points.count(max(points))
    return SeatChances(tuple((n == max(points)) / first for n in points), (0.0,) * state.players)


def warm(game: GameType) -> None:
    """Compile the loop of a game, or fetch it from the cache: until then it runs interpreted."""
    search.warm(game)
    AllSeatsSearch(game, start(game, game.seats[0])).add_deals(0, [0] * 4)


def usual(game: GameType) -> Effort:
    """As many deals as there is patience for: a game takes seconds."""
    return Effort(deals=model_of(game).deals[available()])
