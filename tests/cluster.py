"""A private PostgreSQL in a temporary folder, for the tests that need one: Debian's package is installed when root."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

WHERE = "/usr/lib/postgresql"


def programs() -> Path | None:
    """The folder of initdb and postgres."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path(WHERE).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


def install() -> None:
    env, quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, subprocess.DEVNULL
    for words in (["update", "-q"], ["install", "-q", "-y", "postgresql"]):
        subprocess.run(["apt-get", *words], check=False, env=env, stdout=quiet, stderr=quiet, timeout=600)


def find() -> Path:
    """PostgreSQL's programs; without them the tests fail where CI is set, and are skipped loudly elsewhere."""
    found = programs()
    if not found and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        install()
        found = programs()
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail("POSTGRESQL IS NOT HERE, and CI must not do without it")
    pytest.skip("POSTGRESQL IS NOT HERE: nothing about several processes is tested")


class Cluster:
    """PostgreSQL as it runs: it may crash and be started again, or be stopped for a while."""

    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin, self.folder, self.port = bin, folder, free_port()
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://pig@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        if self.user:
            shutil.chown(self.folder, self.user)
        make = [
            str(self.bin / "initdb"),
            "-D",
            str(self.folder / "data"),
            "-A",
            "trust",
            "-U",
            "pig",
            "-N",
            "-E",
            "UTF8",
        ]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, user=self.user)

    def start(self) -> None:
        words = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        command = [str(self.bin / "postgres"), *words]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, user=self.user)
        await_ready(self.bin, self.port)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        assert self.process
        self.process.send_signal(how)
        self.process.wait(30)

    def crash(self) -> None:
        """As `pg_ctl stop -m immediate`: every connection is cut, and nothing is put in order."""
        self.end(signal.SIGQUIT)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It takes connections, and answers nobody."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)  # so that it starts no more of them
        stopped = [self.process.pid, *children(self.process.pid)]
        try:
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in reversed(stopped):
                os.kill(pid, signal.SIGCONT)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server that ends with the block."""
    bin = find()
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        found = Cluster(bin, Path(name))
        found.make()
        try:
            found.start()
            yield found
        finally:
            found.end()


def children(pid: int) -> dict[int, str]:
    """The processes that this one has started, and their commands."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], check=True, capture_output=True, text=True).stdout
    found = [line.split(None, 2) for line in listed.splitlines()]
    return {int(child): command for child, parent, command in found if int(parent) == pid}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_ready(bin: Path, port: int, patience: float = 60) -> None:
    """Wait until it takes connections: its port is open earlier."""
    end = time.monotonic() + patience
    ask = [str(bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ask, check=False).returncode:
        assert time.monotonic() < end, "PostgreSQL does not start"
        time.sleep(0.05)
