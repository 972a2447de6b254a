"""The line of a table in the list of open ones: what the store has follows what the table is, whatever goes wrong."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from house import House
from patience import until
from piggery.table import listing
from piggery.table.listing import Listed


class Written:
    """A store that writes when it is told to, and may fail."""

    def __init__(self) -> None:
        self.texts: list[bytes | None] = []
        self.tasks: list[asyncio.Future[None]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.broken = False

    async def write(self, text: bytes | None) -> None:
        await self.free.wait()
        if self.broken:
            raise OSError("disk full")
        self.texts.append(text)

    def spawn(self, work: Callable[[], Awaitable[None]]) -> None:
        self.tasks.append(asyncio.ensure_future(work()))


async def test_only_news_is_written_unless_nobody_knows_what_the_store_says() -> None:
    store = Written()
    listed = Listed(store.write, store.spawn)
    listed.say(None)
    assert store.tasks == []
    listed.say(None, unsure=True)
    await until(lambda: not listed.writing)
    listed.say(b"open")
    listed.say(b"open")
    await until(lambda: not listed.writing)
    assert store.texts == [None, b"open"]


async def test_one_is_written_after_the_other_and_the_newest_last() -> None:
    store = Written()
    store.free.clear()
    listed = Listed(store.write, store.spawn)
    for text in (b"one", b"two", None):
        listed.say(text)
        await asyncio.sleep(0)
    assert len(store.tasks) == 1
    store.free.set()
    await until(lambda: not listed.writing)
    assert store.texts[-1] is None


async def test_what_could_not_be_written_is_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "AGAIN", 0.0)
    store = Written()
    store.broken = True
    listed = Listed(store.write, store.spawn)
    listed.say(b"open")
    for _ in range(5):
        await asyncio.sleep(0)
    assert (store.texts, listed.writing) == ([], True)
    listed.say(None)
    store.broken = False
    await until(lambda: not listed.writing)
    assert store.texts == [None]


async def test_a_full_table_that_is_still_listed_is_taken_off_the_list_when_it_is_loaded(at_home: House) -> None:
    opened = await at_home.open(sitting="all", seats=2)
    await at_home.seated(opened["code"])
    await until(lambda: not at_home.live(opened["code"]).listed.writing)
    await at_home.lobby.store.show(opened["code"], b'{"code": "%b"}' % opened["code"].encode())
    del at_home.lobby.tables[opened["code"]]
    live = await at_home.lobby.find(opened["code"])
    await until(lambda: not live.listed.writing)
    assert await at_home.lobby.store.listing(0, 9) == []


async def test_a_line_of_the_list_that_is_damaged_hides_no_other(at_home: House) -> None:
    first, second = [(await at_home.open(sitting="all", seats=2))["code"] for _ in range(2)]
    for code in (first, second):
        await until(lambda code=code: not at_home.live(code).listed.writing)  # type: ignore[misc]
    await at_home.lobby.store.show(first, b"oink")
    answer = (await at_home.http.get("/api/tables")).json()
    assert [table["code"] for table in answer["tables"]] == [second]
