"""A second device in a network of its own: a network namespace of this machine, joined to it by a cable of two ends.

A cable that comes or goes is a change of this machine's network, and every browser on it drops what it is loading. So
these tests run only by themselves:

PIGGERY_NETSPACE=1 python3 run.py test tests/test_phones.py tests/e2e/test_phones.py -n 0
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from browsers import installed

IP = "/usr/sbin/ip"
ALONE = "PIGGERY_NETSPACE"


class Device(NamedTuple):
    """The namespace of the device, and this machine's address on its way here."""

    name: str
    host: str

    def command(self, *words: str) -> list[str]:
        return [IP, "netns", "exec", self.name, *words]

    def wrapped(self, program: str, folder: Path) -> Path:
        """A program that runs there."""
        script = folder / Path(program).name
        script.write_text(f'#!/bin/sh\nexec {IP} netns exec {self.name} "{program}" "$@"\n')
        script.chmod(0o755)
        return script


def here() -> str | None:
    return IP if Path(IP).exists() else shutil.which("ip")


@contextmanager
def device() -> Iterator[Device]:
    if not os.environ.get(ALONE):
        pytest.skip(f"{ALONE} IS NOT SET: a phone in the network is not tried beside other tests (tests/netspace.py)")
    if not installed("iproute2", here):
        pytest.skip("NO `ip` IS HERE: nobody tries whether a phone in the network comes in")
    number = os.getpid() % 250 + 1
    found = Device(f"pig{number}", f"10.77.{number}.1")
    ends = f"pigh{number}", f"pigd{number}"
    try:
        _ip("netns", "add", found.name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"NO NETWORK NAMESPACE CAN BE MADE ({error.stderr.strip()}): a phone in the network is not tried")
    try:
        _ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", found.name)
        _ip("addr", "add", f"{found.host}/24", "dev", ends[0])
        _ip("link", "set", ends[0], "up")
        _ip("-n", found.name, "addr", "add", f"10.77.{number}.2/24", "dev", ends[1])
        _ip("-n", found.name, "link", "set", ends[1], "up")
        _ip("-n", found.name, "link", "set", "lo", "up")
        _ip("-n", found.name, "route", "add", "default", "via", found.host)
        yield found
    finally:
        _ip("netns", "del", found.name)  # and the cable with it


def _ip(*words: str) -> None:
    subprocess.run([IP, *words], check=True, capture_output=True, text=True)
