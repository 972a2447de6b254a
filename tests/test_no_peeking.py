"""No bot looks at hidden cards: deal them again, now and in all that is remembered, and it does the same.

What is hidden from the seat to move, the other hands and the draw pile, is shuffled for the position and for each of
the last turns by itself. The same chance must then lead to the same move, and be used up in the same way: a search that
saw a hidden card would play other games in its head, even where it comes to the same move.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from piggery.bots import coach
from piggery.bots.endings import endings_of
from piggery.bots.levels import Player, names, player, thinks
from piggery.bots.minds import bot
from piggery.bots.play import Pile
from piggery.bots.search import Effort, PastTurn, Search, remembered
from piggery.engine.bags import cards_in, many, nth, one
from piggery.engine.kernel import Numbers, generator
from piggery.games.checks import start, view_of
from piggery.games.contract import GameType, State
from piggery.games.registry import game_type, game_types

PLAYERS = {"pig10": (2, 3, 5, 8), "truie": (2, 3, 6)}
PLIES = {"pig10": 80, "truie": 120}
DEALS = 2  # that a search looks at
TIMES = 2  # that hidden cards are dealt again
TABLES = [(game, players) for game in game_types() for players in PLAYERS[game]]
EVERY = [(game, players, name) for game, players in TABLES for name in names(game_type(game))]


class Moment(NamedTuple):
    """A turn of a real game, and the turns before it: the whole truth of each, and the move."""

    rules: GameType
    state: State
    turns: list[tuple[State, int]]


Choose = Callable[[Moment], object]


@cache
def moments(game: str, players: int) -> list[Moment]:
    """Turns with a choice, the last one and every eighth before it; every third move of the game is made by chance."""
    found = [moment for moment in played(game_type(game), players) if many(moment.rules.legal(moment.state)) > 1]
    return found[:1:-8]


def played(rules: GameType, players: int) -> Iterator[Moment]:
    state, cards, rng = start(rules, players), Random(players), generator(players)
    turns: deque[tuple[State, int]] = deque(maxlen=2 * players)
    pile = Pile(rules, cards)
    for ply in range(PLIES[rules.name]):
        pile.draw(state)
        legal = rules.legal(state)
        if not legal:
            return
        yield Moment(rules, state.copy(), list(turns))
        move = bot(rules, "greedy" if ply % 3 else "random")(state, legal, rng)
        turns.append((state.copy(), move))
        rules.play(state, move)


def redealt(moment: Moment, seed: int) -> Moment:
    """The same to the seat to move."""
    cards, seat = Random(seed), moment.state.turn
    turns = [(dealt_anew(state, seat, cards), move) for state, move in moment.turns]
    return moment._replace(state=dealt_anew(moment.state, seat, cards), turns=turns)


def dealt_anew(state: State, seat: int, cards: Random) -> State:
    """Another state, in which the cards of the other hands and of the draw pile have changed places."""
    other, others = state.copy(), [s for s in range(state.players) if s != seat]
    hidden = cards_in(state.stock) + [card for s in others for card in cards_in(state.hands[s])]
    cards.shuffle(hidden)
    for s in others:
        other.hands[s] = sum(one(hidden.pop()) for _ in range(state.held[s]))
    other.stock = sum(map(one, hidden))
    return other


def caught(choose: Choose, found: Sequence[Moment]) -> bool:
    """Whether a choice hangs on something hidden."""
    made = ((moment, choose(moment)) for moment in found)
    return any(choose(redealt(moment, seed)) != choice for moment, choice in made for seed in range(TIMES))


def seeing(play: Player) -> Choose:
    """As bots are asked at tables and in the arena: with a view, and what everybody saw."""

    def choose(moment: Moment) -> object:
        rules, state, rng = moment.rules, moment.state, generator(5)
        past = remembered(rules, moment.turns, state)
        return play(view_of(rules, state, state.turn), rules.legal(state), rng, past), rng

    return choose


def knowing(play: Player) -> Choose:
    """As bots are asked in simulations: with the whole truth, which they must not look at."""

    def choose(moment: Moment) -> object:
        rng, past = generator(5), [PastTurn(state, move) for state, move in moment.turns]
        return play(moment.state, moment.rules.legal(moment.state), rng, past), rng

    return choose


def hinted(moment: Moment) -> object:
    """Everything the coach says, asked with the whole truth."""
    rules, state, rng = moment.rules, moment.state, generator(5)
    called = [f"Player {seat}" for seat in range(state.players)]
    past = remembered(rules, moment.turns, state)
    return coach.hint(rules, state, rng, called, past, Effort(deals=DEALS)), rng


@pytest.mark.parametrize(("game", "players", "name"), EVERY)
def test_no_bot_chooses_by_what_is_hidden(game: str, players: int, name: str) -> None:
    assert not caught(seeing(player(game_type(game), name, deals=DEALS)), moments(game, players))


@pytest.mark.parametrize(("game", "players", "name"), [one for one in EVERY if not thinks(one[2])])
def test_those_that_play_in_simulations_do_not_look_at_what_they_are_handed(game: str, players: int, name: str) -> None:
    assert not caught(knowing(player(game_type(game), name)), moments(game, players))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_coach_says_the_same_whatever_is_hidden(game: str, players: int) -> None:
    assert not caught(hinted, moments(game, players))


# That somebody who looks is caught


def neighbours_hand(seen: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
    """Chooses by the cards of the next player."""
    return by_these(legal, seen.hands[(seen.turn + 1) % seen.players])


def hands_before(seen: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
    """Chooses by the cards that others had in their last turns."""
    return by_these(legal, *(hand for turn in past for hand in turn.before.hands))


def by_these(legal: int, *hands: int) -> int:
    return nth(legal, Random(str(hands)).randrange(many(legal)))


def searching_openly(moment: Moment) -> object:
    """A search that is given the whole truth instead of a view."""
    return Search(moment.rules, moment.state, effort=Effort(deals=DEALS)).run(generator(5))


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.parametrize("peeking", [neighbours_hand, hands_before])
def test_who_looks_at_hidden_cards_is_caught_unless_there_is_nothing_to_see(
    game: str, players: int, peeking: Player
) -> None:
    assert caught(knowing(peeking), moments(game, players))
    assert not caught(seeing(peeking), moments(game, players))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_search_that_knew_the_cards_would_be_caught(game: str, players: int) -> None:
    assert caught(searching_openly, moments(game, players))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_is_dealt_anew_is_hidden_and_there_is_a_past(game: str, players: int) -> None:
    rules, found = game_type(game), moments(game, players)
    pairs = [(moment, redealt(moment, 0)) for moment in found]
    for moment, other in pairs:
        seat = moment.state.turn
        assert view_of(rules, moment.state, seat) == view_of(rules, other.state, seat)
        assert rules.known(moment.state) == rules.known(other.state)
    most = len(found) - 1  # the last cards may leave nothing to hide, and a round begins without a past
    assert sum(moment.state != other.state for moment, other in pairs) >= most
    assert sum(moment.turns != other.turns for moment, other in pairs) >= most
    assert sum(bool(remembered(rules, moment.turns, moment.state)) for moment in found) >= most


def test_endings_that_are_worked_out_and_later_rounds_are_among_them() -> None:
    last = [moments("pig10", players)[0] for players in PLAYERS["pig10"]]
    endings = endings_of(game_type("pig10"))
    assert endings
    assert any(endings.solvable(moment.state) and moment.state != redealt(moment, 0).state for moment in last)
    assert any(moment.rules.rounds_over(moment.state) for moment in moments("truie", 6))
