"""The page docs/benchmarks.md: each part of it is written by the run that measured it."""

import platform
import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
SPEED, GROWTH = "speed", "growth"
SERVER, COLLAPSE, PROFILE, TRIALS = "server", "collapse", "profile", "trials"
PARTS = (SPEED, GROWTH, SERVER, COLLAPSE, PROFILE, TRIALS)  # in this order; the last is written by hand
INTRODUCTION = """# Benchmarks

Moves per second with random players, measured side by side by one command, which also writes this page:

```
python3 run.py bench --write docs/benchmarks.md
python3 run.py bench --growth --full --write docs/benchmarks.md
```

A move is a player's decision; deals and draws are not counted, though every engine has to make them. Other
libraries play other games, so a comparison with them shows orders of magnitude only. Our engine runs in the process
that measures, each library and each program in C++ in one of its own; all take turns, and the best of several runs
counts: CPU time on one core, wall-clock time on all cores. Our engine and the programs in C++ (`bench/cpp`: our
rules carried over line by line, and Pig 10, but not Un, deux, truie, also as quick as we can make it) play the same
games from the same seed; they are timed only once their counts and a checksum over every move agree.
"""


def table(heading: Sequence[str], lines: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """A table in Markdown; the columns with numbers stand to the right."""
    rules = ["---:" if column in numbers else "---" for column in range(len(heading))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heading, rules, *lines))


def write(path: Path, part: str, text: str) -> None:
    """Replace one part of the page, or add it; the rest stays."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    parts = {name: found for name in PARTS if (found := _part(page, name))}
    parts[part] = f"<!-- {part} -->\n{text.strip()}\n<!-- /{part} -->"
    path.write_text("\n".join([INTRODUCTION, *(parts[name] + "\n" for name in PARTS if name in parts)]), "utf-8")


def _part(page: str, name: str) -> str:
    found = re.search(rf"<!-- {name} -->.*?<!-- /{name} -->", page, re.DOTALL)
    return found[0] if found else ""


# Where and when


def circumstances(command: str, cores: int, compiler: str = "") -> str:
    machine = f"{processor()}, {cores} cores, {platform.system()} {platform.machine()}"
    versions = ", ".join(part for part in (f"Python {platform.python_version()}", _numba(), compiler) if part)
    return f"{machine}; {versions}; {datetime.now(UTC):%Y-%m-%d}; `{command}`."


def compiler_text(gpp: str | None, flags: Sequence[str]) -> str:
    if not gpp:
        return "no g++"
    found = subprocess.run([gpp, "-dumpfullversion"], check=True, capture_output=True, text=True).stdout.strip()
    return f"g++ {found} ({' '.join(flags)})"


def processor() -> str:
    listing = Path("/proc/cpuinfo")
    for line in listing.read_text(encoding="utf-8").splitlines() if listing.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _numba() -> str:
    try:
        return f"Numba {version('numba')}"
    except PackageNotFoundError:
        return "no Numba"
