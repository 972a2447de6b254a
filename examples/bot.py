"""A bot that sits down at a table and lays what comes to hand: python examples/bot.py http://localhost:8010/t/QXZ4BW"""

import asyncio
import random
import sys

from piggery.client import Player


async def main(link: str) -> None:
    async with Player(link) as player:
        await player.sit()
        async for view in player.views():
            if view.table.phase == "over":
                break
            if view.moves:
                await player.play(view, random.choice(view.moves).move)


asyncio.run(main(sys.argv[1]))
