"""The answers of a table that is asked for something: the events that follow, or a refusal. Nothing happens here.

`decide` looks at the table, at who asks and at what is asked. Whoever calls it stores the events and then applies them;
a ply that was worked out waits in `table.draft`, so that it need not be worked out again.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from ..bots.levels import check_level, nearest
from ..core.chance import commitment, starter
from ..core.game import Game
from ..core.record import LONGEST_NAME, PERSON, Settled
from ..engine.kernel import Numbers, generator
from ..errors import BadOption, GameOver, Refused
from ..games.checks import check_players, check_seats, deck_of, options_of
from ..games.registry import game_type
from . import door, events, late, wire
from .contests import fastest, favourites
from .events import Event
from .names import bot_name, fresh_name
from .state import MOST_MOVES, Table
from .turns import check_turn, fitting
from .upcoming import AutoAction

TableAsk = (
    wire.Sit | wire.Stir | wire.Rename | wire.Leave | wire.Admit | wire.Play | wire.Back | wire.Vote | wire.Set
    | wire.Bot | wire.Remove | wire.Start | wire.Pause | wire.Resume
)  # fmt: skip
MOST_BACKS = 100  # times that moves may be taken back in one game


@dataclass
class Luck:
    """Where chance comes from."""

    below: Callable[[int], int] = secrets.randbelow
    secret: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    rng: Numbers = field(default_factory=lambda: generator(secrets.randbits(64)))


class Requester(NamedTuple):
    """Who asks: the hash of their token, their seat or -1, whether they may do what the host does."""

    key: str
    seat: int
    host: bool
    acting: bool = False  # the host is not here: somebody has to start the next game


def requester(table: Table, key: str, left_to_others: bool) -> Requester:
    seat, host = table.seat_of(key), bool(key) and key == table.host
    return Requester(key, seat, host, acting=seat >= 0 and left_to_others)


def opening(ask: door.OpenTable, key: str, luck: Luck) -> list[Event]:
    """The first events of a new table."""
    table = Table("")
    opened = events.Opened(_checked(ask.settings), key, rules=_version(ask.settings))
    found = _and(table, [opened, _sealed(luck)])
    if ask.sit:
        found += _and(table, [events.Sat(0, _name(table, ask.name, ask.language, luck), key=key)])
    host = Requester(key, table.seat_of(key), True)
    for level in ask.bots:
        found += _and(table, _bot(table, host, wire.Bot(level)))
    return found


def _and(table: Table, events: list[Event]) -> list[Event]:
    for event in events:
        table.apply(event, 0)
    return events


def decide(table: Table, who: Requester, ask: TableAsk, luck: Luck, now: int) -> list[Event]:  # noqa: C901
    match ask:
        case wire.Sit():
            return _sit(table, who, ask, luck)
        case wire.Stir():
            return _stir(table, who, ask)
        case wire.Rename():
            return [events.Named(_seated(who), _name(table, ask.name, ask.language, luck))]
        case wire.Leave():
            return late.withdrawn(table, who.key) or _left(table, _seated(who))
        case wire.Admit():
            return late.answer(table, _seated(who), ask)
        case wire.Play():
            return _play(table, who, ask, luck)
        case wire.Back():
            return _back(table, who, ask)
        case wire.Vote():
            return _vote(table, who, ask, now)
        case wire.Set():
            return _set(table, who, ask)
        case wire.Bot():
            return _bot(table, who, ask)
        case wire.Remove():
            return _remove(table, who, ask)
        case wire.Start():
            return _start(table, who, ask, now)
        case wire.Pause():
            return _pause(table, who)
        case wire.Resume():
            return _resume(table, who)
        case _:
            assert_never(ask)


# Seats


def _sit(table: Table, who: Requester, ask: wire.Sit, luck: Luck) -> list[Event]:
    if who.seat >= 0:
        raise Refused("table.seated")
    if table.phase == "play":
        return late.come(table, who.key, who.host, ask.seat, lambda: _name(table, ask.name, ask.language, luck))
    if table.settings.sitting == "closed" and not who.host:
        raise Refused("table.closed")
    if table.phase == "starter":
        raise Refused("table.choosing")
    free = table.empty + [n for n in table.taken if n not in table.people]
    if not free:
        raise Refused("table.full")
    if ask.seat is not None and ask.seat not in free:
        raise Refused("table.taken")
    seat = free[0] if ask.seat is None else ask.seat
    sat = events.Sat(seat, _name(table, ask.name, ask.language, luck), key=who.key)
    return [sat, events.Stirred(seat, ask.nonce)] if ask.nonce else [sat]


def _name(table: Table, wanted: str, language: str, luck: Luck) -> str:
    """The name somebody wants, where the host allows it, else one from the generator."""
    name, request = " ".join(wanted.split()), table.seating.request
    others = [*table.names, request.name] if request else table.names
    if not name:
        return fresh_name(language, others, luck.below)
    if not table.settings.own_names:
        raise Refused("table.names")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadOption("record.seat")
    if name in others:
        raise Refused("option.same_name", text=name)
    return name


def _stir(table: Table, who: Requester, ask: wire.Stir) -> list[Event]:
    _between_games(table)
    seat = _seated(who)
    return [events.Stirred(seat, ask.nonce)] if ask.nonce != table.chairs[seat].nonce else []


def _left(table: Table, seat: int, removed: bool = False) -> list[Event]:
    """A bot plays on in the middle of a game; a race or a vote is called off."""
    if table.phase == "starter":
        return [events.Left(seat), events.Stopped()]
    if table.phase == "play":
        return [events.Left(seat, fitting(table), removed), *late.admitted(table, gone=seat)]
    return [events.Left(seat)]


# What the host does


def _set(table: Table, who: Requester, ask: wire.Set) -> list[Event]:
    _hosting(who, acting=True)
    _between_games(table)
    settings = _checked(ask.settings)
    if not who.host and _for_the_host(settings) != _for_the_host(table.settings):
        raise Refused("table.not_host")
    if len(table.people) > settings.seats:
        raise Refused("option.people", n=len(table.people), players=settings.seats)
    bots = [n for n in table.taken if n not in table.people]
    gone = bots[::-1][: max(0, len(table.taken) - settings.seats)]
    retrained = _retrained(table, settings, set(bots) - set(gone))
    return [*(events.Left(n) for n in gone), events.Changed(settings, _version(settings)), *retrained]


def _retrained(table: Table, settings: wire.Settings, bots: set[int]) -> list[Event]:
    """Another game: a bot who does not play it makes room for the one next to it on the ladder."""
    found: list[Event] = []
    names = table.names
    for seat in sorted(bots):
        level = nearest(game_type(settings.game), table.chairs[seat].player)
        if level != table.chairs[seat].player:
            names[seat] = bot_name(level, names)
            found.append(events.Sat(seat, names[seat], level))
    return found


def _for_the_host(settings: wire.Settings) -> tuple[object, ...]:
    """The settings that nobody changes on the host's behalf."""
    return settings.own_names, settings.sitting, settings.late, settings.watching


