"""`piggery arena`: bots against each other, until it is clear who is better."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from ..bots import levels
from ..bots.outside import Conduct
from ..core.story import game_title
from ..errors import BadOption
from ..games.checks import check_players
from ..games.registry import game_type, usual_game
from ..sim import ladder as ladders
from ..sim.arena import Arena, Match, matches
from ..sim.plot import picture
from ..sim.ratings import Rating, check_extra, ratings
from ..words import figure, line, said, say
from .shared import A_NUMBER, LANGUAGE, Language, Players, Seed, _, check_folder, commands, count

app = commands()
LADDER = Path("docs/ladder.md")
DEALS, WIDTH = 500, 0.03
LADDER_DEALS, LADDER_WIDTH = 800, 0.02
BETWEEN_COMMAS = re.compile(r"""(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^,])+""")  # what stands in quotes is not split


@app.command(help=_("cli.arena"))
def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))] = "",
    bots: Annotated[list[str] | None, typer.Option("--bots", "-b", help=_("cli.arena_bots"))] = None,
    players: Players = None,
    deals: Annotated[
        str, typer.Option(metavar=A_NUMBER, help=_("cli.arena_deals"), show_default=f"{DEALS}; --ladder {LADDER_DEALS}")
    ] = "",
    width: Annotated[
        float | None,
        typer.Option(min=0.001, max=0.5, help=_("cli.arena_width"), show_default=f"{WIDTH}; --ladder {LADDER_WIDTH}"),
    ] = None,
    milliseconds: Annotated[float, typer.Option(min=1, max=60_000, help=_("cli.arena_ms"))] = 100,
    seed: Seed = 0,
    plot: Annotated[Path | None, typer.Option(callback=check_folder, help=_("cli.arena_plot"))] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help=_("cli.arena_ladder"))] = False,
    write: Annotated[
        Path | None, typer.Option(callback=check_folder, help=_("cli.arena_write"), show_default=str(LADDER))
    ] = None,
    language: Language = LANGUAGE,
) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    most = count(deals, "--deals", least=2) if deals else 0
    if ladder:
        path = write or LADDER
        check_folder(path)
        check_extra()
        with _progress(language) as shown:
            ladders.write(path, most or LADDER_DEALS, width or LADDER_WIDTH, milliseconds, seed, shown)
        console.print(say("arena.written", language, path=path))
        return
    field, wanted = Arena(game or usual_game(), milliseconds, seed), names_in(bots or [])
    _play(console, field, wanted, players or 2, most or DEALS, width or WIDTH, plot=plot, language=language)


def names_in(texts: Iterable[str]) -> list[str]:
    """The bots that were named: `otto,luna` is two, `mine=cmd:python3 -c 'print(1,2)'` one."""
    found = (name.strip() for text in texts for name in BETWEEN_COMMAS.findall(text))
    return [name for name in found if name]


def _play(
    console: Console, field: Arena, bots: list[str], players: int, deals: int, width: float, plot: Path | None,
    language: str,
) -> None:  # fmt: skip
    rules, title = game_type(field.game), game_title(field.game)
    check_players(rules, players)
    names = bots or levels.ladder(rules)
    if len(set(names)) < 2:
        raise BadOption("arena.few")
    check_extra()  # before anybody waits for the games
    field.check(names)
    with _progress(language) as shown:
        played = [field.play(seats, deals, width, shown) for seats in matches(names, players)]
    rated = ratings(table for match in played for table in match.tables)
    console.print(say("arena.head", language, game=title, players=players, n=len(played)))
    for match in played:
        console.print(_told(match, language))
    console.print(_table(rated, language))
    for text in conduct_told(played, language):
        console.print(text, soft_wrap=True)
    if plot:
        head = say("arena.title", language, game=title, n=players)
        plot.write_text(picture(rated, head, say("arena.axis", language)), encoding="utf-8")
        console.print(say("arena.written", language, path=plot))


def _told(match: Match, language: str) -> str:
    """`otto 69.3% ± 2.0, momo 30.7% ± 2.0 (212 deals)`."""
    wins = [match.wins(bot) for bot in range(len(match.bots))]
    found = [
        f"{name} {say('review.percent', language, value=figure(100 * won))} ± {said(figure(100 * off), language)}"
        for name, (won, off) in zip(match.bots, wins, strict=True)
    ]
    return say("arena.match", language, text=", ".join(found), n=len(match.shares))


def conduct_told(played: Sequence[Match], language: str) -> list[str]:
    """A line a program: how many of its moves it forfeited, and why it did first."""
    names = dict.fromkeys(name for match in played for name in match.conduct)
    found = {name: sum((match.conduct.get(name, Conduct()) for match in played), Conduct()) for name in names}
    return [
        say("arena.forfeits", language, bot=name, n=one.forfeits, moves=one.moves, restarts=one.restarts,
            reason=line(one.reason))
        if one.forfeits else say("arena.behaved", language, bot=name, moves=one.moves)
        for name, one in found.items()
    ]  # fmt: skip


def _table(rated: Sequence[Rating], language: str) -> Table:
    table = Table(
        say("arena.bot", language), say("arena.rating", language), f"± {say('review.percent', language, value=95)}"
    )
    for rating in rated:
        table.add_row(rating.bot, f"{rating.points:.0f}", f"{rating.error:.0f}")
    return table


@contextmanager
def _progress(language: str) -> Iterator[Callable[[Match], None]]:
    """A line that tells how the match stands, for whoever watches."""
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False))
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(say("arena.starting", language))
        yield lambda match: progress.update(task, description=_told(match, language))
