"""A game written down: seats, options, where the cards came from, and every ply. The record is the truth.

A ply is one move with the cards drawn after it, as `piggery after` takes them: `6=15 4`. Ply 0 is the deal:
`- 3 4 9 1 5 5`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar, cast, get_args

from ..errors import BadRecord, PiggeryError
from ..games.checks import copies_in, deck_of, older_options, options_of, scores, start
from ..games.contract import GameType, Options, State
from ..games.registry import game_types
from .chance import CardSource, check_cards
from .notation import follow

T = TypeVar("T")
FORMAT = 1
LONGEST_NAME = 40
PERSON = "person"
_OPTIONAL = {"date", "starter", "among", "scores"}
_KEYS = {"piggery", "game", "rules", "options", "deck", "seats", "first", "cards", "plies"} | _OPTIONAL
Settled = Literal["", "chance", "host", "race", "vote", "turn"]


class Seat(NamedTuple):
    """Who sits there: a name, and `person` or the name of a bot."""

    name: str
    player: str = PERSON


@dataclass(frozen=True)
class Record:
    rules: GameType
    seats: tuple[Seat, ...]
    first: int
    deck: int
    options: Options
    cards: CardSource
    plies: tuple[str, ...] = ()
    date: str = ""
    starter: Settled = ""  # how it was settled who starts; older records do not say
    among: tuple[int, ...] = ()  # the equals of a race or a vote, of whom chance chose one

    @cached_property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def start(self) -> State:
        return start(self.rules, len(self.seats), self.first, self.deck, **self.options)

    def and_then(self, ply: str) -> "Record":
        return replace(self, plies=(*self.plies, ply))


class Ply(NamedTuple):
    """One ply of a game. The states of a replay are its own: copy them to keep them."""

    number: int
    move: str
    draws: Sequence[str]
    before: State
    after: State
    choice: int | None = None  # the move as a number; none for a deal
    laid: State | None = None  # and the state between the move and the draws

    @property
    def text(self) -> str:
        return " ".join([self.move, *self.draws])


def replay(record: Record) -> Iterator[Ply]:
    """Every ply in turn; a bad one raises `BadRecord`, saying which."""
    state = record.start()
    for number, text in enumerate(record.plies):
        before = state.copy()
        move, *draws = text.split(" ")
        try:
            choice, laid = follow(record.rules, state, move, draws)
        except PiggeryError as error:
            raise BadRecord("record.ply", ply=number, text=text, problem=error.line) from error
        yield Ply(number, move, draws, before, state, choice=choice, laid=laid)


def final(record: Record) -> State:
    """The state the record leads to."""
    state = record.start()
    for ply in replay(record):
        state = ply.after
    return state


def sheet(record: Record) -> list[list[int]]:
    """The points of each finished round, a seat each."""
    found: list[list[int]] = []
    for ply in replay(record):
        count_round(record.rules, ply, found)
    return found


def count_round(rules: GameType, ply: Ply, sheet: list[list[int]]) -> None:
    """If a round ends with this ply, its points are those that are not on the sheet yet."""
    if rules.ends_round(ply.before, ply.after):
        totals = enumerate(scores(rules, ply.after))
        sheet.append([total - sum(points[seat] for points in sheet) for seat, total in totals])


def dump(record: Record, end: State | None = None) -> str:
    """A record as JSON, one ply a line. `end` is the state it leads to, where the caller has it."""
    rules = record.rules
    head: dict[str, object] = {"piggery": FORMAT, "game": rules.name, "rules": rules.version}
    if record.date:
        head["date"] = record.date
    head["options"] = record.options
    head["deck"] = copies_in(rules, record.deck)
    head["seats"] = [seat._asdict() for seat in record.seats]
    head["first"] = record.first
    if record.starter:
        head["starter"] = record.starter
    if record.among:
        head["among"] = record.among
    head["cards"] = dict(record.cards)
    end = final(record) if end is None else end
    if rules.over(end):
        head["scores"] = scores(rules, end)
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    plies = ",\n".join("    " + json.dumps(ply) for ply in record.plies)
    return "\n".join(["{", *lines, '  "plies": [', plies, "  ]", "}"]) + "\n"


def load(text: str) -> Record:
    """The record that JSON text holds, replayed and found good."""
    record = _checked(_parsed(text))
    end = final(record)
    written = json.loads(text).get("scores")
    if written is not None and (not record.rules.over(end) or written != scores(record.rules, end)):
        raise BadRecord("record.scores")
    return record


def _parsed(text: str) -> dict[str, object]:
    try:
        fields = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        if isinstance(error, PiggeryError):
            raise
        where = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise BadRecord("record.json", line=where[0], column=where[1]) from error
    if not isinstance(fields, dict):
        raise BadRecord("record.object")
    if "piggery" not in fields:
        raise BadRecord("record.missing", key="piggery")
    if not _is_number(fields["piggery"], FORMAT):
        raise BadRecord("record.format", text=fields["piggery"], known=FORMAT)
    for key in sorted(_KEYS - _OPTIONAL):
        if key not in fields:
            raise BadRecord("record.missing", key=key)
    for key in sorted(fields.keys() - _KEYS):
        raise BadRecord("record.unknown", key=key)
    return fields


def _is_number(value: object, number: int) -> bool:
    return type(value) is int and value == number


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object in which no key stands twice."""
    fields: dict[str, object] = {}
    for key, value in pairs:
        if key in fields:
            raise BadRecord("record.twice", key=key)
        fields[key] = value
    return fields


