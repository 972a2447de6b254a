"""Questions that need the rules and no table: a finished game in pictures, lessons, puzzles, what a hand is worth.

Each answers itself, and a bad one raises; the same over HTTP and by the engine in a browser.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct

from ..core.game import new_game
from ..core.notation import follow, parse_position
from ..core.record import Ply, Record, load, replay, sheet
from ..core.story import ALL, tell_all
from ..engine.bags import MOST, one
from ..errors import CardNotThere, Refused
from ..games.checks import card_of, options_of, parse_move, scores, view_of
from ..games.contract import GameType, State
from ..games.lessons import Exercise, Lessons
from ..games.pad import Pad
from ..games.registry import game_type
from ..study import puzzles
from ..table.names import BOT_NAMES
from ..table.parts import card_names, choices, ply_story, why
from ..words import line
from .answers import CountAnswer, Frame, HandAnswer, LessonAnswer, LessonStep, PuzzleAnswer, PuzzleAttempt, ReplayAnswer
from .reviewing import MOST_PLIES, Reviewing, ReviewProgress, ReviewSlice

SPECTATOR = -1
MOST_OTHERS = 400  # commas in a record besides those between plies
SLICE = 400.0  # milliseconds of a review


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything that can be asked of the rules."""


# A finished game


class ReplayQuestion(Question, frozen=True, tag="replay"):
    """A finished game, to be shown ply by ply."""

    record: Annotated[str, Meta(description="a record, as JSON")]

    def answer(self) -> ReplayAnswer:
        if self.record.count(",") > MOST_PLIES + MOST_OTHERS:  # before anything is replayed
            raise Refused("record.long", n=MOST_PLIES)
        record = load(self.record)
        players = [seat.player for seat in record.seats]
        frames = [_frame(record, whole(record.rules, ply)) for ply in replay(record)]
        return ReplayAnswer(record.rules.name, record.date, record.names, players, sheet(record), frames)


class ReviewQuestion(Question, frozen=True, tag="review"):
    """How the chances went in a game, and what each move was worth: as much as there is time for, besides what whoever
    asks has. Ask again for the rest."""

    record: Annotated[str, Meta(description="a record, as JSON")]
    has: ReviewProgress = ReviewProgress()

    def check(self) -> None:
        """Before anything is replayed."""
        if self.record.count(",") > MOST_PLIES + MOST_OTHERS:
            raise Refused("record.long", n=MOST_PLIES)

    def answer(self, milliseconds: float = SLICE, share: float = 1.0) -> ReviewSlice:
        self.check()
        return Reviewing().look(self.record, self.has, milliseconds, share)


def whole(rules: GameType, ply: Ply) -> Ply:
    """The ply with its move as a number, and the state between the move and the draws."""
    if ply.move == "-":
        return ply
    choice, laid = parse_move(rules, ply.before, ply.move), ply.before.copy()
    rules.play(laid, choice)
    return ply._replace(choice=choice, laid=laid)


def _frame(record: Record, ply: Ply) -> Frame:
    """A ply as it was heard, and everything as it is afterwards."""
    rules, state = record.rules, ply.after
    said, everything = tell_all(record, ply, [SPECTATOR, ALL])
    return Frame(
        heard=ply_story(rules, ply, said),
        lines=everything,
        turn=-1 if rules.over(state) else state.turn,
        held=state.held[: state.players],
        scores=scores(rules, state),
        left=state.left,
        board=rules.board(state),
        hands=[card_names(rules, bag) for bag in state.hands[: state.players]],
    )


# Lessons


class LessonQuestion(Question, frozen=True, tag="lesson"):
    """The steps of a lesson."""

    game: Annotated[str, Meta(max_length=20)]

    def answer(self) -> LessonAnswer:
        rules = game_type(self.game)
        lesson = rules.part("lessons", Lessons)
        if not lesson:
            raise Refused("table.no_lesson")
        _, state = parse_position(lesson.steps[0].position)
        names = BOT_NAMES[: state.players]
        record = new_game(rules.name, names, seed=0)
        return LessonAnswer(list(names), [_step(record, number, one) for number, one in enumerate(lesson.steps, 1)])


def _step(record: Record, number: int, wanted: Exercise) -> LessonStep:
    rules, state = parse_position(wanted.position)
    key = f"lesson.{rules.name}.{number}"
    view = view_of(rules, state, 0)
    return LessonStep(
        text=line(key),
        done=line(f"{key}.done"),
        frame=_frame(record, Ply(0, "-", (), state, state)),
        moves=choices(rules, view, record.names),
        why=why(rules, view),
        want=list(wanted.want),
        after={move: _frame(record, _tried(rules, state, move, wanted.draws)) for move in wanted.want},
    )


