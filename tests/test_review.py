"""The review of a game: what moves were worth, luck and skill, the graph."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

import pytest

from piggery.bots import search
from piggery.bots.endings import certain
from piggery.bots.model import CERTAIN
from piggery.bots.search import Effort
from piggery.core.record import Record, Seat, final, load
from piggery.engine.kernel import generator
from piggery.errors import BadRecord
from piggery.games.checks import deck_of, parse_move, scores, view_of
from piggery.games.pig10 import GAME, endings
from piggery.games.pig10.endings import LEAD
from piggery.games.registry import game_type
from piggery.study import review as reviews
from piggery.study.account import Account, GameSummary, account, cards_part, errors_after, summary, turning_points
from piggery.study.graph import graph, spread
from piggery.study.judging import HALF, strictness
from piggery.study.review import Note, review
from piggery.study.telling import tell_cards, tell_note, tell_seat, tell_turning, to_blame
from piggery.words import LANGUAGES, say
from worlds import state_of

GOLDEN = Path(__file__).parent / "golden"
RULES = game_type("pig10")
FEW = deck_of(RULES, {name: {"1": 7, "3": 1, "4": 4}.get(name, 0) for name in RULES.cards})
PLIES = (
    "- 1 1 1 1 1 3", "1=1 1", "1=2 1", "1=3 4", "1=4 4", "1=5 4", "1=6 4", "1=7", "4=11", "4=4", "3=7", "4=11", "4=4",
)  # fmt: skip
MISSED = 7  # the note of the ten that was not taken
LAST_DRAWN = 6  # the ply at which the draw pile was used up
ENDING = "pig10 1,2/{} 7 7 0 1,2,4/4,6,6/8,9 -"
DEALS = Effort(deals=60)


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few deals are one batch where a search is compiled, as it is once another test has done it."""
    monkeypatch.setattr(search, "_compiled", set())


def game(*plies: str, names: tuple[str, ...] = ("Ada", "Ben")) -> Record:
    """Twelve cards, all played; on 7, Ben holds the 3 that makes ten and wins eight of them, but lays a 4."""
    seats = tuple(Seat(name) for name in names)
    return Record(RULES, seats, 0, FEW, {}, {"from": "seed", "seed": "1"}, plies or PLIES)


@cache
def notes(*plies: str) -> list[Note]:
    return list(review(game(*plies), generator(1), DEALS))


@cache
def truie() -> tuple[Record, list[Note]]:
    record = load((GOLDEN / "truie-two.json").read_text(encoding="utf-8"))
    return record, list(review(record, generator(1), Effort(deals=3)))


def said(note: Note) -> str:
    return " ".join(say(what) for what in tell_note(note))


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314


# Moves


def test_not_taking_a_ten_is_a_blunder() -> None:
    note = notes()[MISSED]
    assert (note.ply, note.seat, note.text) == (8, 1, "4=11")
    assert note.verdict == "review.blunder"
    assert note.loss > 0.9 > note.error
    assert note.best != note.move
    assert said(note).endswith("Better: a 3, “ten”.")


def test_the_best_move_loses_nothing() -> None:
    note = notes(*PLIES[:8], "3=10")[MISSED]
    assert note.verdict == "review.best"
    assert note.best == note.move == note.thoughts[0].move
    assert (note.loss, note.error, note.shift) == (0, 0, (0, 0))
    assert said(note) == "Ben plays a 3, shouts “PIG 10!” and wins 8 cards. Best move."


def test_every_move_there_was_is_thought_of_with_its_error() -> None:
    note = notes()[3]
    chances = [thought.chance for thought in note.thoughts]
    assert len(chances) == 4
    assert chances == sorted(chances, reverse=True)
    made = next(thought for thought in note.thoughts if thought.move == note.move)
    assert (note.loss, note.error) == (chances[0] - made.chance, made.error * strictness(3))
    assert all(thought.alone > 0 for thought in note.thoughts if 0 < thought.chance < 1)
    assert any(thought.error > 0 for thought in note.thoughts)


def test_where_there_is_one_move_none_is_blamed() -> None:
    last = notes()[-1]
    assert last.verdict == "review.only"
    assert last.thoughts == ()
    assert last.loss == 0


