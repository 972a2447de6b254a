"""Two minds against each other: the same deals in every seat, compiled, as many games as wanted."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy

from piggery.bots.model import model_of
from piggery.bots.search import shuffle
from piggery.engine.bags import MOST_CARDS, unpack
from piggery.engine.compiled import compiled, numbers, record
from piggery.engine.kernel import Numbers, below, sow
from piggery.games.checks import start
from piggery.games.registry import game_type

CAP = 3000  # moves
GREEDY = -1


@cache
def games_of(name: str) -> Callable[..., None]:
    rules = game_type(name)
    model = model_of(rules)
    reset, legal, play, draw, fits, score = rules.reset, rules.legal, rules.play, rules.draw, rules.fits, rules.score
    greedy, think = model.greedy, model.think

    def games(state: Any, rng: Numbers, cards: Numbers, minds: Any, who: Numbers, seed: int, n: int, won: Any) -> None:
        """Play `n` games; add to `won` the share of each seat."""
        for game in range(n):
            sow(rng, seed, game)
            reset(state, game % state.players)
            left = 0
            moves = 0
            while moves < CAP:
                while state.due:
                    if left != state.left:
                        left = unpack(state.stock, cards)
                        shuffle(cards, left, rng)
                    while not fits(state, cards[left - 1]):
                        k = below(rng, left - 1)
                        card = cards[k]
                        cards[k] = cards[left - 1]
                        cards[left - 1] = card
                    left -= 1
                    draw(state, cards[left])
                choices = legal(state)
                if choices == 0:
                    break
                mind = who[state.turn]
                move = greedy(state, choices, rng) if mind < 0 else think(state, choices, rng, minds[mind])
                play(state, move)
                moves += 1
            best = score(state, 0)
            sharing = 0
            for seat in range(state.players):
                best = max(best, score(state, seat))
            for seat in range(state.players):
                sharing += score(state, seat) == best
            for seat in range(state.players):
                if score(state, seat) == best:
                    won[seat] += 1.0 / sharing

    return games


def rate(name: str, mind: Any, other: Any, players: int, games: int, seed: int) -> float:
    """The share of games that one `mind` wins against a table of others (`None`: greedy ones), over all seats."""
    minds = numpy.array([mind, mind if other is None else other], numpy.int64)
    total = 0.0
    for seat in range(players):
        who = [GREEDY if other is None else 1] * players
        who[seat] = 0
        won = numpy.zeros(players)
        state = record(start(game_type(name), players))
        compiled(games_of(name))(
            state, numbers([0] * 4), numbers([0] * MOST_CARDS), minds, numbers(who), seed, games, won
        )
        total += won[seat] / games
    return total / players
