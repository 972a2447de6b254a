"""Laws that hold in every position of every game."""

import pytest
from hypothesis import HealthCheck, given, settings

from piggery import after, moves
from piggery.core.game import Game
from piggery.core.notation import parse_position
from piggery.core.record import dump, final, load, replay, sheet
from piggery.core.story import moves_by_card
from piggery.engine.bags import cards_in, members, one, size
from piggery.engine.kernel import generator
from piggery.errors import PiggeryError
from piggery.games.checks import guess, legal_texts, parse_move, scores, view_of
from piggery.games.pig10.rules import Pig10State
from piggery.games.registry import game_type
from piggery.games.truie.rules import TruieState
from worlds import GAMES, Setup, any_move, played, setups, swap

law = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@law
@given(setups())
def test_a_position_and_its_moves_survive_their_text(setup: Setup) -> None:
    for game, ply in played(setup, 80):
        rules, state = game.rules, ply.after
        text = rules.position_text(state)
        _, again = parse_position(text, **setup.options)
        assert rules.position_text(again) == text
        assert rules.legal(again) == rules.legal(state)
        assert moves(text, **setup.options) == legal_texts(rules, state)
        for move in members(rules.legal(state)):
            assert parse_move(rules, state, rules.move_text(state, move)) == move


@law
@given(setups())
def test_after_says_what_was_played(setup: Setup) -> None:
    for game, ply in played(setup, 80):
        before, now = game.rules.position_text(ply.before), game.rules.position_text(ply.after)
        assert after(before, ply.move, ply.draws, **setup.options) == now


@law
@given(setups())
def test_legal_is_empty_exactly_when_cards_are_due_or_it_is_over(setup: Setup) -> None:
    game = Game(setup.record())
    assert game.state.due
    assert not game.rules.legal(game.state)
    for game, ply in played(setup, 200):
        assert bool(game.rules.legal(ply.after)) == (not game.over)


@law
@given(setups())
def test_the_cards_are_always_the_same_cards_each_in_one_place(setup: Setup) -> None:
    for game, ply in played(setup, 200):
        state = ply.after
        assert game.rules.known(state) == state.deck
        assert state.left == size(state.stock)
        for seat in range(setup.players):
            assert state.held[seat] == size(state.hands[seat])
        if isinstance(state, Pig10State):
            assert state.pile == sum(one(card) for card in state.middle[: state.laid])
            assert state.wins == [size(won) for won in state.won]
        elif isinstance(state, TruieState):
            assert state.gone == size(state.spent)


@law
@given(setups())
def test_scores_keep_their_sum(setup: Setup) -> None:
    rules, game, counted = setup.rules, Game(setup.record()), [0] * setup.players
    for game, ply in played(setup, 200):  # noqa: B007
        state = ply.after
        if isinstance(state, Pig10State):
            assert sum(state.wins) + sum(state.held) + state.laid + state.left == size(state.deck)
        if rules.rounds_over(state) > rules.rounds_over(ply.before):
            counted = scores(rules, state)
    totals = [sum(points) for points in zip(*sheet(game.record), strict=True)] or [0] * setup.players
    assert totals == counted


@law
@given(setups())
def test_a_record_survives_its_text_and_replays_to_the_same_states(setup: Setup) -> None:
    game = None
    texts = []
    for game, ply in played(setup, 60):
        texts.append(game.rules.position_text(ply.after))
    assert game
    again = load(dump(game.record))
    assert again == game.record
    assert [again.rules.position_text(ply.after) for ply in replay(again)] == texts
    assert Game(again).state == final(again)


@law
@given(setups())
def test_a_guess_looks_the_same_to_the_one_who_guesses(setup: Setup) -> None:
    rng = generator(setup.seed)
    for game, ply in played(setup, 40):
        for seat in range(-1, setup.players):
            seen = view_of(game.rules, ply.after, seat)
            guessed = guess(game.rules, seen, rng)
            assert game.rules.known(guessed) == ply.after.deck
            assert view_of(game.rules, guessed, seat) == seen


@law
@given(setups())
def test_swapping_hidden_cards_by_hand_leaves_the_view_unchanged(setup: Setup) -> None:
    swaps = 0
    for game, ply in played(setup, 40):
        for seat in range(-1, setup.players):
            other = next(s for s in range(setup.players) if s != seat)
            swapped = swap(ply.after, other)
            if game.over or swapped is None:
                continue
            swaps += 1
            before = game.rules.position_text(view_of(game.rules, ply.after, seat))
            assert game.rules.position_text(view_of(game.rules, swapped, seat)) == before
            assert view_of(game.rules, swapped, seat) == view_of(game.rules, ply.after, seat)
    assert swaps


@law
@given(setups())
def test_a_view_shows_the_legal_moves_of_its_own_seat(setup: Setup) -> None:
    for game, ply in played(setup, 60):
        seat = ply.after.turn
        assert game.rules.legal(view_of(game.rules, ply.after, seat)) == game.rules.legal(ply.after)


@law
@given(setups())
def test_there_is_a_reason_exactly_when_a_card_cannot_be_played(setup: Setup) -> None:
    for game, ply in played(setup, 60):
        if game.over:
            return
        seen = view_of(game.rules, ply.after, ply.after.turn)
        for card, ways in moves_by_card(game.rules, seen).items():
            assert bool(game.rules.why_not(seen, card)) == (not ways)


@law
@given(setups())
def test_a_refusal_changes_nothing(setup: Setup) -> None:
    for game, _ply in played(setup, 10):
        record, state = game.record, game.state.copy()
        turn, other = game.state.turn, (game.state.turn + 1) % setup.players
        legal = game.moves() or ["none"]
        refused = [(turn, "nonsense"), (other, legal[0]), (turn, "4=19" if setup.rules.name == "pig10" else "L10>5")]
        for seat, move in refused:
            if seat == turn and move in legal:
                continue
            with pytest.raises(PiggeryError):
                game.play(seat, move)
        assert game.record is record
        assert game.state == state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_random_play_ends(name: str, seed: int) -> None:
    game = Game(Setup(game_type(name), 3, 0, {}, {}, seed).record())
    game.deal()
    rng = generator(seed)
    for _ in range(20_000):
        if game.over:
            break
        game.play(game.state.turn, any_move(game, rng))
    assert game.over


@pytest.mark.parametrize("name", GAMES)
def test_a_guess_is_even(name: str) -> None:
    """Every unseen card is as likely as its share of the unseen cards to be an opponent's."""
    game = Game(Setup(game_type(name), 2, 0, {}, {}, 5).record())
    game.deal()
    seen = game.view(0)
    rng = generator(1)
    unseen = cards_in(seen.deck - game.rules.known(seen))
    drawn = [card for _ in range(3000) for card in cards_in(guess(game.rules, seen, rng).hands[1])]
    for card in set(unseen):
        expected = len(drawn) * unseen.count(card) / len(unseen)
        assert abs(drawn.count(card) - expected) < 5 * expected**0.5
