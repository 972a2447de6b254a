"""Memory after a long evening: tables are opened, played for some games and left, and the server is as small as before.

python bench/memory.py            40 tables
python bench/memory.py --full     500 tables, at least 100,000 events

Before means after a while of the same. Both times it is waited until the server has let go of every table.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvloop

from boardgame import HOST, Meter, rss_bytes
from crowd import FarTable
from servers import Server

AT_ONCE = 8  # tables
GAMES = 3  # at each table
WARM_UP = 80.0  # seconds, longer than a table stays that everybody has left
BAR = 0.10
MEGABYTE = 2**20


@dataclass(frozen=True)
class Evening:
    tables: int
    events: int
    before: int  # bytes
    after: int

    @property
    def growth(self) -> float:
        return self.after / self.before - 1


async def play(port: int) -> None:
    """A table, from its opening until everybody has left."""
    async with asyncio.TaskGroup() as group:
        table = FarTable(Meter(), HOST, [port])
        listeners = await table.open(port, group)
        for game in range(GAMES):
            if game:
                table.ready.clear()
                await table.start()
            await to_the_end(table)
        for listener in listeners:
            listener.cancel()
        table.leave()


async def to_the_end(table: FarTable) -> None:
    while True:
        await table.ready.wait()
        if table.over:
            return
        await table.move()


async def tables(port: int, more: Callable[[int], bool], pid: int) -> int:
    """A few at a time, as long as there are to be more; how many there were."""
    opened = 0

    async def chair() -> None:
        nonlocal opened
        while more(opened):
            opened += 1
            if opened % 50 == 0:
                print(f"{opened} tables, {rss_bytes(pid) / MEGABYTE:.1f} MB", flush=True)
            await play(port)

    await asyncio.gather(*(chair() for _ in range(AT_ONCE)))
    return opened


def quiet(server: Server) -> None:
    """Wait until the server has no table in memory."""
    while "piggery_tables 0.0" not in server.text("/metrics"):
        time.sleep(1)


def evening(folder: Path, many: int, warm_up: float = WARM_UP) -> Evening:
    server = Server(str(folder / "tables.db"), folder / "log").start()
    pid = server.process.pid if server.process else 0
    try:
        end = time.monotonic() + warm_up
        uvloop.run(tables(server.port, lambda opened: time.monotonic() < end, pid))
        quiet(server)
        before, stored = rss_bytes(pid), events(folder)
        opened = uvloop.run(tables(server.port, lambda opened: opened < many, pid))
        quiet(server)
        return Evening(opened, events(folder) - stored, before, rss_bytes(pid))
    finally:
        server.stop()


def events(folder: Path) -> int:
    db = sqlite3.connect(folder / "tables.db")
    try:
        return int(db.execute("SELECT count(*) FROM log").fetchone()[0])
    finally:
        db.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--folder", help="where the store is; the usual one for temporary files if none is named")
    asked = parser.parse_args()
    tempfile.tempdir = asked.folder
    with tempfile.TemporaryDirectory() as folder:
        seen = evening(Path(folder), 500 if asked.full else 40)
    sizes = f"{seen.before / MEGABYTE:.1f} MB before, {seen.after / MEGABYTE:.1f} MB after"
    print(f"{seen.tables} tables, {seen.events} events: {sizes}, {100 * seen.growth:+.1f} %")
    if seen.growth > BAR:
        raise SystemExit(f"more than {BAR:.0%}")


if __name__ == "__main__":
    main()
