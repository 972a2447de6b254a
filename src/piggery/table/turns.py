"""Turns: whose it is, which bot plays on for whom, and what a bot may know when it thinks."""

from typing import NamedTuple

from ..bots.levels import names, nearest, player
from ..bots.search import PastTurn, remembered
from ..engine.kernel import Numbers
from ..errors import OutOfTurn, Refused
from ..games.contract import GameType, State
from .state import Table
from .upcoming import AutoAction

STAND_IN = "tilda"  # plays on for people


def check_turn(table: Table, seat: int, ply: int) -> None:
    """Raise unless `seat` is to move, at this ply."""
    if table.phase != "play":
        raise Refused("table.not_playing")
    if table.paused:
        raise Refused("table.paused")
    if ply != table.ply:
        raise Refused("table.stale", ply=table.ply)
    if seat != table.current.turn:
        raise OutOfTurn("table.turn", player=table.chairs[table.current.turn].name)


def fitting(table: Table) -> str:
    """The bot that plays on for somebody: like those at the table, the gentlest of them, else a good one."""
    known = names(table.rules)
    levels = [chair.player for chair in table.chairs if chair.player in known]
    return min(levels, key=known.index) if levels else nearest(table.rules, STAND_IN)


class BotTurn(NamedTuple):
    """A bot's turn: all it may know, at which ply, so that it can think somewhere else."""

    ply: int
    level: str
    rules: GameType
    view: State
    past: list[PastTurn]

    def choice(self, rng: Numbers, milliseconds: float | None = None) -> str:
        """The move of a bot of this level, who sees what the seat sees."""
        move = player(self.rules, self.level, milliseconds)(self.view, self.rules.legal(self.view), rng, self.past)
        return self.rules.move_text(self.view, move)


def recent_turns(table: Table) -> list[PastTurn]:
    """The last turns, as everybody saw them."""
    turns = ((ply.before, ply.choice) for ply in table.plies if ply.choice is not None)
    return remembered(table.rules, turns, table.current.state)


def bot_turn(table: Table, action: AutoAction) -> BotTurn:
    level = table.chairs[action.seat].bot or fitting(table)
    return BotTurn(table.ply, level, table.rules, table.current.view(action.seat), recent_turns(table))


async def thought_here(rng: Numbers, turn: BotTurn) -> str:
    """A bot's move, thought of at once, where nobody else has to wait."""
    return turn.choice(rng)