def _version(settings: wire.Settings) -> int:
    """The version of the rules that these settings are understood by."""
    return game_type(settings.game).version


def _checked(settings: wire.Settings) -> wire.Settings:
    rules = game_type(settings.game)
    check_players(rules, settings.seats)
    options_of(rules, settings.options)
    check_seats(rules, settings.seats, 0, deck_of(rules, settings.deck))
    return settings


def _bot(table: Table, who: Requester, ask: wire.Bot) -> list[Event]:
    _hosting(who, acting=True)
    _between_games(table)
    check_level(table.rules, ask.level)
    if ask.seat is None and not table.empty:
        raise Refused("table.full")
    seat = table.empty[0] if ask.seat is None else ask.seat
    if seat >= len(table.chairs) or table.chairs[seat].player == PERSON:
        raise Refused("table.taken")
    if table.chairs[seat].player == ask.level:
        return []
    others = [name for n, name in enumerate(table.names) if n != seat]
    return [events.Sat(seat, bot_name(ask.level, others), ask.level)]


def _remove(table: Table, who: Requester, ask: wire.Remove) -> list[Event]:
    _hosting(who, acting=ask.seat not in table.people)
    if ask.seat not in table.taken:
        raise Refused("table.empty")
    if table.phase == "play" and ask.seat not in table.people:
        raise Refused("table.playing")
    return _left(table, ask.seat, removed=True)


def _pause(table: Table, who: Requester) -> list[Event]:
    _hosting(who)
    if table.phase != "play":
        raise Refused("table.not_playing")
    return [] if table.paused else [events.Paused()]


def _resume(table: Table, who: Requester) -> list[Event]:
    _hosting(who, acting=True)
    return [events.Resumed()] if table.paused else []


# Who starts, and the deal


def _start(table: Table, who: Requester, ask: wire.Start, now: int) -> list[Event]:
    _hosting(who, acting=True)
    _between_games(table)
    if table.moves >= MOST_MOVES:
        raise Refused("table.worn", n=MOST_MOVES)
    check_players(table.rules, len(table.taken))
    how = table.settings.starter
    if how in ("race", "vote") and len(table.people) > 1:
        return [events.Choosing("race" if how == "race" else "vote")]
    alone = len(table.people) == 1 and ask.first is not None
    if how != "host" and not alone:
        return begin(table, [], now)
    first = max(0, who.seat) if ask.first is None else ask.first
    if first not in table.taken:
        raise Refused("table.empty")
    return begin(table, [first], now, "host")


