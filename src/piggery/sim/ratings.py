"""Ratings for any number of players at a table: the Plackett–Luce model of the library openskill."""

from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BadOption
from .arena import TableResult

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START, SPREAD = 1500, 173.7  # the scale people know: 400 points are ten to one
# The model counts in units of beta times the root of the number of players.


class Rating(NamedTuple):
    bot: str
    points: float
    error: float  # half of the 95 % interval


def ratings(tables: Iterable[TableResult]) -> list[Rating]:
    """The bots of all these games, the best first."""
    model = _model()
    played = list(tables)
    found: dict[str, PlackettLuceRating] = {name: model.rating(name=name) for table in played for name in table.seats}
    luck = Random(0)  # noqa: S311
    luck.shuffle(played)  # a model that learns as it goes should not meet all of one match first
    for table in played:
        _rate(model, found, table, luck)
    mean = sum(rating.mu for rating in found.values()) / max(1, len(found))
    scale = SPREAD / model.beta / sqrt(max((len(set(table.seats)) for table in played), default=1))
    rated = [Rating(n, START + scale * (r.mu - mean), 1.96 * scale * r.sigma) for n, r in found.items()]
    return sorted(rated, key=lambda rating: -rating.points)


def check_extra() -> None:
    """Raise unless the library is there."""
    _model()


def _rate(model: "PlackettLuce", found: dict[str, "PlackettLuceRating"], table: TableResult, luck: Random) -> None:
    """One game. A bot that sits there twice is counted once, by either seat: the better one would flatter it."""
    places = list(zip(table.seats, table.scores, strict=True))
    luck.shuffle(places)
    scores = dict(places)
    if len(scores) < 2:
        return
    rated = model.rate([[found[name]] for name in scores], scores=list(scores.values()))
    for name, (rating,) in zip(scores, rated, strict=True):
        found[name] = rating


def _model() -> "PlackettLuce":
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise BadOption("arena.extra") from error
    return PlackettLuce(tau=0.0)  # bots do not change from game to game
