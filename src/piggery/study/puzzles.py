"""Puzzles: positions in which one move is best by far. They are shipped with what every move is worth.

So nothing is searched when one is played: whether a try is right, and why, follows from the stored chances at once.
The learner sits on seat 0. How they were found: games/PUZZLES.md.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Generic, Literal, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from ..bots.coach import good, voice_of, why, why_not_best
from ..bots.endings import certain
from ..bots.odds import times
from ..bots.search import Thought
from ..core.notation import parse_position
from ..core.story import counted, score_line, story_of
from ..errors import BadOption
from ..games.checks import parse_move, scores
from ..games.contract import GameType, Names, Options, S, State
from ..games.registry import game_type
from ..words import Line, line, say
from .grades import HARDEST, Grading

FILE = "puzzles.jsonl"  # in the folder of a game that has any
WEEK = 7
DIGITS = 10_000  # as chances are stored
STRIDES = (17, 19, 23, 1)  # of these, one has no divisor in common with the weeks: the days do not follow the file

Verdict = Literal["right", "good", "wrong"]


@dataclass(frozen=True)
class Puzzles(Generic[S]):
    """The part of a game that grades its puzzles, beside the file."""

    grading: Callable[[S, int], Grading]  # what it takes to find the best move of a position


def grading(game: GameType, state: State, best: int) -> Grading | None:
    """How hard it is to see that this move is best; nothing where the game does not say."""
    part = game.part("puzzles", Puzzles)
    return part.grading(state, best) if part else None


class Puzzle(Struct, frozen=True):
    """A position, what every move in it is worth, and how hard it is to see."""

    id: int
    grade: int
    tags: tuple[str, ...]
    position: str
    best: str
    chances: dict[str, tuple[float, float]]  # to win after each move, and the error of the distance to the best
    options: Options = {}

    @property
    def game(self) -> str:
        return self.position.partition(" ")[0]

    @property
    def exact(self) -> bool:
        """Whether the chances were worked out: nothing is hidden, and no move has an error."""
        return not any(error for _, error in self.chances.values()) and certain(*self.parsed())

    def parsed(self) -> tuple[GameType, State]:
        return parse_position(self.position, **self.options)


class Attempt(NamedTuple):
    """The answer to somebody who tries a move."""

    verdict: Verdict
    lines: list[Line]


_read = Decoder(Puzzle).decode_lines


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Every puzzle of a game, the easiest first; number n stands at place n - 1."""
    if not has_puzzles(game):
        raise BadOption("puzzle_none", game=game)
    return tuple(_read((game_type(game).folder / FILE).read_bytes()))


def has_puzzles(game: str) -> bool:
    return (game_type(game).folder / FILE).exists()


def puzzle(game: str, number: int) -> Puzzle:
    every = puzzles(game)
    if not 1 <= number <= len(every):
        raise BadOption("puzzle", text=number, last=len(every))
    return every[number - 1]


def of_grade(game: str, grade: int) -> list[Puzzle]:
    if grade not in range(1, HARDEST + 1):
        raise BadOption("puzzle_grade", text=grade, last=HARDEST)
    return [one for one in puzzles(game) if one.grade == grade]


def grades(game: str) -> list[int]:
    """How many puzzles each grade has."""
    many = Counter(one.grade for one in puzzles(game))
    return [many[grade] for grade in range(1, HARDEST + 1)]


def daily(game: str, day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, easy on Monday and hard on Sunday.

    Each day of the week has its own part of the puzzles and runs through it: none comes back before all were shown.
    """
    weeks = len(puzzles(game)) // WEEK
    week, weekday = divmod(day.toordinal() - 1, WEEK)
    stride = next(step for step in STRIDES if step == 1 or weeks % step)
    return puzzle(game, weekday * weeks + week * stride % weeks + 1)


def date_of(text: str) -> date:
    """A day as it is written: 2026-03-14."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadOption("puzzle_date", text=text) from error


# Trying


def thoughts(one: Puzzle) -> list[Thought]:
    """The stored worth of every move, as a search would say it; the best first."""
    game, state = one.parsed()
    return [Thought(parse_move(game, state, move), *found, found[1]) for move, found in one.chances.items()]


def tried(one: Puzzle, move: str, names: Names) -> Attempt:
    """Whether a move is right, and why. What is wrong with it is said without giving the answer away."""
    game, state = one.parsed()
    found, choice = thoughts(one), parse_move(game, state, move)
    if choice == found[0].move:
        return Attempt("right", solution(one, names))
    lines = why_not_best(game, state, found, choice, names)
    if good(game, state, found, choice):
        return Attempt("good", lines)
    reasons = [said for said in lines if said.key != "coach.better"]
    return Attempt("wrong", [*reasons, _wins_less(one, move)])


def solution(one: Puzzle, names: Names) -> list[Line]:
    """The best move, what not to forget with it, why it is best, and how good that is."""
    game, state = one.parsed()
    found, voice = thoughts(one), voice_of(game)
    answer = line("puzzle.answer", move=voice.phrase(state, found[0].move, names))
    wins = line("puzzle.wins", times=_wins(one, one.best))
    return [answer, *voice.caution(state, found[0].move, names), *why(game, state, found, names), wins]


def _wins_less(one: Puzzle, move: str) -> Line:
    """How good a wrong move is. Where all was worked out, it can only lose, or share the win."""
    if one.exact:
        return line("puzzle.wins_shared" if one.chances[move][0] else "puzzle.wins_never")
    return line("puzzle.wins_less", times=_wins(one, move))


def _wins(one: Puzzle, move: str) -> Line:
    """How often the game is won with a move; what was not worked out is never certain."""
    chance = Fraction(one.chances[move][0]).limit_denominator(DIGITS)
    return times(chance if one.exact else min(max(chance, Fraction(1, DIGITS)), 1 - Fraction(1, DIGITS)))


def explained(one: Puzzle, names: Names, language: str) -> dict[str, str]:
    """A puzzle in words, for those who read it without Piggery: the position, a hint, the answer."""
    parts = {"position": situation, "hint": nudge, "answer": solution}
    return {name: "\n".join(say(said, language) for said in part(one, names)) for name, part in parts.items()}


def nudge(one: Puzzle, names: Names) -> list[Line]:
    """Where to look."""
    game, state = one.parsed()
    return voice_of(game).nudge(state, thoughts(one)[0].move, names)


# In words


def situation(one: Puzzle, names: Names) -> list[Line]:
    """The position as it is told to somebody who cannot see it."""
    game, state = one.parsed()
    story, hand = story_of(game), line("plain.hand", cards=counted(game, state.hands[0]))
    standing, demand = story.standing(state, names), story.demand(state, ["", *names[1:]])
    lying = [*story.lies(state, names), *([demand] if demand else [])]
    pile = [standing, *lying] if standing else [*lying, line("table.stock", n=state.left)]
    return [*_others(game, state, names), *pile, hand]


def _others(game: GameType, state: State, names: Names) -> list[Line]:
    points = scores(game, state)
    said = [line(f"{game.name}.own_score", n=points[0])]
    for seat in range(1, state.players):
        held, score = line("table.held", n=state.held[seat]), score_line(game, points[seat])
        said.append(line("plain.others", player=names[seat], held=held, score=score))
    return said