def begin(
    table: Table, best: Sequence[int], now: int, by: Settled = "chance", draws: Sequence[str] = ()
) -> list[Event]:
    """Deal. Of the best chairs one starts, and without any, one of all: which, follows from the seal.

    `draws` are real cards, as they were read out.
    """
    taken = table.taken
    # who stirred nothing, and a bot, adds nothing: nobody may choose it
    nonces = [table.chairs[n].nonce for n in taken]
    equals = [taken.index(chair) for chair in best]
    first = starter(bytes.fromhex(table.secret), nonces, equals or range(len(taken)))
    deal = Game(table.new_record(first, nonces, now)).draft(first, "-", draws)
    among = equals if len(equals) > 1 else []
    return [events.Started(first, nonces, deal.ply.text, by=by if best else "chance", among=among)]


def check_racing(table: Table, who: Requester) -> None:
    """Raise unless they may count in a race now."""
    _seated(who)
    _choosing(table, "race")


def raced(table: Table, who: Requester, time: int, now: int) -> list[Event]:
    """Somebody has counted to ten, or slipped; when it was the last, the game begins."""
    check_racing(table, who)
    seat = who.seat
    if table.chairs[seat].race:
        raise Refused("table.raced")
    times = {n: table.chairs[n].race for n in table.people} | {seat: time}
    found: list[Event] = [events.Raced(seat, time)]
    return found if 0 in times.values() else [*found, *begin(table, fastest(times), now, "race")]


def _vote(table: Table, who: Requester, ask: wire.Vote, now: int) -> list[Event]:
    _choosing(table, "vote")
    seat = _seated(who)
    if ask.seat not in table.taken:
        raise Refused("table.empty")
    votes = {n: table.chairs[n].vote for n in table.people} | {seat: ask.seat}
    voted = events.Voted(seat, ask.seat)
    return [voted] if -1 in votes.values() else [voted, *begin(table, favourites(votes), now, "vote")]


# Moves


def _play(table: Table, who: Requester, ask: wire.Play, luck: Luck) -> list[Event]:
    seat = _seated(who)
    if table.phase == "over":
        raise GameOver("over")
    check_turn(table, seat, ask.ply)
    if table.worn:
        raise Refused("table.worn", n=MOST_MOVES)
    back: list[Event] = [events.Returned(seat)] if table.chairs[seat].stand_in else []
    return back + _moved(table, seat, ask.move, "", luck)


def _moved(table: Table, seat: int, move: str, by: str, luck: Luck, draws: Sequence[str] = ()) -> list[Event]:
    """The ply, and after the last one the seal of the next game."""
    table.draft = table.current.draft(seat, move, draws)
    ply = table.draft.ply
    moved = events.Moved(seat, ply.text, by)
    return [moved, _sealed(luck)] if table.rules.over(ply.after) else [moved]


def read_out(table: Table, draws: Sequence[str], luck: Luck) -> list[Event]:
    """Somebody has drawn real cards and read them out."""
    return _moved(table, table.current.turn, "-", "", luck, draws)


def _back(table: Table, who: Requester, ask: wire.Back) -> list[Event]:
    ply = table.back_to(_seated(who))
    if ply is not None and ask.ply != table.ply:
        raise Refused("table.stale", ply=table.ply)
    if ply is None:
        raise Refused("table.no_back")
    if table.backs >= MOST_BACKS:
        raise Refused("table.backs", n=MOST_BACKS)
    return [events.TakenBack(ply)]


def _sealed(luck: Luck) -> Event:
    secret = luck.secret()
    return events.Sealed(commitment(secret), secret.hex())


def returned(table: Table, key: str, now: int) -> list[Event]:
    """Somebody is back: their stand-in gets up."""
    seat = table.seat_of(key)
    return [events.Returned(seat)] if seat >= 0 and table.chairs[seat].stand_in else []


def by_itself(table: Table, action: AutoAction, luck: Luck, now: int, move: str = "") -> list[Event]:
    """Events that nobody asked for; `move` is what a bot has come up with."""
    if action.kind == "starter":
        return begin(table, table.best, now, table.choosing or "chance")
    if action.kind == "wait":
        return [events.Replaced(action.seat, fitting(table))]
    if action.kind == "react" and table.rules.reaction:
        return _moved(table, action.seat, table.rules.reaction.lapse, "clock", luck)
    return _moved(table, action.seat, move, table.chairs[action.seat].bot or fitting(table), luck)


# Checks


def _seated(who: Requester) -> int:
    if who.seat < 0:
        raise Refused("table.not_seated")
    return who.seat


def _hosting(who: Requester, acting: bool = False) -> None:
    """Only the host may; or, where that is allowed, somebody who sits, while the host is away."""
    if not who.host and not (acting and who.acting):
        raise Refused("table.not_host")


def _between_games(table: Table) -> None:
    if table.phase not in ("gather", "over"):
        raise Refused("table.playing")


def _choosing(table: Table, by: str) -> None:
    if table.phase != "starter" or table.choosing != by:
        raise Refused("table.not_choosing")
