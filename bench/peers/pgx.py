"""Pgx on the CPU: Leduc hold'em, many games at once in one compiled loop, a new one wherever one ends."""

import importlib
import os
from typing import Protocol

from peers.timing import Case, on_one_core, tell

GAMES, STEPS = 16_384, 50


class State(Protocol):
    """Many games at once, as far as they are looked at here."""

    legal_action_mask: object


def leduc() -> Case:
    jax = importlib.import_module("jax")
    experimental = importlib.import_module("pgx.experimental")
    env = importlib.import_module("pgx").make("leduc_holdem")
    start = jax.jit(jax.vmap(env.init))
    step = jax.vmap(experimental.auto_reset(env.step, env.init))

    def move(state: State, key: object) -> tuple[State, None]:
        for_moves, for_deals = jax.random.split(key)
        action = experimental.act_randomly(for_moves, state.legal_action_mask)
        return step(state, action, jax.random.split(for_deals, GAMES)), None

    moves = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, STEPS))[0])
    held = [start(jax.random.split(jax.random.PRNGKey(5), GAMES)), jax.random.PRNGKey(6)]

    def play() -> int:
        held[1], key = jax.random.split(held[1])
        held[0] = jax.block_until_ready(moves(held[0], key))
        return GAMES * STEPS

    return play


if __name__ == "__main__":
    on_one_core()
    os.environ["JAX_PLATFORMS"] = "cpu"
    tell({"leduc many": leduc()})
