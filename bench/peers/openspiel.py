"""OpenSpiel: crazy_eights and hearts in a Python loop, in `evaluate_bots`, and in the rollouts of its tree search."""

import importlib
import random
import sys
from typing import Protocol, Self

from peers.timing import Case, on_one_core, tell

GAMES = 200  # in one go; the same ones every time
ROLLOUTS = 500

pyspiel = importlib.import_module("pyspiel")


class Step(Protocol):
    player: int


class State(Protocol):
    def is_terminal(self) -> bool: ...

    def is_chance_node(self) -> bool: ...

    def chance_outcomes(self) -> list[tuple[int, float]]: ...

    def legal_actions(self) -> list[int]: ...

    def apply_action(self, action: int) -> None: ...

    def full_history(self) -> list[Step]: ...

    def clone(self) -> Self: ...


class Game(Protocol):
    def new_initial_state(self) -> State: ...

    def num_players(self) -> int: ...


def python_loop(game: Game) -> Case:
    """As its examples play: every state, chance and choice handled in Python."""
    rng = random.Random(5)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def bots(game: Game) -> list[object]:
    return [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]


def decisions(state: State) -> int:
    return sum(step.player >= 0 for step in state.full_history())


def evaluate_bots(game: Game) -> Case:
    """Whole games inside C++: one call a game. Bots and seeds are the same every time, so they are counted once."""

    def play(counting: bool = False) -> int:
        seated, moves = bots(game), 0
        for seed in range(GAMES):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, seated, seed)
            moves += decisions(state) if counting else 0
        return moves

    moves = play(counting=True)
    return lambda: play() or moves


def dealt(game: Game) -> State:
    rng, state = random.Random(3), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def mean_length(game: Game, start: State) -> float:
    """Of random games from a position."""
    seated, moves, before = bots(game), 0, decisions(start)
    for seed in range(2_000):
        state = start.clone()
        pyspiel.evaluate_bots(state, seated, seed)
        moves += decisions(state) - before
    return moves / 2_000


def rollouts(game: Game) -> Case:
    """Random games after the deal, many in one call: a tree search that has time for a single look."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 3)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 5, False)
    start = dealt(game)
    moves = round(ROLLOUTS * mean_length(game, start))

    def play() -> int:
        search.mcts_search(start)
        return moves

    return play


def main() -> None:
    on_one_core()
    for name, game in (("crazy_eights", f"crazy_eights(players={sys.argv[2]})"), ("hearts", "hearts")):
        loaded = pyspiel.load_game(game)
        tell({f"{name} loop": python_loop(loaded), f"{name} bots": evaluate_bots(loaded)})
        tell({f"{name} rollouts": rollouts(loaded)})


if __name__ == "__main__":
    main()
