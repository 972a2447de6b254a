"""Commands of Piggery: within this process, which is quick, or in one of their own where the process is the point."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess

SOURCE = Path(__file__).parent.parent / "src"


def piggery(*words: str, typed: str = "") -> CompletedProcess[str]:
    """A command run here, by somebody who has no terminal; what it printed, and how it ended."""
    from piggery.cli.main import main

    code: str | int | None = 0
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as wrong, _asked(words, typed):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return CompletedProcess(["piggery", *words], code, out.getvalue(), wrong.getvalue())


@contextmanager
def _asked(words: tuple[str, ...], typed: str) -> Iterator[None]:
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["piggery", *words], io.StringIO(typed)
    try:
        yield
    finally:
        sys.argv, sys.stdin = before


def process(*words: str, typed: str = "", **env: str) -> CompletedProcess[str]:
    """The same in a process of its own, as a person starts it; for tests with the mark `process`."""
    said = {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "piggery", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | said | env,
    )


def fails(*words: str) -> str:
    """One line and exit code 2, never a traceback."""
    return refusal(piggery(*words))


def refusal(done: CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("piggery: ")
    return done.stderr.removeprefix("piggery: ").rstrip()
