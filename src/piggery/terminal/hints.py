"""A hint at the table in the terminal: thought of beside the screen, told step by step, forgotten with the turn."""

import asyncio

from ..bots.coach import Advice as Found
from ..bots.coach import hint
from ..words import Line
from .session import Session


class TurnAdvice:
    """Help for one turn. Nobody who looks later finds it: it is no part of the story."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.found: Found | None = None
        self.told: list[Line] = []
        self.step = 0

    async def more(self) -> None:
        """Tell the next step, if there is one."""
        if self.found is None:
            self.found = await asyncio.to_thread(self._ask)
        if self.step < len(self.found.steps):
            self.told += self.found.steps[self.step]
            self.step += 1

    def _ask(self) -> Found:
        session = self.session
        seen = session.game.view(session.state.turn)
        return hint(session.rules, seen, list(session.rng), session.names, list(session.past))
