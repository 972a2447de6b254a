"""Stored once, or not, or nobody knows: and nobody waits for that answer for ever."""

import asyncio
from collections.abc import Sequence

import pytest

from piggery.table import storing
from piggery.table.ports import OutcomeUnknown
from piggery.table.state import Entry
from piggery.table.storing import store_once
from test_table_machine import Memory


class Deaf(Memory):
    """The first answer is lost, and then there is none at all."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        self.asked += 1
        if self.asked == 1:
            raise OutcomeUnknown
        await asyncio.Event().wait()


async def test_a_store_that_does_not_answer_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "WAITS", (0.0, 0.0))
    monkeypatch.setattr(storing, "LONGEST", 0.01)
    store = Deaf()
    with pytest.raises(OutcomeUnknown):
        await store_once(store, "QXZ4BW", 1, 0, [b"0"])
    assert store.asked == 2


class Lost(Memory):
    """Everything is stored, and each first answer gets lost."""

    def __init__(self) -> None:
        super().__init__()
        self.lose = True

    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        await super().append(code, n, at, texts)
        self.lose = not self.lose
        if not self.lose:
            raise OutcomeUnknown


@pytest.mark.parametrize(("text", "mine"), [(b"0", True), (b"1", False)])
async def test_what_was_stored_though_the_answer_got_lost_is_known_by_what_it_says(
    text: bytes, mine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "WAITS", (0.0,))
    store = Lost()
    assert await store_once(store, "QXZ4BW", 1, 0, [b"0"])
    store.log[0] = Entry(1, 0, text)
    store.lose = True
    assert await storing._settled(store, "QXZ4BW", 1, 0, [b"0"]) == mine
