"""The review on a device: slices that add up, what travels and comes back, its picture in two forms."""

import asyncio
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import TypedDict

import msgspec
import pytest

from piggery.answers.reviewing import (
    FEWEST,
    SEED,
    MoveNote,
    Reviewing,
    ReviewSlice,
    effort,
    judged,
    moves,
    note_of,
    sum_up,
)
from piggery.browser import Device
from piggery.core.record import dump
from piggery.engine.kernel import generator
from piggery.errors import BadRecord
from piggery.study.account import summary
from piggery.study.review import Note, review
from piggery.study.telling import tell_note, tell_seat, tell_turning
from piggery.words import LANGUAGES, Line, say
from test_review import MISSED, PLIES, game, truie

TEXT = dump(game())
NAMES = ["Ada", "Ben"]
SPACE = "{http://www.w3.org/2000/svg}"
LAST = len(PLIES) - 1


def ticking(seconds: float) -> Iterator[float]:
    """A clock that goes on by so much whenever somebody looks at it."""
    return (n * seconds for n in count())


def reviewing(seconds: float = 0.0) -> Reviewing:
    clock = ticking(seconds)
    return Reviewing(lambda: next(clock))


def slices(milliseconds: int) -> list[ReviewSlice]:
    """A whole review, by a clock that says a tenth of a second has gone whenever it is asked."""
    device, since = reviewing(0.1), 0
    found: list[ReviewSlice] = []
    while not found or not found[-1].done:
        found.append(device.look(TEXT, since, milliseconds))
        since = found[-1].notes[-1].ply + 1
    return found


@pytest.fixture(scope="module")
def whole() -> ReviewSlice:
    return reviewing().look(TEXT, 0, 1000)


# Slices


def test_a_review_with_time_enough_comes_in_one_go(whole: ReviewSlice) -> None:
    wanted = [judged(note) for note in review(game(), generator(SEED), effort(game()))]
    assert (whole.notes, whole.of, whole.done) == (wanted, LAST, True)


