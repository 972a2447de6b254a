"""Pig 10, written from its rules alone. The numbers in the comments are those of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from independent.notation import (
    UNKNOWN,
    Cards,
    Refused,
    read_cards,
    read_lists,
    read_turn,
    take,
    write_cards,
    write_lists,
    write_turn,
)

DECK = [n for n in "12346789" for _ in range(8)] + ["10"] * 4 + ["0"] * 7 + ["5"] * 5
KINDS = [str(n) for n in range(11)]
HAND = 3


@dataclass
class Position:
    """What lies on the table."""

    hands: list[Cards]
    middle: Cards
    value: int
    turn: int | None
    due: int
    won: list[Cards]
    stock: Cards


def read(text: str) -> Position:
    _, hands, middle, value, turn, won, stock = text.split(" ")
    seat, due = read_turn(turn)
    return Position(
        hands=read_lists(hands),
        middle=read_cards(middle),
        value=int(value),
        turn=seat,
        due=due,
        won=read_lists(won),
        stock=read_cards(stock),
    )


def write(position: Position) -> str:
    fields = [
        "pig10",
        write_lists(position.hands, KINDS),
        write_cards(position.middle, None),
        str(position.value),
        write_turn(position.turn, position.due),
        write_lists(position.won, KINDS),
        write_cards(position.stock, KINDS),
    ]
    return " ".join(fields)


def calls(middle: Cards, value: int, card: int) -> set[int]:
    """The numbers that may be called with this card (rule 4)."""
    if not middle:
        return {card}
    if card == 0:
        return {0}
    numbers = {value + card}
    if card == 5 and value - 5 >= 0:
        numbers.add(value - 5)
    if card in (int(middle[-1]), value):
        numbers.add(card)
    return numbers


def legal(position: Position) -> set[str]:
    if position.turn is None or position.due:
        return set()
    hand = position.hands[position.turn]
    if UNKNOWN in hand:
        raise Refused("the hand to move is not known")
    return {f"{card}={call}" for card in hand for call in calls(position.middle, position.value, int(card))}


def moves(text: str) -> list[str]:
    return sorted(legal(read(text)))


def after(text: str, move: str, draws: Sequence[str] = ()) -> str:
    position = read(text)
    if move == "-":
        if not position.due:
            raise Refused("no card is due")
    elif move not in legal(position):
        raise Refused(f"{move} is not legal")
    else:
        play(position, move)
    for card in draws:
        draw(position, card)
    return write(position)


def play(position: Position, move: str) -> None:
    """Lay a card and call a number (rules 3 and 5)."""
    assert position.turn is not None
    card, call = move.split("=")
    position.hands[position.turn].remove(card)
    position.middle.append(card)
    position.value = int(call)
    if position.value == 10:
        win(position, position.turn)
    elif position.value > 10:
        win(position, (position.turn - 1) % len(position.hands))
    position.due = 1 if position.stock else 0  # rule 6
    if not position.due:
        pass_on(position)


def win(position: Position, winner: int) -> None:
    """All cards in the middle lie in front of their owner; the middle is empty (rule 5)."""
    position.won[winner] += position.middle
    position.middle = []
    position.value = 0


def draw(position: Position, card: str) -> None:
    if position.turn is None or not position.due:
        raise Refused("no card is due")
    dealing = not position.middle and not any(position.won)  # nobody has played yet
    take(position.stock, card)
    position.hands[position.turn].append(card)
    position.due -= 1
    if not position.due:
        if dealing:
            deal_on(position)
        else:
            pass_on(position)


def deal_on(position: Position) -> None:
    """The next seat gets its cards (rule 1); when it has them already, it is the one who starts."""
    assert position.turn is not None
    position.turn = (position.turn + 1) % len(position.hands)
    if not position.hands[position.turn]:
        position.due = min(HAND, len(position.stock))


def pass_on(position: Position) -> None:
    """The next seat that holds a card is to move; when none does, the game is over (rule 7)."""
    assert position.turn is not None
    players = len(position.hands)
    for steps in range(1, players + 1):
        seat = (position.turn + steps) % players
        if position.hands[seat]:
            position.turn = seat
            return
    position.turn = None
