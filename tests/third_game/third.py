"""The third game, plugged in for as long as it is tested: in this process, or in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from piggery.games.registry import game_types
from piggery.words import forget_words

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
POSITION = "climb 3,4,5,8/?4 4 0 0/3 4 ?23"


@contextmanager
def plugged_in(folder: Path = HERE) -> Iterator[None]:
    """What lies in this folder is installed; afterwards nobody in this process has heard of it."""
    ours = set(game_types())
    sys.path.insert(0, str(folder))
    game_types.cache_clear()
    try:
        game_types()
        yield
    finally:
        for game in game_types().values():
            if game.name not in ours:
                forget_words(game.folder / "words")
        sys.path.remove(str(folder))
        game_types.cache_clear()


def piggery(
    *words: str, typed: str = "", folder: Path | None = None, path: Path = HERE, **env: str
) -> subprocess.CompletedProcess[str]:
    """A command as a person types it who has installed the game; it is interpreted unless told otherwise."""
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(path)]), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "piggery", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | paths | {"PIGGERY_INTERPRETED": "1"} | env,
    )


def works(*words: str, typed: str = "", folder: Path | None = None) -> str:
    done = piggery(*words, typed=typed, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fails(*words: str, folder: Path | None = None) -> str:
    """One line and exit code 2, never a traceback."""
    done = piggery(*words, folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("piggery: ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("piggery: ").rstrip()
