"""Programs of other people, and everything they start: all of it ends with them."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from piggery.bots.offspring import PROC
from test_arena import asked, program

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here"),
]

HOLD = """
import pathlib, sys, time
line = open(sys.argv[1], "wb", 0)
pathlib.Path(sys.argv[2]).touch()
time.sleep(30)
line.write(b"still here")
"""
STARTS = """
import os, pathlib, subprocess, sys, time
folder, mine = pathlib.Path(sys.argv[1]), sys.argv[2:]
def start(name, **how):
    subprocess.Popen([sys.executable, "-c", HOLD, folder / "line", folder / name], stdout=subprocess.DEVNULL, **how)
for name in mine:
    if name == "orphan":
        if not os.fork():
            start(name, start_new_session=True)
            os._exit(0)
    elif name == "bare":
        start(name, start_new_session=True, env={})
    else:
        start(name, start_new_session=name == "gone")
while not all((folder / name).exists() for name in mine):
    time.sleep(0.01)
"""
WAYS = ["near", *(["gone", "bare", "orphan"] if PROC.is_dir() else [])]


def left_by(folder: Path, last: str, ways: list[str]) -> bytes:
    """What those who were started say after the program was closed: nothing, if it is their end, too."""
    (folder / "program.py").write_text(f"HOLD = {HOLD!r}\n{STARTS}\n{last}")
    os.mkfifo(folder / "line")
    said: list[bytes] = []
    reading = threading.Thread(target=lambda: said.append((folder / "line").read_bytes()))
    reading.start()
    bot = program("", 20_000.0)
    bot.command = [sys.executable, str(folder / "program.py"), str(folder), *ways]
    asked(bot)
    reading.join()
    return said[0]


@pytest.mark.parametrize("way", WAYS)
def test_whoever_a_program_starts_ends_with_it_wherever_they_went(way: str, tmp_path: Path) -> None:
    assert left_by(tmp_path, "input(); print('3=3', flush=True); input()", [way]) == b""


@pytest.mark.skipif(not PROC.is_dir(), reason="nobody can be found here once their parent is gone")
def test_those_whose_program_has_ended_already_end_when_it_is_closed(tmp_path: Path) -> None:
    assert left_by(tmp_path, "", ["near", "gone", "orphan"]) == b""


def test_an_arena_that_is_killed_leaves_nobody_behind(tmp_path: Path) -> None:
    """Its workers notice, and take the programs with them."""
    (tmp_path / "program.py").write_text(HOLD)
    os.mkfifo(tmp_path / "line")
    said: list[bytes] = []
    reading = threading.Thread(target=lambda: said.append((tmp_path / "line").read_bytes()))
    reading.start()
    bot = f"mine=cmd:{sys.executable} {tmp_path}/program.py {tmp_path}/line {tmp_path}/there"
    words = ["arena", "pig10", "--bots", f"{bot},random", "--players", "2", "--deals", "9"]
    arena = subprocess.Popen(
        [sys.executable, "-m", "piggery", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not (tmp_path / "there").exists():
        assert arena.poll() is None
        time.sleep(0.01)
    arena.kill()
    arena.wait()
    reading.join()
    assert said == [b""]
