"""The review of a game in slices: what comes first, what it adds up to, what travels, its picture in two forms."""

import asyncio
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise

import msgspec
import pytest

from piggery.answers import reviewing as slices_of
from piggery.answers.noted import MoveNote, PositionChances, judged
from piggery.answers.reviewing import FEWEST, SEED, Reviewing, ReviewProgress, ReviewSlice, effort, open_game, roughly
from piggery.answers.summing import Found, ReviewFound, sum_up
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
LAST = len(PLIES) - 1


def ticking(seconds: float) -> Iterator[float]:
    """A clock that goes on by so much whenever somebody looks at it."""
    return (n * seconds for n in count())


def reviewing(seconds: float = 0.0) -> Reviewing:
    clock = ticking(seconds)
    return Reviewing(lambda: next(clock))


NOTHING = ReviewFound([], [], [])


def added(found: ReviewFound, part: ReviewFound | ReviewSlice) -> ReviewFound:
    sketch, chances = [*found.sketch, *part.sketch], sorted([*found.chances, *part.chances], key=ply_of)
    return ReviewFound(sketch, chances, sorted([*found.notes, *part.notes], key=ply_of))


def ply_of(one: MoveNote | PositionChances) -> int:
    return one.ply


def plies(found: Iterable[MoveNote | PositionChances]) -> list[int]:
    return [one.ply for one in found]


def progress(found: ReviewFound, first: Sequence[int] = ()) -> ReviewProgress:
    return ReviewProgress(len(found.sketch), plies(found.chances), plies(found.notes), list(first))


def slices(milliseconds: int, first: Sequence[int] = (), text: str = TEXT) -> list[ReviewSlice]:
    """A whole review, by a clock that says a tenth of a second has gone whenever it is asked."""
    device, has, found = reviewing(0.1), NOTHING, list[ReviewSlice]()
    while not found or not found[-1].done:
        found.append(device.look(text, progress(has, first), milliseconds))
        has = added(has, found[-1])
    return found


def together(parts: Iterable[ReviewSlice]) -> ReviewFound:
    found = NOTHING
    for part in parts:
        found = added(found, part)
    return found


@pytest.fixture(scope="module")
def whole() -> ReviewFound:
    return together(slices(10_000))


# Slices


def at_one_go() -> list[Note]:
    return list(review(game(), generator(SEED), effort(game())))


def test_a_first_look_comes_first_then_the_chances_then_the_moves() -> None:
    sketch, chances, moves = slices(10_000)
    assert plies(sketch.sketch) == plies(chances.chances) == list(range(1, len(PLIES) + 1))
    assert plies(moves.notes) == list(range(1, len(PLIES)))
    assert [sketch.chances, chances.sketch, moves.sketch, moves.chances] == [[]] * 4
    assert [(part.of, part.done) for part in (sketch, chances, moves)] == [(LAST, False), (LAST, False), (LAST, True)]
    assert all(part.through for part in (sketch, chances, moves))


def test_a_first_look_takes_few_deals() -> None:
    assert roughly(effort(game())).deals * 5 < effort(game()).deals


def test_where_searches_are_compiled_there_is_no_need_of_a_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices_of, "is_compiled", lambda name: True)
    assert not any(part.sketch for part in slices(0))


def test_a_review_in_slices_is_the_review(whole: ReviewFound) -> None:
    wanted = at_one_go()
    assert whole.notes == [judged(note) for note in wanted]
    for (here, then), note in zip(pairwise(whole.chances), wanted, strict=True):
        assert here.chances == pytest.approx(note.before, abs=1e-6)
        assert here.errors == pytest.approx(note.errors, abs=1e-6)
        assert then.chances == pytest.approx(note.after, abs=1e-6)


@pytest.mark.parametrize("milliseconds", [0, 250])
def test_slices_add_up_to_the_same(whole: ReviewFound, milliseconds: int) -> None:
    found = slices(milliseconds)
    assert len(found) > LAST
    assert together(found) == whole
    assert [part.done for part in found] == [False] * (len(found) - 1) + [True]


