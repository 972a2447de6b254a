"""Commands stopped in the middle, with a terminal to show their progress on; and a machine without Numba."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from piggery.engine import compiled
from piggery.sim import dataset
from piggery.sim.play import Terms

SOURCE = Path(__file__).parent.parent / "src"
PROGRESS = re.compile(rb"(?<![0-9])[1-9][0-9]*/[0-9]+")  # a bar that shows more than nothing
PATIENCE = 240


@contextmanager
def without_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if Numba were not installed."""

    def forget() -> None:
        compiled.available.cache_clear()
        compiled.compiled.cache_clear()

    try:
        with monkeypatch.context() as patch:
            patch.setenv("PIGGERY_INTERPRETED", "1")
            forget()
            yield
    finally:
        forget()  # else every later test of this process would go without


def die(*_: object) -> None:
    """What a process does that is killed."""
    os._exit(9)


def starts_and_is_interrupted(terms: Terms, halt: Event) -> None:
    """What a process that writes games does when Ctrl-C comes before it could say that it does not care."""
    signal.raise_signal(signal.SIGINT)
    dataset._begin(terms, halt)


def hears_ctrl_c() -> None:
    """As at a terminal: tests that run in the background of a shell ignore Ctrl-C, and what they start would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Stopped:
    """A command at a terminal of its own. Waits until it has counted something; `press` is Ctrl-C."""

    def __init__(self, *words: str, python: str = sys.executable, **env: str) -> None:
        pty = pytest.importorskip("pty", reason="THERE ARE NO TERMINALS HERE: nothing is tested about Ctrl-C")
        self.terminal, screen = pty.openpty()
        shown = {"TERM": "xterm", "COLUMNS": "100", "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [python, "-m", "piggery", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=screen,
            env=os.environ | shown | env,
            start_new_session=True,
            preexec_fn=hears_ctrl_c,
        )
        os.close(screen)
        self.seen = b""
        self.counting = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()
        assert self.counting.wait(PATIENCE), self.seen[-500:]

    def _watch(self) -> None:
        while True:
            try:
                self.seen += os.read(self.terminal, 4096)
            except OSError:  # everybody who could write to it is gone
                os.close(self.terminal)
                self.counting.set()
                return
            if PROGRESS.search(self.seen):
                self.counting.set()

    def press(self) -> tuple[int, str]:
        """Ctrl-C, which everybody at the terminal hears; the exit status, and what was printed."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self._ended()

    def kill(self) -> tuple[int, str]:
        self.process.kill()
        return self._ended()

    def _ended(self) -> tuple[int, str]:
        """Waits for every process that could still print something."""
        try:
            printed, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # else it would slow down every test after this one
            self.process.communicate()
            raise
        assert self.process.returncode in (130, -signal.SIGKILL), self.seen[-2000:]
        return self.process.returncode, printed.decode()
