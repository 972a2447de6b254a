"""What the rules answer without a table: a finished game in pictures, lessons, puzzles, what a hand is worth.

The same on the server and in a browser.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never, overload

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
from .questions import (
    CountAnswer,
    CountQuestion,
    Frame,
    HandAnswer,
    HandQuestion,
    LessonAnswer,
    LessonQuestion,
    LessonStep,
    PuzzleAnswer,
    PuzzleAttempt,
    PuzzleQuestion,
    Questions,
    ReplayAnswer,
    ReplayQuestion,
)

SPECTATOR = -1
MOST_PLIES = 3000  # of a game that is shown
MOST_OTHERS = 400  # commas in a record besides those between plies


@overload
def answer(question: ReplayQuestion) -> ReplayAnswer: ...
@overload
def answer(question: LessonQuestion) -> LessonAnswer: ...
@overload
def answer(question: HandQuestion) -> HandAnswer: ...
@overload
def answer(question: CountQuestion) -> CountAnswer: ...
@overload
def answer(question: PuzzleQuestion) -> PuzzleAnswer: ...
def answer(question: Questions) -> object:
    """The answer to any question; a bad one raises."""
    match question:
        case ReplayQuestion():
            return _replay(question)
        case LessonQuestion():
            return _lesson(question)
        case HandQuestion():
            return _hand(question)
        case CountQuestion():
            return _count(question)
        case PuzzleQuestion():
            return _puzzle(question)
        case _:
            assert_never(question)


# A finished game


def _replay(question: ReplayQuestion) -> ReplayAnswer:
    if question.record.count(",") > MOST_PLIES + MOST_OTHERS:  # before anything is replayed
        raise Refused("record.long", n=MOST_PLIES)
    record = load(question.record)
    players = [seat.player for seat in record.seats]
    frames = [_frame(record, whole(record.rules, ply)) for ply in replay(record)]
    return ReplayAnswer(record.rules.name, record.date, record.names, players, sheet(record), frames)


def whole(rules: GameType, ply: Ply) -> Ply:
    """The ply with its move as a number, and the state between the move and the draws."""
    if ply.move == "-":
        return ply
    choice, laid = parse_move(rules, ply.before, ply.move), ply.before.copy()
    rules.play(laid, choice)
    return ply._replace(choice=choice, laid=laid)


def _frame(record: Record, ply: Ply) -> Frame:
    """What was heard of a ply, and everything as it is afterwards."""
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


def _lesson(question: LessonQuestion) -> LessonAnswer:
    rules = game_type(question.game)
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


def _puzzle(question: PuzzleQuestion) -> PuzzleAnswer:
    one = _wanted(question)
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


def _wanted(question: PuzzleQuestion) -> puzzles.Puzzle:
    if question.date:
        return puzzles.daily(question.game, puzzles.date_of(question.date))
    if question.grade and not question.number:
        return puzzles.of_grade(question.game, question.grade)[0]
    return puzzles.puzzle(question.game, question.number or 1)


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


def _hand(question: HandQuestion) -> HandAnswer:
    rules = game_type(question.game)
    hand = ",".join(sorted(question.cards, key=lambda name: card_of(rules, name)))
    if not hand:
        return HandAnswer([], {})
    position = _pad(rules).position(hand, question.on)
    _, state = parse_position(position)
    return HandAnswer(choices(rules, state, BOT_NAMES), why(rules, state))


def _count(question: CountQuestion) -> CountAnswer:
    rules = game_type(question.game)
    worth = _pad(rules).worth
    if not worth:
        raise Refused("table.no_pad")
    return CountAnswer([worth(_bag(rules, hand)) for hand in question.hands])


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
