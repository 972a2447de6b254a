"""A request waits for its turn, and gives it up when whoever asked has gone."""

import asyncio
from collections import deque

from starlette.types import Message, Receive

from ..errors import Malformed

WEIGHT = 100  # bytes that a message counts besides what it carries


class HungUp(Exception):
    """Whoever asked does not wait for the answer."""


async def waited(receive: Receive, seconds: float, most: int) -> Receive:
    """Wait so long; what was received meanwhile, at most so many bytes, is received again."""
    loop = asyncio.get_running_loop()
    end, size, heard = loop.time() + seconds, 0, deque[Message]()
    coming = asyncio.ensure_future(receive())
    while True:
        await asyncio.wait({coming}, timeout=max(0.0, end - loop.time()))
        if not coming.done():
            return _again(heard, coming, receive)
        message = coming.result()
        size += WEIGHT + len(message.get("body", b""))
        if message["type"] == "http.disconnect":
            raise HungUp
        if size > most:
            raise Malformed("wire.long", n=most)
        heard.append(message)
        coming = asyncio.ensure_future(receive())


def _again(heard: deque[Message], coming: asyncio.Future[Message], receive: Receive) -> Receive:
    rest = [coming]

    async def receive_again() -> Message:
        if heard:
            return heard.popleft()
        return await (rest.pop() if rest else receive())

    return receive_again
