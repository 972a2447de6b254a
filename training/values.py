"""Learn what positions of Pig 10 are worth: the numbers of bots/pig10_weights.py.

    python training/values.py 2 --games 5000000                               for two players
    python training/values.py 2 --games 12000000 --on --rate 0.006 --seed 2   the same, further

It plays by what it knows so far, one move in fifty by chance, three games in four against greedy players and the others
against itself, and after each game moves what it thought of its positions towards what came after them (temporal
differences, TD(0.8)). Everything is seeded: the same command finds the same numbers. Numba and NumPy are needed.
"""

import argparse
import time
from math import exp
from typing import Any

import numpy

from piggery.bags import many, nth, unpack
from piggery.bots.model import CERTAIN
from piggery.bots.pig10_value import HIDDEN, INPUTS, ROOM, SECOND, UNIT, WEIGHT, look, share, weights
from piggery.bots.search import shuffle
from piggery.bots.simple import pig10_greedy
from piggery.compiled import compiled, numbers, record
from piggery.games import GAMES, pig10
from piggery.kernel import below, kernel, sow
from piggery.rules import start
from weights_file import write

LEAK = 1 / 16
ALIKE = 0.8  # how much of what came later counts
WHIM = 20  # in a thousand: moves by chance while learning
AMONG_GREEDY = 75  # in a hundred games
RATE = 0.015  # how fast it learns at first
BLOCK = 20_000  # games between two rates
CHECK = 200_000  # games between two looks at how far it has come
SEATS, TURNS = 8, 120


@kernel
def worth(x: Any, w1: Any, w2: Any, h: Any) -> float:
    """The chance to win; `h` keeps the sums."""
    for j in range(HIDDEN):
        h[j] = 0.0
    for i in range(INPUTS):
        if x[i]:
            for j in range(HIDDEN):
                h[j] += x[i] * w1[i, j]
    found = w2[HIDDEN]
    for j in range(HIDDEN):
        h[j] *= (1.0 if h[j] > 0.0 else LEAK) / UNIT
        found += h[j] * w2[j]
    return 1.0 / (1.0 + exp(-found))


@kernel
def learn(x: Any, w1: Any, w2: Any, h: Any, target: float, rate: float) -> None:
    step = (target - worth(x, w1, w2, h)) * rate
    w2[HIDDEN] += step
    for j in range(HIDDEN):
        down = step * w2[j] * (1.0 if h[j] > 0.0 else LEAK) / UNIT
        w2[j] += step * h[j]
        h[j] = down
    for i in range(INPUTS):
        if x[i]:
            for j in range(HIDDEN):
                w1[i, j] += x[i] * h[j]


@kernel
def choose(state: Any, moves: int, greedy: int, x: Any, w1: Any, w2: Any, h: Any) -> int:
    best = -1.0
    found = 0
    left = moves
    while left:
        move = nth(left, 0)
        left &= left - 1
        look(state, move, greedy, x, 0)
        value = worth(x, w1, w2, h)
        if value > best:
            best = value
            found = move
    return found


def games(state: Any, work: Any, net: Any, seen: Any, n: int, seed: int, rate: float) -> float:
    """Play `n` games; with a rate learn from them, else only look how many are won against greedy players."""
    rng, cards, who, turns, x = work
    w1, w2, h = net
    inputs, values = seen
    won = 0.0
    for game in range(n):
        sow(rng, seed, game)
        pig10.reset(state, game % state.players)
        greedy = 1 if rate == 0.0 or below(rng, 100) < AMONG_GREEDY else 0
        one = game // state.players % state.players
        for s in range(state.players):
            who[s] = 1 if s == one or not greedy else 0
            turns[s] = 0
        left = 0
        while True:
            while state.due:
                if left != state.left:
                    left = unpack(state.stock, cards)
                    shuffle(cards, left, rng)
                left -= 1
                pig10.draw(state, cards[left])
            moves = pig10.legal(state)
            if moves == 0:
                break
            s = state.turn
            if who[s] == 0:
                pig10.play(state, pig10_greedy(state, moves, rng))
                continue
            if rate > 0.0 and below(rng, 1000) < WHIM:
                move = nth(moves, below(rng, many(moves)))
            else:
                move = choose(state, moves, greedy, x, w1, w2, h)
            t = turns[s]
            look(state, move, greedy, inputs[s, t], 0)
            values[s, t] = worth(inputs[s, t], w1, w2, h)
            turns[s] += 1
            pig10.play(state, move)
        won += share(state, one) / CERTAIN
        if rate > 0.0:
            for s in range(state.players):
                target = share(state, s) / CERTAIN
                for t in range(turns[s] - 1, -1, -1):
                    learn(inputs[s, t], w1, w2, h, target, rate)
                    target = (1.0 - ALIKE) * values[s, t] + ALIKE * target
    return won / n


class Training:
    def __init__(self, players: int, seed: int, on: bool = False) -> None:
        if on:
            found = numpy.array(weights(players)[:ROOM]) / WEIGHT
        else:
            found = numpy.append(numpy.random.default_rng(seed).normal(0, 0.15, ROOM - 1), 0.0)
        self.w1, self.w2 = found[:SECOND].reshape(INPUTS, HIDDEN), found[SECOND:]
        self.players, self.seed = players, seed
        self.state = record(start(GAMES["pig10"], players))
        self.work = (
            numbers([0] * 4),
            numbers([0] * 200),
            numbers([0] * SEATS),
            numbers([0] * SEATS),
            numbers([0] * INPUTS),
        )
        self.seen = numpy.zeros((SEATS, TURNS, INPUTS), numpy.int64), numpy.zeros((SEATS, TURNS))

    def play(self, n: int, block: int, rate: float) -> float:
        net = self.w1, self.w2, numpy.zeros(HIDDEN)
        return float(compiled(games)(self.state, self.work, net, self.seen, n, self.seed * 1_000_003 + block, rate))

    def run(self, total: int, first: float = RATE) -> None:
        began = time.monotonic()
        for block in range(total // BLOCK):
            self.play(BLOCK, block, first * (1 - block * BLOCK / total) + 1e-4)
            if (block + 1) * BLOCK % CHECK == 0:
                found = self.play(2 * BLOCK, -1, 0.0)
                print(f"{(block + 1) * BLOCK} games, {time.monotonic() - began:.0f} s: {found:.4f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="go on from what was learned")
    parser.add_argument("--rate", type=float, default=RATE)
    asked = parser.parse_args()
    training = Training(asked.players, asked.seed, asked.on)
    training.run(asked.games, asked.rate)
    write(asked.players, training.w1, training.w2)


if __name__ == "__main__":
    main()
