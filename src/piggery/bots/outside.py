"""Bots of other people: a program that reads a view a line and writes a move a line. The shapes are in docs/bots.md.

Whatever it does (crash, dawdle, cheat, talk nonsense), the worst that happens is that it forfeits a move: chance then
chooses for it. How often that happened, and why it did first, is its `Conduct`.
"""

import contextlib
import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..engine.bags import cards_in, members, pick
from ..engine.kernel import Numbers
from ..errors import BadOption
from ..games.checks import scores
from ..games.contract import GameType, State
from .offspring import end, fresh_mark
from .search import PastTurn

PROGRAM = re.compile(r"(?:([^:]*)=)?cmd:(.*)", re.DOTALL)  # a name, if it has one, and the command
NAME = re.compile(r"\w[\w .-]{0,19}")
LIMIT = 1000.0  # milliseconds for a move
RESTARTS = 3
LONGEST = 200  # characters of an answer
WAITING = 4  # answers that may wait to be read; then the program has to
LATE, ILLEGAL, ENDED = "arena.late", "arena.illegal", "arena.ended"  # why a move is forfeited


@dataclass(frozen=True)
class Conduct:
    """How a program behaved; two of them add, the earlier one first."""

    moves: int = 0
    forfeits: int = 0
    restarts: int = 0
    reason: str = ""  # of the first forfeit

    def __add__(self, other: "Conduct") -> "Conduct":
        moves, forfeits = self.moves + other.moves, self.forfeits + other.forfeits
        return Conduct(moves, forfeits, self.restarts + other.restarts, self.reason or other.reason)


class Program(NamedTuple):
    """Somebody's program: the name it goes by, and the command that starts it."""

    name: str
    command: str


def program(bot: str) -> Program | None:
    """`mine=cmd:python3 bot.py`, taken apart; without a name it goes by the whole text. Nothing for a bot of ours."""
    found = PROGRAM.fullmatch(bot)
    return Program(bot if found[1] is None else found[1].strip(), found[2]) if found else None


def called(bot: str) -> str:
    """The name that a bot goes by."""
    found = program(bot)
    return found.name if found else bot


def check_name(name: str, taken: Sequence[str]) -> None:
    """Raise unless a program may be called this: in a table, a picture, a rating."""
    if not NAME.fullmatch(name):
        raise BadOption("arena.name", text=name)
    if name in taken:
        raise BadOption("arena.name_taken", text=name)


def check_command(command: str) -> None:
    """Raise unless these words can name a program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption("arena.command", text=command) from error
    if not words or not shutil.which(words[0]):
        raise BadOption("arena.command", text=command)


class ExternalPlayer:
    """A player that is a program. Call it like any other; close it at the end."""

    def __init__(self, rules: GameType, command: str, milliseconds: float = LIMIT) -> None:
        self.rules, self.command, self.milliseconds = rules, shlex.split(command), milliseconds
        self.mark = fresh_mark()
        self.starts = 0
        self.beginning = threading.Lock()  # it may be ended while it is started
        self.conduct = Conduct()
        self.process: subprocess.Popen[str] | None = None
        self.answers: queue.Queue[str | None] = queue.Queue(WAITING)

    def __call__(self, view: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
        moves = {self.rules.move_text(view, move): move for move in members(legal)}
        answer, reason = self._answered(json.dumps(question(self.rules, view, past, self.milliseconds)))
        if answer in moves:
            self.conduct += Conduct(moves=1)
            return moves[answer]
        self.conduct += Conduct(moves=1, forfeits=1, reason=reason)
        return pick(legal, rng)

    def take_conduct(self) -> Conduct:
        """How it behaved since this was asked last."""
        conduct, self.conduct = self.conduct, Conduct()
        return conduct

    def _answered(self, text: str) -> tuple[str, str]:
        """The program's answer, and why it forfeits if that is no move. A late one is stopped: it would stay behind."""
        reason = ENDED
        try:
            if self._running():
                return self._answer(text), ILLEGAL
        except (BlockingIOError, queue.Empty):
            reason = LATE
        except (EOFError, OSError, ValueError):
            pass
        self.close()
        return "", reason

    def _answer(self, text: str) -> str:
        if self.process is None or self.process.stdin is None:
            raise EOFError
        while not self.answers.empty():
            _line_of(self.answers.get_nowait())  # without being asked
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return _line_of(self.answers.get(timeout=self.milliseconds / 1000))

    def _running(self) -> bool:
        if self.process is not None and self.process.poll() is None:
            return True
        self.close()
        with self.beginning:
            return self._started()

    def _started(self) -> bool:
        if self.starts > RESTARTS:
            return False
        self.conduct += Conduct(restarts=int(self.starts > 0))
        self.starts += 1
        try:
            self.process = subprocess.Popen(  # noqa: S603
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                encoding="utf-8", errors="replace", start_new_session=True,
                env={**os.environ, self.mark: "1"},
            )  # fmt: skip
        except OSError:
            return False
        self.answers = queue.Queue(WAITING)
        if self.process.stdin:
            os.set_blocking(self.process.stdin.fileno(), False)  # whoever does not read is not waited for
        threading.Thread(target=_listen, args=(self.process, self.answers), daemon=True).start()
        return True

    def stop(self) -> None:
        """End it for good."""
        with self.beginning:
            self.starts = RESTARTS + 1
        self.close()

    def close(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        end(process, self.mark)
        if process.stdin:
            with contextlib.suppress(OSError):
                process.stdin.close()


def _line_of(answer: str | None) -> str:
    if answer is None:
        raise EOFError
    return answer


def _listen(process: "subprocess.Popen[str]", answers: "queue.Queue[str | None]") -> None:
    """Hand on every line; at the end of all lines, nothing."""
    out = process.stdout
    if out is not None:
        with out:
            while text := out.readline(LONGEST):
                answers.put(text.strip())
    answers.put(None)


def question(rules: GameType, view: State, past: Sequence[PastTurn], milliseconds: float) -> dict[str, object]:
    """The question to a program: all that its seat may know, as text and numbers."""
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
