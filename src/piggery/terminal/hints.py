"""A hint at the table in the terminal: thought of beside the screen, told step by step, forgotten with the turn."""

import asyncio

from ..table.wire import HintAnswer
from ..words import Line
from .local import LocalTable

PATIENCE = 1000.0  # milliseconds for a hint


class TurnAdvice:
    """Help for one turn. Nobody who looks later finds it: it is no part of the story."""

    def __init__(self, table: LocalTable) -> None:
        self.table = table
        self.found: HintAnswer | None = None
        self.shown: list[Line] = []
        self.step = 0

    async def more(self) -> None:
        """Tell the next step, if there is one."""
        if self.found is None:
            asked = self.table.hint(self.table.state.turn)
            self.found = await asyncio.to_thread(asked.answer, list(self.table.rng), PATIENCE)
        if self.step < len(self.found.steps):
            self.shown += self.found.steps[self.step]
            self.step += 1
