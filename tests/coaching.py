"""Positions for the coach: what a search might think of them, and what is said then."""

from collections.abc import Iterator

from piggery.bots.coach import Advice, hint
from piggery.bots.minds import bot
from piggery.bots.search import Effort, Thought
from piggery.core.notation import parse_position
from piggery.engine.bags import cards_in, members
from piggery.engine.kernel import below, generator
from piggery.games.checks import parse_move, start, view_of
from piggery.games.contract import GameType, State
from piggery.games.registry import game_type
from piggery.words import Line, say

NAMES = ["Ada", "Ben", "Cleo", "Dan"]
QUICK = Effort(deals=4)
LONGEST = 350  # letters that a step of a hint may have: a small phone shows so many, and the cards


def seen(position: str) -> tuple[GameType, State]:
    rules, state = parse_position(position)
    return rules, view_of(rules, state, state.turn)


def judged(rules: GameType, seen: State, *best: str, rival: str = "") -> list[Thought]:
    """What a search might think: these moves are the best ones, one as good as the other, then a rival, then others."""
    first = [parse_move(rules, seen, text) for text in best]
    second = [parse_move(rules, seen, rival)] if rival else []
    others = [move for move in members(rules.legal(seen)) if move not in first + second]
    return [Thought(move, 0.5, 0, 0) for move in first] + [Thought(move, 0.2, 0.1, 0) for move in second + others]


def said(lines: list[Line], language: str = "en") -> str:
    return " ".join(say(line, language) for line in lines)


def positions(name: str, n: int) -> Iterator[State]:
    """Positions of games between a random and a greedy player."""
    rules, rng = game_type(name), generator(5)
    while True:
        state = start(rules, 2 + below(rng, 3))
        while not rules.over(state):
            if state.due:
                fitting = [card for card in cards_in(state.stock) if rules.fits(state, card)]
                rules.draw(state, fitting[below(rng, len(fitting))])
                continue
            if not below(rng, 12):
                yield state.copy()
                n -= 1
                if not n:
                    return
            rules.play(state, bot(rules, ("random", "greedy")[below(rng, 2)])(state, rules.legal(state), rng))


def hinted(name: str, state: State) -> Advice:
    return hint(game_type(name), state, generator(1), NAMES, effort=QUICK)
