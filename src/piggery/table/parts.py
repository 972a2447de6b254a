"""Parts of what is seen of a game, as messages: the board, the cards laid, the choices of a hand."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..core.choices import call_sum, cards_laid, label, moves_by_card, why_not
from ..core.record import Ply
from ..engine.bags import cards_in, members
from ..games.contract import Rules
from ..games.truie.rules import LUCKY
from .wire import Board, Choice, Said, Told


def card_names(rules: Rules, bag: int) -> list[str]:
    return [rules.names[card] for card in cards_in(bag)]


def board(rules: Rules, state: Any) -> Board:
    """The cards everybody sees; all hands once the game is over."""
    shown = [card_names(rules, bag) for bag in state.hands[: state.players]] if rules.over(state) else []
    if rules.name == "pig10":
        return Board([rules.names[card] for card in state.middle[: state.laid]], state.value, hands=shown)
    named = state.top if state.top_card == LUCKY else 0
    top = rules.names[state.top_card] if state.top else ""
    demand = rules.names[state.demand] if state.demand else ""
    return Board(
        top=top, value=state.top, named=named, demand=demand, owes=bool(state.owes), round=state.round,
        rounds=state.rounds, hands=shown,
    )  # fmt: skip


def told(rules: Rules, ply: Ply, lines: list[Said]) -> Told:
    cards, winner = laid(rules, ply)
    mover = -1 if ply.move == "-" else ply.before.turn
    return Told(ply.number, mover, ply.move, cards, winner, lines)


def laid(rules: Rules, ply: Ply) -> tuple[list[str], int]:
    """The cards laid in a ply, and who took the middle with it."""
    if ply.choice is None:
        return [], -1
    cards = [rules.names[card] for card in cards_laid(rules, ply.before, ply.choice)]
    if rules.name != "pig10" or ply.laid.laid:
        return cards, -1
    return cards, next(n for n in range(ply.before.players) if ply.laid.wins[n] > ply.before.wins[n])


def choices(rules: Rules, seen: Any, names: Sequence[str]) -> list[Choice]:
    """The legal moves of the seat to move."""
    moves = {rules.move_text(seen, move): move for move in members(rules.legal(seen))}
    return [choice(rules, seen, text, move, names) for text, move in moves.items()]


def choice(rules: Rules, seen: Any, text: str, move: int, names: Sequence[str]) -> Choice:
    if rules.name == "pig10":
        return call(seen.value, min(1, seen.laid), text, move)
    return Choice(text, [rules.names[card] for card in cards_laid(rules, seen, move)], label(rules, seen, move, names))


@lru_cache(maxsize=2000)
def call(value: int, laid: int, text: str, move: int) -> Choice:
    """A choice in Pig 10 is a card and a sum."""
    return Choice(text, [text.partition("=")[0]], call_sum(value, laid, move))


def why(rules: Rules, seen: Any) -> dict[str, Said]:
    """Why each card that cannot be played now cannot."""
    idle = [card for card, moves in moves_by_card(rules, seen).items() if not moves]
    return {rules.names[card]: why_not(rules, seen, card) for card in idle}
