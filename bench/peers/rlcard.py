"""RLCard: Uno through `env.run`, and its bare engine. It always seats two, whatever it is told."""

import importlib
import random

from peers.timing import Case, on_one_core, tell


def environment() -> Case:
    library = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = library.make("uno", config={"seed": 5})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        trajectories, _ = env.run()
        return sum((len(steps) - 1) // 2 for steps in trajectories)

    return play


def engine() -> Case:
    """Without what an environment adds: no observations, no trajectories."""
    game = importlib.import_module("rlcard.games.uno").Game()
    rng = random.Random(5)

    def play() -> int:
        game.init_game()
        moves = 0
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            moves += 1
        return moves

    return play


if __name__ == "__main__":
    on_one_core()
    tell({"uno run": environment(), "uno engine": engine()})
