"""A bot that sits down at a table and stays for game after game: python examples/bot.py http://localhost:8010/t/QXZ4BW"""

import asyncio
import random
import sys

from piggery.client import Player
from piggery.table.wire import View


def choose(view: View) -> str:
    return random.choice(view.moves).move


async def main(link: str) -> None:
    async with Player(link) as player:
        await player.sit()
        while game := await player.game(choose):
            print(game.number, dict(zip(game.names, game.scores, strict=True)), flush=True)


asyncio.run(main(sys.argv[1]))
