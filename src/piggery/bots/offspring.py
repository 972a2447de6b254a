"""A program of somebody else ends together with everything it has started.

Whoever it started is in its process group, unless it left. On Linux those who left are found as well: as children of
its children, or, where their parents are gone, by a mark in the environment that every process hands on.
"""

import contextlib
import os
import secrets
import signal
import subprocess
from pathlib import Path

PROC = Path("/proc")
ROUNDS = 20  # whoever starts others faster than they are ended is left alone in the end


def fresh_mark() -> str:
    """The name of a variable of the environment that no other program has; programs in programs have several."""
    return f"PIGGERY_PROGRAM_{secrets.token_hex(8)}"


def end(process: "subprocess.Popen[str]", mark: str) -> None:
    """Kill a program and all it has started."""
    for _ in range(ROUNDS):
        root = process.pid if process.poll() is None else 0
        others = _offspring(root, mark) if PROC.is_dir() else set()
        if root:
            _kill_group(root)
        for pid in others:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        process.kill()
        process.wait()
        if not others:
            return


def _kill_group(leader: int) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(leader, signal.SIGKILL)


def _offspring(root: int, mark: str) -> set[int]:
    """All who have the mark, or come from one who has it, or from `root`, if that is still there."""
    parents, found = dict[int, int](), set[int]()
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):  # gone by now, or not ours
                state, parent = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:2]
                if state != b"Z":
                    parents[int(folder.name)] = int(parent)
                if mark.encode() in (folder / "environ").read_bytes():
                    found.add(int(folder.name))
    while more := {pid for pid, parent in parents.items() if parent and parent in found | {root}} - found:
        found |= more
    return found - {root}
