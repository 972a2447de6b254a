"""Endings of Pig 10 with two players and an empty draw pile: does the strongest bot play as full minimax does?

    python bench/endings.py [--endings N] [--cards N]

The minimax here is written on its own, without the bot's code: it plays every line to the last card. Random endings:
hands of one to three cards as in play, or of up to `--cards` (of the bot's limit, see `solvable`); any middle
that can come about, any cards won so far. It ends with 1 if a choice differs.
"""

import argparse
import sys
import time
from random import Random

from rich.console import Console
from rich.table import Table

from piggery.bots.levels import player
from piggery.engine.bags import cards_in, members, one, size
from piggery.engine.kernel import generator
from piggery.games.checks import view_of
from piggery.games.pig10 import GAME as RULES
from piggery.games.pig10 import rules as pig10
from piggery.games.pig10.rules import Pig10State
from piggery.games.registry import game_type


def ending(chance: Random, most: int = pig10.HAND) -> Pig10State:
    """Two hands, a middle and two heaps of won cards, out of one deck."""
    cards = cards_in(RULES.standard)
    chance.shuffle(cards)
    state = Pig10State()
    state.players, state.deck, state.begun, state.turn = 2, RULES.standard, 1, chance.randrange(2)
    first = chance.randint(1, most)
    for seat, held in ((state.turn, first), (1 - state.turn, chance.choice([first, max(1, first - 1)]))):
        for _ in range(held):
            state.hands[seat] += one(cards.pop())
            state.held[seat] += 1
    middle(state, cards, chance)
    pig10.look(state)
    for card in cards:
        seat = chance.randrange(2)
        state.won[seat] += one(card)
        state.wins[seat] += 1
    return state


def middle(state: Pig10State, cards: list[int], chance: Random) -> None:
    """Lay cards by the rules, and keep what stays under ten."""
    for _ in range(chance.randrange(6)):
        fitting = [card for card in cards if card and state.value + card < pig10.TEN]
        if not fitting:
            return
        card = chance.choice(fitting)
        cards.remove(card)
        state.middle[state.laid] = card
        state.laid += 1
        state.pile += one(card)
        state.value += card


def minimax(state: Pig10State) -> tuple[float, int]:
    """The outcome for seat 0 with best play by both: its share of the win, then its lead."""
    moves = members(RULES.legal(state))
    if not moves:
        lead = state.wins[0] - state.wins[1]
        return (0.5 if lead == 0 else float(lead > 0)), lead
    found = [minimax(after(state, move)) for move in moves]
    return max(found) if state.turn == 0 else min(found)


def after(state: Pig10State, move: int) -> Pig10State:
    made = state.copy()
    RULES.play(made, move)
    return made


def best(state: Pig10State) -> set[int]:
    """Every move that full minimax could make."""
    worth = {move: minimax(after(state, move)) for move in members(RULES.legal(state))}
    wanted = max(worth.values()) if state.turn == 0 else min(worth.values())
    return {move for move, value in worth.items() if value == wanted}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--endings", type=int, default=10_000)
    parser.add_argument("--cards", type=int, default=pig10.HAND, help="in a hand, at most")
    asked = parser.parse_args()
    bot, chance = player(game_type("pig10"), "minerva"), Random(10)
    same, choices, began = 0, 0, time.perf_counter()
    for number in range(asked.endings):
        state = ending(chance, asked.cards)
        assert size(state.deck) == size(RULES.known(state))
        seen = view_of(RULES, state, state.turn)
        same += bot(seen, RULES.legal(seen), generator(number), []) in best(state)
        choices += len(members(RULES.legal(state))) > 1
    table = Table("endings", "with a choice", "as minimax", "seconds")
    table.add_row(str(asked.endings), str(choices), str(same), f"{time.perf_counter() - began:.0f}")
    Console().print(table)
    return 0 if same == asked.endings else 1


if __name__ == "__main__":
    sys.exit(main())
