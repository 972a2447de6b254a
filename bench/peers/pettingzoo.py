"""PettingZoo: Leduc hold'em in the loop that its documentation shows."""

import importlib

from peers.timing import Case, on_one_core, tell


def leduc() -> Case:
    classic = importlib.import_module("pettingzoo.classic.leduc_holdem_v4")
    env = classic.env()

    def play() -> int:
        env.reset()
        moves = 0
        for agent in env.agent_iter():
            seen, _, over, cut_off, _ = env.last()
            done = over or cut_off
            env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
            moves += not done
        return moves

    return play


if __name__ == "__main__":
    on_one_core()
    tell({"leduc": leduc()})
