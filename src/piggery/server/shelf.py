"""`piggery games`: the tables of a store listed, exported, imported, deleted. One line of an export is one table."""

import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from errno import EBADMSG
from pathlib import Path

from ..bots.levels import names
from ..core.chance import check_cards
from ..core.record import LONGEST_NAME, PERSON, Record, dump
from ..errors import BadOption, BadRecord
from ..games.checks import deck_of
from ..games.registry import game_types
from ..table.decisions import Requester
from ..table.events import Asked, Event, Left, Named, Sat, Supplied, TakenBack, load
from ..table.history import History
from ..table.identity import tidy_code
from ..table.ports import DAMAGED, EntryTaken
from ..table.state import Entry, Table
from ..table.upcoming import upcoming
from ..table.views import ViewEncoder
from ..words import NOTHING
from .config import Config
from .files import check_free, whole
from .lobby import HouseStore
from .serve import stores

FORMAT = 1
LATEST = 253_402_300_800_000  # the year 10000, which no calendar here has
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


async def rows(config: Config, advance: Advance = lambda tables: None) -> list[tuple[str, str, str, int | None]]:
    """Every table: its code, when it was opened and last touched, how many games were played there, none if it is
    damaged."""
    found = []
    async with opened(config) as store:
        for code, first, last in await store.codes():
            records = await _records(store, code)
            found.append((str(code), _day(first), _day(last), None if records is None else sum(map(len, records))))
            advance(1)
    return found


async def _records(store: HouseStore, code: str) -> tuple[list[Record], list[Record]] | None:
    """The games of a table, those that are over and the one that is not; None where the table is damaged."""
    try:
        return _whole(code, await store.read(code)).games
    except DAMAGED:
        return None
    except OSError as error:
        if error.errno == EBADMSG:
            return None
        raise


def _day(at: object) -> str:
    try:
        day = datetime.fromtimestamp(at / 1000, UTC)  # type: ignore[operator]
    except (*DAMAGED, OSError):
        return NOTHING
    return day.isoformat(sep=" ", timespec="minutes").removesuffix("+00:00")


async def export(
    config: Config, wanted: Iterable[str], out: Path, folder: Path | None, advance: Advance = lambda tables: None
) -> tuple[int, list[str]]:
    """Write tables to a file, and their finished games as records to a folder if one is given; how many tables, and
    the codes of those that are damaged and were left out."""
    codes = {tidy_code(code) or code for code in wanted}
    total, damaged = 0, []
    check_free(None if config.postgres else config.path, out)
    async with opened(config) as store:
        with whole(out.resolve()) as part, part.open("w", encoding="utf-8") as file:
            for code, _, _ in await store.codes():
                if codes and code not in codes:
                    continue
                if records := await _records(store, code):
                    file.write(_line(code, await store.read(code)) + "\n")
                    _write_records(folder, code, records[0])
                    total += 1
                else:
                    damaged.append(str(code))
                advance(1)
    return total, damaged


def _line(code: str, log: list[Entry]) -> str:
    entries = [[entry.at, json.loads(entry.text)] for entry in log]
    return json.dumps({"piggery_table": FORMAT, "code": code, "entries": entries}, ensure_ascii=False)


def _write_records(folder: Path | None, code: str, finished: list[Record]) -> None:
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for number, record in enumerate(finished, 1):
            (folder / f"{code}-{number}.json").write_text(dump(record), encoding="utf-8")


async def bring_in(config: Config, file: Path, advance: Advance = lambda tables: None) -> tuple[int, int]:
    """Tables from a file; how many came in, and how many were there already."""
    new = old = 0
    async with opened(config, new=True) as store:
        with file.open("rb") as lines:
            for number, text in enumerate(lines, 1):
                code, log = _parsed(number, text)
                try:
                    await store.bring(code, log)
                    new += 1
                except EntryTaken:
                    old += 1
                advance(1)
    return new, old


def _parsed(number: int, text: bytes) -> tuple[str, list[Entry]]:
    """A line of an export, read from its first entry to its last to see that it is whole."""
    try:
        found = json.loads(text)
        if found["piggery_table"] != FORMAT or tidy_code(found["code"]) != found["code"]:
            raise BadRecord("shelf.line", line=number)
        log = [Entry(n, at, _packed(event)) for n, (at, event) in enumerate(found["entries"], 1)]
        _whole(found["code"], log)
    except DAMAGED as error:
        raise BadRecord("shelf.line", line=number) from error
    return found["code"], log


def _packed(event: object) -> bytes:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def _whole(code: str, log: list[Entry]) -> History:
    """A log, read from its first entry to its last; raise unless it is one, and everybody can see the table."""
    history = History(code)
    for n, entry in enumerate(log, 1):
        if entry.n != n or type(entry.at) is not int or not 0 <= entry.at < LATEST:
            raise BadRecord("shelf.line", line=n)
        _check(load(entry.text), history.table)
        history.add(entry)
    if not log:
        raise BadRecord("shelf.line", line=0)
    _seen(history.table)
    return history


def _check(event: Event, table: Table) -> None:
    """Raise unless the door could have let this in, as far as playing it does not tell."""
    match event:
        case Sat(name=name) | Named(name=name) | Asked(name=name) if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadRecord("record.seat")
        case Sat(player=bot) | Left(bot=bot) if bot not in ("", PERSON) and not _is_bot(bot):
            raise BadRecord("record.seat")
        case Supplied(cards=cards):
            check_cards(table.rules, cards, deck_of(table.rules, table.settings.deck))
        case TakenBack(ply=ply) if not 1 <= ply <= table.ply:
            raise BadRecord("record.type", key="ply")
        case _:
            pass


def _is_bot(name: str) -> bool:
    return any(name in names(rules) for rules in game_types().values())


def _seen(table: Table) -> None:
    encoder = ViewEncoder()
    public = encoder.public(table, set(), upcoming(table, 0, {}, watched=True))
    for key in {"", *table.keys}:
        encoder.view(table, Requester(key, table.seat_of(key), key == table.host), 0, public)


async def throw_away(config: Config, codes: Iterable[str]) -> list[str]:
    """Delete tables and everything about them; those that were there."""
    async with opened(config) as store:
        return [code for code in (tidy_code(code) or code for code in codes) if await store.delete(code)]
