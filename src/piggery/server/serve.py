"""`piggery serve`: bind, say where, and run until told to stop."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from io import StringIO
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlsplit
from urllib.request import urlopen

import segno
import uvicorn

from ..errors import BadOption, problem
from ..folders import data_folder, writable
from ..words import Line, line, say
from . import logs
from .addresses import addresses
from .app import make_app
from .arrivals import Arrival, backlog
from .config import Config
from .files import only_server
from .frames import QuickText
from .lobby import HouseBus, HouseStore, Lobby
from .memory import REST, Memory
from .phones import Phones, only_here
from .store import SQLiteStore

GRACE = 5  # seconds for connections to end


def stores(config: Config) -> tuple[HouseStore, HouseBus | None]:
    """The store that was asked for, and the way to other processes, where it has one."""
    if config.postgres:
        if not find_spec("asyncpg"):
            raise BadOption("store.extra")
        from .neighbours import Neighbours
        from .postgres import PostgresChannel, PostgresStore

        store = PostgresStore(config.store)
        return store, Neighbours(PostgresChannel(store), store.process)
    if "://" in config.store:
        raise BadOption("store.kind", text=urlsplit(config.store).scheme)
    return SQLiteStore(config.path), None


def serve(config: Config, language: str, lan: bool, show: bool = False) -> None:
    """Serve until told to stop; `show` opens the page in a browser."""
    check_proxies(config.proxies)
    check_log(config.log)
    if show and (there := running(config)):
        print(say("serve.already", language, address=there))
        open_browser(there, language)
        return
    stores(config)  # of a kind that there is
    with placed(config) as config, contextlib.nullcontext() if config.postgres else only_server(config.path):
        asyncio.run(tried(config))
        _serve(replace(config, compiled=True), language, lan, show)


@contextlib.contextmanager
def placed(config: Config) -> Iterator[Config]:
    """The settings, with a store in a folder that is gone at the end where nobody named one and none can be kept."""
    if config.store or writable(config.path.parent):
        yield config
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # else nobody would tidy up
    with TemporaryDirectory(prefix="piggery-") as folder:
        yield replace(config, store=str(Path(folder) / config.path.name), lost=True)


async def tried(config: Config) -> None:
    """A store that cannot be used is said in one line, before anything is promised."""
    store, _ = stores(config)
    await store.open()
    await store.close()


def check_proxies(proxies: str) -> None:
    for one in filter(None, proxies.split(",")):
        try:
            if one.strip() != "*":
                ip_network(one.strip(), strict=False)
        except ValueError as error:
            raise BadOption("serve.proxy", text=one) from error


def check_log(log: str) -> None:
    if log not in ("", logs.TEXT, logs.JSON):
        raise BadOption("option.value", name="--log", text=log, known=[logs.TEXT, logs.JSON])


class AnnouncingServer(uvicorn.Server):
    """Says where it serves, once it does."""

    words: list[str] = []
    then: Callable[[], None] = staticmethod(lambda: None)
    chores: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.others: list[asyncio.Server] = []  # where it listens for phones

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.chores()
            print(*self.words, sep="\n", flush=True)
            self.then()

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Listen there, too."""
        loop, config, state = asyncio.get_running_loop(), self.config, self.lifespan.state
        make = partial(Arrival, config=config, server_state=self.server_state, app_state=state)
        try:
            for one in sockets:
                self.others.append(await loop.create_server(make, sock=one, backlog=config.backlog))
                self.servers.append(self.others[-1])
        except BaseException:
            self.listen_no_more()
            raise

    def listen_no_more(self) -> None:
        """And hang up on whoever came from there."""
        for other in self.others:
            other.close()
            self.servers.remove(other)
        self.others = []
        for one in list(self.server_state.connections):
            if isinstance(one, Arrival | QuickText) and one.client and not only_here(one.client[0]):
                one.transport.abort()


def _serve(config: Config, language: str, lan: bool, show: bool) -> None:
    listening = bound(config, or_any=show)
    logs.set_up(sys.stderr, config.log or (logs.TEXT if sys.stderr.isatty() else logs.JSON), language)
    port = listening.getsockname()[1]
    shown = (
        config.public or f"http://{(addresses() or [socket.gethostname()])[0] if lan else _named(config.host)}:{port}"
    )
    if lan:
        config = replace(config, public=shown)  # a link must work on other devices, even if opened here
    config = replace(config, port=port, files=allow_many_connections())
    lobby, phones = Lobby(config, *stores(config)), Phones(config)
    server = AnnouncingServer(
        uvicorn.Config(
            make_app(lobby, phones=phones),
            http=Arrival,
            ws=QuickText,
            backlog=backlog(config.files),
            ws_per_message_deflate=False,
            ws_max_size=config.limits.message_bytes,
            access_log=False,
            log_config=None,
            lifespan="on",
            server_header=False,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=config.proxies or None,
            timeout_graceful_shutdown=GRACE,
        )
    )
    phones.listen, phones.stop = server.listen, server.listen_no_more
    server.words = welcome(config, shown, language, lan)
    if show:
        server.then = partial(open_browser, shown, language)
    memory = Memory(lambda: len(lobby.tables))
    server.chores = lambda: lobby.chores.every(REST, "set aside what stays", memory.rest)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(3)


def welcome(config: Config, address: str, language: str, lan: bool) -> list[str]:
    """What a person wants to know first: where it is, where tables are kept, how to stop it."""
    words = [say(what, language) for what in (line("serve.at", address=address), kept(config), line("serve.stop"))]
    return [*words, "", say("serve.lan", language), qr(address)] if lan else words


def kept(config: Config) -> Line:
    """Where the tables are kept, or that they are not."""
    if config.lost:
        return line("serve.unsaved", path=data_folder())
    return line("serve.database") if config.postgres else line("serve.kept", path=config.path.absolute())


def allow_many_connections() -> int:
    """Each connection is an open file: take as many as the system allows, not as many as it gives at first. How many
    there may be, or 0."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 0
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return max(0, resource.getrlimit(resource.RLIMIT_NOFILE)[0])  # -1: as many as one likes


def running(config: Config) -> str:
    """Where a Piggery of this machine serves already at the port asked for; empty if none does."""
    address = f"http://localhost:{config.port}"
    try:
        with urlopen(f"{address}/healthz", timeout=1) as answer:  # noqa: S310
            return address if json.load(answer) == {"healthy": True} else ""
    except (OSError, ValueError):
        return ""


def open_browser(address: str, language: str) -> None:
    """Show the page, where there is a screen to show it on."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=[address], daemon=True).start()
    else:
        command = f"{os.environ.get('PIGGERY_COMMAND', 'piggery')} play"
        print(say("serve.no_screen", language, command=command), flush=True)


def bound(config: Config, or_any: bool = False) -> socket.socket:
    """A socket at the address asked for; if that is taken, maybe at any other port."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except OSError as error:
        listening.close()
        if or_any and config.port:
            return bound(replace(config, port=0))
        raise BadOption("serve.bind", text=f"{config.host}:{config.port}", problem=_problem(error)) from error
    return listening


def _problem(error: OSError) -> Line | str:
    return line("system.unknown_host") if isinstance(error, socket.gaierror) else problem(error)


def _named(host: str) -> str:
    return {"127.0.0.1": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(host, host)  # noqa: S104


def qr(address: str) -> str:
    """A QR code for the terminal."""
    picture = StringIO()
    segno.make(address, micro=False).terminal(picture, compact=True, border=2)
    return picture.getvalue()
