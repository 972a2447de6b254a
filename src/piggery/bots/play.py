"""A whole game of bots, move by move: for those that think too long to be played in a batch."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from random import Random

from ..engine.bags import cards_in
from ..engine.kernel import Numbers, generator
from ..errors import CardNotThere
from ..games.checks import scores, start, view_of
from ..games.contract import GameType, State
from .levels import Player
from .search import remembered

CAP = 3000  # moves after which a game counts as it stands


def played(
    game: GameType, state: State, players: Sequence[Player], rngs: Sequence[Numbers], draw: Callable[[State], None],
    *, cap: int,
) -> Iterator[tuple[State, int]]:  # fmt: skip
    """Play a game on; each move before it is made. `draw` is asked to draw what is due."""
    past: deque[tuple[State, int]] = deque(maxlen=2 * len(players))
    draw(state)
    while cap and (legal := game.legal(state)):
        seat, cap = state.turn, cap - 1
        move = players[seat](view_of(game, state, seat), legal, rngs[seat], remembered(game, past, state))
        past.append((state.copy(), move))
        yield state, move
        game.play(state, move)
        draw(state)


def play_game(game: GameType, players: Sequence[Player], cards: Random, seed: int, **options: object) -> list[int]:
    """Play one game and return the scores. `cards` shuffles them; the bots choose by `seed`."""
    state = start(game, len(players), 0, None, **options)
    rngs = [generator(seed, seat) for seat in range(len(players))]
    for _ in played(game, state, players, rngs, Pile(game, cards).draw, cap=CAP):
        pass
    return scores(game, state)


class Pile:
    """A draw pile that is shuffled by `cards`."""

    def __init__(self, game: GameType, cards: Random) -> None:
        self.game, self.cards = game, cards
        self.stock: list[int] = []

    def draw(self, state: State) -> None:
        """Draw what is due; a new draw pile is shuffled."""
        while state.due:
            if len(self.stock) != state.left:
                self.stock = cards_in(state.stock)
                self.cards.shuffle(self.stock)
            if not self.stock:
                raise CardNotThere("cards.none")
            places = range(len(self.stock) - 1, -1, -1)
            place = next(n for n in places if self.game.fits(state, self.stock[n]))
            self.game.draw(state, self.stock.pop(place))
