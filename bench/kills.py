"""Kill the server again and again in the middle of games, and see that nothing anybody was told is ever lost.

python bench/kills.py            a few kills, as the tests do it
python bench/kills.py --full     200 kills
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

from piggery.client import Player, open_table
from piggery.core.record import load, replay
from piggery.engine.bags import cards_in
from piggery.table.door import TableOpened
from piggery.table.wire import Settings, Start, View
from servers import Server

PATIENCE = 40.0
TABLES = 4  # at once


class Lost(AssertionError):
    """Something that was acknowledged is not in the record."""


class Nomad(Player):
    """A player who knows several servers, and tries the next when one does not answer."""

    def __init__(self, links: Sequence[str], token: str = "") -> None:
        super().__init__(links[0], token)
        self.urls = [Player(link).url for link in links]

    longest_wait = 0.2  # the next kill is never far

    async def _again(self) -> None:
        self.urls = [*self.urls[1:], self.urls[0]]
        self.url = self.urls[0]
        await super()._again()


@dataclass
class Memory:
    """What one player was told: the move of each ply, and the hand held at each."""

    moves: dict[int, str] = field(default_factory=dict)
    hands: dict[int, tuple[int, list[str]]] = field(default_factory=dict)

    def keep(self, view: View) -> None:
        game = view.table.game
        if game is None:
            return
        for told in game.story:
            if self.moves.setdefault(told.ply, told.move) != told.move:
                raise Lost(f"ply {told.ply} was {self.moves[told.ply]}, and is {told.move}")
        if view.table.phase == "play" and view.you >= 0:
            hand = view.you, view.hand
            if self.hands.setdefault(game.ply, hand) != hand:
                raise Lost(f"the hand at ply {game.ply} was {self.hands[game.ply]}, and is {hand}")

    def check(self, text: str) -> int:
        """Compare with the record of the game; how many plies were known."""
        record = load(text)
        for ply, move in self.moves.items():
            if record.plies[ply].partition(" ")[0] != move:
                raise Lost(f"ply {ply} was {move}, and the record has {record.plies[ply]}")
        for step in replay(record):
            seat, hand = self.hands.get(step.number + 1, (0, None))
            names = [record.rules.names[card] for card in cards_in(step.after.hands[seat])]
            if hand is not None and names != hand:
                raise Lost(f"the hand after ply {step.number} was {hand}, and the record has {names}")
        return len(self.moves)


async def play(player: Player, memory: Memory, rng: random.Random, starter: bool) -> None:
    """Play to the end of the game, whatever happens to the line; a table where nothing happens for long is stuck."""
    async with asyncio.timeout(PATIENCE) as limit:
        await _play(player, memory, rng, starter, limit)


async def _play(player: Player, memory: Memory, rng: random.Random, starter: bool, limit: asyncio.Timeout) -> None:
    n = 0
    async for view in player.views():
        memory.keep(view)
        if view.table.n > n:
            n = view.table.n
            limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)
        if view.table.phase == "over":
            return
        if starter and view.table.phase == "gather" and all(chair.player for chair in view.table.chairs):
            await player.ask(Start())
        if view.moves:
            await player.play(view, rng.choice(view.moves).move)


async def game(servers: Sequence[Server], kind: str, rng: random.Random, memory: Callable[[], Memory] = Memory) -> int:
    """Two people, each at another server where there are two, and a bot; how many plies both remembered rightly."""
    options: dict[str, str | int] = {"rounds": 1} if kind == "truie" else {}
    settings = Settings(game=kind, seats=3, pace=5, wait=600, options=options)
    opened = await _opened(servers[0], settings)
    links = [f"{server.url}/t/{opened.code}" for server in servers]
    host, guest = Nomad(links, opened.token), Nomad(links[::-1])
    memories = [memory(), memory()]
    try:
        async with asyncio.timeout(PATIENCE):
            await _enter(host)
            await _enter(guest)
            await guest.sit()
        await asyncio.gather(play(host, memories[0], rng, True), play(guest, memories[1], rng, False))
    finally:
        for player in (host, guest):
            await player.__aexit__()
    text = await asyncio.to_thread(_record, servers, opened.code)
    return sum(memory.check(text) for memory in memories)


async def _opened(server: Server, settings: Settings) -> TableOpened:
    while True:
        try:
            return await open_table(server.url, settings, ["greedy"])
        except (OSError, HTTPException):
            await asyncio.sleep(0.1)


async def _enter(player: Nomad) -> None:
    while True:
        await player._again()
        if player.socket:
            return
        await asyncio.sleep(0.1)


def _record(servers: Sequence[Server], code: str) -> str:
    end = time.monotonic() + PATIENCE
    while True:
        for server in servers:
            try:
                return server.text(f"/api/tables/{code}/games/1")
            except (OSError, HTTPException):
                if time.monotonic() > end:
                    raise
        time.sleep(0.1)


async def run(kills: int, servers: Sequence[Server], seed: int = 1) -> tuple[int, int]:
    """Games all the time, and a kill every now and then; how many games were finished, and plies compared."""
    rng = random.Random(seed)
    finished = plies = 0
    going = True

    async def table(number: int) -> None:
        nonlocal finished, plies
        while going or finished < kills:
            plies += await game(servers, ("pig10", "truie")[number % 2], rng)
            finished += 1

    async def killer() -> None:
        nonlocal going
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0.1, 1.5))
            victim = rng.choice(servers)
            victim.kill()
            await asyncio.to_thread(victim.start)
        going = False

    async with asyncio.TaskGroup() as group:
        for number in range(TABLES):
            group.create_task(table(number))
        group.create_task(killer())
    return finished, plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--kills", type=int, default=0)
    wanted = parser.parse_args()
    kills = wanted.kills or (200 if wanted.full else 10)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(str(folder / "tables.db"), folder / "log").start()
        try:
            finished, plies = asyncio.run(run(kills, [server]))
        except BaseException:
            print(*server.log.read_text().splitlines()[-20:], sep="\n")
            raise
        finally:
            server.kill()
        print(f"{kills} kills, {finished} games finished, {plies} acknowledged plies compared, none lost, none stuck")


if __name__ == "__main__":
    main()
