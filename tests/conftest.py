"""Every test has a home of its own, and one cache of compiled kernels is shared by all."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("PIGGERY_CACHE", str(Path(tempfile.gettempdir()) / "piggery-test-cache"))
os.environ["PIGGERY_LANGUAGE"] = "en"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("PIGGERY_HOME", str(folder))
    return folder


@pytest.fixture
def needs_numba() -> None:
    from piggery.compiled import available

    if not available():
        pytest.skip("NUMBA IS NOT HERE: the compiled rules are not tested")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a private PostgreSQL, one for each worker."""
    from cluster import cluster

    with cluster() as address:
        yield address
