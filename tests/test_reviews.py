"""Reviews that a server thinks of: only with compiled searches, a few at once, and never on its event loop."""

import httpx
import pytest

from house import House
from piggery.core.record import dump
from piggery.games.registry import game_type
from piggery.server import reviews
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


async def asked(house: House, text: str, since: int = 0) -> httpx.Response:
    return await house.http.post("/api/answers", json={"type": "review", "record": text, "since": since})


async def test_where_nothing_is_compiled_whoever_asks_has_to_think(at_home: House) -> None:
    assert (await asked(at_home, record())).json() == {"notes": [], "of": 0, "done": False}


async def test_a_game_is_reviewed_a_slice_at_a_time(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "is_compiled", lambda name: True)
    monkeypatch.setattr(reviews, "SLICE", 0.0)  # one note each
    text, plies, done = record(), list[int](), False
    while not done:
        found = (await asked(at_home, text, plies[-1] + 1 if plies else 0)).json()
        plies += [note["ply"] for note in found["notes"]]
        done = found["done"]
        assert len(found["notes"]) == 1
    assert plies == list(range(1, found["of"] + 1))


async def test_what_is_no_game_or_too_long_is_refused(at_home: House) -> None:
    for text, code in (("oink", "record.json"), ("," * 4000, "record.long")):
        answer = await asked(at_home, text)
        assert (answer.status_code, answer.json()["code"]) == (409, code)


async def test_when_too_many_ask_the_others_think_for_themselves(at_home: House) -> None:
    at_home.lobby.reviews.crowd = reviews.MOST
    assert (await asked(at_home, record())).json()["of"] == 0
