"""What somebody may do to a server who wishes it ill: each attack goes on from one address until it is told to end.

Every attack is bounded: so many lines, so many messages a second. All of it stays on this machine.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import lines
from boardgame import HOST, Refused
from fuzz import Nonsense
from lines import CLOSE, Line
from piggery.table.wire import PROTOCOL

RECORD = Path(__file__).parents[1] / "tests" / "golden" / "pig10-four.json"
BINARY, FRAGMENT = 0x82, 0x01
SPECTATORS, CROWD, HALVES = (
    4,
    10,
    20,
)  # lines that an address has at once: those who say hello, come and go, never finish
KEPT = 50  # tables that attackers know of


@dataclass
class Pest:
    """Somebody at one address."""

    port: int
    address: str
    rng: random.Random
    end: float
    seen: Counter[str]
    codes: list[str] = field(default_factory=list)  # shared by all

    @property
    def going(self) -> bool:
        return time.monotonic() < self.end

    async def often(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        """Again and again, and at most once in so many seconds."""
        while self.going:
            await work()
            await asyncio.sleep(seconds)

    async def ask(self, path: str, wanted: object = None) -> bytes:
        with contextlib.suppress(OSError, IndexError, ValueError):
            async with asyncio.timeout(30):
                status, answer = await lines.ask(self.port, path, wanted, self.address)
                self.seen[f"HTTP {status}"] += 1
                return answer
        self.seen["no answer"] += 1
        return b"{}"

    async def table(self, **settings: object) -> tuple[str, str]:
        """A table of one's own, or somebody else's if there is none to be had: code and token."""
        answer = json.loads(await self.ask("/api/tables", {"settings": settings, "bots": ["greedy"]}) or b"{}")
        if "code" in answer and "token" in answer:
            self.codes[:] = [*self.codes, str(answer["code"])][-KEPT:]
            return str(answer["code"]), str(answer["token"])
        return self.rng.choice(self.codes or ["AAAAAA"]), ""

    @asynccontextmanager
    async def line(self, code: str, token: str = "", deaf: bool = False) -> AsyncIterator[Line]:
        """A line that has said hello; what is heard on it is counted, unless nobody listens."""
        line = await lines.connected(self.port, self.address)
        reading = asyncio.create_task(self.hear(line))
        if deaf:
            line.transport.pause_reading()
        try:
            await say(line, "hello", protocol=PROTOCOL, table=code, token=token)
            yield line
        finally:
            line.transport.abort()
            await reading

    async def hear(self, line: Line) -> None:
        async for text in line:
            if text.startswith('{"type":"view"'):
                line.view = text
            news = json.loads(text) if text.startswith('{"type":"refusal"') else {"type": text[9:].partition('"')[0]}
            self.seen[news.get("code", news["type"])] += 1


async def say(line: Line, type: str, **values: object) -> None:
    await line.send(json.dumps({"type": type, **values}))


# Junk


async def junk(pest: Pest) -> None:
    """Messages of every wrong kind, on lines that are opened again when they are closed."""
    code, token = await pest.table()
    nonsense = Nonsense(pest.rng, [code], [token])
    while pest.going:
        async with pest.line(code, token) as line:
            while pest.going and not line.closed:
                message = nonsense.next()
                binary = not isinstance(message, str) or pest.rng.random() < 0.1
                text = message.encode(errors="replace") if isinstance(message, str) else message
                line.transport.write(lines.frame(text, BINARY if binary else lines.TEXT))
                await asyncio.sleep(0.02)


async def wrong_frames(pest: Pest) -> None:
    """Frames that no client sends: far too long, of no kind, without end, a close in the middle."""
    code, token = await pest.table()
    huge = bytes((lines.TEXT, 0xFF)) + (2**40).to_bytes(8, "big") + lines.UNMASKED
    kinds = [
        huge,
        lines.frame(b"x" * 9000),
        b"\xff" * 40,
        lines.frame(b"\xff\xfe"),
        lines.frame(b"", CLOSE),
        b"\x81\x02hi",
    ]
    while pest.going:
        async with pest.line(code, token) as line:
            for _ in range(pest.rng.randrange(100)):
                line.transport.write(lines.frame(b"a", FRAGMENT))
            line.transport.write(pest.rng.choice(kinds))
            await asyncio.sleep(0.1)


async def wrong_requests(pest: Pest) -> None:
    """Bodies that are deep, long, of the wrong shape; paths of nowhere."""
    deep = "[" * 4000 + "]" * 4000
    shapes: list[tuple[str, object]] = [
        ("/api/tables", {"settings": deep}), ("/api/tables", [[[]]]), ("/api/tables", {"bots": ["x"] * 5000}),
        ("/api/tables", "x" * 300_000), ("/api/answers", {"type": "replay", "record": deep}), ("/api/answers", 7),
        ("/api/tables/../../etc/passwd", None), ("/api/tables/%00", None), ("/t/" + "A" * 6000, None),
    ]  # fmt: skip
    await pest.often(0.1, lambda: pest.ask(*pest.rng.choice(shapes)))


# Storms


async def hellos(pest: Pest) -> None:
    """Spectators who say hello three times a second."""
    code, token = await pest.table()

    async def spectator() -> None:
        async with pest.line(code, token) as line:
            await pest.often(1 / 3, lambda: say(line, "hello", protocol=PROTOCOL, table=code))

    await asyncio.gather(*(spectator() for _ in range(SPECTATORS)))


async def comings(pest: Pest) -> None:
    """Lines that come, say hello, and are gone."""
    code, token = await pest.table()

    async def once() -> None:
        async with pest.line(code, token):
            await asyncio.sleep(pest.rng.random() / 10)

    async def guest() -> None:
        await pest.often(0.3, lambda: _carefully(once, pest))

    await asyncio.gather(*(guest() for _ in range(CROWD)))


async def restless(pest: Pest) -> None:
    """A host who changes everything all the time."""
    code, token = await pest.table()
    wishes: list[dict[str, object]] = [
        {"type": "sit"}, {"type": "leave"}, {"type": "rename", "language": "fr"}, {"type": "rename"}, {"type": "start"},
        {"type": "emote", "emote": "oink"}, {"type": "stir", "nonce": "oink"}, {"type": "bot", "level": "greedy"},
        {"type": "remove", "seat": 1}, {"type": "pause"}, {"type": "resume"}, {"type": "hint", "ply": 1},
        {"type": "set", "settings": {"seats": 8, "sitting": "all"}}, {"type": "set", "settings": {"seats": 2}},
    ]  # fmt: skip
    async with pest.line(code, token) as line:

        async def once() -> None:
            await line.send(json.dumps(pest.rng.choice(wishes)))

        await pest.often(0.08, once)


async def openings(pest: Pest) -> None:
    """Tables, as many as there are to be had, and more."""
    await pest.often(0.1, pest.table)


async def answers(pest: Pest) -> None:
    """Whole games to be replayed, pictures, games of others."""
    record = RECORD.read_text(encoding="utf-8")
    code, _ = await pest.table()
    questions: list[tuple[str, object]] = [
        ("/api/answers", {"type": "replay", "record": record}), (f"/api/tables/{code}/qr.svg", None),
        (f"/api/tables/{code}/games/1", None), ("/api/tables", None), ("/api/words/fr", None), ("/openapi.json", None),
    ]  # fmt: skip
    await pest.often(0.2, lambda: pest.ask(*pest.rng.choice(questions)))


# Slow lines, and half of things


async def deaf(pest: Pest) -> None:
    """Lines that ask for views and read none."""
    code, token = await pest.table()

    async def one() -> None:
        async with pest.line(code, token, deaf=True) as line:
            while pest.going and not line.transport.is_closing():
                await say(line, "hello", protocol=PROTOCOL, table=code, token=token)
                await asyncio.sleep(0.2)

    await asyncio.gather(*(pest.often(1, lambda: _carefully(one, pest)) for _ in range(SPECTATORS)))


async def halves(pest: Pest) -> None:
    """Heads that never end, bodies that trickle, upgrades that are not finished."""
    starts = [
        b"", b"GET / HT", b"GET /api/tables HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{", b"\x16\x03\x01\x02\x00\x01",
        b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    ]  # fmt: skip

    async def one() -> None:
        _, writer = await asyncio.open_connection(HOST, pest.port, local_addr=(pest.address, 0))
        try:
            writer.write(pest.rng.choice(starts))
            while pest.going and not writer.is_closing():
                await asyncio.sleep(1)
                writer.write(b"x")
                await writer.drain()
        finally:
            pest.seen["half a request"] += 1
            writer.transport.abort()

    await asyncio.gather(*(pest.often(0.5, lambda: _carefully(one, pest)) for _ in range(HALVES)))


# At the table


async def backs(pest: Pest) -> None:
    """A move, taken back, made again, without end."""
    code, token = await pest.table(takeback=True, seats=2, pace=0, starter="host")
    async with pest.line(code, token) as line:
        await say(line, "start", first=0)

        async def once() -> None:
            view = json.loads(line.view or "{}")
            if view.get("moves"):
                ply = view["table"]["game"]["ply"]
                if pest.rng.random() < 0.5:
                    await say(line, "back", ply=ply)
                else:
                    await say(line, "play", ply=ply, move=pest.rng.choice(view["moves"])["move"])
            elif view:
                await say(line, "start", first=0)

        await pest.often(0.15, once)


async def taps(pest: Pest) -> None:
    """A counting race in a moment, started again and again."""
    code, token = await pest.table(starter="race", seats=2)
    async with pest.line(code, token) as line:

        async def once() -> None:
            await say(line, "start")
            for number in range(1, 11):
                await say(line, "tap", number=number)

        await pest.often(1.5, once)


ATTACKS: tuple[Callable[[Pest], Awaitable[None]], ...] = (
    junk, wrong_frames, wrong_requests, hellos, comings, restless, openings, answers, deaf, halves, backs, taps,
)  # fmt: skip
BY_NAME = {attack.__name__: attack for attack in ATTACKS}


async def _carefully(work: Callable[[], Awaitable[object]], pest: Pest) -> None:
    """A line that the server cuts, or does not take, is what an attacker lives with."""
    try:
        await work()
    except (OSError, RuntimeError, Refused) as error:  # uvloop's word for a line that is closed is RuntimeError
        pest.seen[f"line: {type(error).__name__}"] += 1


async def attack(pest: Pest, work: Callable[[Pest], Awaitable[None]]) -> None:
    while pest.going:
        await _carefully(lambda: work(pest), pest)
        await asyncio.sleep(0.1)
