"""Puzzles: positions in which one move is best by far. They are shipped with what every move is worth.

So nothing is searched when one is played: whether a try is right, and why, follows from the stored chances at once.
The learner sits on seat 0. How they were found: puzzles/README.md.
"""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..bots.coach import VOICES, good, why, why_not_best
from ..bots.coach_cards import counted
from ..bots.odds import times
from ..bots.search import Thought
from ..core.notation import parse_position
from ..core.story import card_line
from ..engine.bags import count, members
from ..errors import BadOption
from ..games.contract import Rules, parse_move, scores
from ..games.registry import game as game_named
from ..games.truie import rules as truie
from ..games.truie.coach import turn_of
from ..words import Line, line, say
from .grades import HARDEST

FOLDER = Path(__file__).parent.parent / "puzzles"
WEEK = 7
DIGITS = 10_000  # as chances are stored
STRIDES = (17, 19, 23, 1)  # of these, one has no divisor in common with the weeks: the days do not follow the file


Verdict = Literal["right", "good", "wrong"]


class Puzzle(NamedTuple):
    """A position, what every move in it is worth, and how hard it is to see."""

    game: str
    id: int
    grade: int
    tags: tuple[str, ...]
    position: str
    options: dict[str, Any]
    best: str
    chances: dict[str, tuple[float, float]]  # to win after each move, and the error of the distance to the best

    @property
    def exact(self) -> bool:
        """Whether the chances were worked out: no move has an error."""
        return not any(error for _, error in self.chances.values())

    def parsed(self) -> tuple[Rules, Any]:
        return parse_position(self.position, **self.options)


class Try(NamedTuple):
    """What is said to somebody who tries a move."""

    verdict: Verdict
    lines: list[Line]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Every puzzle of a game, the easiest first; number n stands at place n - 1."""
    path = FOLDER / f"{game_named(game).name}.jsonl"
    return tuple(_read(game, json.loads(row)) for row in path.read_text(encoding="utf-8").splitlines())


def _read(game: str, row: dict[str, Any]) -> Puzzle:
    chances = {move: (chance, error) for move, (chance, error) in row["chances"].items()}
    options = row.get("options", {})
    return Puzzle(game, row["id"], row["grade"], tuple(row["tags"]), row["position"], options, row["best"], chances)


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

    Each day of the week has its own part of the puzzles, and goes round in it: none comes back before all were there.
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
    """What was found out about every move, as a search would say it; the best first."""
    rules, state = one.parsed()
    return [Thought(parse_move(rules, state, move), *found, found[1]) for move, found in one.chances.items()]


def tried(one: Puzzle, move: str, names: Sequence[str]) -> Try:
    """Whether a move is right, and why. What is wrong with it is said without giving the answer away."""
    rules, state = one.parsed()
    found, choice = thoughts(one), parse_move(rules, state, move)
    if choice == found[0].move:
        return Try("right", solution(one, names))
    lines = why_not_best(rules, state, found, choice, names)
    if good(rules, state, found, choice):
        return Try("good", lines)
    reasons = [said for said in lines if said.key != "coach.better"]
    return Try("wrong", [*reasons, _wins_less(one, move)])


def solution(one: Puzzle, names: Sequence[str]) -> list[Line]:
    """The best move, what not to forget with it, why it is best, and how good that is."""
    rules, state = one.parsed()
    found, voice = thoughts(one), VOICES[one.game]
    answer = line("puzzle.answer", move=voice.phrase(state, found[0].move, names))
    reasons = [*why(rules, state, found, names), *_ahead(one, found)]
    wins = line("puzzle.wins", times=_wins(one, one.best))
    return [answer, *voice.caution(state, found[0].move, names), *reasons, wins]


def _ahead(one: Puzzle, found: Sequence[Thought]) -> list[Line]:
    """What the best move prepares, and the next best does not: to end the round with what is left."""
    if one.game == "pig10":
        return []
    _, state = one.parsed()
    ends = [_ends_next(state, thought.move) for thought in found[:2]]
    return [line("puzzle.ahead")] if ends == [True, False] else []


def _ends_next(state: Any, move: int) -> bool:
    """Whether all that is left after a move could be laid on the top it leaves; not if a card is drawn with it."""
    if state.demand or move == truie.DRAW:
        return False
    after = state.copy()
    truie.lay(after, move)
    after.demand = 0
    left = after.held[0] - count(after.hands[0], truie.DUNG)
    return left > 0 and any(turn_of(after, then).out for then in members(truie.legal(after)))


def _wins_less(one: Puzzle, move: str) -> Line:
    if one.exact and not one.chances[move][0]:
        return line("puzzle.wins_never")
    return line("puzzle.wins_less", times=_wins(one, move))


def _wins(one: Puzzle, move: str) -> Line:
    """How often the game is won with a move; what was not worked out is never certain."""
    chance = Fraction(one.chances[move][0]).limit_denominator(DIGITS)
    return times(chance if one.exact else min(max(chance, Fraction(1, DIGITS)), 1 - Fraction(1, DIGITS)))


def explained(one: Puzzle, names: Sequence[str], language: str) -> dict[str, str]:
    """What there is to say of a puzzle, for those who read it without Piggery: the position, a hint, the answer."""
    parts = {"position": situation, "hint": nudge, "answer": solution}
    return {name: "\n".join(say(said, language) for said in part(one, names)) for name, part in parts.items()}


def nudge(one: Puzzle, names: Sequence[str]) -> list[Line]:
    """Where to look."""
    _, state = one.parsed()
    return VOICES[one.game].nudge(state, thoughts(one)[0].move, names)


# In words


def situation(one: Puzzle, names: Sequence[str]) -> list[Line]:
    """The position as it is told to somebody who cannot see it."""
    rules, state = one.parsed()
    hand = line("plain.hand", cards=counted(rules, state.hands[0]))
    return [*_others(rules, state, names), *_pile(rules, state, names), hand]


def _others(rules: Rules, state: Any, names: Sequence[str]) -> list[Line]:
    unit = "table.won" if rules.name == "pig10" else "table.points"
    own = "puzzle.won" if rules.name == "pig10" else "puzzle.points"
    points = scores(rules, state)
    said = [line(own, n=points[0])]
    for seat in range(1, state.players):
        held, score = line("table.held", n=state.held[seat]), line(unit, n=points[seat])
        said.append(line("plain.others", player=names[seat], held=held, score=score))
    return said


def _pile(rules: Rules, state: Any, names: Sequence[str]) -> list[Line]:
    if rules.name == "pig10":
        return [*_middle(state), line("table.stock", n=state.left)]
    top = line("plain.top", card=card_line(rules, state.top))
    said = [line("table.round", round=state.round, rounds=state.rounds), top]
    if state.demand:
        key = "table.farmer" if state.demand == truie.FARMER else "table.hog"
        said.append(line(key, player=names[0], top=state.top))
    return said


def _middle(state: Any) -> list[Line]:
    if not state.laid:
        return [line("plain.middle_empty")]
    cards = [line(f"pig10.card.{card}") for card in state.middle[: state.laid]]
    return [line("plain.middle", cards=cards, value=state.value)]