def test_a_loss_that_may_be_chance_does_not_count() -> None:
    doubtful = [note for note in notes() if note.loss <= note.error]
    assert doubtful
    assert not any(any(note.shift) for note in doubtful)
    assert notes()[MISSED].loss > notes()[MISSED].error
    assert any(notes()[MISSED].shift)


def test_what_one_seat_loses_the_others_get() -> None:
    missed = notes()[MISSED]
    assert sum(missed.shift) == pytest.approx(0, abs=1e-5)
    assert missed.shift[1] == pytest.approx(-missed.loss)


def test_a_note_hangs_on_nothing_that_its_player_could_not_know() -> None:
    """Ben holds the 3 and draws a 4, or holds the 4 and draws the 3: Ada sees the same."""
    one, other = notes(), notes("- 1 1 1 1 1 4", *PLIES[1:4], "1=4 3", *PLIES[5:])
    for turn in (0, 2, 4, 6, 8, 10):
        assert one[turn] == other[turn]
    assert one[1].thoughts != other[1].thoughts


def test_a_note_is_the_same_however_the_game_goes_on() -> None:
    assert notes(*PLIES[:4])[:2] == notes()[:2]


def test_notes_come_as_they_are_found() -> None:
    broken = review(game(*PLIES[:4], "9=9"), generator(1), DEALS)
    assert [next(broken).ply, next(broken).ply] == [1, 2]
    with pytest.raises(BadRecord, match="ply 4"):
        list(broken)


# Endings


def test_an_ending_is_worked_out_and_not_searched() -> None:
    note = notes()[MISSED]
    assert note.exact
    assert [(thought.chance, thought.error, thought.alone) for thought in note.thoughts] == [(1, 0, 0), (0, 0, 0)]
    assert (note.loss, note.error, note.shift) == (1, 0, (1, -1))
    assert "Counted to the last card, that takes 100% off the chance of winning. Better: a 3, “ten”." in said(note)
    assert "That takes 100% (±1.0%) off the chance of winning. Better:" in said(note._replace(exact=False, error=0.01))
    assert "That takes 100% off the chance of winning. Better:" in said(note._replace(exact=False, error=0.0001))


def test_as_long_as_there_are_cards_to_draw_moves_are_searched() -> None:
    assert [note.exact for note in notes()] == [note.ply > LAST_DRAWN and bool(note.thoughts) for note in notes()]
    assert not any(note.exact for note in truie()[1])


def test_a_move_that_the_coach_would_advise_at_once_is_never_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load((GOLDEN / "pig10-two.json").read_text(encoding="utf-8"))
    record, verdicts = replace(whole, plies=whole.plies[:30]), []
    for answer in (False, True):
        monkeypatch.setattr(reviews, "liked", lambda *asked, answer=answer: answer)
        verdicts.append(
            [note.good or not note.thoughts for note in review(record, generator(1), DEALS) if not note.exact]
        )
    assert not all(verdicts[0])
    assert all(verdicts[1])


def test_the_coach_advises_one_move_at_once_and_none_with_other_cards() -> None:
    state = state_of(GAME, "pig10 3,4,9/?3 4,3 7 0 1,9/8,8,8 ?67")
    moves = [parse_move(GAME, state, text) for text in ("3=10", "4=11", "9=16", "3=3")]
    assert [reviews.liked(RULES, state, (), move, generator(1)) for move in moves] == [True, False, False, False]
    state.deck = FEW
    assert not any(reviews.liked(RULES, state, (), move, generator(1)) for move in moves)


def test_an_ending_is_certain_only_where_nothing_is_hidden() -> None:
    one, other = (state_of(GAME, ENDING.format(hands)) for hands in ("1/2", "2/1"))
    assert endings.chances(one)[1] != endings.chances(other)[1]
    assert all(endings.certain(state) for state in (one, other))
    hidden = view_of(GAME, one, 0)
    assert endings.solvable(hidden)
    assert not endings.certain(hidden)
    assert not certain(RULES, hidden)


def test_of_moves_that_win_as_often_the_one_with_the_greater_lead_comes_first() -> None:
    state = state_of(GAME, "pig10 3,9/1 7 7 0 1,2,4,6/8 -")
    thoughts, _ = endings.chances(state)
    assert {thought.chance for thought in thoughts} == {1}
    assert thoughts[0].move == parse_move(RULES, state, "3=10")


