"""More and more tables of four people, until a move takes a second: where that is, and what gave way.

python bench/collapse.py            a minute or two, on SQLite
python bench/collapse.py --full     smaller steps, also two processes on PostgreSQL, and what happens beyond
python bench/collapse.py --full --write docs/benchmarks.md

Each table makes one move a second, and everybody sees it. The driver is on the same machine and comes from a trusted
address, so that nothing is refused; beyond, each table has an address of its own, and new ones are asked for all the
time. Where others write to the same disk, `--folder /dev/shm` leaves it out.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from boardgame import cpu_seconds
from crowd import Crowds, Seen, Step
from servers import Server
from speeds import ours, page

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from cluster import cluster

COLLAPSED = 1000.0  # milliseconds that the slowest hundredth of the moves take
MOST = 6000  # tables
HEADING = [
    "",
    "tables",
    "moves/s",
    "views/s",
    "p50 ms",
    "p99 ms",
    "servers",
    "database",
    "drivers",
    "others",
    "refused",
]


@dataclass(frozen=True)
class Size:
    more: int  # tables at each step
    seconds: float
    beyond: int  # slices of time in which new tables are asked for


QUICK, FULL = Size(200, 4, 16), Size(100, 10, 40)
SLICE, WANTED = 5.0, 120  # seconds, and new tables asked for in that time


@dataclass(frozen=True)
class Place:
    """The processes that serve, and the database's, if it is another program."""

    servers: list[Server]
    database: int = 0  # its process

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def spent(self) -> tuple[float, float, float]:
        """CPU seconds so far: of the servers, of the database, of the whole machine."""
        servers = sum(cpu_seconds(server.process.pid) for server in self.servers if server.process)
        database = sum(map(cpu_seconds, family(self.database))) if self.database else 0.0
        return servers, database, machine()


def family(pid: int) -> list[int]:
    """A process and its children."""
    found = [pid]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(folder.name))
        except (OSError, ValueError):
            continue
    return found


def machine() -> float:
    """CPU seconds that this machine has spent, whoever wanted them."""
    user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


@contextmanager
def one_process() -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder:
        yield from serving([Server(f"{folder}/tables.db", Path(folder) / "log")])


@contextmanager
def two_processes() -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder, cluster() as found:
        servers = [Server(found.address, Path(folder) / f"log{n}") for n in range(2)]
        yield from serving(servers, postmaster(str(found.port)))


def serving(servers: list[Server], database: int = 0) -> Iterator[Place]:
    try:
        yield Place([server.start() for server in servers], database)
    finally:
        for server in servers:
            server.stop()
        for complaint in (complaint for server in servers for complaint in server.errors()[:3]):
            print(complaint)


def postmaster(port: str) -> int:
    for folder in Path("/proc").glob("[0-9]*"):
        words = (folder / "cmdline").read_bytes().split(b"\0")
        if words[0].endswith(b"/postgres") and port.encode() in words:
            return int(folder.name)
    raise LookupError(port)


class Steps:
    """What was seen, line by line."""

    def __init__(self, place: Place, name: str, drivers: int, far: bool) -> None:
        self.place, self.name, self.drivers = place, name, drivers
        self.crowds = Crowds(drivers, place.ports, far)
        self.lines: list[list[str]] = []
        self.shares: dict[str, float] = {}

    def step(self, step: Step) -> Seen:
        if not step.within:
            self.crowds.step(Step(step.tables, 0.0))
            step = Step(0, step.seconds)
        begin, before = time.monotonic(), self.place.spent()
        seen = self.crowds.step(step)
        wall = time.monotonic() - begin
        servers, database, everything = ((b - a) / wall for a, b in zip(before, self.place.spent(), strict=True))
        self.shares = {"servers": servers, "database": database, "drivers": seen.cpu / wall}
        self.shares["others"] = max(0.0, everything - sum(self.shares.values()))
        self._show(step, seen)
        return seen

    def _show(self, step: Step, seen: Seen) -> None:
        figures = [seen.tables, seen.moves / step.seconds, seen.views / step.seconds, seen.part(0.5), seen.part(0.99)]
        shares = [f"{100 * share:.0f} %" for share in self.shares.values()]
        self.lines.append([self.name, *(f"{figure:.0f}" for figure in figures), *shares, str(seen.refused)])
        print("  ".join(cell.rjust(8) for cell in self.lines[-1]), flush=True)


