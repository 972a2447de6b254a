"""Games kept on this machine, one file each, so that a game can be left and taken up again."""

from collections.abc import Iterator
from pathlib import Path

from ..core.record import Record, dump, final, load
from ..errors import BadRecord, PiggeryError
from ..folders import data_folder
from ..games.contract import State


def new_path(record: Record) -> Path:
    """A name for a new game that no other has: its date and kind."""
    stem = f"{record.date.replace(':', '')}-{record.rules.name}"
    taken = (data_folder() / f"{stem}{f'-{n}' if n else ''}.json" for n in range(1000))
    return next(path for path in taken if not path.exists())


def save(record: Record, path: Path, end: State | None = None) -> None:
    """Write a record, whole or not at all."""
    text = dump(record, end)
    if path.parent == data_folder():
        path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        part.touch(mode=0o600)  # a game that goes on holds the secret of its deal
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def read(path: Path) -> Record:
    """The record in a file."""
    return load(_text(path))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("record.text") from error


def _touched(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # somebody else's, or gone by now
        return 0.0


def unfinished() -> Iterator[tuple[Path, Record]]:
    """Games that were left before their end, the last one first. Files that cannot be read are passed over."""
    for path in sorted(data_folder().glob("*.json"), key=_touched, reverse=True):
        try:
            text = _text(path)
            if '"scores": [' in text:
                continue  # finished, and no need to replay it
            record = load(text)
        except (PiggeryError, OSError):
            continue
        if not record.rules.over(final(record)):
            yield path, record
