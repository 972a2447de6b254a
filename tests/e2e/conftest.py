"""What the tests in a browser share: the web client, built; a server that gives it out; one browser for all."""

import importlib.util
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from browsers import MISSING, browser, find
from devices import Devices
from e2e.axe import SOURCE
from e2e.scenes import Scene
from servers import Server

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One loop for all of them, so that they can share a browser."""
    together = pytest.mark.asyncio(loop_scope="session")
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(together, append=False)


@pytest.fixture(scope="session")
def built() -> None:
    """The web client, as it is now: workers wait for the one that builds it."""
    found = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert found
    assert found.loader
    hatch_build = importlib.util.module_from_spec(found)
    found.loader.exec_module(hatch_build)
    with (Path(tempfile.gettempdir()) / "piggery-build.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        hatch_build.build()
        if not SOURCE.exists():  # built elsewhere
            hatch_build.install(hatch_build.find_node())


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    started = Server(str(folder / "tables.db"), folder / "log").start()
    yield started
    started.stop()
    assert started.errors() == []


@pytest.fixture
def own_server(built: None, tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    started = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    yield started
    started.kill()
    assert started.errors() == []


def missing() -> NoReturn:
    """Without a browser the tests fail where CI is set, and are skipped loudly elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(f"{MISSING}. CI must not do without it")
    pytest.skip(f"{MISSING}. Nothing about the page is tested")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    if not find():
        missing()
    async with browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def devices(chromium: Browser) -> AsyncIterator[Devices]:
    """Whatever a page complains about, and whatever it asks of others, fails the test."""
    found = Devices(chromium)
    yield found
    troubles = found.troubles
    await found.close()
    assert troubles == []


@pytest_asyncio.fixture(loop_scope="session")
async def at(devices: Devices, server: Server) -> AsyncIterator[Scene]:
    """The means to get to any page and any state of the table."""
    async with AsyncExitStack() as stack:
        yield Scene(devices, server, stack)
