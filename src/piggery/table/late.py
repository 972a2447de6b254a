"""Coming in during a game: who may, at which seat, and who is asked. Out come events, or a refusal.

Nobody gets the seat of a person but that person, by their own key. Whoever is new gets the seat of a bot, as the table
has settled it: once everybody who plays has agreed, at once, or not before the next deal. Keys are free to make, so
nothing that protects a hand hangs on who asks: only on the seat, and on those who play.
"""

from collections.abc import Callable

from ..errors import Refused
from . import events, wire
from .events import Event
from .seating import MOST_REQUESTS
from .state import Table


def way_in(table: Table, key: str, host: bool) -> wire.WayIn:
    """How somebody without a seat gets one now."""
    if table.phase == "starter":
        return ""
    if table.phase == "play":
        return _during(table, key, host)
    return "sit" if not _closed(table, host) and len(table.people) < len(table.chairs) else ""


def _during(table: Table, key: str, host: bool) -> wire.WayIn:
    seating, settings = table.seating, table.settings
    known = seating.seat_of(key) >= 0
    if known and key not in seating.removed:
        return "sit"
    if _closed(table, host):
        return ""
    at_once = settings.late == "bots" and not known and not seating.given_up
    if settings.late == "next" or not _free(table, key) or not (at_once or _can_be_asked(table)):
        return "next" if len(table.people) < settings.seats else ""
    return "sit" if at_once else "ask"


def _closed(table: Table, host: bool) -> bool:
    return table.settings.sitting == "closed" and not host


def _can_be_asked(table: Table) -> bool:
    """Whether anybody would answer, and they have not been asked too often."""
    seating = table.seating
    for_nothing = seating.requests - (seating.request is not None)
    return bool(voters(table)) and for_nothing < MOST_REQUESTS


def _free(table: Table, key: str) -> list[int]:
    """The seats that somebody may have in this game: the one they held, or any whose hand is only a bot's."""
    own = table.seating.seat_of(key)
    return [own] if own >= 0 else [n for n in table.taken if n not in table.people and n not in table.seating.held]


def voters(table: Table) -> list[int]:
    """Who is asked: everybody who plays, but for those for whom a bot played already before somebody asked."""
    request = table.seating.request
    asked = request.asked if request else ()
    return [n for n in table.people if n in asked or not table.chairs[n].stand_in]


def come(table: Table, key: str, host: bool, wanted: int | None, name: Callable[[], str]) -> list[Event]:
    """Somebody without a seat wants one, in the middle of a game."""
    seating, way = table.seating, way_in(table, key, host)
    if seating.request and seating.request.key == key:
        return []
    if way == "":
        raise Refused("table.closed" if _closed(table, host) else "table.full")
    if way == "next":
        raise Refused("table.late")
    free, own = _free(table, key), seating.seat_of(key) >= 0
    if wanted is not None and wanted not in free:
        raise Refused("table.own_seat" if own else "table.taken")
    if way == "ask" and seating.request:
        raise Refused("table.asking")
    seat = free[0] if wanted is None else wanted
    called = table.chairs[seat].name if own else name()
    return [events.Sat(seat, called, key=key) if way == "sit" else events.Asked(seat, called, key)]


def answer(table: Table, seat: int, ask: wire.Admit) -> list[Event]:
    """Somebody who plays says whether whoever asks may come in. One no is enough."""
    request = table.seating.request
    if request is None or request.n != ask.request:
        raise Refused("table.no_request")
    if not ask.yes:
        return [events.Declined(seat)]
    return [] if seat in request.agreed else [events.Agreed(seat), *admitted(table, agreed=seat)]


def admitted(table: Table, agreed: int = -1, gone: int = -1) -> list[Event]:
    """Whoever asks sits down, where everybody has agreed once this seat has, or is gone."""
    request, asked = table.seating.request, [n for n in voters(table) if n != gone]
    if request is None or not asked or not request.agreed.union({agreed}).issuperset(asked):
        return []
    return [events.Sat(request.seat, request.name, key=request.key)]


def withdrawn(table: Table, key: str) -> list[Event]:
    """Whoever asks does not any more."""
    request = table.seating.request
    return [events.Declined()] if request and request.key == key else []
