"""`piggery simulate`: a progress bar, and a table with error bars."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..compiled import available
from ..errors import BadOption
from ..games import game
from ..rules import check_players, deck_of
from ..words import line, say
from .play import Match
from .summary import Mean, Summary


def run(
    name: str,
    players: int | None,
    games: int,
    bots: Sequence[str],
    seed: int,
    copies: Mapping[str, int],
    options: Mapping[str, Any],
    language: str,
) -> None:
    rules = game(name)
    seats = players if players is not None else max(len(bots), 2)
    check_players(rules, seats)
    if len(bots) > seats:
        raise BadOption("option.bots", n=len(bots), seats=seats)
    lined_up = [bots[min(seat, len(bots) - 1)] for seat in range(seats)]
    match = Match(rules, lined_up, seed, deck_of(rules, copies), **options)
    console = Console(highlight=False)
    if not available():
        console.print(say("simulate.interpreted", language))
    match.batch(0, 0)  # compile before the clock starts
    began = time.perf_counter()
    summary = total(_shown(match.batches(games), games, console, language))
    seconds = time.perf_counter() - began
    console.print(say("simulate.head", language, game=line(f"{name}.title"), n=games, players=seats, seed=seed))
    console.print(_table(summary, lined_up, language))
    for sentence in _below_table(summary, rules.name, language):
        console.print(sentence)
    Console(stderr=True).print(say("simulate.speed", language, moves=summary.moves, seconds=f"{seconds:.1f}"))


def total(batches: Iterable[Summary]) -> Summary:
    first, *rest = batches
    return sum(rest, first)


def _shown(batches: Iterable[Summary], games: int, console: Console, language: str) -> Iterable[Summary]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(say("simulate.playing", language), total=games)
        for batch in batches:
            progress.advance(task, batch.games)
            yield batch


def _table(summary: Summary, bots: Sequence[str], language: str) -> Table:
    table = Table()
    for key in ("seat", "bot", "wins", "score", "turns"):
        table.add_column(say(f"simulate.{key}", language), justify="right")
    for seat, bot in enumerate(bots):
        wins = summary.wins(seat)
        percent = Mean(100 * wins.value, 100 * wins.error)
        means = (percent, summary.score(seat), summary.turns(seat))
        table.add_row(str(seat), bot, *(_mean(mean) for mean in means))
    return table


def _mean(mean: Mean) -> str:
    return f"{mean.value:.3f} ± {mean.error:.3f}"


def _below_table(summary: Summary, name: str, language: str) -> Iterable[str]:
    length = summary.length
    yield say("simulate.length", language, mean=f"{length.value:.2f}", error=f"{length.error:.2f}")
    if name == "pig10":
        yield say("simulate.unclaimed", language, percent=f"{100 * summary.unclaimed / summary.cards:.2f}")
    if summary.capped:
        yield say("simulate.capped", language, n=summary.capped)
    yield say("simulate.bars", language)
