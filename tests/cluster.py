"""A private PostgreSQL in a temporary folder, for the tests that need one: Debian's package is installed when root."""

import os
import shutil
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


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a running server that ends with the block."""
    bin, root = find(), os.geteuid() == 0
    user = "postgres" if root else None  # it refuses to run as root
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        if root:
            shutil.chown(folder, "postgres")
        make = [str(bin / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "pig", "-N", "-E", "UTF8"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user)
        port = free_port()
        command = [str(bin / "postgres"), "-D", str(folder / "data"), "-k", name, "-h", "127.0.0.1", "-p", str(port)]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, user=user)
        try:
            await_ready(bin, port)
            yield f"postgresql://pig@127.0.0.1:{port}/postgres"
        finally:
            process.terminate()
            process.wait(30)


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
