"""The rules of the third game, its text, its records, and the laws that hold for every game."""

from dataclasses import replace
from typing import Protocol, cast

import pytest

import test_laws
import test_no_peeking
from piggery import after, moves
from piggery.bots.levels import names, thinks
from piggery.core.game import Game, new_game
from piggery.core.record import dump, final, load, replay, sheet
from piggery.core.story import tell
from piggery.core.verify import verify
from piggery.engine.bags import size
from piggery.errors import BadMove, BadPosition, CardsDue, GameOver, IllegalMove, Refused
from piggery.games.checks import scores, view_of
from piggery.games.contract import GameType, State
from piggery.words import LANGUAGES, say
from third_game.third import POSITION
from worlds import Setup, played

LAWS = {name: law.hypothesis.inner_test for name, law in vars(test_laws).items() if hasattr(law, "hypothesis")}
FEW = {str(card): 3 for card in range(1, 9)}
WRONG = {
    0: "clomb 3/4 0 0 0/0 - -",
    1: "climb 3,9/4 0 0 0/0 - -",
    2: "climb 3/4 9 0 0/0 - -",
    3: "climb 3/4 0 2 0/0 - -",
    4: "climb 3/4 0 0 0/high - -",
    5: "climb 3/4 0 0 0/0 x -",
    6: "climb 3/4 0 0 0/0 - 0",
}


# Rules


@pytest.mark.usefixtures("climb")
def test_rule_2_any_card_may_be_laid() -> None:
    assert moves(POSITION) == ["3", "4", "5", "8"]


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize(("card", "points"), [("8", 4), ("5", 1), ("4", 0), ("3", 0)])
def test_rule_3_each_step_up_is_a_point_and_going_down_is_free(card: str, points: int) -> None:
    assert after(POSITION, card).split()[4] == f"{points}/3"


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize(("card", "points"), [("8", 4), ("4", 0), ("3", -1)])
def test_house_rule_going_down_costs_a_point(card: str, points: int) -> None:
    assert after(POSITION, card, slide="costly").split()[4] == f"{points}/3"


@pytest.mark.usefixtures("climb")
def test_rule_4_whoever_has_laid_a_card_draws_one() -> None:
    laid = after(POSITION, "8")
    assert laid.split()[3] == "0+1"
    assert moves(laid) == []
    assert after(laid, "-", ["2"]) == "climb 2,3,4,5/?4 8 1 4/3 4,8 ?22"


@pytest.mark.usefixtures("climb")
def test_rule_5_the_game_ends_when_whoever_is_to_play_has_no_card() -> None:
    ended = after("climb 5/- 4 0 0/3 4 -", "5")
    assert ended == "climb -/- 5 - 1/3 4,5 -"
    assert moves(ended) == []


# Text


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize("field", WRONG)
def test_a_bad_position_says_which_field_it_is(field: int) -> None:
    with pytest.raises(BadPosition) as refused:
        moves(WRONG[field])
    assert refused.value.values["field"] == field
    assert "{" not in str(refused.value)


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize(
    ("position", "field"),
    [
        ("climb 3/4 0 0 0/0 -", 6),
        ("climb 3/4 0 0 0/0/0 - -", 4),
        ("climb 3/4 0 - 0/0 - -", 3),
        ("climb 3/4 0 0+5 0/0 - 1,1,1,1,1", 3),
        ("climb 3 0 0 0 - -", 1),
    ],
)
def test_a_position_that_cannot_be_says_which_field_it_is(position: str, field: int) -> None:
    with pytest.raises(BadPosition) as refused:
        moves(position)
    assert refused.value.values["field"] == field


@pytest.mark.usefixtures("climb")
def test_a_move_is_refused_as_in_every_game() -> None:
    for position, move, error in [
        (POSITION, "9", BadMove),
        (POSITION, "7", IllegalMove),
        (after(POSITION, "8"), "3", CardsDue),
        ("climb -/- 5 - 1/3 4,5 -", "5", GameOver),
    ]:
        with pytest.raises(error):
            after(position, move)


