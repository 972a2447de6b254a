"""How much anybody may ask for. The numbers stand in docs/protocol.md; this is where they come from."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network


@dataclass(frozen=True)
class Share:
    """Units of work a second: what each address always has, at once and on, and what those who want more share."""

    always: float
    burst: int
    most: float = 0.0  # besides, for one address
    shared: float = 0.0  # … and for all addresses that want more than they always have


@dataclass(frozen=True)
class Limits:
    message_bytes: int = 8_192  # one message, or the body of a request
    record_bytes: int = 200_000  # a question about a whole game
    messages: float = 10.0  # a second, for each connection
    message_burst: int = 40
    signs: float = 1.0  # pings and pongs a second, for each connection
    sign_burst: int = 40
    strikes: int = 100  # refusals for haste in a row before the connection is closed
    pace: int = 100  # milliseconds that a bot takes at least
    emote_gap: int = 700  # milliseconds
    connections: int = 600  # at once, for each address: a school may have only one
    arrivals: int = 1_200  # other connections at once, for each address: a browser opens six to load a page
    arrival_bytes: int = 16_000_000  # that they have sent and are not answered, for each address
    head_seconds: float = 10.0  # until a request has begun and its head has come
    body_seconds: float = 30.0  # until the rest of it has; as long may an answer stand still
    requests: float = 10.0  # a second, for each address
    request_burst: int = 600
    answers: float = 1.0  # questions about the rules a second, for each address
    answer_burst: int = 120
    work: Share = Share(30, 1_200, 1_500, 3_500)  # see `work`
    questions: Share = Share(30, 6_000, 1_500, 3_500)  # … for hints and questions to the rules: a class may ask at once
    pages: Share = Share(50, 6_000, 7_500, 10_000)  # … for files and words: a whole school may load them at once
    work_seconds: float = 30.0  # that a request waits at most, where an address wants too much
    newcomers: float = 0.2  # a second who ask for a seat at one table, from one address
    newcomer_burst: int = 20
    tables: float = 120 / 3600  # opened a second, for each address
    table_burst: int = 100


def plain(host: str) -> str:
    """An address as it is usually written: one of IPv4 that came through a socket of IPv6 is itself."""
    try:
        number = ip_address(host)
    except ValueError:
        return host
    return str((number.ipv4_mapped or number) if isinstance(number, IPv6Address) else number)


def place(host: str) -> str:
    """Where a client is, as far as limits go: of IPv6 addresses everybody has a whole network."""
    host = plain(host)
    try:
        number = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((int(number), 64), strict=False)) if isinstance(number, IPv6Address) else host
