"""Every test has a home of its own, and one cache of compiled kernels is shared by all."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from house import House

os.environ.setdefault("PIGGERY_CACHE", str(Path(tempfile.gettempdir()) / "piggery-test-cache"))
os.environ["PIGGERY_LANGUAGE"] = "en"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("PIGGERY_HOME", str(folder))
    return folder


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
def postgres() -> Iterator[str]:
    """The address of a private PostgreSQL, one for each worker."""
    from cluster import cluster

    with cluster() as address:
        yield address
