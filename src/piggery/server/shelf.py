"""`piggery tables`: the tables of a store listed, exported, imported, deleted. One line of an export is one table."""

import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from ..core.record import dump
from ..errors import BadOption, BadRecord, PiggeryError
from ..table.events import load
from ..table.host import EntryTaken
from ..table.identity import tidy_code
from ..table.state import Entry, Table, games
from .config import Config
from .lobby import HouseStore
from .serve import stores

FORMAT = 1
LATEST = 2**53
Advance = Callable[[int], None]  # told how many tables were done since


@asynccontextmanager
async def opened(config: Config, new: bool = False) -> AsyncIterator[HouseStore]:
    """The store, which must be there unless it may be new."""
    if not new and not config.postgres and not config.path.exists():
        raise BadOption("store.missing", path=config.path)
    store, _ = stores(config)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def rows(config: Config, advance: Advance = lambda tables: None) -> list[tuple[str, str, str, int]]:
    """Every table: its code, when it was opened and last touched, how many games were played there."""
    found = []
    async with opened(config) as store:
        for code, first, last in await store.codes():
            found.append((code, _day(first), _day(last), sum(map(len, games(code, await store.read(code))))))
            advance(1)
    return found


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(sep=" ", timespec="minutes").removesuffix("+00:00")


async def export(
    config: Config, wanted: Iterable[str], out: Path, folder: Path | None, advance: Advance = lambda tables: None
) -> int:
    """Write tables to a file, and their finished games as records to a folder if one is given; how many tables."""
    codes = {tidy_code(code) or code for code in wanted}
    total = 0
    async with opened(config) as store:
        out.touch(mode=0o600)  # it knows every card
        with out.open("w", encoding="utf-8") as file:
            for code, _, _ in await store.codes():
                if codes and code not in codes:
                    continue
                log = await store.read(code)
                file.write(_line(code, log) + "\n")
                if folder:
                    _write_records(folder, code, log)
                total += 1
                advance(1)
    return total


def _line(code: str, log: list[Entry]) -> str:
    entries = [[entry.at, json.loads(entry.text)] for entry in log]
    return json.dumps({"piggery_table": FORMAT, "code": code, "entries": entries}, ensure_ascii=False)


def _write_records(folder: Path, code: str, log: list[Entry]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, record in enumerate(games(code, log)[0], 1):
        (folder / f"{code}-{number}.json").write_text(dump(record), encoding="utf-8")


async def bring_in(config: Config, file: Path, advance: Advance = lambda tables: None) -> tuple[int, int]:
    """Tables from a file; how many came in, and how many were there already."""
    new = old = 0
    async with opened(config, new=True) as store:
        with file.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, 1):
                code, log = _parsed(number, text)
                try:
                    await store.bring(code, log)
                    new += 1
                except EntryTaken:
                    old += 1
                advance(1)
    return new, old


def _parsed(number: int, text: str) -> tuple[str, list[Entry]]:
    """A line of an export, read from its first entry to its last to see that it is whole."""
    try:
        found = json.loads(text)
        if found["piggery_table"] != FORMAT or tidy_code(found["code"]) != found["code"]:
            raise BadRecord("shelf.line", line=number)
        log = [_entry(n, at, event) for n, (at, event) in enumerate(found["entries"], 1)]
        table = Table(found["code"])
        for entry in log:
            table.apply(load(entry.text), entry.at)
    except (PiggeryError, ValueError, KeyError, TypeError, LookupError, AttributeError) as error:
        raise BadRecord("shelf.line", line=number) from error
    return found["code"], log


def _entry(n: int, at: object, event: object) -> Entry:
    if not isinstance(at, int) or not 0 <= at < LATEST:
        raise BadRecord("shelf.line", line=n)
    return Entry(n, at, json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode())


async def throw_away(config: Config, codes: Iterable[str]) -> list[str]:
    """Delete tables and everything about them; those that were there."""
    async with opened(config) as store:
        return [code for code in (tidy_code(code) or code for code in codes) if await store.delete(code)]
