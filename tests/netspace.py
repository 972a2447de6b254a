"""A network of the test's own: a computer and a phone, each in a network namespace, joined by a cable.

The cable is laid inside them, from one to the other. This machine's own network never changes: if it did, every browser
on it would drop what it is loading. So these tests run beside all others.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from browsers import installed
from servers import Server

ADDRESSES = ("192.168.7.1", "10.8.0.2")  # the computer's: that of its network at home, and one that others seldom reach
PHONE = "192.168.7.2"
OWN = ("unshare", "--user", "--map-root-user", "--net")  # a user namespace, too: nobody has to be root
SYSTEM = ("/usr/sbin", "/sbin")  # where `ip` is, and not everybody looks
IPV6 = Path("/proc/net/if_inet6")
PATIENCE = 60.0  # seconds for one command; a machine may be busy
PLUGGED_IN = 'until "$0" link show dev cable | grep -q "state UP"; do sleep 0.05; done'
ASK = """
import sys, urllib.request
direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
with direct.open(sys.argv[1], sys.stdin.buffer.read() or None) as answer:
    sys.stdout.buffer.write(answer.read())
"""


class Machine:
    """A network namespace, for as long as a process keeps it."""

    def __init__(self, keeper: int) -> None:
        self.keeper = keeper
        self.within = ["nsenter", f"--target={keeper}", "--user", "--preserve-credentials"]

    def command(self, *words: str) -> list[str]:
        """What starts a program there."""
        return [*self.within, "--net", *words]

    def browser(self, program: str, folder: Path) -> str:
        """A browser that starts there. It asks no proxy: there is none."""
        script = folder / f"browser-{self.keeper}"
        start = " ".join(self.command(f'"{program}"', "--no-sandbox", "--no-proxy-server", '"$@"'))
        script.write_text(f"#!/bin/sh\nexec {start}\n")
        script.chmod(0o755)
        return str(script)

    def ip(self, words: str) -> None:
        _done(self.command(_ip() or "ip", *words.split()))

    def ask(self, url: str, body: bytes = b"") -> str:
        """What is answered to somebody there; OSError if nothing is."""
        return _done(self.command(sys.executable, "-c", ASK, url), body)

    def plug_in(self, *addresses: str, way_out: str) -> None:
        """One end of the cable. It has the addresses that it is given and no others: a browser starts again what it is
        loading whenever one comes."""
        self.ip("link set lo up")
        if IPV6.exists():
            self.ip("link set cable addrgenmode none")
        for address in addresses:
            self.ip(f"addr add {address}/24 dev cable")
        self.ip("link set cable up")
        self.ip(f"route add default via {way_out}")

    def await_other_end(self) -> None:
        _done(self.command("sh", "-c", PLUGGED_IN, _ip() or "ip"))


class Network(NamedTuple):
    computer: Machine
    phone: Machine


class ServerThere(Server):
    """A server on a machine, which only that machine and its neighbours reach."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        super().__init__(str(folder / "tables.db"), folder / "log", starter=machine.command())
        self.machine = machine

    def text(self, path: str, body: bytes = b"") -> str:
        return self.machine.ask(self.url + path, body)


@contextmanager
def network() -> Iterator[Network]:
    if not installed("iproute2", _ip):
        pytest.skip("NO `ip` IS HERE: nobody tries whether a phone in the network comes in")
    with ExitStack() as stack:
        try:
            computer = stack.enter_context(_machine(*OWN))
            phone = stack.enter_context(_machine(*computer.within, "unshare", "--net"))
            computer.ip(f"link add cable type veth peer name cable netns {phone.keeper}")
        except OSError as error:
            pytest.skip(f"NO NETWORK OF ITS OWN CAN BE MADE FOR A TEST ({error}): a phone in the network is not tried")
        computer.plug_in(*reversed(ADDRESSES), way_out=PHONE)  # the likeliest does not just happen to be the first
        phone.plug_in(PHONE, way_out=ADDRESSES[0])
        for machine in (computer, phone):
            machine.await_other_end()
        yield Network(computer, phone)


@contextmanager
def serving(machine: Machine, folder: Path) -> Iterator[Server]:
    server = ServerThere(machine, folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
    assert server.errors() == []


@contextmanager
def _machine(*unshare: str) -> Iterator[Machine]:
    """It ends with its keeper, a process that ends with this one, whatever happens; and the cable ends with it."""
    words, pipe = [*unshare, "sh", "-c", "echo made && exec cat"], subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as keeper:
        try:
            if keeper.stdout and not keeper.stdout.readline():
                raise OSError(keeper.stderr and keeper.stderr.read().strip())
            yield Machine(keeper.pid)
        finally:
            keeper.terminate()


def _done(command: list[str], body: bytes = b"") -> str:
    """What a command says; OSError if it fails."""
    done = subprocess.run(command, input=body, capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode:
        raise OSError(str(done.stderr, "utf-8").strip())
    return str(done.stdout, "utf-8")


def _ip() -> str | None:
    return shutil.which("ip", path=os.pathsep.join([os.environ.get("PATH", os.defpath), *SYSTEM]))
