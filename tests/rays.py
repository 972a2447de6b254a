"""Ray, which is large: in an environment of its own, made on first need from requirements/ray.txt."""

import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pytest

PINS = Path(__file__).parent.parent / "requirements" / "ray.txt"
PATIENCE = 600
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}  # for clusters of these tests
HEAD = """
import ray, sys
ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""


def python() -> str:
    """A Python that has Ray; where there can be none, what needs it is skipped loudly."""
    found, problem = _environment()
    if problem:
        pytest.skip(f"RAY CANNOT BE INSTALLED HERE, so nothing is tested on it: {problem}")
    return found


@cache
def _environment() -> tuple[str, str]:
    """The Python of an environment with these pins, made if it is not there; and what went wrong, if anything did."""
    folder = Path(tempfile.gettempdir()) / f"piggery-ray-{_fingerprint()}"
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if found.exists():
        return str(found), ""
    part = folder.with_name(f"{folder.name}-{os.getpid()}")
    problem = _installed(part)
    if not problem:
        with suppress(OSError):  # somebody else was quicker
            part.rename(folder)
    shutil.rmtree(part, ignore_errors=True)
    return str(found), problem


def _fingerprint() -> str:
    return hashlib.sha256(sys.version.encode() + PINS.read_bytes()).hexdigest()[:16]


def _installed(folder: Path) -> str:
    """Make the environment; what went wrong, if anything did."""
    into = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv:
        steps = [[uv, "venv", "--python", sys.executable, str(folder)], [uv, "pip", "install", "--python", into]]
    else:
        steps = [[sys.executable, "-m", "venv", str(folder)], [into, "-m", "pip", "install"]]
    steps[1] += ["-r", str(PINS)]
    for step in [*steps, [into, "-c", "import ray"]]:
        try:
            done = subprocess.run(step, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["?"])[-1]
    return ""


def env(**more: str) -> dict[str, str]:
    """Variables for a process that takes part: a token of our own, and nothing of what Ray finds in a home."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" and not name.startswith("RAY_")}
    return kept | TOKEN | {"RAY_USAGE_STATS_ENABLED": "0"} | more


@contextmanager
def head() -> Iterator[str]:
    """The address of a cluster of two workers that know nothing of Piggery."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [python(), "-c", HEAD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env(), cwd=folder
        )
        try:
            assert process.stdout
            address = process.stdout.readline().strip()
            if not address:
                pytest.skip("RAY DOES NOT START HERE, so nothing is tested on it")
            yield address
        finally:
            process.communicate()
