"""How much of something there may be: a burst at once, then so much a second."""

from collections.abc import Callable

from ..errors import Refused

BESIDES, NEWCOMERS = (0.2, 200), (1.0, 100)  # what a seat may do besides moves: so much a second, so much at once
MANY = 10_000
LOOK = 1.0  # seconds until it is looked again who can be forgotten


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
    """One bucket for each key or address. Full ones are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.buckets: dict[str, Bucket] = {}
        self.looked = 0.0

    def take(self, who: str) -> bool:
        now = self.clock()
        if len(self.buckets) > MANY and now - self.looked > LOOK:
            self._forget(now)
        bucket = self.buckets.setdefault(who, Bucket(now, self.burst))
        return bucket.take(now, self.rate, self.burst)

    def empty(self, who: str) -> bool:
        """Whether they would be refused now."""
        bucket, now = self.buckets.get(who), self.clock()
        return bucket is not None and bucket.level + (now - bucket.refilled) * self.rate < 1

    @property
    def spent(self) -> bool:
        self._forget(self.clock())
        return bool(self.buckets)

    def _forget(self, now: float) -> None:
        full, self.looked = self.burst - 1, now
        self.buckets = {a: b for a, b in self.buckets.items() if b.level + (now - b.refilled) * self.rate < full}


class Allowance:
    """A table lasts for so many moves: nobody may fill its log with anything else."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.own, self.newcomers = Buckets(*BESIDES, clock), Buckets(*NEWCOMERS, clock)

    @property
    def spent(self) -> bool:
        """Whether anybody has less than at first."""
        return self.own.spent or self.newcomers.spent

    def use(self, key: str, known: bool) -> None:
        if not (self.own.take(key) if known else self.newcomers.take("")):  # keys are free to make
            raise Refused("limit.seat")
