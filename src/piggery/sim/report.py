"""`piggery simulate`: a progress bar, and a table with error bars."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from threading import Event

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..core.story import game_title
from ..engine.compiled import available
from ..errors import BadOption
from ..games.contract import GameType
from ..words import figure, said, say
from .cluster import Cluster, cluster
from .play import Simulation, shares
from .stopping import STOPPED, stopping
from .summary import Mean, Summary

CORES, RAY = "cores", "ray"  # where games are played

Batches = Callable[[Event], Iterator[Summary]]


def run(match: Simulation, games: int, language: str, on: str = CORES, address: str = "") -> int:
    """Play, and print what was counted; the exit status."""
    shares(games)  # refuses what cannot be played, before anything is started
    with _place(on, address, match, games, language) as batches:
        began, summary = time.perf_counter(), match.blank()
        with stopping() as stop, progress("simulate.playing", games, language) as advance:
            for batch in batches(stop):
                advance(batch.games)
                summary += batch
        seconds = time.perf_counter() - began
    _tell(summary, match, games, language)
    Console(stderr=True).print(say("simulate.speed", language, moves=summary.moves, seconds=figure(seconds)))
    return 0 if summary.games == games else STOPPED


@contextmanager
def _place(on: str, address: str, match: Simulation, games: int, language: str) -> Iterator[Batches]:
    """Where games are played: what to call to have them played there."""
    if on not in (CORES, RAY):
        raise BadOption("option.on", text=on, known=[CORES, RAY])
    if address and on != RAY:
        raise BadOption("option.address")
    if on == RAY:
        with _on_ray(address, language) as workers:
            yield partial(workers.batches, match, games)
        return
    if not available():
        print(say("simulate.interpreted", language))
    match.batch(0, 0)  # compile before the clock starts
    yield partial(match.batches, games)


@contextmanager
def _on_ray(address: str, language: str) -> Iterator[Cluster]:
    """The workers of Ray, and a word on them."""
    aside = Console(stderr=True, highlight=False)
    with ExitStack() as stack:
        with aside.status(say("simulate.ray_starting", language)):
            workers = stack.enter_context(cluster(address))
        aside.print(say("simulate.ray_cores", language, n=workers.cores))
        yield workers
        if workers.interpreted:
            aside.print(say("simulate.ray_interpreted", language))


@contextmanager
def progress(key: str, games: int | None, language: str) -> Iterator[Callable[[int], None]]:
    """A bar for whoever watches, also where nobody knows of how many; what to call with how many were done since."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        yield partial(bar.advance, bar.add_task(say(key, language), total=games))


def _tell(summary: Summary, match: Simulation, games: int, language: str) -> None:
    """Print the counts; and how far it went, if it was stopped."""
    console, terms = Console(highlight=False), match.terms
    if summary.games:
        head = {"n": summary.games, "players": summary.players, "seed": terms.seed}
        console.print(say("simulate.head", language, game=game_title(terms.game), **head))
        console.print(_table(summary, terms.bots, language))
        for sentence in _below_table(summary, match.rules, language):
            console.print(sentence)
    if summary.games < games:
        console.print(say("simulate.stopped", language, n=summary.games, games=games))


def _table(summary: Summary, bots: Sequence[str], language: str) -> Table:
    table = Table()
    for key in ("seat", "bot", "wins", "score", "turns"):
        table.add_column(say(f"simulate.{key}", language), justify="right")
    for seat, bot in enumerate(bots):
        wins = summary.wins(seat)
        percent = Mean(100 * wins.value, 100 * wins.error)
        means = (percent, summary.score(seat), summary.turns(seat))
        table.add_row(str(seat), bot, *(_mean(mean, language) for mean in means))
    return table


def _mean(mean: Mean, language: str) -> str:
    return f"{said(figure(mean.value, 3), language)} ± {said(figure(mean.error, 3), language)}"


def _below_table(summary: Summary, rules: GameType, language: str) -> Iterable[str]:
    length = summary.length
    yield say("simulate.length", language, mean=figure(length.value, 2), error=figure(length.error, 2))
    if rules.claims:
        yield say("simulate.unclaimed", language, percent=figure(100 * summary.unclaimed / summary.cards, 2))
    if summary.capped:
        yield say("simulate.capped", language, n=summary.capped)
    yield say("simulate.bars", language)