def _checked(fields: Mapping[str, object]) -> Record:
    rules = game_types().get(fields["game"]) if isinstance(fields["game"], str) else None
    if rules is None:
        raise BadRecord("record.game", text=fields["game"])
    version = fields["rules"]
    if type(version) is not int or version not in (rules.version, *rules.older):
        raise BadRecord("record.rules", text=version, known=rules.version)
    options, copies = older_options(rules, version, _typed(fields, "options", dict)), _typed(fields, "deck", dict)
    plies = _typed(fields, "plies", list)
    date = _typed({"date": "", **fields}, "date", str)
    if not all(isinstance(ply, str) for ply in plies):
        raise BadRecord("record.type", key="plies")
    deck, seats = deck_of(rules, copies), tuple(map(_seat, _typed(fields, "seats", list)))
    first, chosen = cast(int, fields["first"]), options_of(rules, options)  # what the first is, `start` says
    cards = check_cards(rules, fields["cards"], deck)
    starter, among = _settled(fields)
    record = Record(
        rules, seats, first, deck, chosen, cards, plies=tuple(plies), date=date, starter=starter, among=among
    )
    record.start()
    _check_equals(record)
    return record


def _settled(fields: Mapping[str, object]) -> tuple[Settled, tuple[int, ...]]:
    """How a record says that it was settled who starts, and among whom."""
    how, among = fields.get("starter", ""), _typed({"among": [], **fields}, "among", list)
    if how not in get_args(Settled):
        raise BadRecord("record.type", key="starter")
    if not all(type(seat) is int for seat in among):
        raise BadRecord("record.type", key="among")
    return cast(Settled, how), tuple(among)


def _check_equals(record: Record) -> None:
    """Raise unless the equals of a race or a vote are seats, each once and in order, and one of them starts."""
    seats = tuple(seat for seat in range(len(record.seats)) if seat in record.among)
    right = record.among == seats and record.first in seats and record.starter in ("race", "vote")
    if record.among and not right:
        raise BadRecord("record.type", key="among")


def _typed(fields: Mapping[str, object], key: str, kind: type[T]) -> T:
    value = fields[key]
    if not isinstance(value, kind):
        raise BadRecord("record.type", key=key)
    return value


def _seat(item: object) -> Seat:
    if not isinstance(item, dict) or item.keys() != {"name", "player"}:
        raise BadRecord("record.seat")
    return checked_seat(Seat(**item))


def checked_seat(seat: Seat) -> Seat:
    """The seat, if its names can be said on one line."""
    for name in seat:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadRecord("record.seat")
    return seat
