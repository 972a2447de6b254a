"""The other processes that serve the same tables: who is connected to them, and who does what happens by itself.

Every few seconds each process tells the others that it lives and, table by table, who is connected to it and how long
the log is: whatever was lost, late, doubled or out of order before is right again then. A process that is silent for
too long is forgotten with everybody who was connected to it. Whoever was stopped for a while first listens before
judging who is silent.

How texts and locks travel is the business of a `Channel`: PostgreSQL's, or that of a simulation.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Protocol

from .chores import Chores

ALIVE = 5.0  # seconds between two signs of life
SILENT = 15.0  # a process not heard of for so long is gone
MEND = GOODBYE = 1.0
PARTS = 3  # of what is said of a table; a process of another version may say more, or less
LONGEST_TEXT = 7_000  # PostgreSQL's limit is 8,000 bytes
EVERYWHERE, DEAD = "-", "dead"
Hear = Callable[[str, str, str, str], None]  # called with what another process says: its name, a code, what, more
Roll = Callable[[], Mapping[str, tuple[int, AbstractSet[str]]]]  # of each table: how long its log is, who is connected


class Channel(Protocol):
    """A way to the other processes. Whatever goes wrong on it is an `OSError`."""

    hear: Callable[[str], None]

    @property
    def broken(self) -> bool: ...

    async def open(self) -> None:
        """Begin to hear, or begin again."""

    async def close(self) -> None: ...

    async def check(self) -> None:
        """Raise, and be broken, unless texts can be heard."""

    async def send(self, texts: Sequence[str]) -> None: ...

    async def lock(self, name: str) -> bool:
        """Take a lock that is free as soon as this process is gone, or the channel broken; whether it was free.

        A channel that cannot say so, or cannot give it back, is broken: nobody may hold a lock and not know it.
        """

    async def unlock(self, name: str) -> None: ...


class Statement:
    """Who is connected to another process at one table, as it said last."""

    __slots__ = ("at", "keys", "number")

    def __init__(self, number: int, at: float, keys: set[str]) -> None:
        self.number, self.at, self.keys = number, at, keys


class Neighbour:
    """Another process: when it was heard last, and what it said of each table."""

    def __init__(self) -> None:
        self.at = 0.0
        self.tables: dict[str, Statement] = {}


class Neighbours:
    """A bus that does not rely on any message."""

    alone = False
    hear: Hear
    again: Callable[[], None]  # called when something may have been missed
    roll: Roll

    def __init__(self, channel: Channel, process: str = "") -> None:
        self.channel, self.process = channel, process or secrets.token_hex(4)
        self.channel.hear = self.heard
        self.neighbours: dict[str, Neighbour] = {}
        self.leases: set[str] = set()
        self.locked: set[str] = set()  # leases, and those that are to be given back
        self.waiting: list[str] = []
        self.called = False  # whether the others are to hear that this process lives, and who is here
        self.woken = asyncio.Event()
        self.number = 0  # of the last statement on who is here
        self.ticked = self.echoed = self.spoke = (
            0.0  # the last round of signs of life; what was heard of itself, or sent
        )

    async def open(self, chores: Chores) -> None:
        await self.channel.open()
        self.ticked = self.echoed = asyncio.get_running_loop().time()
        chores.whenever(self.woken.wait, "tell other processes", self._send)
        chores.every(ALIVE, "signs of life", self._live)
        chores.every(MEND, "mend the line", self._mend)
        self.tell(EVERYWHERE, "roll", "")
        self._say_alive()

    async def close(self) -> None:
        """Say goodbye, so that nobody waits for this process; and end, whatever comes of it."""
        with suppress(Exception):
            async with asyncio.timeout(GOODBYE):
                await self.channel.send([f"{self.process} {EVERYWHERE} {DEAD} "])
        await self.channel.close()

    # Leases

    async def lease(self, code: str) -> bool:
        try:
            held = code in self.locked or await self.channel.lock(code)
        except OSError:
            return True  # the lock is out of reach: the key alone will referee
        if held:
            self.locked.add(code)
            self.leases.add(code)
        return held

    def release(self, code: str) -> None:
        self.leases.discard(code)
        self.woken.set()

    async def _unlock(self) -> None:
        while free := self.locked - self.leases:
            code = min(free)
            self.locked.discard(code)
            await self.channel.unlock(code)

    # Telling

    def tell(self, code: str, kind: str, text: str) -> None:
        if kind == "here":
            text = f"{self._numbered()} {text}"
        self.waiting.append(f"{self.process} {code} {kind} {text}")
        self.woken.set()

    def _numbered(self) -> str:
        self.number += 1
        return f"#{self.number}"

    def _say_alive(self) -> None:
        """To all who ask at once it is said once."""
        self.called = True
        self.woken.set()

    def _parts(self) -> Iterator[str]:
        """Who is here, in texts that are short enough; one of them, though it be empty."""
        part = ""
        for code, (n, keys) in self.roll().items():
            more = f" {code}:{n}:{','.join(sorted(keys))}"
            if len(part) + len(more) > LONGEST_TEXT:
                yield part
                part = ""
            part += more
        yield part

    async def _send(self) -> None:
        self.woken.clear()
        texts, self.waiting = self.waiting, []
        if self.called:
            self.called = False
            texts += [f"{self.process} {EVERYWHERE} alive {self._numbered()}{part}" for part in self._parts()]
        if texts:
            await self.channel.send(texts)
            self.spoke = asyncio.get_running_loop().time()
        await self._unlock()

    # Listening

    def heard(self, text: str) -> None:
        process, code, kind, more = [*text.split(" ", 3), "", "", ""][:4]
        if process == self.process:
            self.echoed = asyncio.get_running_loop().time()
            if kind == "changed":  # it may have been stored after this process had given it up
                self.hear(process, code, kind, more)
            return
        if kind == DEAD:
            self._lost(process)
            return
        if process != EVERYWHERE:
            self._noted(process)
        if kind == "alive":
            number, *tables = more.split(" ")
            for table, n, keys in (one.split(":") for one in tables if one.count(":") == PARTS - 1):
                self._stated(process, number, table, {*keys.split(",")} - {""})
                self.hear(process, table, "changed", n)
        elif kind == "here":
            number, *found = more.split()
            self._stated(process, number, code, set(found))
        elif kind == "roll":
            self._say_alive()
        else:
            self.hear(process, code, kind, more)

    def _noted(self, process: str) -> None:
        """A process that is heard for the first time, or again, is asked who is there."""
        if process not in self.neighbours:
            self.neighbours[process] = Neighbour()
            self.tell(EVERYWHERE, "roll", "")
        self.neighbours[process].at = asyncio.get_running_loop().time()

    def _stated(self, process: str, number: str, code: str, keys: set[str]) -> None:
        """Of two statements on a table the later one counts, whichever is heard first."""
        if not number.startswith("#") or not number[1:].isdigit():
            return  # a process of another version
        tables, told = self.neighbours[process].tables, int(number[1:])
        if code not in tables or tables[code].number < told:
            tables[code] = Statement(told, asyncio.get_running_loop().time(), keys)
            self.hear(process, code, "here", " ".join(keys))

    def elsewhere(self, code: str) -> dict[str, set[str]]:
        """Who is connected to which other process at this table."""
        found = {process: one.tables.get(code) for process, one in self.neighbours.items()}
        return {process: set(said.keys) for process, said in found.items() if said and said.keys}

    # Chores

    async def _live(self) -> None:
        """Give a sign of life, and notice who gives none."""
        now = asyncio.get_running_loop().time()
        asleep, self.ticked = now - self.ticked > 2 * ALIVE, now
        self._say_alive()
        if asleep:
            self._missed()
        await self.channel.check()
        if self.spoke - self.echoed > SILENT:  # a line on which one does not hear oneself is deaf
            await self.channel.close()
            raise OSError("nothing is heard")
        self._forget()

    def _missed(self) -> None:
        """Whoever could not listen cannot say who was silent."""
        now = self.echoed = asyncio.get_running_loop().time()
        for neighbour in self.neighbours.values():
            neighbour.at = now
            for statement in neighbour.tables.values():
                statement.at = now
        self.tell(EVERYWHERE, "roll", "")
        self.again()

    def _forget(self) -> None:
        silent = asyncio.get_running_loop().time() - SILENT
        for process, neighbour in list(self.neighbours.items()):
            if neighbour.at < silent:
                self._lost(process)
            for code in [code for code, statement in neighbour.tables.items() if statement.at < silent]:
                del neighbour.tables[code]
                self.hear(process, code, "here", "")

    def _lost(self, process: str) -> None:
        if self.neighbours.pop(process, None):
            self.hear(process, EVERYWHERE, DEAD, "")

    async def _mend(self) -> None:
        """A broken line is made again, and what was missed meanwhile is read from the log."""
        if self.channel.broken:
            await self.channel.open()
            self.leases.clear()
            self.locked.clear()
            self._missed()
