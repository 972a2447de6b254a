"""Games to test with: any number of players, any options, any deck, played by chance."""

import os
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import add
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from piggery.core.game import Game
from piggery.core.record import Ply, Record, Seat
from piggery.engine.bags import cards_in, members, one
from piggery.engine.kernel import Numbers, below, generator
from piggery.errors import BadOption
from piggery.games.checks import check_seats, deck_of, options_of, view_of
from piggery.games.contract import GameType, Options, S, State
from piggery.games.registry import game_type, game_types
from piggery.sim.summary import Summary


def state_of(game: GameType[S], position: str) -> S:
    """The state of a position, with the fields of its game."""
    name, *fields = position.split(" ")
    assert name == game.name
    return game.parse_position(fields, options_of(game, {}))


def seen_in(game: GameType[S], position: str) -> S:
    """The same, as the seat to move sees it."""
    state = state_of(game, position)
    return view_of(game, state, state.turn)


def total(batches: Iterable[Summary]) -> Summary:
    return reduce(add, batches)


GAMES = [os.environ["PIGGERY_GAME"]] if "PIGGERY_GAME" in os.environ else sorted(game_types())  # docs/your-own-game.md
QUICK = bool(os.environ.get("PIGGERY_QUICK"))  # run.py test quick


class Setup(NamedTuple):
    rules: GameType
    players: int
    first: int
    copies: dict[str, int]
    options: Options
    seed: int

    def record(self) -> Record:
        seats = tuple(Seat(f"Player {n}") for n in range(self.players))
        deck = deck_of(self.rules, self.copies)
        options = options_of(self.rules, self.options)
        return Record(self.rules, seats, self.first, deck, options, {"from": "seed", "seed": str(self.seed)})


def often(examples: int) -> settings:
    """A law is tried on so many examples, on a third of them where it must be quick."""
    tried = examples // 3 if QUICK else examples
    return settings(max_examples=tried, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    rules = game_type(draw(st.sampled_from(GAMES)))
    players = draw(st.sampled_from(rules.seats))
    options = {name: draw(st.sampled_from(list(known))) for name, known in rules.options.items()}
    copies = draw(st.one_of(st.just({}), decks(rules, players)))
    return Setup(rules, players, draw(st.integers(0, players - 1)), copies, options, draw(st.integers(0, 2**32)))


def decks(rules: GameType, players: int) -> st.SearchStrategy[dict[str, int]]:
    """Other decks that can be dealt: few cards, so that they run out, or many of one kind."""
    numbers = sum(name.isdecimal() for name in rules.cards) or 1
    least = -(-(players * rules.hand + 1) // numbers)
    copies = {name: st.integers(least if name.isdecimal() else 0, 15) for name in rules.cards}
    return st.fixed_dictionaries(copies).filter(lambda copies: _can_be_dealt(rules, players, copies))


def _can_be_dealt(rules: GameType, players: int, copies: dict[str, int]) -> bool:
    try:
        check_seats(rules, players, 0, deck_of(rules, copies))
    except BadOption:
        return False
    return True


def played(setup: Setup, longest: int) -> Iterator[tuple[Game, Ply]]:
    """A game played by chance, ply by ply."""
    game = Game(setup.record())
    rng = generator(setup.seed)
    dealt = game.deal()
    assert dealt
    yield game, dealt
    for _ in range(longest):
        if game.over:
            return
        yield game, game.play(game.state.turn, any_move(game, rng))


def any_move(game: Game, rng: Numbers) -> str:
    moves = members(game.rules.legal(game.state))
    return game.rules.move_text(game.state, moves[below(rng, len(moves))])


def swap(state: State, seat: int) -> State | None:
    """Another state, in which a card of this seat and a card of the draw pile have changed places."""
    mine = cards_in(state.hands[seat])
    theirs = [card for card in cards_in(state.stock) if card not in mine]
    if not mine or not theirs:
        return None
    swapped = state.copy()
    swapped.hands[seat] += one(theirs[0]) - one(mine[0])
    swapped.stock += one(mine[0]) - one(theirs[0])
    return swapped
