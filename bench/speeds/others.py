"""What others have: each library in an environment of its own, made when it is first wanted, timed by a script of ours.

The environments lie in a cache folder: $PIGGERY_BENCH, or piggery-bench in the user's cache. What cannot be installed
or does not run here is skipped, and said to be.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict

from speeds.rows import Row

HERE = Path(__file__).resolve().parent.parent
PATIENCE = 600.0


class Skipped(Exception):
    """Why a library cannot be measured here, in one line."""


class Peer(NamedTuple):
    key: str  # our script in bench/peers
    title: str
    packages: tuple[str, ...]  # the first is the library itself
    cases: dict[str, tuple[str, str]]  # what the script calls it: the game, and how it is played

    @property
    def rows(self) -> list[Row]:
        name = f"{self.title} {self.packages[0].partition('==')[2]}"
        return [Row(case, game, f"{name}, {way}") for case, (game, way) in self.cases.items()]


def _open_spiel(key: str, game: str) -> dict[str, tuple[str, str]]:
    ways = {"loop": "Python loop", "bots": "evaluate_bots in C++", "rollouts": "rollouts in C++"}
    return {f"{key} {way}": (game, text) for way, text in ways.items()}


NUMPY, JAX = "numpy==2.4.6", "jax==0.10.2"
PURE = {"rlcard"}  # published as source; nothing else is ever built here
PEERS = [
    Peer(
        "openspiel",
        "OpenSpiel",
        ("open_spiel==2.0.2", NUMPY),
        _open_spiel("crazy_eights", "Crazy Eights") | _open_spiel("hearts", "Hearts"),
    ),
    Peer(
        "rlcard",
        "RLCard",
        ("rlcard==1.2.0", NUMPY, "pip==26.3"),  # it asks pip what else is there
        {"uno run": ("Uno, 2 players", "env.run"), "uno engine": ("Uno, 2 players", "bare engine")},
    ),
    Peer(
        "pettingzoo",
        "PettingZoo",
        ("pettingzoo==1.27.0", "rlcard==1.2.0", "pygame-ce==2.5.8", NUMPY),
        {"leduc": ("Leduc, 2 players", "agent_iter")},
    ),
    Peer(
        "pgx",
        "Pgx",
        ("pgx==2.6.0", JAX, NUMPY),
        {"leduc many": ("Leduc, 2 players", f"16,384 games at once by {JAX.replace('==', ' ')} on the CPU")},
    ),
]


# Environments


def cache_folder() -> Path:
    given = os.environ.get("PIGGERY_BENCH")
    return Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "piggery-bench"


def environment(peer: Peer, cache: Path, tell: Callable[[str], None] = print) -> Path:
    """The Python of a peer's environment, made if it is not there yet, which is told."""
    pins = " ".join((sys.version, *peer.packages))
    folder = cache / f"{peer.key}-{hashlib.sha256(pins.encode()).hexdigest()[:12]}"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        tell(f"{peer.title} is installed in {folder}, once: {', '.join(peer.packages)}.")
        _make(peer, folder)
        (folder / "ready").touch()
    return _python_in(folder)


def _make(peer: Peer, folder: Path) -> None:
    for words in _commands(folder, peer.packages):
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as failure:
            raise Skipped(f"{peer.title} is skipped: {_last_line(str(failure))}") from failure
        if done.returncode:
            raise Skipped(f"{peer.title} is skipped: it cannot be installed ({_last_line(done.stderr)})")


def _commands(folder: Path, packages: tuple[str, ...]) -> Iterator[list[str]]:
    uv, python = _uv(), str(_python_in(folder))
    names = {package.partition("==")[0] for package in packages} - PURE
    what = [*(word for name in sorted(names) for word in ("--only-binary", name)), *packages]
    if uv:
        yield [*uv, "venv", "--quiet", "--python", sys.executable, str(folder)]
        yield [*uv, "pip", "install", "--quiet", "--python", python, *what]
    else:
        yield [sys.executable, "-m", "venv", str(folder)]
        yield [python, "-m", "pip", "install", "--quiet", *what]


def _uv() -> list[str]:
    found = shutil.which("uv")
    if found:
        return [found]
    return [sys.executable, "-m", "uv"] if importlib.util.find_spec("uv") else []


def _python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:150] if lines else "it does not say why"


# Measuring


class Visitor:
    """A peer that is there, to be timed again and again, each time in a new process."""

    def __init__(self, peer: Peer, python: Path, players: int, seconds: float) -> None:
        self.peer = peer
        self.words = [str(python), "-m", f"peers.{peer.key}", str(seconds), str(players)]

    @property
    def rows(self) -> list[Row]:
        return self.peer.rows

    def measure(self) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:  # some write where they stand
            environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
            try:
                done = subprocess.run(
                    self.words, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
                )
            except (OSError, subprocess.SubprocessError) as failure:
                raise Skipped(f"{self.peer.title} is skipped: {_last_line(str(failure))}") from failure
        speeds = speeds_in(done.stdout)
        if not speeds:
            raise Skipped(f"{self.peer.title} is skipped: it does not run here ({_last_line(done.stderr)})")
        return speeds


def speeds_in(text: str) -> dict[str, float]:
    """Moves a second, from the lines of JSON among whatever else a library prints."""
    found = [_figures(line) for line in text.splitlines() if line.startswith('{"case"')]
    return {figures["case"]: figures["moves"] / figures["seconds"] for figures in found}


class Figures(TypedDict):
    case: str
    moves: int
    seconds: float


def _figures(line: str) -> Figures:
    figures: Figures = json.loads(line)
    return figures
