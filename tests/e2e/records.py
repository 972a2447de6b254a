"""Games to look at again: written down, and in a link."""

import base64
import zlib
from pathlib import Path

from playwright.async_api import expect

from devices import LOADING, Device
from piggery.core.record import dump
from servers import Server
from test_review import game
from test_review_fair import LOST
from test_review_fair import game as ten_cards

GOLDEN = Path(__file__).parent.parent / "golden"
SHORT = dump(game())  # twelve cards, and great mistakes
TURNED = 6  # the ply that lost it
STEPS = (Path(__file__).parent / "looks" / "steps.js").read_text(encoding="utf-8")  # an engine that waits for `until`
BEHIND = dump(ten_cards(LOST))  # Ben has lost, and gives four cards away with the last move


def long() -> str:
    """A game that takes a while to review."""
    return (GOLDEN / "pig10-four.json").read_text(encoding="utf-8")


def link_to(server: Server, text: str = SHORT, more: str = "") -> str:
    """The link that holds a whole game."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(text.encode()) + squeeze.flush()
    return f"{server.url}/replay#g={base64.urlsafe_b64encode(packed).decode().rstrip('=')}{more}"


async def reviewed(device: Device, server: Server, text: str = SHORT) -> Device:
    """The review of a game is wanted as soon as it is there."""
    return await device.visit(link_to(server, text, "&review"))


async def until(device: Device, there: str) -> None:
    """The engine goes on until the page shows this, and no further."""
    await device.page.evaluate("(there) => window.goOn(there)", there)
    await expect(device.at(there).first).to_be_attached(timeout=LOADING)
