"""What a review says, as lines: of each move, of the turning points, of luck and skill."""

from collections.abc import Sequence

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


def tell_note(note: Note) -> list[Line]:
    """What happened, what it was worth, and what would have been better."""
    lines = [*note.story, line(note.verdict)]
    if note.verdict in BAD:
        lines.append(_cost(note))
    return lines


def _cost(note: Note) -> Line:
    """What a move lost, and how far that can be trusted, if not to the last tenth."""
    if note.exact or note.error < TENTH / 2:
        key = "review.cost_exact" if note.exact else "review.cost_sure"
        return line(key, loss=_points(note.loss), move=note.better)
    return line("review.cost", loss=_points(note.loss), error=_points(note.error), move=note.better)


def _points(loss: float) -> Line:
    """With a decimal where it is small."""
    points = 100 * loss
    return line("review.percent", value=round(points) if points >= 2 else line("review.decimal", **_digits(points)))


def _digits(points: float) -> dict[str, int]:
    tenths = round(10 * points)
    return {"whole": tenths // 10, "tenth": tenths % 10}


def tell_turning(note: Note, names: Sequence[str]) -> list[Line]:
    """One turning point: what everybody saw, whose chance changed most, and why."""
    seat = moved(note)
    swing = line("review.swing", player=names[seat], before=percent(note.before[seat]), after=percent(note.after[seat]))
    blame = line("review.better", move=note.better) if to_blame(note, seat) else line("review.luck")
    return [*note.story, swing, blame]


def to_blame(note: Note, seat: int) -> bool:
    """Whether a bad choice made a good part of the change for this seat."""
    return note.verdict in BAD and note.shift[seat] / change(note, seat) >= BLAME


def tell_seat(account: Account, name: str) -> list[Line]:
    """Luck and skill of one seat; the numbers add up as they are printed."""
    start, result, lost, given = (round(100 * n) for n in (account.start, account.result, account.lost, account.given))
    return [
        line(
            "review.seat",
            player=name,
            start=line("review.percent", value=start),
            luck=signed(result - start + lost - given),
            lost=signed(-lost),
            given=signed(given),
            result=line("review.percent", value=result),
        ),
        line("review.accuracy", good=account.good, of=account.choices),
    ]


def tell_cards(summary: GameSummary) -> Line:
    """How much the cards decided, in words."""
    return line(next((key for limit, key in PARTS if summary.cards < limit), "review.cards_all"))
