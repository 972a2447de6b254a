"""Connections that are no WebSocket, or not yet: counted for each address, and waited for only so long.

A connection arrives when it is accepted, and is no arrival any more when it is a WebSocket or gone. Who begins a
request has so many seconds to finish it. Before the files run out, the address with the most arrivals loses its oldest:
who has only a few always gets in. What is sent and not yet answered is in memory, and limited in the same way.
"""

import asyncio
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .config import Config
from .limits import place, plain
from .metrics import Counts

OWN = 64  # files that are no connections: the store, pipes to those who think, the log, a page that is read
SHARE = 4  # an address has at most this part of all arrivals
BACKLOG = 2048  # connections that the system keeps until they are accepted
MOST_HELD = 256_000_000  # bytes that all have sent and are not answered
LEAST_READ = 1_000  # bytes of an answer that somebody takes who goes on reading
UNKNOWN = 2**31  # files where nobody says how many there may be


def backlog(files: int) -> int:
    """All that waits may be accepted at once, before the first of it can be turned away: there must be files for it."""
    return min(BACKLOG, max(1, (files or UNKNOWN) // 8))


def room(files: int) -> int:
    """How many connections there may be, so that accepting one more never fails for everybody."""
    return max(1, (files or UNKNOWN) - OWN - backlog(files))


class Arrivals:
    def __init__(self, config: Config, counts: Counts) -> None:
        self.config, self.limits, self.counts = config, config.limits, counts
        self.room = room(config.files)
        self.each = max(1, min(config.limits.arrivals, self.room // SHARE))
        self.places: dict[str, dict[Arrival, None]] = {}  # each in the order in which they came
        self.held: Counter[str] = Counter()  # bytes that an address has sent and is not answered
        self.all_held = 0

    def come(self, arrival: "Arrival", host: str, connections: int) -> None:
        """One more, of so many connections in all."""
        if not self._counted(host):
            return
        these = self.places.setdefault(place(host), {})
        these[arrival] = None
        if len(these) > self.each:
            next((one for one in these if one.resting), arrival).turn_away("crowd")
        elif connections > self.room:
            most = max(self.places.values(), key=len)
            next(iter(most)).turn_away("full")

    def sent(self, arrival: "Arrival", host: str, size: int) -> None:
        """So many bytes more; or fewer, when they are answered."""
        if not self._counted(host):
            return
        where = place(host)
        self.held[where] += size
        self.all_held += size
        if not self.held[where]:
            del self.held[where]
        elif self.held[where] > self.limits.arrival_bytes:
            arrival.turn_away("crowd")
        elif self.all_held > MOST_HELD:
            heaviest = max(self.held, key=lambda where: self.held[where])
            next(iter(self.places[heaviest])).turn_away("full")

    def go(self, arrival: "Arrival", host: str) -> None:
        where = place(host)
        if arrival in self.places.get(where, ()):
            del self.places[where][arrival]
            if not self.places[where]:
                del self.places[where]

    def _counted(self, host: str) -> bool:
        """Everybody comes from a proxy's address, where there is one."""
        return not self.config.trusts(host) and not _among(self.config.proxies, host)


def _among(proxies: str, host: str) -> bool:
    try:
        number = ip_address(host)
    except ValueError:
        return proxies == "*"
    names = [one.strip() for one in proxies.split(",") if one.strip()]
    return any(one == "*" or number in ip_network(one, strict=False) for one in names)


class Arrival(H11Protocol):
    """uvicorn's HTTP protocol, which by itself waits for ever."""

    arrivals: Arrivals
    host = "-"
    left = False
    awaited: object = None  # what of a request is to come next
    sent = 0  # bytes, since the last answer
    answered = False  # whether nothing has come since the last answer was made

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.arrivals = cast(Arrivals, self.app_state["arrivals"])
        self.timers: dict[str, asyncio.TimerHandle] = {}
        if self.client:
            self.client = (plain(self.client[0]), self.client[1])
            self.host = self.client[0]
        self._await()
        self.arrivals.come(self, self.host, len(self.connections))

    @property
    def unread(self) -> int:
        """How much of what was answered the other side has not taken yet."""
        return int(self.transport.get_write_buffer_size())

    @property
    def resting(self) -> bool:
        """Whether all that was asked is answered, and read, and nothing more has come."""
        return self.answered and not self.unread

    def data_received(self, data: bytes) -> None:
        self.answered = False
        self._hold(len(data))
        super().data_received(data)
        self._await()

    def on_response_complete(self) -> None:
        self._hold(-self.sent)
        super().on_response_complete()
        self.answered = self.conn.their_state is h11.IDLE
        self._await()
        if self.transport.is_closing():
            self._start("answer", self.arrivals.limits.body_seconds)

    def _hold(self, size: int) -> None:
        if size and not self.left:
            self.sent += size
            self.arrivals.sent(self, self.host, size)

    def pause_writing(self) -> None:
        """An answer that is not read stands still."""
        super().pause_writing()
        self._start("answer", self.arrivals.limits.body_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("answer")

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP."""
        self.arrivals.counts.closed["junk"] += 1
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def turn_away(self, why: str) -> None:
        self.arrivals.counts.closed[why] += 1
        self._leave()
        self.transport.abort()

    def _await(self) -> None:
        """Give what comes next its time. Bytes that trickle in do not make it longer."""
        state, limits = self.conn.their_state, self.arrivals.limits
        if state is self.awaited or self.left:
            return
        self.awaited = state
        self._stop("request")
        if state in (h11.IDLE, h11.SEND_BODY):
            self._start("request", limits.head_seconds if state is h11.IDLE else limits.body_seconds)

    def _start(self, what: str, seconds: float) -> None:
        self._stop(what)
        self.timers[what] = self.loop.call_later(seconds, self._waited, what, seconds, self.unread)

    def _waited(self, what: str, seconds: float, unread: int) -> None:
        """Whoever goes on reading the answer has more time."""
        if 0 < self.unread <= unread - LEAST_READ:
            self._start(what, seconds)
        else:
            self.turn_away("slow")

    def _stop(self, what: str) -> None:
        if timer := self.timers.pop(what, None):
            timer.cancel()

    def _leave(self) -> None:
        self._hold(-self.sent)
        self.left = True
        self._stop("request")
        self._stop("answer")
        self.arrivals.go(self, self.host)
