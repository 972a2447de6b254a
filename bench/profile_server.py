"""Where a server's time goes under the load of bench/server.py: samples of the interpreter, by what it was doing.

    python bench/profile_server.py [--write docs/benchmarks.md]

It needs the program py-spy (`pip install py-spy`, in an environment of its own), and the right to look at processes.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import load
from boardgame import Meter, cpu_seconds
from server import FULL, micros
from speeds import ours, page

NAMES = {  # functions, and what they are for; the first that a sample has
    "QuickText.write_text": "writing to sockets",
    "ViewEncoder.public": "the part of a view that everybody sees",
    "ViewEncoder.view": "the part that one reader sees",
    "decide": "deciding",
    "Live._apply": "applying",
    "SQLiteStore._write": "the thread that stores",
    "SQLiteStore.append": "handing over to the thread that stores",
    "_settle": "hearing that it is stored",
    "WebSocketsSansIOProtocol.data_received": "parsing what a socket brings",
    "Live.changed": "seeing what is next, waking readers",
    "Connection.listen": "between these: queues, locks, reading a message",
}
REST = "the rest"


def name(stack: str) -> str:
    frames = {frame.partition(" (")[0] for frame in stack.split(";")}
    return next((meaning for function, meaning in NAMES.items() if function in frames), REST)


def counted(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in text.splitlines():
        stack, _, samples = line.rpartition(" ")
        found[name(stack)] += int(samples)
    return found


class Spy:
    """Looks at the server while it is measured."""

    def __init__(self, program: str, out: Path, seconds: float) -> None:
        self.command = [program, "record", "--gil", "-d", str(round(seconds)), "-r", "250", "-f", "raw", "-o", str(out)]

    async def watch(self, pid: int, meter: Meter) -> tuple[float, float]:
        await asyncio.sleep(meter.begin - time.perf_counter())
        before = cpu_seconds(pid)
        await asyncio.to_thread(subprocess.run, [*self.command, "-p", str(pid)], check=True, capture_output=True)
        return cpu_seconds(pid) - before, 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page, too: docs/benchmarks.md")
    asked = parser.parse_args()
    program = shutil.which("py-spy")
    if not program:
        sys.exit("There is no py-spy here.")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "samples"
        spy = Spy(program, out, FULL.seconds)
        figures = asyncio.run(load.measure(FULL.connections, 4, 0, 500, FULL.seconds, watch=spy.watch))
        found = counted(out.read_text(encoding="utf-8"))
    lines = [[meaning, f"{100 * samples / found.total():.0f} %"] for meaning, samples in found.most_common()]
    text = [
        "## Where a server's time goes",
        "",
        page.table(["samples with the interpreter's lock", ""], lines, [1]),
        "",
    ]
    text.append(f"{found.total()} samples while {figures.moves} moves were made, {micros(figures):.0f} µs a view.")
    text += ["", page.circumstances(" ".join(["python", "bench/profile_server.py", *sys.argv[1:]]), ours.cores())]
    print("\n".join(text))
    if asked.write:
        page.write(asked.write, page.PROFILE, "\n".join(text))


if __name__ == "__main__":
    main()
