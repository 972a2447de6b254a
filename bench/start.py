"""How long a person waits: for help, for the first screen, and from a fresh clone to a first game.

    python bench/start.py [--repeats K] [--clone]

The first screen is timed in a pseudo-terminal, until the table has been painted. `--clone` also clones this repository
into an empty folder and starts a game there with run.py, which takes packages from the network.
"""

import argparse
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
PIGGERY = [sys.executable, "-m", "piggery"]
GIVE_UP = 300.0


def seconds_for_help() -> float:
    began = time.perf_counter()
    subprocess.run([*PIGGERY, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def seconds_until(words: str, command: list[str], folder: Path, home: str) -> float:
    """From starting a command in a terminal of its own until it shows these words."""
    began = time.perf_counter()
    child, screen = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(PIGGERY_HOME=home, TERM="xterm-256color", COLUMNS="80", LINES="24", PIGGERY_LANGUAGE="en")
        os.execvp(command[0], command)
    shown = b""
    try:
        while words.encode() not in shown:
            if time.perf_counter() - began > GIVE_UP or not select.select([screen], [], [], GIVE_UP)[0]:
                raise TimeoutError(f"{command} never showed {words!r}")
            shown += os.read(screen, 65536)
        return time.perf_counter() - began
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(screen)


def seconds_to_a_table(home: str) -> float:
    return seconds_until("it’s your turn", [*PIGGERY, "play", "pig10", "--first", "0"], ROOT, home)


def seconds_from_a_clone(home: str) -> float:
    with tempfile.TemporaryDirectory() as empty:
        began = time.perf_counter()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), f"{empty}/piggery"], check=True)
        python = shutil.which("python3") or sys.executable
        command = [python, "run.py", "play", "pig10", "--first", "0"]
        seconds_until("it’s your turn", command, Path(empty) / "piggery", home)
        return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--clone", action="store_true")
    wanted = parser.parse_args()
    table = Table("what", "seconds", "bar")
    with tempfile.TemporaryDirectory() as home:
        help_best = min(seconds_for_help() for _ in range(wanted.repeats))
        table.add_row("piggery --help", f"{help_best:.2f}", "< 0.3")
        screen_best = min(seconds_to_a_table(home) for _ in range(wanted.repeats))
        table.add_row("first screen of a game", f"{screen_best:.2f}", "< 1")
        if wanted.clone:
            table.add_row("from a fresh clone to a first game", f"{seconds_from_a_clone(home):.1f}", "< 60")
    Console().print(table)


if __name__ == "__main__":
    main()
