"""An answer told and kept: the small table, the file with every number, the picture."""

import csv
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..engine.compiled import available
from ..games.registry import game_type
from ..sim.report import progress
from ..sim.stopping import stopping
from ..words import Line, line, say
from . import style
from .answer import Answer, Inquiry, LabQuestion, source
from .part import lab_of
from .tally import Tally
from .trial import Plan, Trial, run

USUAL = 10_000  # games for a question, where a game does not say how many
INTERPRETED = 100  # times fewer without Numba


def games_for(question: str, game: str) -> int:
    """As many games as take a few seconds."""
    games = lab_of(game_type(game)).games.get(question, USUAL)
    return games if available() else max(100, games // INTERPRETED)


def plan_of(ask: Inquiry, question: LabQuestion) -> Plan:
    return Plan(question.settings(ask), ask.games, ask.seed)


def investigate(ask: Inquiry, question: LabQuestion, folder: Path, format: str, language: str) -> bool:
    """Play, say what was found, write it down; whether it went on to the end."""
    plan = plan_of(ask, question)
    plan.check()
    folder.mkdir(parents=True, exist_ok=True)
    console = Console(highlight=False, markup=False, emoji=False)
    if not available():
        console.print(say("simulate.interpreted", language), soft_wrap=True)
    with stopping() as stop, progress("simulate.playing", plan.wanted, language) as advance:
        trial = run(plan, advance, stop)
    answer = question.answer(ask, trial.tallies)
    paths = write(ask, answer, trial.tallies, folder, format, language)  # first: whoever reads the rest may be gone
    print_answer(console, ask, answer, trial, language)
    for path in paths:
        console.print(say("arena.written", language, path=path), soft_wrap=True)
    if not style.drawable():
        console.print(say("lab.no_picture", language), soft_wrap=True)
    return not trial.stopped


def print_answer(console: Console, ask: Inquiry, answer: Answer, trial: Trial, language: str) -> None:
    console.print(say(answer.finding, language), style="bold", soft_wrap=True)
    console.print(_table(answer, language))
    capped = sum(tally.capped for tally in trial.tallies)
    notes = [*answer.notes, line("simulate.bars"), source(ask, answer, trial.tallies)]
    if capped:
        notes.append(line("simulate.capped", n=capped))
    if trial.stopped:
        notes.append(line("simulate.stopped", n=trial.games, games=trial.wanted))
    for note in notes:
        console.print(say(note, language), soft_wrap=True)


def _table(answer: Answer, language: str) -> Table:
    table = Table()
    for n, heading in enumerate(answer.headings):
        table.add_column(say(heading, language), justify="left" if n == 0 else "right")
    for row in answer.rows:
        table.add_row(*(_said(cell, language) for cell in row))
    return table


def _said(cell: Line | str | int, language: str) -> str:
    said = say(cell, language) if isinstance(cell, Line) else str(cell)
    return said.replace("\n", " ")


def write(
    ask: Inquiry, answer: Answer, tallies: Sequence[Tally], folder: Path, format: str, language: str
) -> list[Path]:
    """The numbers, and the picture where one can be drawn."""
    name = folder / f"{ask.question}-{ask.game}"
    paths = [name.with_suffix(".csv")]
    with paths[0].open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([answer.fields, *answer.lines])
    if style.drawable():
        paths.insert(0, name.with_suffix(f".{format}"))
        small = [*([answer.legend] if answer.legend else []), source(ask, answer, tallies)]
        style.draw(paths[0], answer.finding, small, language, answer.draw)
    return paths