def test_a_win_is_shared_and_a_lead_is_never_worth_as_much() -> None:
    for players in range(2, 9):
        shared = (80 // players,) * players
        assert endings.won(shared, 0) == CERTAIN // players
        assert endings.worth(shared, 0) == CERTAIN // players
    assert (endings.won((41, 39), 0), endings.won((41, 39), 1)) == (CERTAIN, 0)
    assert endings.worth((80, 0), 1) < endings.worth((1, 0), 1) < endings.worth((40, 40), 1)
    assert endings.worth((40, 40), 1) < endings.worth((39, 41), 1) == CERTAIN + 2 * LEAD


# Luck and skill


@pytest.mark.parametrize("game", ["pig10", "truie"])
def test_start_luck_and_choices_add_up_to_the_result(game: str) -> None:
    found = notes() if game == "pig10" else truie()[1]
    seats = summary(found).seats
    for seat in seats:
        assert seat.start + seat.luck - seat.lost + seat.given == pytest.approx(seat.result, abs=1e-9)
    assert sum(seat.start for seat in seats) == pytest.approx(1)
    assert sum(seat.luck for seat in seats) == pytest.approx(0, abs=1e-3)
    assert sum(seat.lost for seat in seats) > 0


def test_the_end_is_the_result() -> None:
    assert notes()[-1].after == (1, 0)
    record, found = truie()
    assert sorted(found[-1].after) == [0, 1]
    points = scores(record.rules, final(record))
    assert found[-1].after.index(1) == points.index(max(points))


def test_each_position_is_the_end_of_one_note_and_the_start_of_the_next() -> None:
    found = truie()[1]
    assert all(one.after == two.before for one, two in pairwise(found))


def test_good_moves_are_counted_where_there_was_a_choice() -> None:
    ben = account(notes(), 1)
    own = [note for note in notes() if note.seat == 1]
    assert ben.choices == len(own) - 1
    assert ben.good < ben.choices
    assert ben.best <= ben.good


def test_the_numbers_of_a_seat_add_up_as_they_are_printed() -> None:
    odd = Account(0, start=0.504, luck=0.252, lost=0.106, given=0.35, result=1.0, choices=9, best=3, good=7)
    assert [say(what) for what in tell_seat(odd, "Ada")] == [
        "Ada’s chance of winning: 50% at the start. Luck of the cards: +26%. Own mistakes: −11%. "
        "Others’ mistakes: +35%. At the end: 100%.",
        "Good moves: 7 of 9.",
    ]


@pytest.mark.parametrize(
    ("luck", "given", "words"),
    [(0.0, 0.5, "almost nothing"), (0.2, 0.2, "about half"), (0.4, 0.2, "two thirds"), (0.5, 0.0, "nearly everything")],
)
def test_how_much_the_cards_decided(luck: float, given: float, words: str) -> None:
    seat = Account(0, 0.5, luck, 0, given, 0.5 + luck + given, 1, 1, 1)
    assert words in say(tell_cards(GameSummary((seat,), (), cards_part([seat]))))


def test_a_start_that_may_be_equal_is_told_as_equal() -> None:
    first, *rest = notes()
    for error, start in ((0.2, (0.5, 0.5)), (0.1, (0.35, 0.65))):
        seats = summary([first._replace(before=(0.35, 0.65), errors=(error, error)), *rest]).seats
        assert tuple(seat.start for seat in seats) == start
        assert sum(seat.luck for seat in seats) == pytest.approx(0, abs=1e-3)
        assert all(
            seat.start + seat.luck - seat.lost + seat.given == pytest.approx(seat.result, abs=1e-9) for seat in seats
        )


def swung(ply: int, by: float, shift: float = 0.0, error: float = 0.0) -> Note:
    return notes()[MISSED]._replace(
        ply=ply,
        before=(0.5, 0.5),
        after=(0.5 + by, 0.5 - by),
        shift=(shift, -shift),
        errors=(error, error),
    )


def test_turning_points_are_the_three_greatest_changes_in_order() -> None:
    swings = [swung(1, 0.1), swung(2, -0.3), swung(3, 0.05), swung(4, 0.2), swung(5, 0.01)]
    assert [note.ply for note in turning_points(swings)] == [1, 2, 4]
    assert turning_points(swings[-1:]) == ()


@pytest.mark.parametrize(("before", "after"), [(0.1, 0.0), (0.0, 0.1), (0.08, 0.08)])
def test_a_change_that_may_be_noise_is_no_turning_point(before: float, after: float) -> None:
    end = swung(9, 0.0, error=after)
    assert turning_points([swung(1, 0.09, error=before), end]) == ()
    assert [note.ply for note in turning_points([swung(1, 0.2, error=before), end])] == [1]


def test_of_many_moves_some_change_more_than_their_error_by_noise() -> None:
    change = 0.15  # one and a half errors
    assert turning_points([swung(1, change, error=0.1), swung(2, 0.0)])
    assert turning_points([swung(1, change, error=0.1), *(swung(n, 0.0) for n in range(2, 80))]) == ()


@pytest.mark.parametrize("tries", [1, 2, 10, 100, 1000])
def test_the_greatest_of_many_is_noise_one_time_in_twenty_at_most(tries: int) -> None:
    once = 2 * NormalDist().cdf(-HALF * strictness(tries))
    assert 0.02 < tries * once <= 0.0501


def test_a_result_has_no_error_and_a_game_that_was_broken_off_has() -> None:
    over, broken = notes(), notes(*PLIES[:4])
    assert errors_after(over) == [note.errors for note in over[1:]] + [(0, 0)]
    assert errors_after(broken)[-1] == broken[-1].errors != (0, 0)
    shared = swung(1, 0.0, error=0.1)
    assert errors_after([shared]) == [(0, 0)]


def test_a_move_is_blamed_for_what_it_did_only() -> None:
    fault, fate = swung(2, 0.4, shift=0.3), swung(2, 0.4, shift=0.05)
    assert to_blame(fault, 0)
    assert not to_blame(fate, 0)
    assert [say(what) for what in tell_turning(fault, ["Ada", "Ben"])][1:] == [
        "Ada’s chance of winning goes from 50% to 90%.",
        "Better: a 3, “ten”.",
    ]
    assert say(tell_turning(fate, ["Ada", "Ben"])[-1]) == "That was the luck of the cards."


# The graph


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_graph_is_an_xml_document_with_a_title_in_the_readers_language(language: str) -> None:
    record = game(names=("<Ada> & Co", "Ben"))
    tree = parsed(graph(record, notes(), summary(notes()), language))
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert tree.get("lang") == language
    assert tree.findtext("svg:title", "", space) == say("review.graph", language, game="Pig 10")
    assert "<Ada> & Co" in tree.findtext("svg:desc", "", space)
    names = {text.text for text in tree.findall("svg:text", space)}
    assert any(name and name.startswith("<Ada> & Co") for name in names)


def test_every_seat_has_a_line_of_its_own_pattern() -> None:
    space = "{http://www.w3.org/2000/svg}"
    tree = parsed(graph(game(), notes(), summary(notes())))
    lines = [line for line in tree.iter(f"{space}polyline") if "line" in line.get("class", "").split()]
    assert [len(line.get("points", "").split()) for line in lines] == [len(PLIES)] * 2
    assert len({line.get("stroke-dasharray") for line in lines}) == 2


def test_rounds_are_set_apart() -> None:
    record, found = truie()
    later = [note._replace(round=n >= 10) for n, note in enumerate(found)]
    assert "Manche 2" in graph(record, later, summary(later), "fr")
    first = [note for note in found if note.round == 0]
    assert "Manche 1<" not in graph(record, first, summary(first), "fr")


def test_names_are_moved_apart_and_keep_their_order() -> None:
    assert spread([10, 11, 90], 20, 0, 100) == [10, 30, 90]
    assert spread([99, 100, 98], 20, 0, 100) == [80, 100, 60]


# Records that are not whole


def test_a_game_that_was_broken_off_is_reviewed_as_far_as_it_went() -> None:
    found = notes(*PLIES[:4])
    assert len(found) == 3
    assert 0 < found[-1].after[0] < 1
    assert sum(found[-1].after) == pytest.approx(1)


def test_a_game_without_moves_has_nothing_to_review() -> None:
    with pytest.raises(BadRecord, match="no move"):
        list(review(game(PLIES[0]), generator(1), DEALS))


def test_cards_that_are_still_to_be_drawn_change_nothing() -> None:
    found = notes(*PLIES[:2], "1=2")
    assert found[-1].after == found[-1].before