@pytest.mark.parametrize("milliseconds", [0, 250])
def test_slices_add_up_to_the_same_notes(whole: ReviewSlice, milliseconds: int) -> None:
    found = slices(milliseconds)
    assert len(found) == (LAST if milliseconds == 0 else LAST // 3)
    assert [note for part in found for note in part.notes] == whole.notes
    assert [part.done for part in found] == [False] * (len(found) - 1) + [True]


def test_another_device_goes_on_where_the_first_was_left(whole: ReviewSlice) -> None:
    rest = reviewing().look(TEXT, whole.notes[5].ply, 1000)
    assert rest.notes == whole.notes[5:]


def test_a_review_goes_on_after_another_game_was_looked_at(whole: ReviewSlice) -> None:
    device = reviewing(1.0)
    first = device.look(TEXT, 0, 0)
    device.look(dump(game(*PLIES[:9])), 0, 0)
    second = device.look(TEXT, first.notes[-1].ply + 1, 0)
    assert first.notes + second.notes == whole.notes[:2]


def test_what_is_known_to_the_end_is_not_looked_at_again() -> None:
    assert reviewing().look(TEXT, LAST + 1, 1000) == ReviewSlice([], LAST, True)


def test_a_game_without_a_move_cannot_be_reviewed() -> None:
    with pytest.raises(BadRecord) as caught:
        reviewing().look(dump(replace(game(), plies=PLIES[:1])), 0, 1000)
    assert caught.value.code == "record.no_moves"


def test_a_long_game_is_looked_at_on_fewer_deals() -> None:
    record, _ = truie()
    short = effort(record).deals
    assert short > effort(replace(record, plies=record.plies * 40)).deals >= FEWEST


def test_a_deal_is_no_move() -> None:
    assert moves(replace(game(), plies=("- 1 1 1", "-5=3", "draw 2", "- 4", "8"))) == [1, 2, 4]


# What travels


def test_notes_that_have_travelled_say_the_same_in_every_language(whole: ReviewSlice) -> None:
    told = list(review(game(), generator(SEED), effort(game())))
    came = msgspec.json.decode(msgspec.json.encode(whole.notes), type=list[MoveNote])
    back = [note_of(one) for one in came]
    for language in LANGUAGES:
        assert _everything(told, language) == _everything(back, language)


def _everything(notes: list[Note], language: str) -> list[list[str]]:
    found = summary(notes)
    lines = [*map(tell_note, notes), *(tell_turning(note, NAMES) for note in found.turning)]
    lines += [tell_seat(seat, NAMES[seat.seat]) for seat in found.seats]
    return [_said(told, language) for told in lines]


def _said(lines: Iterable[Line], language: str) -> list[str]:
    return [say(line, language) for line in lines]


def test_a_mistake_comes_with_its_cost_and_the_better_move(whole: ReviewSlice) -> None:
    missed, only = whole.notes[MISSED], whole.notes[0]
    assert missed.verdict.key == "review.blunder"
    assert say(missed.more[0]).endswith("Better: a 3, “ten”.")
    assert (missed.choice, missed.best) == (True, False)
    assert (only.verdict.key, only.more) == ("review.only", [])


# What it comes to


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_speaks_the_readers_language_and_needs_no_style_of_its_own(
    whole: ReviewSlice, language: str
) -> None:
    tree = _tree(sum_up(TEXT, whole.notes, language, False).drawn.svg)
    assert tree.findtext(f"{SPACE}title") == say("review.graph", language, game="Pig 10")
    assert tree.find(f"{SPACE}style") is None
    assert tree.get("lang") == language


def _tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314


def test_on_a_phone_the_names_are_under_the_picture_and_nothing_is_outside_of_it(whole: ReviewSlice) -> None:
    svg = sum_up(TEXT, whole.notes, "fr", True).drawn.svg
    tree = _tree(svg)
    _, _, width, height = map(float, (tree.get("viewBox") or "").split())
    texts = {node.text: node for node in tree.iter(f"{SPACE}text")}
    names = [node for text, node in texts.items() if text and text.startswith(("Ada", "Ben"))]
    assert len(names) == 2
    assert width <= 400
    lowest = max(float(node.get("y", 0)) for node in texts.values())
    assert {float(node.get("y", 0)) for node in names} == {lowest}
    assert lowest < height
    assert all(0 < float(node.get("x", 0)) < width for node in texts.values())
    assert {node.get("font-size") for node in texts.values()} == {"13"}


def test_the_picture_of_half_a_review_leaves_room_for_the_rest(whole: ReviewSlice) -> None:
    half = sum_up(TEXT, whole.notes[:6], "en", True)
    line = next(node for node in _tree(half.drawn.svg).iter(f"{SPACE}polyline") if "line" in node.get("class", ""))
    last = float((line.get("points") or "").split()[-1].split(",")[0])
    assert last / 360 == pytest.approx((half.drawn.left + half.drawn.right) / 2, abs=0.001)
    assert half.points == []


def test_every_turning_point_has_a_number_in_the_picture(whole: ReviewSlice) -> None:
    found = sum_up(TEXT, whole.notes, "en", True)
    assert [point.ply for point in found.points] == [note.ply for note in _turning(whole)]
    assert len(found.drawn.heads) == len(found.points) > 0
    assert all(found.drawn.left <= head <= found.drawn.right for head in found.drawn.heads)


def _turning(whole: ReviewSlice) -> tuple[Note, ...]:
    return summary([note_of(one) for one in whole.notes]).turning


def test_rounds_have_a_line_of_their_own() -> None:
    record, notes = truie()
    found = sum_up(dump(record), [judged(note) for note in notes], "de", True)
    tree = _tree(found.drawn.svg)
    rows = {node.text: float(node.get("y", 0)) for node in tree.iter(f"{SPACE}text")}
    names = [y for text, y in rows.items() if text and text.startswith(tuple(record.names))]
    assert found.drawn.bottom * float((tree.get("viewBox") or "").split()[3]) < rows["Runde 2"] < min(names)
    assert len(found.seats) == len(record.seats)


@pytest.mark.parametrize(("plies", "over"), [(PLIES, True), (PLIES[:9], False)])
def test_it_is_said_whether_the_game_was_over(whole: ReviewSlice, plies: tuple[str, ...], over: bool) -> None:
    assert sum_up(dump(game(*plies)), whole.notes[: len(plies) - 1], "en", False).over is over


# Through the engine


def _device() -> Device:
    async def append(code: str, n: int, at: int, texts: str) -> bool:
        raise AssertionError("nothing of this is a table")

    async def read(code: str) -> str:
        raise AssertionError("nothing of this is a table")

    return Device(append, read, lambda code, text: None)


class Noted(TypedDict):
    ply: int


def test_a_page_asks_slice_by_slice_and_gives_back_what_it_has() -> None:
    async def asked() -> tuple[list[Noted], str]:
        device, done = _device(), False
        notes: list[Noted] = []
        while not done:
            good, part = json.loads(await device.review(TEXT, notes[-1]["ply"] + 1 if notes else 0, 1))
            assert good
            notes, done = notes + part["notes"], part["done"]
        good, found = json.loads(await device.sum_up(TEXT, json.dumps(notes), "it", True))
        assert good
        return notes, found["drawn"]["svg"]

    notes, svg = asyncio.run(asked())
    assert [note["ply"] for note in notes] == list(range(1, LAST + 1))
    assert "chi è in testa" in svg


@pytest.mark.parametrize(
    ("text", "code"),
    [("oink", "record.json"), (TEXT.replace('"4=11"', '"4=12"'), "record.ply"), (TEXT[:-3], "record.json")],
)
def test_a_broken_record_is_refused(text: str, code: str) -> None:
    for asked in (_device().review(text, 0, 1), _device().sum_up(text, json.dumps([_plain()]), "en", False)):
        good, problem = json.loads(asyncio.run(asked))
        assert (good, problem["code"]) == (False, code)


def _plain() -> object:
    return msgspec.to_builtins(reviewing(1.0).look(TEXT, 0, 0).notes[0])


@pytest.mark.parametrize("notes", ["[]", "oink", '[{"ply": 1}]'])
def test_notes_that_are_none_are_refused(notes: str) -> None:
    good, problem = json.loads(asyncio.run(_device().sum_up(TEXT, notes, "en", False)))
    assert (good, problem["code"]) == (False, "wire.shape")
