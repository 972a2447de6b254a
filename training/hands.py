"""What the cards in a hand of Pig 10 are worth: a logistic fit on games of the trained mind against itself."""

from typing import Any

import numpy

from learned_file import read
from piggery.bots.minds import pick
from piggery.bots.model import learned_for
from piggery.bots.search import shuffle
from piggery.engine.bags import MOST, count, unpack
from piggery.engine.compiled import compiled, numbers, record
from piggery.engine.kernel import Numbers, below, sow
from piggery.games.checks import start
from piggery.games.pig10 import rules as pig10
from piggery.games.pig10.mind import think
from piggery.games.registry import game_type

GAMES_PLAYED = 20_000
EVERY = 4  # one empty middle in so many is looked at
WHIM = 20  # one move in so many is made by chance
STEPS = 400
KINDS = pig10.TEN + 1
WON, HAND, PLACE, LEFT, SHARE, WIDTH = 0, 1, 12, 13, 14, 15


def gather(state: Any, rng: Numbers, cards: Numbers, mind: Numbers, games: int, seed: int, seen: Any) -> int:
    """Play games, and note every seat at some of the empty middles, and what became of it."""
    n = 0
    for game in range(games):
        sow(rng, seed, game)
        pig10.reset(state, 0)
        left = unpack(state.stock, cards)
        shuffle(cards, left, rng)
        first = n
        while True:
            while state.due:
                left -= 1
                pig10.draw(state, cards[left])
            moves = pig10.legal(state)
            if moves == 0:
                break
            if state.laid == 0 and below(rng, EVERY) == 0:
                for seat in range(state.players):
                    seen[n, seat, WON] = state.wins[seat]
                    for card in range(KINDS):
                        seen[n, seat, HAND + card] = count(state.hands[seat], card)
                    seen[n, seat, PLACE] = (seat - state.turn) % state.players
                    seen[n, seat, LEFT] = state.left
                    for other in range(state.players):
                        seen[n, seat, LEFT] += state.held[other]
                n += 1
            move = think(state, moves, rng, mind) if below(rng, WHIM) else pick(moves, rng)
            pig10.play(state, move)
        most = 0
        for seat in range(state.players):
            most = max(most, state.wins[seat])
        sharing = 0
        for seat in range(state.players):
            sharing += state.wins[seat] == most
        for line in range(first, n):
            for seat in range(state.players):
                seen[line, seat, SHARE] = 1.0 / sharing if state.wins[seat] == most else 0.0
    return n


def hands(players: int, seed: int) -> list[int]:
    """The scale for `pig10_model.chance`, in thousandths: steepness, having moved, and each card."""
    seen = numpy.zeros((GAMES_PLAYED * 30, players, WIDTH))
    mind = numbers(learned_for(players, read("pig10")["MINDS"]))
    state = record(start(game_type("pig10"), players))
    room = numbers([0] * MOST * KINDS)
    n = compiled(gather)(state, numbers([0] * 4), room, mind, GAMES_PLAYED, seed, seen)
    steep, found = fit(seen[:n], players)
    cards = found[:KINDS] - found[:KINDS].mean()
    return [round(1000 * steep), round(1000 * found[-1]), *(round(1000 * value) for value in cards)]


def fit(seen: Any, players: int) -> tuple[float, Any]:
    """Gradient descent (Adam) on the likelihood of who won."""
    moved = (seen[:, :, PLACE] == players - 1)[:, :, None]
    features = numpy.concatenate([seen[:, :, HAND : HAND + KINDS], moved], 2)
    root, shares = numpy.sqrt(seen[:, 0, LEFT]), seen[:, :, SHARE]
    values = numpy.zeros(KINDS + 2)
    mean, square = numpy.zeros_like(values), numpy.zeros_like(values)
    for step in range(1, STEPS + 1):
        steep = numpy.exp(values[-1]) / root
        cards = seen[:, :, WON] + features @ values[:-1]
        logits = steep[:, None] * cards
        chances = numpy.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        off = (chances - shares) * steep[:, None]
        slope = numpy.append(numpy.einsum("ns,nsf->f", off, features), (off * cards).sum()) / len(seen)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        values -= 0.05 * (mean / (1 - 0.9**step)) / (numpy.sqrt(square / (1 - 0.99**step)) + 1e-9)
    print(f"{players} players: {len(seen)} positions, likelihood {-(shares * numpy.log(chances)).sum(1).mean():.4f}")
    return float(numpy.exp(values[-1])), values[:-1]
