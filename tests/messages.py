"""What the server tells, as JSON, as far as tests look into it: table/wire.py says what it means."""

from collections.abc import Mapping
from typing import TypedDict

from piggery.games.contract import BoardValue, Options
from piggery.table.wire import Late, Sitting, Starter
from piggery.words import Line

Said = tuple[str, Mapping[str, object]]  # a sentence as it travels: a key and its values


class Choice(TypedDict):
    move: str


class PlyStory(TypedDict):
    ply: int
    move: str
    lines: list[Said]


class Chair(TypedDict):
    name: str
    player: str
    here: bool
    stand_in: str
    stirred: bool
    race: int
    voted: bool


class Request(TypedDict):
    n: int
    seat: int
    name: str
    agreed: list[int]


class SeatChange(TypedDict):
    n: int
    ply: int
    said: Said


class Deadline(TypedDict):
    kind: str
    seat: int
    until: int


class Game(TypedDict):
    game: str
    number: int
    ply: int
    turn: int
    position: str
    names: list[str]
    held: list[int]
    scores: list[int]
    board: dict[str, BoardValue]
    seal: str
    nonces: list[str]
    story: list[PlyStory]
    changes: list[SeatChange]


class Settings(TypedDict, total=False):
    game: str
    seats: int
    options: Options
    deck: dict[str, int]
    starter: Starter
    sitting: Sitting
    late: Late
    own_names: bool
    clock: int
    react: int
    wait: int
    pace: int
    takeback: bool
    hints: bool


class Table(TypedDict):
    code: str
    n: int
    phase: str
    paused: bool
    settings: Settings
    chairs: list[Chair]
    seal: str
    deadline: Deadline | None
    request: Request | None
    game: Game | None
    rules: list[Said]


class News(TypedDict, total=False):
    """Anything a table tells: which of these there are depends on the type."""

    type: str
    you: int  # a view
    host: bool
    may_start: bool
    now: int
    hand: list[str]
    moves: list[Choice]
    why: dict[str, Said]
    mine: list[PlyStory]
    table: Table
    back: bool
    seat: int  # a seat that was taken
    token: str
    id: int  # a refusal
    code: str
    values: dict[str, object]
    emote: str
    ply: int  # a hint
    steps: list[list[Said]]
    move: str
    protocol: int
    vote: int
    way_in: str
    asking: bool


class Opened(TypedDict):
    code: str
    link: str
    token: str
    seat: int


def game_in(view: News) -> Game:
    """The game that a view shows."""
    game = view["table"]["game"]
    assert game
    return game


def deadline_in(view: News) -> Deadline:
    deadline = view["table"]["deadline"]
    assert deadline
    return deadline


def request_in(view: News) -> Request:
    """The request that a view shows."""
    request = view["table"]["request"]
    assert request
    return request


def line_of(said: Said) -> Line:
    """A sentence as it was before it travelled."""
    key, values = said
    return Line(key, {name: _value_of(value) for name, value in values.items()})


def _value_of(value: object) -> object:
    if not isinstance(value, list | tuple):
        return value
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
        return line_of((value[0], value[1]))
    return [_value_of(one) for one in value]
