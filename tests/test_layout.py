"""Where things stand at the table, worked out without a screen."""

from itertools import product

import pytest

from piggery.games.registry import game_type
from piggery.terminal.layout import HEAD, KEYS, SMALLEST, CardSize, Layout, told_apart
from piggery.terminal.part import Paint, paint_of

PIG10, TRUIE = (paint_of(game_type(name)) for name in ("pig10", "truie"))


def test_sixty_by_twenty_is_enough_and_no_less() -> None:
    assert SMALLEST == (60, 20)
    assert not Layout(60, 20, 3).too_small
    assert Layout(59, 20, 3).too_small
    assert Layout(60, 19, 3).too_small


@pytest.mark.parametrize("paint", [PIG10, TRUIE])
def test_the_rows_of_a_window_are_all_given_out_and_the_middle_keeps_some(paint: Paint) -> None:
    for columns, rows, others in product((60, 80, 100, 120, 200), (20, 24, 30, 40, 60), range(1, 8)):
        layout = Layout(columns, rows, others)
        hand = layout.fan(paint, 7).rows(7)
        seats = layout.seat_rows * -(-others // layout.seats_across)
        assert HEAD + seats + layout.middle(hand) + layout.bar + hand + layout.ways + KEYS == rows
        assert layout.middle(hand) >= CardSize.TINY
        assert layout.seats_across * layout.seat_columns <= columns


def test_cards_are_larger_where_there_is_more_room() -> None:
    sizes = [Layout(columns, rows, 3).fan(PIG10, 3).size for columns, rows in ((60, 20), (80, 24), (120, 40))]
    assert sizes == [CardSize.SMALL, CardSize.FULL, CardSize.LARGE]


def test_a_large_hand_lies_in_several_rows_or_in_smaller_cards() -> None:
    few, many = (Layout(60, 20, 5).fan(TRUIE, stacks) for stacks in (3, 14))
    assert many.size <= few.size
    assert many.width * many.across <= 60


def test_others_have_a_border_only_where_there_is_room_for_it() -> None:
    assert Layout(80, 24, 3).boxed
    assert not Layout(80, 24, 7).boxed
    assert not Layout(80, 20, 3).boxed
    assert Layout(80, 24, 7).seats_across == 4


def test_what_is_asked_has_more_rows_where_lines_are_short() -> None:
    assert (Layout(60, 20, 3).bar, Layout(80, 20, 3).bar) == (3, 2)


def test_names_that_fit_stay_whole() -> None:
    assert told_apart(["Ada", "Ben"], 3) == ["Ada", "Ben"]


def test_long_names_are_told_apart_by_their_ends() -> None:
    names = [f"Grandmother {n}" for n in range(1, 8)]
    short = told_apart(names, 8)
    assert len(set(short)) == 7
    assert all(len(name) <= 8 for name in short)
    assert short[0] == "Grandm…1"


def test_the_same_name_twice_is_no_reason_to_give_up() -> None:
    assert told_apart(["Maximilian", "Maximilian"], 5) == ["Maxi…", "Maxi…"]
