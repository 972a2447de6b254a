"""What was found in a review comes to this: turning points, so far or for good, and the picture in two forms."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest

from piggery.answers.noted import PositionChances, judged
from piggery.answers.reviewing import open_game
from piggery.answers.summing import Found, ReviewFound, ReviewSummary, sum_up
from piggery.core.record import dump
from piggery.study import account
from piggery.study.account import PROMISING, summary
from piggery.study.review import Note
from piggery.words import LANGUAGES, say
from test_review import PLIES, game, truie
from test_reviewing import LAST, NAMES, TEXT, slices, together

SPACE = "{http://www.w3.org/2000/svg}"


def summed(found: ReviewFound, language: str = "en", narrow: bool = True, text: str = TEXT) -> ReviewSummary:
    return sum_up(text, found, language, narrow)


@pytest.fixture(scope="module")
def whole() -> ReviewFound:
    return together(slices(10_000))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_speaks_the_readers_language_and_needs_no_style_of_its_own(
    whole: ReviewFound, language: str
) -> None:
    tree = _tree(summed(whole, language, False).drawn.svg)
    assert tree.findtext(f"{SPACE}title") == say("review.graph", language, game="Pig 10")
    assert tree.find(f"{SPACE}style") is None
    assert tree.get("lang") == language


def _tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314


def test_on_a_phone_the_names_are_under_the_picture_and_nothing_is_outside_of_it(whole: ReviewFound) -> None:
    svg = summed(whole, "fr").drawn.svg
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


def _lines(found: ReviewSummary) -> list[tuple[str, list[float]]]:
    """The lines of the picture: their classes, and how far across their points are."""
    lines = [node for node in _tree(found.drawn.svg).iter(f"{SPACE}polyline") if "line" in node.get("class", "")]
    return [
        (node.get("class", ""), [float(at.split(",")[0]) for at in node.get("points", "").split()]) for node in lines
    ]


def test_the_picture_of_half_a_review_leaves_room_for_the_rest(whole: ReviewFound) -> None:
    half = summed(ReviewFound([], whole.chances[:6], []))
    _, places = _lines(half)[0]
    assert places[-1] / 360 == pytest.approx((half.drawn.left + half.drawn.right) / 2, abs=0.001)
    assert (half.settled, half.points) == (False, [])


def test_what_is_rough_is_pale_in_the_picture_and_said_to_be(whole: ReviewFound) -> None:
    rough = say("review.graph_rough")
    for settled, pieces in (([], [-13]), ([1, 2, 3], [3, -11]), ([1, 2, 5, 6, 13], [2, -4, 2, -8])):
        found = summed(ReviewFound(whole.sketch, [whole.chances[ply - 1] for ply in settled], []), narrow=False)
        drawn = [-len(places) if "rough" in kind else len(places) for kind, places in _lines(found)]
        assert drawn == pieces * len(NAMES)
        assert rough in found.drawn.svg
        assert not found.settled
    assert "rough" not in summed(whole).drawn.svg
    assert rough not in summed(whole).drawn.svg


def test_after_a_first_look_the_greatest_changes_come_first(whole: ReviewFound) -> None:
    sketch = summed(ReviewFound(whole.sketch, [], []))
    assert len(sketch.first) == min(PROMISING, LAST)
    sizes = [max(map(abs, _changes(whole.sketch, ply))) for ply in sketch.first]
    assert sizes == pytest.approx(sorted(sizes, reverse=True))
    assert sketch.points == []


def _changes(chances: Sequence[PositionChances], ply: int) -> list[float]:
    return [after - before for before, after in zip(chances[ply - 1].chances, chances[ply].chances, strict=True)]


def test_turning_points_so_far_are_among_what_was_searched(whole: ReviewFound, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "PROMISING", 2)
    first = summed(ReviewFound(whole.sketch, [], [])).first
    ends = [whole.chances[ply - 1 + n] for ply in sorted(first) for n in (0, 1)]
    half = summed(ReviewFound(whole.sketch, ends[:2], []))
    assert (half.points, half.first) == ([], first)
    found = summed(ReviewFound(whole.sketch, list({one.ply: one for one in ends}.values()), []))
    assert found.points
    assert {point.ply for point in found.points} <= set(first)
    assert found.first == [point.ply for point in found.points]
    assert not found.settled


def test_turning_points_are_known_before_any_move_is_judged(whole: ReviewFound) -> None:
    early, late = summed(ReviewFound([], whole.chances, [])), summed(whole)
    assert early.settled
    assert [point.ply for point in early.points] == [point.ply for point in late.points]
    assert [len(point.lines) + 1 for point in early.points] == [len(point.lines) for point in late.points]
    assert early.drawn.heads == late.drawn.heads


def test_every_turning_point_has_a_number_in_the_picture(whole: ReviewFound) -> None:
    found = summed(whole)
    assert [point.ply for point in found.points] == [note.ply for note in _turning(whole)]
    assert len(found.drawn.heads) == len(found.points) > 0
    assert all(found.drawn.left <= head <= found.drawn.right for head in found.drawn.heads)


def _turning(whole: ReviewFound) -> tuple[Note, ...]:
    return summary(Found(open_game(TEXT), whole).notes).turning


def test_rounds_have_a_line_of_their_own() -> None:
    record, notes = truie()
    chances = [PositionChances(note.ply, note.before, note.errors) for note in notes]
    found = summed(ReviewFound([], chances, [judged(note) for note in notes]), "de", text=dump(record))
    tree = _tree(found.drawn.svg)
    rows = {node.text: float(node.get("y", 0)) for node in tree.iter(f"{SPACE}text")}
    names = [y for text, y in rows.items() if text and text.startswith(tuple(record.names))]
    assert found.drawn.bottom * float((tree.get("viewBox") or "").split()[3]) < rows["Runde 2"] < min(names)
    assert len(found.seats) == len(record.seats)


@pytest.mark.parametrize(("played", "over"), [(PLIES, True), (PLIES[:9], False)])
def test_it_is_said_whether_the_game_was_over(whole: ReviewFound, played: tuple[str, ...], over: bool) -> None:
    part = ReviewFound([], whole.chances[: len(played)], whole.notes[: len(played) - 1])
    assert summed(part, text=dump(game(*played))).over is over
