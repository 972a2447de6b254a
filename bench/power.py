"""Take the power away from a server again and again, and see that nothing anybody was told is ever lost.

python bench/power.py              a few losses, as the tests do it
python bench/power.py --full       200 losses
python bench/power.py --careless   the same on a disk that forgets syncs of the newest entries: losses must be found

Games are played at a real server whose every change of its files is noted (power.c), with what the players were told
when. Then the power fails at chance places of these notes: the files are built as a disk could hold them there
(disk.py), opened with the real store, and compared with what had been told, byte for byte.
"""

import argparse
import asyncio
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import disk
from kills import Memory, game
from piggery.errors import PiggeryError
from piggery.server.store import SQLiteStore
from piggery.table.events import load
from piggery.table.state import Entry, Table
from piggery.table.wire import View
from servers import Server

SHIM = Path(__file__).parent / "power.c"
NEWEST = "-wal"  # where SQLite keeps what is new
BEGINNING = 60  # of the first changes the files are made: the power fails more often there
STORE = "tables.db"
Logs = dict[str, list[Entry]]


class Told(NamedTuple):
    """That somebody knew so many entries of a table when the notes were so long."""

    notes: int
    code: str
    n: int


@dataclass
class Evening:
    """What was played: the notes of the disk, what was told, and what the store held in the end."""

    notes: Path
    told: list[Told] = field(default_factory=list)
    logs: Logs = field(default_factory=dict)

    def witness(self) -> Memory:
        return Witness(self)


class Witness(Memory):
    """A player's memory that also writes down when it was told what."""

    def __init__(self, evening: Evening) -> None:
        super().__init__()
        self.evening = evening

    def keep(self, view: View) -> None:
        self.evening.told.append(Told(self.evening.notes.stat().st_size, view.table.code, view.table.n))
        super().keep(view)


def why_not() -> str:
    """Why changes cannot be noted here."""
    if sys.platform != "linux":
        return "changes of files are noted on Linux only"
    return "" if shutil.which("cc") else "there is no C compiler (cc)"


def noting(folder: Path) -> dict[str, str]:
    """What a server needs in its environment so that its changes below `folder` are noted."""
    shim = folder.with_name("power.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", shim, SHIM, "-ldl", "-lpthread"], check=True)
    return {"LD_PRELOAD": str(shim), "POWER_FOLDER": str(folder), "POWER_NOTES": str(folder.with_name("notes"))}


async def play(place: Path, rounds: int, tables: int, seed: int) -> Evening:
    """Games at several tables at once, then the server stops and starts again, and so on."""
    folder = place / "disk"
    folder.mkdir()
    server = Server(str(folder / STORE), place / "log", env=noting(folder))
    evening, rng = Evening(place / "notes"), random.Random(seed)
    for _ in range(rounds):
        server.start()
        try:
            kinds = [("pig10", "truie")[n % 2] for n in range(tables)]
            await asyncio.gather(*(game([server], kind, rng, evening.witness) for kind in kinds))
        finally:
            server.stop()
    evening.logs = await logs_in(folder / STORE)
    return evening


async def logs_in(path: Path) -> Logs:
    """Every log of a store that is whole, or an error that says what is not."""
    store = SQLiteStore(path)
    await store.open()
    try:
        found = [row[0] for row in await store._ask("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise OSError(f"the file is damaged: {found[0]}")
        logs = {code: await store.read(code) for code, _, _ in await store.codes()}
        await store.check()
    finally:
        await store.close()
    return logs


def wrong(evening: Evening, told: Sequence[Told], logs: Logs) -> str:
    """What the logs that were found do not have, or should not have."""
    for code, log in logs.items():
        if log != evening.logs[code][: len(log)] or not log:
            return f"table {code} has other entries"
        folded(code, log)
    for _, code, n in told:
        if len(logs.get(code, [])) < n:
            return f"table {code} has {len(logs.get(code, []))} entries, and somebody knew {n}"
    return ""


def folded(code: str, log: list[Entry]) -> Table:
    table = Table(code)
    for entry in log:
        table.apply(load(entry.text), entry.at)
    return table


def lose(
    evening: Evening, losses: int, rng: random.Random, careless: str = "", advance: Callable[[], None] = lambda: None
) -> list[str]:
    """Take the power away so often; what went wrong, a line each time it did."""
    ends = [note.end for note in disk.read(evening.notes)]
    early = [rng.randrange(min(BEGINNING, len(ends))) for _ in range(losses // 10)]
    points = Counter(early + [rng.randrange(len(ends)) for _ in range(losses - len(early))])
    kept, found = disk.Disk(careless), []
    for number, note in enumerate(disk.read(evening.notes)):
        kept.note(note)
        for _ in range(points[number]):
            if problem := _loss(evening, kept, note.end, rng):
                found.append(f"after change {number} ({note.kind.name} {note.name}): {problem}")
            advance()
    return found


def _loss(evening: Evening, kept: disk.Disk, end: int, rng: random.Random) -> str:
    told = [one for one in evening.told if one.notes <= end]
    with tempfile.TemporaryDirectory() as name:
        kept.lost(rng, Path(name) / "disk")
        try:
            logs = asyncio.run(logs_in(Path(name) / "disk" / STORE))
        except (OSError, PiggeryError) as error:
            return f"{type(error).__name__}: {error}"
    return wrong(evening, told, logs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--careless", action="store_true")
    parser.add_argument("--losses", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if problem := why_not():
        sys.exit(f"not tried: {problem}")
    losses, rng = wanted.losses or (200 if wanted.full else 10), random.Random(wanted.seed)
    with tempfile.TemporaryDirectory() as name:
        evening = asyncio.run(play(Path(name), *((4, 12) if wanted.full else (2, 4)), wanted.seed))
        kinds = Counter((note.kind.name.lower(), Path(note.name).name) for note in disk.read(evening.notes))
        print(*(f"{n:7,} {kind} {file}" for (kind, file), n in kinds.most_common()), sep="\n")
        found = lose(evening, losses, rng, NEWEST if wanted.careless else "")
    print(*found, sep="\n")
    entries = sum(map(len, evening.logs.values()))
    print(f"{losses} losses of power, {len(evening.logs)} tables with {entries:,} entries, {len(evening.told):,} views")
    print(f"{len(found)} losses of what somebody had been told, or of the file")
    sys.exit(bool(found) != wanted.careless)


if __name__ == "__main__":
    main()
