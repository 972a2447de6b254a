"""A whole game of bots, move by move: for measuring those that think too long to be played in a batch."""

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from ..engine.bags import cards_in
from ..engine.kernel import generator
from ..games.checks import scores, start, view
from ..games.contract import GameType
from .levels import Player
from .search import remembered

CAP = 3000  # moves after which a game counts as it stands


def play_game(rules: GameType, players: Sequence[Player], cards: Random, seed: int, **options: Any) -> list[int]:
    """Play one game and return the scores. `cards` says how they are shuffled, `seed` what the bots dream of."""
    state = start(rules, len(players), **options)
    turns: deque[tuple[Any, int]] = deque(maxlen=2 * len(players))
    rngs = [generator(seed, seat) for seat in range(len(players))]
    stock: list[int] = []
    for _ in range(CAP):
        stock = draw(rules, state, stock, cards)
        legal = rules.legal(state)
        if not legal:
            break
        seat = state.turn
        seen = view(rules, state, seat)
        move = players[seat](seen, legal, rngs[seat], remembered(rules, turns, state))
        turns.append((state.copy(), move))
        rules.play(state, move)
    return scores(rules, state)


def draw(rules: GameType, state: Any, stock: list[int], cards: Random) -> list[int]:
    """Draw what is due; a new draw pile is shuffled. What is left of it."""
    while state.due:
        if len(stock) != state.left:
            stock = cards_in(state.stock)
            cards.shuffle(stock)
        place = next(n for n in range(len(stock) - 1, -1, -1) if rules.fits(state, stock[n]))
        rules.draw(state, stock.pop(place))
    return stock
