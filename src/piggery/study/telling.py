"""The sentences of a review, as lines: on each move, on the turning points, on luck and skill."""

from collections.abc import Sequence

from ..core.story import story_of
from ..games.contract import GameType
from ..words import Line, line
from .account import Account, GameSummary, change, moved
from .review import Note

BAD = ("review.slip", "review.mistake", "review.blunder")
BLAME = 0.3
TENTH = 0.001  # of a per cent: less is not printed
PARTS = (
    (0.08, "review.cards_none"),
    (0.29, "review.cards_quarter"),
    (0.42, "review.cards_third"),
    (0.58, "review.cards_half"),
    (0.71, "review.cards_two_thirds"),
    (0.92, "review.cards_most"),
)


def percent(chance: float) -> Line:
    return line("review.percent", value=round(100 * chance))


def signed(points: int) -> Line:
    return line("review.percent", value=f"{'+' if points > 0 else '−' if points < 0 else '±'}{abs(points)}")


def tell_how(game: GameType) -> Line:
    """What moves are judged by."""
    return line("review.how", units=line(f"units.{story_of(game).unit}"))


def tell_note(note: Note) -> list[Line]:
    """The story of a move, its worth, and a better one."""
    if note.verdict in BAD:
        return [*note.story, line(note.verdict), _score_cost(note) if note.unit else _cost(note)]
    return [*note.story, line(note.verdict), *([_counted(note)] if note.unit else [])]


def _counted(note: Note) -> Line:
    """What a good move was judged by, where it was not the chance to win."""
    return line("review.counted", units=line(f"units.{note.unit}"))


def _score_cost(note: Note) -> Line:
    """The loss of a move in the unit of the score, in whole numbers."""
    n = round(note.loss)
    key = "review.score_cost_exact" if note.exact else "review.score_cost" if n else "review.score_cost_small"
    return line(key, lost=line(f"unit.{note.unit}", n=max(1, n)), move=note.better)


def _cost(note: Note) -> Line:
    """The loss of a move, and how far that can be trusted, if not to the last tenth."""
    if note.exact or note.error < TENTH / 2:
        key = "review.cost_exact" if note.exact else "review.cost_sure"
        return line(key, loss=_points(note.loss), move=note.better)
    return line("review.cost", loss=_points(note.loss), error=_points(note.error), move=note.better)


def _points(loss: float) -> Line:
    """With a decimal where it is small."""
    points = 100 * loss
    whole, tenth = divmod(round(10 * points), 10)
    small = line("review.decimal", whole=whole, tenth=tenth)
    return line("review.percent", value=round(points) if points >= 2 else small)


def tell_turning(note: Note, names: Sequence[str]) -> list[Line]:
    """One turning point: what everybody saw, whose chance changed most, and why, if the move is judged."""
    seat = moved(note)
    swing = line("review.swing", player=names[seat], before=percent(note.before[seat]), after=percent(note.after[seat]))
    blame = line("review.better", move=note.better) if to_blame(note, seat) else line("review.luck")
    return [*note.story, swing, *([blame] if note.verdict else [])]


def to_blame(note: Note, seat: int) -> bool:
    """Whether a bad choice made a good part of the change for this seat; not one that is judged by the score."""
    return note.verdict in BAD and not note.unit and note.shift[seat] / change(note, seat) >= BLAME


def tell_seat(account: Account, name: str) -> list[Line]:
    """Luck and skill of one seat; the numbers add up as they are printed."""
    start, result, lost, given = (round(100 * n) for n in (account.start, account.result, account.lost, account.given))
    ends = {"start": line("review.percent", value=start), "result": line("review.percent", value=result)}
    changes = {"luck": signed(result - start + lost - given), "lost": signed(-lost), "given": signed(given)}
    seat = line("review.seat", player=name, **ends, **changes)
    return [seat, line("review.accuracy", good=account.good, of=account.choices), *_scored(account)]


def _scored(account: Account) -> list[Line]:
    """How many moves were judged by the score, and what was lost by them."""
    if not account.unit:
        return []
    lost = line(f"unit.{account.unit}", n=round(account.score_lost))
    return [line("review.scored", n=account.scored, units=line(f"units.{account.unit}"), lost=lost)]


def tell_cards(summary: GameSummary) -> Line:
    """How much the cards decided, in words."""
    return line(next((key for limit, key in PARTS if summary.cards < limit), "review.cards_all"))
