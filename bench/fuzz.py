"""Messages nobody should send, to a real server, while others play on undisturbed.

python bench/fuzz.py             ten thousand messages
python bench/fuzz.py --full      a million
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from piggery.client import Player, open_table
from piggery.table.wire import Settings, Start
from servers import HOST, Server

AT_ONCE = 8  # connections that send nonsense
TYPES = (
    "hello", "sit", "stir", "rename", "leave", "play", "tap", "vote", "emote", "set", "bot", "remove", "start", "pause",
    "resume", "admit",
)  # fmt: skip
FIELDS = ("id", "protocol", "table", "token", "seat", "nonce", "language", "name", "ply", "move", "number", "emote",
          "settings", "level", "first", "request", "yes", "type")  # fmt: skip
HUGE = 9_000


class Nonsense:
    """Messages of every wrong kind: other shapes, huge, cut off, binary, replayed, for other tables."""

    def __init__(self, rng: random.Random, codes: list[str], tokens: list[str]) -> None:
        self.rng, self.codes, self.tokens = rng, codes, tokens
        self.sent: list[str] = []

    def next(self) -> str | bytes:
        kinds: list[Callable[[], str | bytes]] = [
            self.shape, self.shape, self.near, self.near, self.cut, self.replayed, self.binary, self.deep, self.letters,
        ]  # fmt: skip
        kind = self.rng.choice(kinds)
        if self.rng.random() < 0.001:
            kind = self.huge
        message = kind()
        if isinstance(message, str) and len(self.sent) < 200:
            self.sent.append(message)
        return message

    def value(self, depth: int = 2) -> object:
        rng = self.rng
        plain: list[object] = [
            None, True, -1, 0, 7, 2**53, 2**70, 1.5, 1e308, "", "4=4", "\ud800", "\x00", "é" * 50, "ABCDEF",
            rng.choice(self.codes), rng.choice(self.tokens), "greedy", "pig10", "oink",
        ]  # fmt: skip
        if depth and rng.random() < 0.2:
            return rng.choice([
                [self.value(depth - 1) for _ in range(rng.randrange(4))],
                {rng.choice(FIELDS): self.value(depth - 1) for _ in range(rng.randrange(4))},
            ])  # fmt: skip
        return rng.choice(plain)

    def shape(self) -> str:
        """Right JSON of the wrong shape."""
        return json.dumps({rng: self.value() for rng in self.rng.sample(FIELDS, self.rng.randrange(5))})

    def near(self) -> str:
        """A real type with values that may or may not fit."""
        fields = {name: self.value() for name in self.rng.sample(FIELDS, self.rng.randrange(4))}
        return json.dumps({**fields, "type": self.rng.choice(TYPES)})

    def cut(self) -> str:
        text = self.near()
        return text[: self.rng.randrange(len(text))]

    def replayed(self) -> str:
        return self.rng.choice(self.sent) if self.sent else "[]"

    def binary(self) -> bytes:
        return self.rng.randbytes(self.rng.randrange(60))

    def deep(self) -> str:
        return "[" * self.rng.randrange(3000) + "]" * self.rng.randrange(3000)

    def letters(self) -> str:
        return "".join(chr(self.rng.randrange(1, 0xD000)) for _ in range(self.rng.randrange(40)))

    def huge(self) -> str:
        return json.dumps({"type": "rename", "name": "x" * HUGE})


async def pester(server: Server, many: int, nonsense: Nonsense, answers: Counter[str]) -> None:
    """Send `many` messages; each is answered, or the connection is closed and opened again."""
    left = many
    while left > 0:
        async with connect(f"ws://{HOST}:{server.port}/socket", compression=None, max_size=None) as line:
            await line.send(json.dumps({"type": "hello", "table": nonsense.rng.choice(nonsense.codes)}))
            listening = asyncio.create_task(_listen(line, answers))
            try:
                while left > 0:
                    left -= 1
                    await line.send(nonsense.next())
                    if left % 50 == 0:
                        await asyncio.sleep(0)
            except ConnectionClosed:
                answers["closed"] += 1
            await line.close()
            await listening


async def _listen(line: ClientConnection, answers: Counter[str]) -> None:
    try:
        async for text in line:
            news = json.loads(text)
            answers[news.get("code", news["type"])] += 1
            if "Traceback" in str(text) or 'File "' in str(text):
                raise AssertionError(text)
    except ConnectionClosed:
        pass


async def undisturbed(server: Server, stop: asyncio.Event) -> int:
    """A game that goes on all the while, and in which nothing is refused; how many moves it made."""
    moves = 0
    opened = await open_table(server.url, Settings(seats=2, pace=0, sitting="closed"), ["greedy"])
    async with Player(f"{server.url}/t/{opened.code}", opened.token) as player:
        async for view in player.views():
            if player.refusals:
                raise AssertionError(player.refusals)
            if view.table.phase in ("gather", "over") and view.table.chairs[0].stirred:
                if stop.is_set():
                    return moves
                await player.ask(Start())
            if view.moves:
                moves += 1
                await player.play(view, view.moves[0].move)
    return moves


async def run(server: Server, many: int, seed: int = 1) -> tuple[Counter[str], int]:
    rng = random.Random(seed)
    tables = [await open_table(server.url, Settings(own_names=True, pace=0), ["greedy"]) for _ in range(5)]
    codes, tokens = [table.code for table in tables], [table.token for table in tables]
    answers: Counter[str] = Counter()
    stop = asyncio.Event()
    game = asyncio.create_task(undisturbed(server, stop))
    pests = (pester(server, many // AT_ONCE, Nonsense(rng, codes, tokens), answers) for _ in range(AT_ONCE))
    await asyncio.gather(*pests)
    stop.set()
    return answers, await asyncio.wait_for(game, 60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    many = 1_000_000 if parser.parse_args().full else 10_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(str(folder / "tables.db"), folder / "log").start()
        process = server.process
        try:
            answers, moves = asyncio.run(run(server, many))
            alive = process is not None and process.poll() is None
        finally:
            server.stop()
        for answer, number in answers.most_common():
            print(f"{number:9} {answer}")
        complaints = server.errors()
        print(f"{many} messages, {moves} moves made meanwhile at another table, errors in the log: {len(complaints)}")
        print(*complaints[:3], sep=os.linesep)
        if not alive or complaints:
            raise SystemExit("the server died or complained")


if __name__ == "__main__":
    main()
