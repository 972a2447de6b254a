"""Questions that need the rules and no table, and the shapes of their answers.

They are answered over HTTP, and by the engine in a browser.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..table.wire import Board, Choice, PlyStory, Said


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything that can be asked of the rules."""


class ReplayQuestion(Question, frozen=True, tag="replay"):
    """A finished game, to be shown ply by ply."""

    record: Annotated[str, Meta(description="a record, as JSON")]


class LessonQuestion(Question, frozen=True, tag="lesson"):
    """The steps of a lesson."""

    game: Annotated[str, Meta(max_length=20)]


class HandQuestion(Question, frozen=True, tag="hand"):
    """What may be played from a hand of real cards?"""

    game: Annotated[str, Meta(max_length=20)]
    cards: Annotated[list[Annotated[str, Meta(max_length=2)]], Meta(max_length=40)]
    on: Annotated[
        dict[str, str | int], Meta(max_length=4, description="what lies there, in the words of the game's own pad")
    ]


class CountQuestion(Question, frozen=True, tag="count"):
    """What are these hands worth at the end of a round?"""

    game: Annotated[str, Meta(max_length=20)]
    hands: Annotated[list[Annotated[list[Annotated[str, Meta(max_length=2)]], Meta(max_length=80)]], Meta(max_length=8)]


class PuzzleQuestion(Question, frozen=True, tag="puzzle"):
    """A puzzle: the one of this number, or of this day, or the first of this grade; else the first of all."""

    game: Annotated[str, Meta(max_length=20)]
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0
    date: Annotated[str, Meta(max_length=10, description="as in 2026-03-14")] = ""
    grade: Annotated[int, Meta(ge=0, le=5)] = 0


Questions = ReplayQuestion | LessonQuestion | HandQuestion | CountQuestion | PuzzleQuestion


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
