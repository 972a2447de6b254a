"""Reviews that a server thinks of: only with compiled searches, a few at once, and never on its event loop."""

import asyncio
import threading

import httpx
import pytest

from house import House
from piggery.answers import reviewing
from piggery.answers.questions import ReviewQuestion
from piggery.answers.reviewing import ReviewSlice
from piggery.core.record import dump
from piggery.games.registry import game_type
from piggery.server import reviews
from piggery.server.reviews import Reviews
from worlds import Setup


def record() -> str:
    """A short game of Pig 10 that is over."""
    from piggery import Game

    rules = game_type("pig10")
    deck = {name: int(name.isdecimal() and 0 < int(name) < 10) for name in rules.cards}
    game = Game(Setup(rules, 2, 0, deck, {}, 1).record())
    game.deal()
    while not game.over:
        game.play(game.turn, game.moves()[0])
    return dump(game.record)


async def asked(house: House, text: str, **has: object) -> httpx.Response:
    return await house.http.post("/api/answers", json={"type": "review", "record": text, "has": has})


async def test_where_nothing_is_compiled_whoever_asks_has_to_think(at_home: House) -> None:
    assert (await asked(at_home, record())).json()["of"] == 0


async def test_a_game_is_reviewed_a_slice_at_a_time(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "is_compiled", lambda name: True)
    monkeypatch.setattr(reviewing, "is_compiled", lambda name: True)
    monkeypatch.setattr(reviews, "SLICE", 0.0)  # one thing each
    text, settled, judged, done = record(), list[int](), list[int](), False
    while not done:
        found = (await asked(at_home, text, settled=settled, judged=judged)).json()
        settled += [one["ply"] for one in found["chances"]]
        judged += [note["ply"] for note in found["notes"]]
        done = found["done"]
        assert len(found["chances"]) + len(found["notes"]) == 1
    assert settled == list(range(1, found["of"] + 2))
    assert judged == list(range(1, found["of"] + 1))


async def test_what_is_no_game_or_too_long_is_refused(at_home: House) -> None:
    for text, code in (("oink", "record.json"), ("," * 4000, "record.long")):
        answer = await asked(at_home, text)
        assert (answer.status_code, answer.json()["code"]) == (409, code)


async def test_when_too_many_wait_the_next_one_is_told_so(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    going = threading.Event()

    def thought(question: ReviewQuestion, share: float) -> ReviewSlice:
        going.wait()
        return reviews.NOTHING

    monkeypatch.setattr(reviews, "_thought", thought)
    text = record()
    waiting = [asyncio.create_task(asked(at_home, text)) for _ in range(reviews.MOST)]
    while at_home.lobby.reviews.crowd < reviews.MOST:
        await asyncio.sleep(0)
    one_more = await asked(at_home, text)
    going.set()
    assert (one_more.status_code, one_more.json()["code"]) == (429, "limit.reviews")
    assert {(await one).status_code for one in waiting} == {200}
    assert at_home.lobby.reviews.crowd == 0
    assert (await asked(at_home, text)).status_code == 200


async def test_the_more_ask_the_fewer_deals_each_has(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = list[float]()

    def thought(question: ReviewQuestion, share: float) -> ReviewSlice:
        shares.append(share)
        return reviews.NOTHING

    monkeypatch.setattr(reviews, "_thought", thought)
    two = Reviews(workers=2)
    await asyncio.gather(*(two.answer(ReviewQuestion("")) for _ in range(20)))
    two.close()
    assert sorted(shares, reverse=True)[:5] == [1, 1, 2 / 3, 2 / 4, 2 / 5]
    assert min(shares) == reviews.LEAST