def test_the_order_changes_nothing(whole: ReviewFound) -> None:
    order = random.Random(1).sample(range(1, LAST + 1), LAST)
    found = slices(0, order[: LAST // 2])
    assert [ply for part in found for ply in plies(part.notes)] != list(range(1, LAST + 1))
    assert together(found) == whole


def test_what_is_to_come_first_does_with_the_chances_before_and_after_it() -> None:
    _, *found = slices(10_000, [7, 4])
    assert [plies(part.chances) for part in found] == [[7, 8, 4, 5], [], [1, 2, 3, 6, *range(9, LAST + 2)], []]
    assert [plies(part.notes) for part in found] == [[], [7, 4], [], [1, 2, 3, 5, 6, *range(8, LAST + 1)]]


def test_what_was_found_already_does_not_come_again() -> None:
    has = ReviewProgress(LAST + 1, settled=[7, 8], judged=[7], first=[7, 4])
    assert plies(reviewing().look(TEXT, has, 1000).chances) == [4, 5]


def test_a_first_move_that_is_none_is_passed_over() -> None:
    has = ReviewProgress(LAST + 1, first=[0, LAST + 1, 3000])
    assert plies(reviewing().look(TEXT, has, 0).chances) == [1]


def test_another_device_goes_on_where_the_first_was_left(whole: ReviewFound) -> None:
    parts = slices(0)
    for n in (3, len(PLIES) + 5, 2 * len(PLIES) + 4):
        assert reviewing(1.0).look(TEXT, progress(together(parts[:n])), 0) == parts[n]


def test_a_review_goes_on_after_another_game_was_looked_at() -> None:
    device = reviewing(1.0)
    first = device.look(TEXT, ReviewProgress(), 0)
    device.look(dump(game(*PLIES[:9])), ReviewProgress(), 0)
    second = device.look(TEXT, ReviewProgress(sketched=1), 0)
    assert [first, second] == slices(0)[:2]


def test_what_is_known_to_the_end_is_not_looked_at_again(whole: ReviewFound) -> None:
    assert reviewing().look(TEXT, progress(whole), 1000) == ReviewSlice([], [], [], LAST, through=True, done=True)


def test_a_game_that_was_broken_off_ends_with_the_chances_then() -> None:
    for played in (PLIES[:9], (*PLIES[:2], "1=2")):  # the second while a card was still to be drawn
        text = dump(game(*played))
        found = together(slices(0, text=text))
        wanted = list(review(game(*played), generator(SEED), effort(game(*played))))
        assert found.chances[-1].chances == pytest.approx(wanted[-1].after, abs=1e-6)
        assert sum_up(text, found, "en", narrow=True).settled


def test_a_game_without_a_move_cannot_be_reviewed() -> None:
    with pytest.raises(BadRecord) as caught:
        reviewing().look(dump(replace(game(), plies=PLIES[:1])), ReviewProgress(), 1000)
    assert caught.value.code == "record.no_moves"


def test_a_long_game_is_looked_at_on_fewer_deals() -> None:
    record, _ = truie()
    short = effort(record).deals
    assert short > effort(replace(record, plies=record.plies * 40)).deals >= FEWEST


def test_a_deal_is_no_move() -> None:
    played = (*PLIES[:3], "1=3", "- 4", *PLIES[4:])
    assert open_game(dump(game(*played))).plies == [1, 2, 3, *range(5, len(played) + 1)]


# What travels


def test_notes_that_have_travelled_say_the_same_in_every_language(whole: ReviewFound) -> None:
    told = at_one_go()
    came = msgspec.json.decode(msgspec.json.encode(whole), type=ReviewFound)
    back = Found(open_game(TEXT), came).notes
    for language in LANGUAGES:
        assert _everything(told, language) == _everything(back, language)


def _everything(notes: list[Note], language: str) -> list[list[str]]:
    found = summary(notes)
    lines = [*map(tell_note, notes), *(tell_turning(note, NAMES) for note in found.turning)]
    lines += [tell_seat(seat, NAMES[seat.seat]) for seat in found.seats]
    return [_said(told, language) for told in lines]


def _said(lines: Iterable[Line], language: str) -> list[str]:
    return [say(line, language) for line in lines]


def test_a_mistake_comes_with_its_cost_and_the_better_move(whole: ReviewFound) -> None:
    missed, only = whole.notes[MISSED], whole.notes[0]
    assert missed.verdict.key == "review.blunder"
    assert say(missed.more[0]).endswith("Better: a 3, “ten”.")
    assert (missed.choice, missed.best) == (True, False)
    assert (only.verdict.key, only.more) == ("review.only", [])


# Through the engine


def _device() -> Device:
    async def append(code: str, n: int, at: int, texts: str) -> bool:
        raise AssertionError("nothing of this is a table")

    async def read(code: str) -> str:
        raise AssertionError("nothing of this is a table")

    return Device(append, read, lambda code, text: None)


def test_a_page_asks_slice_by_slice_and_gives_back_what_it_has(whole: ReviewFound) -> None:
    async def asked() -> tuple[ReviewFound, str]:
        device, done, found = _device(), False, NOTHING
        while not done:
            good, part = json.loads(await device.review(TEXT, msgspec.json.encode(progress(found)).decode(), 1))
            assert good
            found, done = added(found, msgspec.convert(part, ReviewSlice)), part["done"]
        good, told = json.loads(await device.sum_up(TEXT, msgspec.json.encode(found).decode(), "it", True))
        assert good
        return found, told["drawn"]["svg"]

    found, svg = asyncio.run(asked())
    assert msgspec.json.encode(found) == msgspec.json.encode(whole)
    assert "chi è in testa" in svg


@pytest.mark.parametrize(
    ("text", "code"),
    [("oink", "record.json"), (TEXT.replace('"4=11"', '"4=12"'), "record.ply"), (TEXT[:-3], "record.json")],
)
def test_a_broken_record_is_refused(text: str, code: str) -> None:
    for asked in (_device().review(text, "{}", 1), _device().sum_up(text, _sketch(), "en", False)):
        good, problem = json.loads(asyncio.run(asked))
        assert (good, problem["code"]) == (False, code)


def _sketch() -> str:
    part = reviewing(1.0).look(TEXT, ReviewProgress(), 0)
    return msgspec.json.encode(added(NOTHING, part)).decode()


@pytest.mark.parametrize("found", ["oink", "[]", "{}", '{"sketch": [], "chances": [], "notes": []}'])
def test_what_was_never_found_is_refused(found: str) -> None:
    good, problem = json.loads(asyncio.run(_device().sum_up(TEXT, found, "en", False)))
    assert (good, problem["code"]) == (False, "wire.shape")


@pytest.mark.parametrize("has", ["oink", '{"sketched": -1}', '{"judged": [1.5]}', '{"since": 3}'])
def test_a_progress_that_is_none_is_refused(has: str) -> None:
    good, problem = json.loads(asyncio.run(_device().review(TEXT, has, 1)))
    assert (good, problem["code"]) == (False, "wire.shape")
