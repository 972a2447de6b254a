"""Reviews that are thought of here: a slice at a time, a few at once, and only with compiled searches.

Whoever asks has one slice thought of after the other, and waits in line before each: so all who ask come forward alike.
Where nothing is compiled, or too many ask, whoever asks has an engine of their own.
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from ..answers.questions import SLICE, ReviewQuestion
from ..answers.reviewing import ReviewSlice
from ..bots.search import is_compiled
from ..core.record import load
from ..errors import Refused

MOST = 24  # slices that are thought of or waited for at once; more are refused
LEAST = 0.2  # of the deals, where many ask


NOTHING = ReviewSlice([], [], [], 0, through=False, done=False)


def _thought(question: ReviewQuestion, share: float) -> ReviewSlice:
    question.check()
    return question.answer(SLICE, share) if is_compiled(load(question.record).rules.name) else NOTHING


class Reviews:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.workers, "review")
        self.crowd = 0

    async def answer(self, question: ReviewQuestion) -> ReviewSlice:
        """The next slice; an empty one of no moves where none are thought of here."""
        if self.crowd >= MOST:
            raise Refused("limit.reviews")
        self.crowd += 1
        try:
            share = max(LEAST, min(1.0, self.workers / self.crowd))
            return await asyncio.get_running_loop().run_in_executor(self.pool, _thought, question, share)
        finally:
            self.crowd -= 1

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
