"""Help for whoever is to move: all the coach may know, so that it can think somewhere else, and what it answers."""

from typing import NamedTuple

from ..bots import coach
from ..bots.search import Effort, PastTurn
from ..engine.kernel import Numbers
from ..errors import Refused
from ..games.contract import GameType, State
from . import wire
from .state import Table
from .turns import check_turn, recent_turns


class CoachRequest(NamedTuple):
    """A turn that somebody wants help with, seen from their seat."""

    ply: int
    rules: GameType
    view: State
    names: list[str]
    past: list[PastTurn]

    def answer(self, rng: Numbers, milliseconds: float) -> wire.HintAnswer:
        effort = Effort(milliseconds=milliseconds)
        found = coach.hint(self.rules, self.view, rng, self.names, self.past, effort)
        return wire.HintAnswer(self.ply, found.steps, self.rules.move_text(self.view, found.move))

    def stands(self, table: Table) -> bool:
        """Whether it is still this turn, seen in the same way: after a move taken back, another ply has its number."""
        return table.ply == self.ply and table.current.view(self.view.turn) == self.view


def coach_request(table: Table, seat: int, ply: int) -> CoachRequest:
    """The turn that a seat wants help with, or why there is none."""
    if seat < 0:
        raise Refused("table.not_seated")
    if not table.settings.hints:
        raise Refused("table.no_hints")
    check_turn(table, seat, ply)
    return CoachRequest(ply, table.rules, table.current.view(seat), table.names, recent_turns(table))
