"""Bots of other people: a program that reads a view a line and writes a move a line. The shapes are in docs/bots.md.

Whatever it does (crash, dawdle, cheat, talk nonsense), the worst that happens is that it forfeits a move: chance then
chooses for it.
"""

import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

from ..bags import cards_in, members
from ..errors import BadOption
from ..kernel import Numbers
from ..rules import Rules, scores
from .search import Past
from .simple import pick

PREFIX = "cmd:"
LIMIT = 1000.0  # milliseconds for a move
RESTARTS = 3
LONGEST = 200  # characters of an answer
WAITING = 4  # answers that may wait to be read; then the program has to


def check_command(command: str) -> None:
    """Raise unless these words can name a program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption("arena.command", text=command) from error
    if not words or not shutil.which(words[0]):
        raise BadOption("arena.command", text=command)


class Outside:
    """A player that is a program. Call it like any other; close it at the end."""

    def __init__(self, rules: Rules, command: str, milliseconds: float = LIMIT) -> None:
        self.rules, self.command, self.milliseconds = rules, shlex.split(command), milliseconds
        self.starts = self.forfeits = 0
        self.process: subprocess.Popen[str] | None = None
        self.answers: queue.Queue[str | None] = queue.Queue(WAITING)

    def __call__(self, view: Any, legal: int, rng: Numbers, past: Sequence[Past]) -> int:
        moves = {self.rules.move_text(view, move): move for move in members(legal)}
        answer = self._answered(json.dumps(question(self.rules, view, past, self.milliseconds)))
        if answer in moves:
            return moves[answer]
        self.forfeits += 1
        return pick(legal, rng)

    def _answered(self, text: str) -> str:
        """The program's answer; empty if it has none in time. One that is late is stopped: it would stay behind."""
        if not self._running():
            return ""
        process = self.process
        try:
            if process is None or process.stdin is None:
                return ""
            while not self.answers.empty():
                self.answers.get_nowait()  # what was said without being asked
            process.stdin.write(text + "\n")
            process.stdin.flush()
            return self.answers.get(timeout=self.milliseconds / 1000) or ""
        except (OSError, ValueError, queue.Empty):
            self.close()
            return ""

    def _running(self) -> bool:
        if self.process is not None and self.process.poll() is None:
            return True
        if self.starts > RESTARTS:
            return False
        self.close()
        self.starts += 1
        try:
            self.process = subprocess.Popen(  # noqa: S603
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                encoding="utf-8", errors="replace", start_new_session=True,
            )  # fmt: skip
        except OSError:
            return False
        self.answers = queue.Queue(WAITING)
        if self.process.stdin:
            os.set_blocking(self.process.stdin.fileno(), False)  # whoever does not read is not waited for
        threading.Thread(target=_listen, args=(self.process, self.answers), daemon=True).start()
        return True

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        if hasattr(os, "killpg") and process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with everything it started
        process.kill()
        process.wait()
        if process.stdin:
            with contextlib.suppress(OSError):
                process.stdin.close()


def _listen(process: "subprocess.Popen[str]", answers: "queue.Queue[str | None]") -> None:
    """Hand on every line; at the end of all lines, nothing."""
    out = process.stdout
    if out is not None:
        with out:
            while text := out.readline(LONGEST):
                answers.put(text.strip())
    answers.put(None)


def question(rules: Rules, view: Any, past: Sequence[Past], milliseconds: float) -> dict[str, Any]:
    """What a program is asked: all that its seat may know, as text and numbers."""
    return {
        "game": rules.name,
        "seat": view.turn,
        "position": rules.position_text(view),
        "hand": [rules.names[card] for card in cards_in(view.hands[view.turn])],
        "held": view.held[: view.players],
        "scores": scores(rules, view),
        "left": view.left,
        "moves": sorted(rules.move_text(view, move) for move in members(rules.legal(view))),
        "past": [[turn.before.turn, rules.move_text(turn.before, turn.move)] for turn in past],
        "milliseconds": milliseconds,
    }
