"""The same batches on Ray: on this machine, or on a cluster that is there already.

Ray hands out the work and repeats what was lost with a worker. A batch has a random stream of its own and is counted in
whole numbers, so it does not matter who plays it, when, or how often it was begun.
"""

import hashlib
import importlib
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import NamedTuple

from .. import __version__
from ..engine.compiled import available
from ..errors import BadOption
from ..games.contract import GameType
from .play import BATCH, Simulation, Terms, shares
from .summary import Summary

HERE = "local"
AHEAD = 2  # jobs in flight for each core
BUNDLE = 10  # batches in a job, at most: Ray takes about a millisecond to hand one out
RETRIES = 5  # of a job whose worker died
PATIENCE = 0.2  # seconds between two looks at whether to stop
KNOCKING = 5  # seconds for a cluster to open the door
LOOK = 50  # answers between two looks at how large the cluster is: it may grow
PACKAGE = Path(__file__).parent.parent
UNSENT = ["web", "__pycache__"]  # what a worker can do without
WORDS = "words"  # of a game: no game follows from them
PLAYING = {"__init__", "bots", "core", "engine", "errors", "folders", "games", "sim", "words"}
_DOOR = re.compile(r"(?:ray://)?\[?([^\]/]+?)\]?:([0-9]{1,5})")


class Reply(NamedTuple):
    """The answer of a worker: the source it has, whether it is compiled there, and what it counted."""

    source: str
    fast: bool
    summary: Summary


def played(terms: Terms, first: int, games: int) -> Reply:
    """A job, done by a worker: `games` games, from batch `first` on."""
    match = Simulation(terms.rules, terms.bots, terms.seed, terms.deck, **terms.options)
    summary = match.blank()
    for number, share in shares(games):
        summary += match.batch(first + number, share, fast=available())[0]
    return Reply(source(match.rules), available(), summary)


@cache
def source(rules: GameType) -> str:
    """Which Piggery this is: its version, and a hash of all that games follow from."""
    digest = hashlib.sha256()
    for path in followed(rules):
        digest.update(path.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"


def followed(rules: GameType) -> list[Path]:
    """The files that games follow from: the source, that of a plug-in, and what bots have learned."""
    ours = [path for path in _source_in(PACKAGE) if path.relative_to(PACKAGE).parts[0].removesuffix(".py") in PLAYING]
    return ours if PACKAGE in rules.folder.parents else ours + _source_in(rules.folder)


def _source_in(folder: Path) -> list[Path]:
    paths = [*folder.rglob("*.py"), *folder.rglob("*.json")]
    return sorted(path for path in paths if WORDS not in path.relative_to(folder).parts)


class Cluster:
    """Workers of Ray. `interpreted` is set once one of them turns out to have no Numba."""

    def __init__(self, ray: ModuleType) -> None:
        self.ray = ray
        self.interpreted = False

    @property
    def cores(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def batches(self, match: Simulation, games: int, stop: Event | None = None) -> Iterator[Summary]:
        """Play `games` games, a Summary at a time as jobs are done, until they are or `stop` is set."""
        shares(games)  # refuses what cannot be played
        return self._batches(match, games, stop or Event())

    def _batches(self, match: Simulation, games: int, stop: Event) -> Iterator[Summary]:
        ours = source(match.rules)  # as it is now, before it is sent
        play = self.ray.remote(max_retries=RETRIES, num_cpus=1)(played)
        jobs, replies = _jobs(games, self.cores), 0
        waiting: list[object] = []
        try:
            while not stop.is_set():
                if replies % LOOK == 0:
                    room = AHEAD * self.cores
                waiting += [play.remote(match.terms, *job) for job in islice(jobs, max(0, room - len(waiting)))]
                if not waiting:
                    return
                done, waiting = self.ray.wait(waiting, timeout=PATIENCE)
                for reply in self.ray.get(done):
                    replies += 1
                    yield self._checked(Reply(*reply), ours)
        except self.ray.exceptions.RayError as error:
            raise BadOption("ray.failed", problem=_first_line(error)) from error
        finally:
            for one in waiting:
                self.ray.cancel(one, force=True)

    def _checked(self, reply: Reply, ours: str) -> Summary:
        if reply.source != ours:
            raise BadOption("ray.source", ours=ours, theirs=reply.source)
        self.interpreted |= not reply.fast
        return reply.summary


def _jobs(games: int, cores: int) -> Iterator[tuple[int, int]]:
    """The first batch of each job, and its games: few batches a job while there are few for each core."""
    batches = -(-games // BATCH)
    return shares(games, BATCH * max(1, min(BUNDLE, batches // (4 * cores))))


@contextmanager
def cluster(address: str = "", cores: int | None = None) -> Iterator[Cluster]:
    """Ray on this machine, or, where an address is given or RAY_ADDRESS is set, the cluster there."""
    where = address or os.environ.get("RAY_ADDRESS") or HERE
    ray = _ray()
    _knock(where)
    try:
        _join(ray, where, cores)
        yield Cluster(ray)
    finally:
        ray.shutdown()


def _ray() -> ModuleType:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that somebody plays
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise BadOption("ray.extra") from error
    if not hasattr(ray, "init"):  # a folder of this name, such as Ray leaves in /tmp
        raise BadOption("ray.extra")
    return ray


def _knock(where: str) -> None:
    """Ray would try for minutes to reach an address where there is nobody."""
    door = _DOOR.fullmatch(where)
    if not door:
        return
    try:
        socket.create_connection((door[1], int(door[2])), KNOCKING).close()
    except (OSError, OverflowError) as error:
        raise BadOption("ray.nobody", address=where) from error


def _join(ray: ModuleType, where: str, cores: int | None) -> None:
    quiet = {"logging_level": "error", "log_to_driver": False}
    try:
        if where == HERE:
            with _findable():
                ray.init(address=HERE, num_cpus=cores, include_dashboard=False, **quiet)
        else:  # the workers play with our source, whatever they have
            ray.init(address=where, runtime_env={"py_modules": [str(PACKAGE)], "excludes": UNSENT}, **quiet)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise BadOption("ray.failed", problem=_first_line(error)) from error


@contextmanager
def _findable() -> Iterator[None]:
    """Workers of this machine find the source where we do: they inherit PYTHONPATH."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(PACKAGE.parent), before]))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _first_line(error: Exception) -> str:
    error = getattr(error, "cause", None) or error  # what went wrong on the worker
    return next((text.strip() for text in str(error).splitlines() if text.strip()), type(error).__name__)
