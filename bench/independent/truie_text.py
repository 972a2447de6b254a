"""A position of Un, deux, truie, and its text."""

from dataclasses import dataclass

from independent.notation import (
    Cards,
    read_cards,
    read_lists,
    read_turn,
    write_cards,
    write_lists,
    write_turn,
)

NUMBERS = range(1, 11)
FARMER, HOG, LUCKY, HEAP = "F", "H", "L", "D"
KINDS = [*map(str, NUMBERS), FARMER, HOG, LUCKY, HEAP]
DECK = (
    [str(n) for n in range(1, 7) for _ in range(6)]
    + [str(n) for n in range(7, 11) for _ in range(5)]
    + [FARMER] * 5
    + [HOG] * 5
    + [LUCKY] * 3
    + [HEAP] * 3
)


@dataclass
class Position:
    """What lies on the table. `top` is `-` while a round is dealt."""

    hands: list[Cards]
    top: str
    turn: int | None
    due: int
    demand: str
    grunt: bool
    idle: int
    round: int
    starter: int
    scores: list[int]
    spent: Cards
    stock: Cards


def top_value(position: Position) -> int:
    return int(position.top.removeprefix(LUCKY))


def read(text: str) -> Position:
    _, hands, top, turn, demand, round, scores, spent, stock = text.split(" ")
    seat, due = read_turn(turn)
    number, starter = round.split(":")
    return Position(
        hands=read_lists(hands),
        top=top,
        turn=seat,
        due=due,
        demand=demand[-1] if demand[-1] in (FARMER, HOG) else "",
        grunt=demand.startswith("G"),
        idle=int(demand) if demand.isdigit() else 0,
        round=int(number),
        starter=int(starter),
        scores=[int(score) for score in scores.split("/")],
        spent=read_cards(spent),
        stock=read_cards(stock),
    )


def write(position: Position) -> str:
    fields = [
        "truie",
        write_lists(position.hands, KINDS),
        position.top,
        write_turn(position.turn, position.due),
        write_demand(position),
        f"{position.round}:{position.starter}",
        "/".join(map(str, position.scores)),
        write_cards(position.spent, KINDS),
        write_cards(position.stock, KINDS),
    ]
    return " ".join(fields)


def write_demand(position: Position) -> str:
    if position.idle:
        return str(position.idle)
    return ("G" if position.grunt else "") + position.demand or "-"
