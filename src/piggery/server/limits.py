"""How much anybody may ask for. The numbers stand in docs/protocol.md; this is where they come from."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    message_bytes: int = 8_192  # one message, or the body of a request
    record_bytes: int = 200_000  # a question about a whole game
    messages: float = 10.0  # a second, for each connection
    message_burst: int = 40
    strikes: int = 100  # refusals for haste in a row before the connection is closed
    pace: int = 100  # milliseconds that a bot takes at least
    emote_gap: int = 700  # milliseconds
    connections: int = 400  # at once, for each address: a school may have only one
    requests: float = 5.0  # a second, for each address
    request_burst: int = 100
    answers: float = 1.0  # questions about the rules a second, for each address
    answer_burst: int = 40
    tables: float = 60 / 3600  # opened a second, for each address
    table_burst: int = 40


class Bucket:
    """A burst at once, then a rate per second."""

    __slots__ = ("level", "refilled")

    def __init__(self, now: float, burst: float) -> None:
        self.refilled, self.level = now, float(burst)

    def take(self, now: float, rate: float, burst: float) -> bool:
        self.level = min(burst, self.level + (now - self.refilled) * rate)
        self.refilled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket for each address. Full ones are forgotten."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        now = self.clock()
        if len(self.buckets) > 10_000:
            self._forget(now)
        bucket = self.buckets.setdefault(address, Bucket(now, self.burst))
        return bucket.take(now, self.rate, self.burst)

    def _forget(self, now: float) -> None:
        full = self.burst - 1
        self.buckets = {a: b for a, b in self.buckets.items() if b.level + (now - b.refilled) * self.rate < full}
