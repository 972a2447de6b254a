"""Open a table, play three games against two bots, print the scores: python examples/host.py http://localhost:8010"""

import asyncio
import random
import sys

from piggery.client import Player, open_table
from piggery.table.wire import Settings, View


def choose(view: View) -> str:
    return random.choice(view.moves).move


async def main(server: str) -> None:
    opened = await open_table(server, Settings(game="pig10", seats=3, pace=0), bots=["otto", "luna"])
    print(f"Come and watch: {opened.link}", flush=True)
    async with Player(opened.link, opened.token) as player:
        for _ in range(3):
            await player.start()
            if game := await player.game(choose):
                print(game.number, dict(zip(game.names, game.scores, strict=True)), flush=True)


asyncio.run(main(sys.argv[1]))
