"""A file of games: written on all cores, in order, and compressed as its name says.

The games follow from the terms and their numbers alone, so the same terms give the same bytes. The file gets its name
when it is complete, or when the writing was stopped; until then it is called FILE.part.
"""

import bz2
import gzip
import hashlib
import importlib
import lzma
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import IO, NamedTuple

from ..core.record import Record, load
from ..engine.compiled import available
from ..errors import BadOption
from ..words import either
from .orphans import end_with_parent
from .play import Terms
from .summary import Summary
from .written import Scribe

CHUNK = 500  # games in a job, where all bots choose at once
FEW = 4 * CHUNK  # as many as are written before other processes would have started
AHEAD = 4  # jobs in flight for each worker
PATIENCE = 0.1  # seconds between two looks at whether to stop
ZSTD = ".zst"
SQUEEZED = {".gz": gzip, ".bz2": bz2, ".xz": lzma}  # how a compressed file ends; ZSTD where Python has it
TEXT = (".jsonl", ".ndjson", ".json", ".txt")  # how the name of a file of games ends, before it is compressed

Chunk = tuple[bytes, Summary]
Chunks = Generator[Chunk, None, None]
Advance = Callable[[int], None]


class DatasetSummary(NamedTuple):
    """A file that was written: the counts of its games, and the size and SHA-256 of the text and of the file."""

    summary: Summary
    text_bytes: int
    text_sum: str
    file_bytes: int
    file_sum: str


# The file


def check_path(path: Path, force: bool) -> None:
    """Raise unless a file of this name may be written, and its data card beside it."""
    for there in (path, card_path(path)):
        if there.exists() and not force:
            raise BadOption("dataset.there", path=there)
    name, squeezed = path.name.lower(), [*SQUEEZED, *([ZSTD] if _has_zstd() else [])]
    if not name.endswith(tuple(text + ending for text in TEXT for ending in ("", *squeezed))):
        raise BadOption("dataset.ending", text=path.name, known=either(TEXT), squeezed=either(squeezed))


def card_path(path: Path) -> Path:
    return path.with_name(path.name + ".md")


def squeezed(path: Path, raw: IO[bytes]) -> IO[bytes] | gzip.GzipFile:
    """The open file `raw`, compressed as its name says."""
    if path.suffix.lower() == ".gz":
        return gzip.GzipFile("", "wb", 6, raw, mtime=0)  # no name and no time: the same bytes again
    module = _module(path)
    return module.open(raw, "wb") if module else raw


def _module(path: Path) -> ModuleType | None:
    """The module that compresses a file of this name; None for one that stays as it is."""
    ending = path.suffix.lower()
    return _zstd() if ending == ZSTD else SQUEEZED.get(ending)


def _zstd() -> ModuleType:
    """Python's own module for Zstandard, from 3.14 on."""
    return importlib.import_module("compression.zstd")


def _has_zstd() -> bool:
    try:
        return bool(_zstd())
    except ImportError:
        return False


def opened(path: Path) -> IO[str]:
    """A file of games, to be read line by line."""
    module = _module(path)
    found: IO[str] = module.open(path, "rt", encoding="utf-8") if module else path.open(encoding="utf-8")
    return found


def records(path: Path) -> Iterator[Record]:
    """The games of a file, each replayed and found good."""
    with opened(path) as lines:
        for line in lines:
            yield load(line)


def write(
    path: Path, terms: Terms, games: int, stop: Event, advance: Advance = lambda games: None,
    workers: int | None = None, card: Callable[[DatasetSummary], str] | None = None,
) -> DatasetSummary | None:  # fmt: skip
    """Write games to a file, and its data card, until they are done or `stop` is set; nothing if there is no game."""
    part, card_part = (name.with_name(name.name + ".part") for name in (path, card_path(path)))
    try:
        with part.open("wb") as raw:
            summary, length, digest = _pour(squeezed(path, raw), chunks(terms, games, stop, workers), advance)
        if summary is None:
            return None
        with part.open("rb") as file:
            file_sum = hashlib.file_digest(file, "sha256").hexdigest()
        made = DatasetSummary(summary, length, digest, part.stat().st_size, file_sum)
        if card:
            card_part.write_text(card(made), encoding="utf-8")
        card_path(path).unlink(missing_ok=True)  # it spoke of another file
        part.replace(path)
        if card:
            card_part.replace(card_path(path))
        return made
    finally:
        part.unlink(missing_ok=True)
        card_part.unlink(missing_ok=True)


def _pour(out: IO[bytes] | gzip.GzipFile, chunks: Chunks, advance: Advance) -> tuple[Summary | None, int, str]:
    """Write the chunks; what they amount to, and the length and SHA-256 of the text."""
    summary, length, digest = None, 0, hashlib.sha256()
    with closing(chunks), out:
        for text, counted in chunks:
            out.write(text)
            digest.update(text)
            length += len(text)
            summary = summary + counted if summary else counted
            advance(counted.games)
    return summary, length, digest.hexdigest()


# The games


def chunks(terms: Terms, games: int, stop: Event, workers: int | None = None) -> Chunks:
    """The games as text, some at a time and in order, until they are done or `stop` is set."""
    if games < 1:
        raise BadOption("option.games", text=games)
    size = CHUNK if terms.quick else 1
    jobs = (range(start, min(start + size, games)) for start in range(0, games, size))
    cores = workers or os.cpu_count() or 1
    if cores == 1 or games <= (FEW if terms.quick else 1):
        return _alone(terms, jobs, stop)
    return _together(terms, jobs, stop, cores)


def _alone(terms: Terms, jobs: Iterator[range], stop: Event) -> Chunks:
    scribe = Scribe(terms)
    for job in jobs:
        text, counted = scribe.lines(job, stop.is_set)
        if counted.games:
            yield text, counted
        if stop.is_set():
            return


def _together(terms: Terms, jobs: Iterator[range], stop: Event, workers: int) -> Chunks:
    """On several processes, which start from nothing: the parent has threads, and must not be copied."""
    if available():
        Scribe(terms).lines(range(int(terms.quick)))  # compile once, into the cache, before every worker does it
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    ahead: deque[Future[Chunk]] = deque()
    with ProcessPoolExecutor(workers, context, _begin, (terms, halt)) as pool:
        try:
            for job in jobs:
                with _deaf():  # a worker that is only starting would die of Ctrl-C
                    ahead.append(pool.submit(_job, job))
                if len(ahead) == AHEAD * workers:
                    yield from _next(ahead, stop)
                if stop.is_set():
                    return
            while ahead and not stop.is_set():
                yield from _next(ahead, stop)
        except BrokenExecutor as error:
            if not stop.is_set():
                raise BadOption("dataset.worker") from error
        finally:
            halt.set()
            pool.shutdown(wait=True, cancel_futures=True)


def _next(ahead: deque[Future[Chunk]], stop: Event) -> Chunks:
    """The oldest job, once it is done; nothing if asked to stop before."""
    oldest = ahead.popleft()
    while not stop.is_set():
        if wait([oldest], PATIENCE).done:
            yield oldest.result()
            return


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits, here and in what is started, where the system has a way to say so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_scribes: list[tuple[Scribe, "multiprocessing.synchronize.Event"]] = []  # of this process


def _begin(terms: Terms, halt: "multiprocessing.synchronize.Event") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end_with_parent()
    _scribes[:] = [(Scribe(terms), halt)]


def _job(games: range) -> Chunk:
    scribe, halt = _scribes[0]
    return scribe.lines(games, halt.is_set)
