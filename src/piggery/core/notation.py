"""Positions and moves as text, and the two questions about them: which moves are legal, and what comes after one.

docs/notation.md describes the text, with examples.
"""

from collections.abc import Callable, Iterable

from ..engine.bags import MOST, count, one, size
from ..errors import BadCard, BadPosition, CardNotThere, NothingDue, NotKnown
from ..games.checks import card_of, check_draw, legal_texts, options_of, parse_move
from ..games.contract import GameType, State
from ..games.registry import game_type, game_types


def parse_position(position: str, **options: object) -> tuple[GameType, State]:
    """The game and the state that a position describes."""
    name, *fields = str(position).split(" ")
    if name not in game_types():
        raise BadPosition(0, "game", text=name, known=list(game_types()))
    rules = game_type(name)
    for number, field in enumerate(fields, 1):
        if not field:
            raise BadPosition(number, "position.empty")
    return rules, rules.parse_position(fields, options_of(rules, options))


def moves(position: str, **options: object) -> list[str]:
    """The legal moves in a position, sorted; none while cards are due and when the game is over."""
    rules, state = parse_position(position, **options)
    return legal_texts(rules, state)


def after(position: str, move: str, draws: Iterable[str | int] = (), **options: object) -> str:
    """The position after a move and the cards then drawn; the move `-` goes on with draws that are due."""
    rules, state = parse_position(position, **options)
    if isinstance(draws, str):
        raise BadCard("card", text=draws)
    follow(rules, state, move, list(draws))
    return rules.position_text(state)


def follow(rules: GameType, state: State, move: str, draws: Iterable[str | int]) -> tuple[int | None, State | None]:
    """Make a move and draw cards, checking each against what is known; the move, and the state before the draws."""
    choice = laid = None
    if move != "-":
        choice = parse_move(rules, state, move)
        _counting(rules, state, rules.play, choice)
        laid = state.copy()
    elif not state.due:
        raise NothingDue("none_due")
    for text in draws:
        card = card_of(rules, text)
        reveal(rules, state, card)
        check_draw(rules, state, card)
        _counting(rules, state, rules.draw, card)
    return choice, laid


def reveal(rules: GameType, state: State, card: int) -> None:
    """An unknown card of the draw pile shows itself as this one, unless the pile is known to hold it."""
    if state.due and not count(state.stock, card) and size(state.stock) < state.left:
        if count(rules.known(state), card) == MOST:
            raise CardNotThere("copies", card=rules.names[card], most=MOST)
        state.stock += one(card)


def _counting(rules: GameType, state: State, change: Callable[[State, int], None], by: int) -> None:
    """Make one change. A round that ends counts the hands, so none may hold an unknown card then."""
    unknown = [seat for seat in range(state.players) if size(state.hands[seat]) < state.held[seat]]
    rounds = rules.rounds_over(state)
    change(state, by)
    if unknown and rules.rounds_over(state) > rounds:
        raise NotKnown("counted", seat=unknown[0])
