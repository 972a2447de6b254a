"""The shapes of the answers that the rules give without a table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..table.wire import Board, Choice, PlyStory, Said


class Frame(Struct, frozen=True):
    """A game after one ply, with every card open. `heard` is what everybody heard, `lines` what there was to know."""

    heard: PlyStory
    lines: list[Said]
    turn: int
    held: list[int]
    scores: list[int]
    left: int
    board: Board
    hands: list[list[str]]


class ReplayAnswer(Struct, frozen=True):
    """A whole game; `sheet` has the points of each round."""

    game: str
    date: str
    names: list[str]
    players: Annotated[list[str], Meta(description="`person`, or the name of a bot")]
    sheet: list[list[int]]
    frames: list[Frame]


class HandAnswer(Struct, frozen=True):
    """What may be played, and why the rest may not."""

    moves: list[Choice]
    why: dict[str, Said]


class LessonStep(Struct, frozen=True):
    """One step of a lesson: what is seen, what may be played, what is to be tried, and what comes of it."""

    text: Said
    done: Said
    frame: Frame
    moves: list[Choice]
    why: dict[str, Said]
    want: Annotated[list[str], Meta(description="the moves that are to be tried; any of them will do")]
    after: Annotated[dict[str, Frame], Meta(description="what comes of each of these")]


class LessonAnswer(Struct, frozen=True):
    names: list[str]
    steps: list[LessonStep]


class CountAnswer(Struct, frozen=True):
    points: list[int]


class PuzzleAttempt(Struct, frozen=True):
    """What is said to somebody who tries a move, and what comes of it before anything is drawn."""

    verdict: Literal["right", "good", "wrong"]
    lines: list[Said]
    after: Frame


class PuzzleAnswer(Struct, frozen=True):
    """A puzzle, with the answer to every move: nothing more has to be asked."""

    number: int
    grade: int
    grades: Annotated[list[int], Meta(description="how many puzzles each grade has; numbers go on from grade to grade")]
    tags: list[str]
    names: list[str]
    frame: Frame
    moves: list[Choice]
    why: dict[str, Said]
    hint: list[Said]
    best: str
    tries: dict[str, PuzzleAttempt]
