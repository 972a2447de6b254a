"""Phones let in: a server that only its own computer reaches begins to listen in its network, too, when somebody there
says so; and stops again.

It is offered to nobody but whoever sits at this computer: the request comes from it, to an address that only it has,
through no proxy. Each answer carries a token that is good for one change, so that no page from elsewhere can ask.
"""

import asyncio
import os
import secrets
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ..errors import Refused
from ..table.door import PhonesAnswer
from .addresses import addresses
from .config import Config

TOKENS = 16  # that have been given out and not been used
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # what a proxy adds
Listen = Callable[[Sequence[socket.socket]], Awaitable[None]]


def only_here(host: str) -> bool:
    """Whether this is a name or an address by which only this computer reaches itself."""
    with suppress(ValueError):
        return ip_address(host.strip("[]")).is_loopback
    return host == "localhost"


def asked_for(request: HTTPConnection) -> str:
    """The host that somebody typed to get here."""
    return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""


class Phones:
    def __init__(self, config: Config) -> None:
        self.config, self.changing = config, asyncio.Lock()
        self.possible = only_here(config.host) and not (config.public or config.proxies or config.origins)
        self.tokens: deque[str] = deque(maxlen=TOKENS)
        self.port = config.port
        self.listen: Listen | None = None  # set by whoever serves
        self.stop: Callable[[], None] = lambda: None
        self.open: list[str] = []  # addresses at which it listens
        self.reached = False

    def came(self, host: str) -> None:
        """Somebody came from there."""
        if self.open and not self.reached and not only_here(host) and host not in self.open:
            self.reached = True

    def offered(self, request: HTTPConnection) -> bool:
        """Whether whoever asks sits at this computer."""
        here = request.client is not None and only_here(request.client.host) and only_here(asked_for(request))
        return bool(self.possible and self.listen and here) and not any(one in request.headers for one in PASSED_ON)

    def answer(self, request: HTTPConnection) -> PhonesAnswer:
        if not self.offered(request):
            return PhonesAnswer(False, addresses=self.links())
        if self.open and not {*self.open} & {*addresses()}:
            self.keep_out()  # this computer has moved to another network
        self.tokens.append(secrets.token_urlsafe(16))
        return PhonesAnswer(True, self.tokens[-1], self.links(), self.reached)

    def links(self) -> list[str]:
        """Where others find this server."""
        if self.config.public:
            return [self.config.public]
        found = self.open if self.possible else [] if only_here(self.config.host) else addresses()
        return [f"http://{address}:{self.port}" for address in found]

    async def change(self, request: HTTPConnection, token: str, let_in: bool) -> None:
        if not self.offered(request) or token not in self.tokens:
            raise Refused("phones.not_here")
        self.tokens.remove(token)
        async with self.changing:
            if let_in and not self.open:
                await self._let_in()
            elif not let_in:
                self.keep_out()

    async def _let_in(self) -> None:
        """At addresses of networks at home alone: nobody on the Internet comes in."""
        private = [address for address in addresses() if ip_address(address).is_private]
        found = {address: bound for address in private if (bound := _bound(address, self.port))}
        if not found or not self.listen:
            raise Refused("phones.no_network")
        await self.listen(list(found.values()))
        self.open, self.reached = list(found), False

    def keep_out(self) -> None:
        self.open = []
        self.stop()


def _bound(address: str, port: int) -> socket.socket | None:
    """A socket there, unless another program has it."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two programs have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except OSError:
        listening.close()
        return None
    return listening
