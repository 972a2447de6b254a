"""What a disk may hold when the power fails, after the changes that bench/power.c noted.

The model is harsher than ext4 with its usual settings:

- What was written to a file before its last sync is there. Of each later write, every sector of 512 bytes is there or
  not, by itself, so that later ones may be there without earlier ones; some are torn in the middle. Bytes outside what
  was written do not change.
- A file that grew may have grown by less, or be filled with zeros or with whatever lay on the disk before.
- A new name, a removed or a changed one is there for sure once the folder is synced: the sync of a file is no promise
  for its name. Of what happened later in a folder an unbroken beginning is there, as in a journal.
- What is mapped into memory (-shm) is gone, and locks are.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path, PurePosixPath
from typing import NamedTuple

HEAD = struct.Struct("=IIQQ")
SECTOR = 512
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)  # of the sectors of a file that are there
TORN = 0.1


class Kind(IntEnum):
    MADE = 1
    WRITTEN = 2
    CUT = 3
    SYNCED = 4
    REMOVED = 5
    RENAMED = 6
    FOLDER_MADE = 7
    FOLDER_SYNCED = 8


class Note(NamedTuple):
    """One change; `end` is how long the notes are with it."""

    kind: Kind
    name: str
    offset: int
    bytes: bytes
    end: int


def read(path: Path) -> Iterator[Note]:
    """The notes, but for a last one that is not whole."""
    at = 0
    with path.open("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            kind, name, offset, length = HEAD.unpack(head)
            more = length if kind in (Kind.WRITTEN, Kind.RENAMED) else 0
            rest = file.read(name + more)
            if len(rest) < name + more:
                return
            at += HEAD.size + name + more
            yield Note(Kind(kind), rest[:name].decode(), offset, rest[name:], at)


@dataclass
class File:
    """What is on the disk for sure, and the changes since."""

    kept: bytearray = field(default_factory=bytearray)
    since: list[Note] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.since:
            if change.kind == Kind.CUT:
                _cut(self.kept, change.offset)
            else:
                _put(self.kept, change.offset, change.bytes)
        self.since = []

    def lost(self, rng: random.Random) -> bytes:
        """The file as it may be found."""
        found, share, junk = bytearray(self.kept), rng.choice(SHARES), rng.random() < 0.5
        for change in self.since:
            if change.kind == Kind.CUT:
                if rng.random() < share:
                    _cut(found, change.offset)
                continue
            for offset, piece in _sectors(change.offset, change.bytes):
                if rng.random() >= share:
                    continue
                whole = rng.random() >= TORN
                _put(found, offset, piece if whole else piece[: rng.randrange(len(piece))], rng if junk else None)
        return bytes(found)


def _cut(found: bytearray, size: int) -> None:
    del found[size:]
    found.extend(bytes(size - len(found)))


def _put(found: bytearray, offset: int, piece: bytes, junk: random.Random | None = None) -> None:
    missing = max(0, offset - len(found))
    found.extend(junk.randbytes(missing) if junk else bytes(missing))
    found[offset : offset + len(piece)] = piece


def _sectors(offset: int, written: bytes) -> Iterator[tuple[int, bytes]]:
    """The parts of a write that reach the disk each by itself."""
    start = 0
    while start < len(written):
        end = min(len(written), start + SECTOR - (offset + start) % SECTOR)
        yield offset + start, written[start:end]
        start = end


Names = dict[str, "File | None"]  # in one folder; a folder within is None


class Disk:
    """All files as the program sees them, and what of them is there for sure. `careless` does not mind syncs of the
    files whose names end so, as SQLite does with `synchronous = NORMAL`, or a disk that lies."""

    def __init__(self, careless: str = "") -> None:
        self.careless = careless
        self.files: dict[str, File] = {}
        self.kept: dict[str, Names] = {}  # the names of each folder for sure, …
        self.since: dict[str, list[tuple[str, str, File | None]]] = {}  # … and what since went, what came, what it is

    def note(self, note: Note) -> None:
        name, kind = note.name, note.kind
        if kind == Kind.FOLDER_MADE:
            self._name(name, None)
        elif kind == Kind.MADE:
            self.files[name] = File()
            self._name(name, self.files[name])
        elif kind in (Kind.WRITTEN, Kind.CUT):
            self.files[name].since.append(note)
        elif kind == Kind.SYNCED:
            if not (self.careless and name.endswith(self.careless)):
                self.files[name].sync()
        elif kind == Kind.FOLDER_SYNCED:
            self.kept[name] = self._names(name, len(self.since.get(name, [])))
            self.since[name] = []
        else:
            self._moved(note)

    def _moved(self, note: Note) -> None:
        file = self.files.pop(note.name)
        new = note.bytes.decode()
        if new:
            self.files[new] = file
        self._name(new, file, note.name)

    def _name(self, new: str, file: File | None, old: str = "") -> None:
        """A name that comes, goes, or changes within its folder."""
        gone, came = PurePosixPath(old).name, PurePosixPath(new).name
        self.since.setdefault(_folder(new or old), []).append((gone, came, file))

    def _names(self, folder: str, happened: int) -> Names:
        """The names of a folder, if of what happened since so much did."""
        names = dict(self.kept.get(folder, {}))
        for gone, came, file in self.since.get(folder, [])[:happened]:
            names.pop(gone, None)
            if came:
                names[came] = file
        return names

    def lost(self, rng: random.Random, to: Path, folder: str = "") -> None:
        """Write below `to` what may be found after a power failure now."""
        to.mkdir()
        for leaf, file in self._names(folder, rng.randint(0, len(self.since.get(folder, [])))).items():
            if file:
                (to / leaf).write_bytes(file.lost(rng))
            else:
                self.lost(rng, to / leaf, f"{folder}/{leaf}" if folder else leaf)


def _folder(name: str) -> str:
    parent = str(PurePosixPath(name).parent)
    return "" if parent == "." else parent
