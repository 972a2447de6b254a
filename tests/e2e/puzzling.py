"""Puzzles as a person solves them: cards lifted, a way chosen. The day is given, so that the puzzle is known."""

from playwright.async_api import Locator

from devices import Device
from piggery.answers.answers import PuzzleAnswer
from piggery.answers.questions import PuzzleQuestion
from piggery.table.wire import Choice
from piggery.words import Line, say

MONDAY = "2026-03-09T10:00:00"


def of_the_day(game: str) -> PuzzleAnswer:
    found: PuzzleAnswer = PuzzleQuestion(game, date=MONDAY[:10]).answer()
    return found


def numbered(game: str, number: int) -> PuzzleAnswer:
    found: PuzzleAnswer = PuzzleQuestion(game, number=number).answer()
    return found


def move_of(found: PuzzleAnswer, right: bool = True) -> tuple[PuzzleAnswer, Choice]:
    """The best move; or another."""
    return found, next(move for move in found.moves if (move.move == found.best) == right)


def best_move(game: str) -> tuple[PuzzleAnswer, Choice]:
    return move_of(of_the_day(game))


def other_move(game: str) -> tuple[PuzzleAnswer, Choice]:
    return move_of(of_the_day(game), right=False)


async def tried(device: Device, wanted: tuple[PuzzleAnswer, Choice]) -> None:
    """Lift the cards of a move, if it lays any, and choose it among their ways."""
    found, move = wanted
    hand, lifted = found.frame.hands[0], list[int]()
    for card in move.cards:
        place = next(n for n, held in enumerate(hand) if held == card and n not in lifted)
        lifted.append(place)
        await device.tap(device.hand.nth(place))
    await device.tap(way(device, move))


def way(device: Device, move: Choice) -> Locator:
    """The button for a move, once its cards are lifted."""
    key, values = move.label
    label = say(Line(key, values), device.language).replace("-", "−")
    return device.at(".acts").get_by_role("button", name=label, exact=True)
