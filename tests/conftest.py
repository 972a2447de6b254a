"""Every test has a home of its own, and one cache of compiled kernels is shared by all.

A test is quick unless it has one of the marks `browser`, `database` and `process`. The first two are given here, by
where a test lies and what it asks for; one that starts a process says so itself, and fails as long as it does not.
"""

import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cluster import Cluster
    from house import House

os.environ.setdefault("PIGGERY_CACHE", str(Path(tempfile.gettempdir()) / "piggery-test-cache"))
os.environ["PIGGERY_LANGUAGE"] = "en"

PAGES = Path(__file__).parent / "e2e"
THIRD_PAGE = Path(__file__).parent / "third_game" / "test_page.py"
NOT_QUICK = {"browser", "database", "process"}
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "multiprocessing"}
quick: set[str] = set()  # the test that runs, if it may start no process


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the long version of tests that have a short one")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--full"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name != "test_cluster.py")  # Ray takes longest: not at the end, alone
    for item in items:
        if PAGES in item.path.parents or item.path == THIRD_PAGE:
            item.add_marker("browser")
        if "database" in getattr(item, "fixturenames", ()):
            item.add_marker("database")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not NOT_QUICK & {mark.name for mark in item.iter_markers()}:
        quick.add(item.nodeid)
    try:
        return (yield)
    finally:
        quick.clear()


def watch(event: str, given: tuple[object, ...] = ()) -> None:
    if quick and event in STARTS and given[:1] != ("fc-list",):  # matplotlib's, once on a new machine
        raise AssertionError(f"{event}: whoever starts a process needs @pytest.mark.process ({', '.join(quick)})")


class Watched(BaseProcess):
    def start(self, start: Callable[[BaseProcess], None] = BaseProcess.start) -> None:
        watch("multiprocessing")
        start(self)


class NoSentence(logging.Handler):
    """Whoever plays is shown the key of a sentence that is missing; here it is a fault."""

    def emit(self, record: logging.LogRecord) -> None:
        raise KeyError(record.getMessage())


logging.getLogger("piggery.words").addHandler(NoSentence())
sys.addaudithook(watch)
BaseProcess.start = Watched.start  # type: ignore[assignment, method-assign]  # one that is spawned is in no audit


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("PIGGERY_HOME", str(folder))
    return folder


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that nobody can make, not even somebody who may do everything."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PIGGERY_HOME", str(tmp_path / "file" / "home"))
    return tmp_path / "file" / "home"


@pytest.fixture
def needs_numba() -> None:
    from piggery.engine.compiled import available

    if not available():
        pytest.skip("NUMBA IS NOT HERE: the compiled rules are not tested")


@pytest.fixture
async def at_home(tmp_path: Path) -> AsyncIterator["House"]:
    """A whole server in memory."""
    from house import house

    async with house(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def database() -> Iterator["Cluster"]:
    """A private PostgreSQL, one for each worker. Whoever stops it starts it again."""
    from cluster import cluster

    with cluster() as found:
        yield found


@pytest.fixture(scope="session")
def postgres(database: "Cluster") -> str:
    """Its address."""
    return database.address
