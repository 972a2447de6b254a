"""`piggery puzzle`: find the best move, one puzzle after the other, line by line."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from ..core.story import wordy_label
from ..engine.bags import members
from ..folders import data_folder
from ..games.registry import usual_game
from ..study import puzzles as known
from ..study.grades import HARDEST
from ..study.puzzles import Puzzle, nudge, puzzles, situation, solution, tried
from ..table.names import BOT_NAMES
from ..words import Line, line, say
from .shared import LANGUAGE, Language, _, commands

app = commands()
WISHES = re.compile(r"\b([hsnq]) ([^,)]+)")  # in the question: a letter, and what it does


@app.command(help=_("cli.puzzle"))
def puzzle(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))] = "",
    number: Annotated[int | None, typer.Option(help=_("cli.puzzle_number"))] = None,
    daily: Annotated[bool, typer.Option("--daily", help=_("cli.puzzle_daily"))] = False,
    grade: Annotated[int | None, typer.Option(help=_("cli.puzzle_grade"))] = None,
    language: Language = LANGUAGE,
) -> None:
    game = game or usual_game()
    every = puzzles(game)
    try:
        for one in _order(game, number, daily, grade):
            _Round(one, language).run()
        if not daily:
            print(say("puzzle.none_left", language))
    except (EOFError, KeyboardInterrupt):
        print()
    print(say("puzzle.bye", language, n=len(_solved(game)), all=len(every)))


def _order(game: str, number: int | None, daily: bool, grade: int | None) -> Iterator[Puzzle]:
    """The puzzles to ask: those wanted; else the puzzle of the day, then those not solved yet, the easiest first."""
    today = known.daily(game, date.today())
    if number is not None:
        yield from puzzles(game)[known.puzzle(game, number).id - 1 :]
    elif daily:
        yield today
    elif grade is not None:
        yield from _open(known.of_grade(game, grade))
    else:
        yield today
        yield from _open(puzzles(game))


def _open(some: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Those that are not solved when their turn comes."""
    return (one for one in some if one.id not in _solved(one.game))


class _Round:
    """One puzzle, asked until it is solved or left for the next."""

    def __init__(self, one: Puzzle, language: str) -> None:
        self.one, self.language = one, language
        self.rules, self.state = one.parsed()
        self.moves = members(self.rules.legal(self.state))
        self.names = BOT_NAMES[: self.state.players]

    def say(self, *lines: Line) -> None:
        print(" ".join(say(what, self.language) for what in lines))

    def run(self) -> None:
        number = line("puzzle.number", n=self.one.id, all=len(puzzles(self.one.game)))
        self.say(line("puzzle.head", number=number, grade=line("puzzle.grade", n=self.one.grade, all=HARDEST)))
        for one_line in situation(self.one, self.names):
            self.say(one_line)
        self._list()
        while not self._answered(input(say("puzzle.ask", self.language)).strip()):
            pass
        print()

    def _list(self) -> None:
        self.say(line("puzzle.task"))
        for n, move in enumerate(self.moves, 1):
            self.say(line("plain.choice", number=n, move=wordy_label(self.rules, self.state, move, self.names)))

    def _answered(self, typed: str) -> bool:
        """Do what was typed; whether the puzzle is over with it."""
        if (move := self._move(typed)) is not None:
            return self._tried(move)
        wish = self._wish(typed)
        if wish == "q":
            raise EOFError  # as if there were nothing more to read
        if wish == "h":
            self.say(*nudge(self.one, self.names))
        elif wish == "s":
            self.say(*solution(self.one, self.names))
        elif wish != "n":
            self.say(line("plain.no_choice", n=len(self.moves)))
        return wish in ("s", "n")

    def _wish(self, typed: str) -> str:
        """The letter of what is wanted besides a move; or nothing, if it is neither that nor the word beside it."""
        wishes = WISHES.findall(say("puzzle.ask", self.language))
        return next((letter for letter, word in wishes if typed.casefold() in (letter, word.casefold())), "")

    def _move(self, typed: str) -> str | None:
        texts = [self.rules.move_text(self.state, move) for move in self.moves]
        if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(texts):
            return texts[int(typed) - 1]
        return typed if typed in texts else None

    def _tried(self, move: str) -> bool:
        found = tried(self.one, move, self.names)
        self.say(line(f"puzzle.{found.verdict}"), *found.lines)
        if found.verdict != "wrong":
            _keep(self.one)
        return found.verdict != "wrong"


# What was solved on this machine


def _file() -> Path:
    return data_folder() / "puzzles.txt"


def _solved(game: str) -> set[int]:
    """The numbers of the puzzles that were solved here; a line that is none of ours is passed over."""
    try:
        words = [row.split() for row in _file().read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return set()
    return {int(word[1]) for word in words if len(word) == 2 and word[0] == game and word[1].isdecimal()}


def _keep(one: Puzzle) -> None:
    if one.id in _solved(one.game):
        return
    with suppress(OSError):  # where nothing can be kept it is asked again another day
        _file().parent.mkdir(parents=True, exist_ok=True)
        with _file().open("a", encoding="utf-8") as file:
            file.write(f"{one.game} {one.id}\n")