def _tried(rules: GameType, before: State, move: str, draws: Sequence[str]) -> Ply:
    after = before.copy()
    follow(rules, after, move, draws)
    return whole(rules, Ply(1, move, draws, before, after))


# Puzzles


class PuzzleQuestion(Question, frozen=True, tag="puzzle"):
    """A puzzle: the one of this number, or of this day, or the first of this grade; else the first of all."""

    game: Annotated[str, Meta(max_length=20)]
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0
    date: Annotated[str, Meta(max_length=10, description="as in 2026-03-14")] = ""
    grade: Annotated[int, Meta(ge=0, le=5)] = 0

    def answer(self) -> PuzzleAnswer:
        one = self._wanted()
        rules, state = one.parsed()
        names = BOT_NAMES[: state.players]
        record = replace(new_game(rules.name, names, seed=0), options=options_of(rules, one.options))
        return PuzzleAnswer(
            number=one.id,
            grade=one.grade,
            grades=puzzles.grades(one.game),
            tags=list(one.tags),
            names=list(names),
            frame=_frame(record, Ply(0, "-", (), state, state)),
            moves=choices(rules, state, names),
            why=why(rules, state),
            hint=puzzles.nudge(one, names),
            best=one.best,
            tries={move: _attempt(record, one, state, move) for move in one.chances},
        )

    def _wanted(self) -> puzzles.Puzzle:
        if self.date:
            return puzzles.daily(self.game, puzzles.date_of(self.date))
        if self.grade and not self.number:
            return puzzles.of_grade(self.game, self.grade)[0]
        return puzzles.puzzle(self.game, self.number or 1)


def _attempt(record: Record, one: puzzles.Puzzle, before: State, move: str) -> PuzzleAttempt:
    found = puzzles.tried(one, move, record.names)
    return PuzzleAttempt(found.verdict, found.lines, _frame(record, _laid(record.rules, before, move)))


def _laid(rules: GameType, before: State, move: str) -> Ply:
    """A move and no draws. A round that ends is not counted: nobody knows what the others hold."""
    choice, after = parse_move(rules, before, move), before.copy()
    rules.play(after, choice)
    if rules.lay and rules.rounds_over(after) > rules.rounds_over(before):
        after = before.copy()
        rules.lay(after, choice)
    return Ply(1, move, (), before, after, choice=choice, laid=after)


# Real cards


class HandQuestion(Question, frozen=True, tag="hand"):
    """What may be played from a hand of real cards?"""

    game: Annotated[str, Meta(max_length=20)]
    cards: Annotated[list[Annotated[str, Meta(max_length=2)]], Meta(max_length=40)]
    on: Annotated[
        dict[str, str | int], Meta(max_length=4, description="what lies there, in the words of the game's own pad")
    ]

    def answer(self) -> HandAnswer:
        rules = game_type(self.game)
        hand = ",".join(sorted(self.cards, key=lambda name: card_of(rules, name)))
        if not hand:
            return HandAnswer([], {})
        position = _pad(rules).position(hand, self.on)
        _, state = parse_position(position)
        return HandAnswer(choices(rules, state, BOT_NAMES), why(rules, state))


class CountQuestion(Question, frozen=True, tag="count"):
    """What are these hands worth at the end of a round?"""

    game: Annotated[str, Meta(max_length=20)]
    hands: Annotated[list[Annotated[list[Annotated[str, Meta(max_length=2)]], Meta(max_length=80)]], Meta(max_length=8)]

    def answer(self) -> CountAnswer:
        rules = game_type(self.game)
        worth = _pad(rules).worth
        if not worth:
            raise Refused("table.no_pad")
        return CountAnswer([worth(_bag(rules, hand)) for hand in self.hands])


def _pad(rules: GameType) -> Pad:
    found = rules.part("pad", Pad)
    if not found:
        raise Refused("table.no_pad")
    return found


def _bag(rules: GameType, names: Sequence[str]) -> int:
    for name in set(names):
        if names.count(name) > MOST:
            raise CardNotThere("copies", card=name, most=MOST)
    return sum(one(card_of(rules, name)) for name in names)


Questions = ReplayQuestion | ReviewQuestion | LessonQuestion | HandQuestion | CountQuestion | PuzzleQuestion