# Records


def recorded(slide: str = "free") -> Game:
    """A whole game: everybody lays the first card there is."""
    game = Game(new_game("climb", ["Ada", "Ben", "Cem"], seed=7, slide=slide))
    game.deal()
    while not game.over:
        game.play(game.turn, game.moves()[0])
    return game


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize("slide", ["free", "costly"])
def test_a_game_is_written_down_read_back_and_replayed(slide: str) -> None:
    game = recorded(slide=slide)
    again = load(dump(game.record))
    assert again == game.record
    assert [ply.number for ply in replay(again)] == list(range(33))
    assert final(again) == game.state
    assert scores(again.rules, final(again)) == game.scores


@pytest.mark.usefixtures("climb")
def test_its_cards_are_shown_to_be_fair() -> None:
    assert [told.key for told in verify(recorded().record)] == ["verify.moves", "verify.cards"]
    fair = Game(new_game("climb", ["Ada", "Ben"]))
    fair.deal()
    assert [told.key for told in verify(fair.record)][1] == "verify.commitment"


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str) -> None:
    record = recorded().record
    told = [say(line, language) for ply in replay(record) for line in tell(record, ply)]
    assert len(told) > 33
    assert not any("{" in line for line in told)


# Laws


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("slide", ["free", "costly"])
def test_the_laws_of_every_game_hold_for_it(climb: GameType, law: str, slide: str) -> None:
    for players in climb.seats:
        for copies in ({}, FEW):
            LAWS[law](Setup(climb, players, players - 1, copies, {"slide": slide}, seed=players))


@pytest.mark.usefixtures("climb")
def test_a_guess_is_even_and_random_play_ends() -> None:
    test_laws.test_a_guess_is_even("climb")
    test_laws.test_random_play_ends("climb", 1)


class Climbing(State, Protocol):
    laid: int


def test_a_spectator_knows_the_cards_that_were_laid_and_a_seat_its_own_besides(climb: GameType) -> None:
    for players in climb.seats:
        *_, (_game, last) = played(Setup(climb, players, 0, {}, {}, 1), 12)
        state = cast(Climbing, last.after)
        assert climb.known(view_of(climb, state, -1)) == state.laid
        for seat in range(players):
            assert climb.known(view_of(climb, state, seat)) == state.laid + state.hands[seat]


def test_no_bot_chooses_by_what_is_hidden(climb: GameType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(test_no_peeking.PLIES, "climb", 40)
    for name in names(climb):
        test_no_peeking.test_no_bot_chooses_by_what_is_hidden("climb", 3, name)
        if not thinks(name):
            test_no_peeking.test_those_that_play_in_simulations_do_not_look_at_what_they_are_handed("climb", 3, name)
    test_no_peeking.test_the_coach_says_the_same_whatever_is_hidden("climb", 3)


def laid(state: State) -> int:
    """A field of its own, as nobody else knows it."""
    return int(getattr(state, "laid"))  # noqa: B009


def test_points_of_a_round_are_counted_also_when_they_are_won_on_the_way(climb: GameType) -> None:
    rounds = replace(climb, rounds_over=lambda state: size(laid(state)) // 8)
    game = Game(replace(recorded().record, rules=rounds, plies=()))
    game.deal()
    while not game.over:
        game.play(game.turn, game.moves()[0])
    columns = sheet(game.record)
    assert len(columns) == 4
    assert [sum(points) for points in zip(*columns, strict=True)] == game.scores


def test_a_game_that_leaves_nobody_a_move_says_so(climb: GameType) -> None:
    stuck = replace(climb, legal=lambda state: 0 if laid(state) else climb.legal(state))
    game = Game(replace(recorded().record, rules=stuck, plies=()))
    game.deal()
    before = game.state.copy()
    with pytest.raises(Refused, match="the rules of climb leave seat 1 without a move"):
        game.play(0, game.moves()[0])
    assert game.state == before