def collapse(place: Place, name: str, size: Size, drivers: int) -> tuple[list[list[str]], str]:
    """More tables at each step, until it is too slow; what was seen, and the finding."""
    steps = Steps(place, name, drivers, far=False)
    best, seen = Seen(), Seen()
    while seen.tables < MOST and seen.part(0.99) < COLLAPSED:
        seen = steps.step(Step(size.more, size.seconds))
        best = max(best, seen, key=lambda seen: seen.moves)
    steps.crowds.close()
    found = (
        f"{name}: a move takes more than a second at {seen.tables} tables; {best.moves / size.seconds:.0f} moves/s are"
    )
    return steps.lines, f"{found} the most it made. {gave_way(steps.shares, len(place.servers), ours.cores())}"


def gave_way(shares: dict[str, float], servers: int, cores: int) -> str:
    spent = ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items() if share > 0.005)
    if shares["servers"] / servers > 0.85:
        return f"What gave way is the core that a process has ({spent} of one)."
    if sum(shares.values()) > 0.9 * cores:
        return f"What gave way is the machine: all its cores were busy ({spent} of one)."
    return f"No core was full ({spent} of one): what gave way is the store, or the way to it."


def beyond(place: Place, name: str, size: Size, drivers: int) -> tuple[list[list[str]], str]:
    """New tables all the time, from everywhere, also when no more are let in."""
    steps = Steps(place, name, drivers, far=True)
    full, before = Seen(), Seen()
    for _ in range(size.beyond):
        seen = steps.step(Step(WANTED, SLICE, SLICE))
        full, before = (full + seen, before) if full.refused or seen.refused else (full, before + seen)
    steps.crowds.close()
    p99 = f"p99 {full.part(0.99):.0f} ms" if full.refused else f"p99 {before.part(0.99):.0f} ms, nothing refused"
    return steps.lines, f"{name}: {seen.tables} tables in play, {full.refused} refused, {p99} from then on."


def run(size: Size, parts: Sequence[str], drivers: int) -> tuple[list[list[str]], list[str]]:
    lines, findings = [], []
    print("  ".join(cell.rjust(8) for cell in HEADING))
    places = {"sqlite": (one_process, "one process, SQLite"), "postgres": (two_processes, "two processes, PostgreSQL")}
    for part in parts:
        kind, _, way = part.partition("-")
        place, name = places[kind]
        with place() as there:
            seen, finding = (beyond if way else collapse)(there, f"{name}{', refusing' if way else ''}", size, drivers)
        lines += seen
        findings.append(finding)
        print(finding)
    return lines, findings


def write(path: Path, lines: list[list[str]], findings: list[str]) -> None:
    text = ["## Until it collapses", "", page.table(HEADING, lines, range(1, len(HEADING))), ""]
    text += [*(f"- {finding}" for finding in findings), "", page.circumstances(command(), ours.cores())]
    page.write(path, page.COLLAPSE, "\n".join(text))


def command() -> str:
    return " ".join(["python", "bench/collapse.py", *sys.argv[1:]])


PARTS = ("sqlite", "sqlite-beyond", "postgres", "postgres-beyond")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", choices=PARTS, nargs="+")
    parser.add_argument("--drivers", type=int, default=1, help="processes that play")
    parser.add_argument("--folder", help="where the stores are; the usual one for temporary files if none is named")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page, too: docs/benchmarks.md")
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    tempfile.tempdir = asked.folder
    parts = asked.only or (PARTS if asked.full else PARTS[:2])
    found = run(FULL if asked.full else QUICK, parts, asked.drivers)
    if asked.write:
        write(asked.write, *found)


if __name__ == "__main__":
    main()
