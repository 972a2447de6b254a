"""`piggery arena`: bots against each other, until it is clear who is better."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadOption
from ..words import line, say
from .shared import LANGUAGE, Language, Players, Seed, check_language
from .shared import help_text as _

if TYPE_CHECKING:
    from ..sim.arena import Match

LADDER = Path("docs/ladder.md")


def arena(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help=_("cli.game"))] = "pig10",
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.arena_bots"))] = "",
    players: Players = None,
    deals: Annotated[int, typer.Option(min=2, help=_("cli.arena_deals"))] = 500,
    width: Annotated[float, typer.Option(min=0.001, max=0.5, help=_("cli.arena_width"))] = 0.03,
    milliseconds: Annotated[float, typer.Option(min=1, help=_("cli.arena_ms"))] = 100,
    seed: Seed = 0,
    plot: Annotated[Path | None, typer.Option(help=_("cli.arena_plot"))] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help=_("cli.arena_ladder"))] = False,
    write: Annotated[Path, typer.Option(help=_("cli.arena_write"))] = LADDER,
    language: Language = LANGUAGE,
) -> None:
    from rich.console import Console

    from ..sim import ladder as ladders
    from ..sim.ratings import check_extra

    check_language(language)
    console = Console(highlight=False)
    if ladder:
        check_extra()
        with _progress(language) as shown:
            ladders.write(write, deals, width, milliseconds, shown)
        console.print(say("arena.written", language, path=write))
        return
    _play(console, game, bots, players or 2, deals, width, milliseconds, seed, plot, language)


def _play(
    console: Any, game: str, bots: str, players: int, deals: int, width: float, milliseconds: float, seed: int,
    plot: Path | None, language: str,
) -> None:  # fmt: skip
    from ..bots.levels import ladder
    from ..games import game as game_named
    from ..rules import check_players
    from ..sim.arena import Arena, matches
    from ..sim.plot import picture
    from ..sim.ratings import check_extra, ratings

    check_players(game_named(game), players)
    names = [name.strip() for name in bots.split(",") if name.strip()] or ladder(game)
    if len(set(names)) < 2:
        raise BadOption("arena.few")
    check_extra()  # before anybody waits for the games
    field = Arena(game, milliseconds, seed)
    field.check(names)
    with _progress(language) as shown:
        played = [field.play(seats, deals, width, shown) for seats in matches(names, players)]
    rated = ratings(table for match in played for table in match.tables)
    console.print(say("arena.head", language, game=line(f"{game}.title"), players=players, n=len(played)))
    for match in played:
        console.print(_told(match, language))
    console.print(_table(rated, language))
    if plot:
        title = say("arena.title", language, game=line(f"{game}.title"), n=players)
        plot.write_text(picture(rated, title, say("arena.axis", language)), encoding="utf-8")
        console.print(say("arena.written", language, path=plot))


def _told(match: "Match", language: str) -> str:
    """`otto 69.3 % ± 2.0, momo 30.7 % ± 2.0 (212 deals)`."""
    wins = [match.wins(bot) for bot in range(len(match.bots))]
    said = ", ".join(
        f"{name} {100 * won:.1f} % ± {100 * off:.1f}" for name, (won, off) in zip(match.bots, wins, strict=True)
    )
    return say("arena.match", language, text=said, n=len(match.shares))


def _table(rated: Any, language: str) -> Any:
    from rich.table import Table

    table = Table(say("arena.bot", language), say("arena.rating", language), "± 95 %")
    for rating in rated:
        table.add_row(rating.bot, f"{rating.points:.0f}", f"{rating.error:.0f}")
    return table


def _progress(language: str) -> Any:
    """A line that tells how the match stands, for whoever watches."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    @contextmanager
    def shown() -> Any:
        columns = (SpinnerColumn(), TextColumn("{task.description}"))
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(say("arena.starting", language))
            yield lambda match: progress.update(task, description=_told(match, language))

    return shown()
