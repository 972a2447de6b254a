"""`piggery play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from ..games.contract import Options
from ..table.contests import CONTESTS, Contest
from ..terminal import start
from ..terminal.request import GameRequest
from .shared import LANGUAGE, Deck, Language, _, check_folder, commands, copies, listed, number, with_house_rules

app = commands()


def _first(text: str) -> int | Contest | None:
    """Who starts: a seat, or how it is settled; nothing for chance."""
    settled = next((contest for contest in CONTESTS if contest == text), None)
    return settled if settled or text == "chance" else number(text)


@app.command(help=_("cli.play"))
@with_house_rules
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))] = "",
    people: Annotated[int, typer.Option(help=_("cli.people"))] = 1,
    names: Annotated[str, typer.Option(help=_("cli.names"))] = "",
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "",
    players: Annotated[int | None, typer.Option("--players", "-p", help=_("cli.seats"))] = None,
    first: Annotated[str, typer.Option(help=_("cli.first"))] = "chance",
    cards: Annotated[str, typer.Option(help=_("cli.cards"))] = "fair",
    shake: Annotated[bool, typer.Option("--shake", help=_("cli.shake"))] = False,
    *,
    options: Options,
    deck: Deck = "",
    plain: Annotated[bool, typer.Option("--plain", help=_("cli.plain"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=_("cli.resume"))] = False,
    save: Annotated[Path | None, typer.Option(callback=check_folder, help=_("cli.save"))] = None,
    pace: Annotated[float, typer.Option(min=0, max=60, help=_("cli.pace"))] = 1.0,
    language: Language = LANGUAGE,
) -> None:
    start.play(
        GameRequest(
            game=game,
            names=[name for name in listed(names) if name],
            people=people,
            bots=[bot for bot in listed(bots) if bot],
            players=players,
            first=_first(first),
            cards=cards,
            shake=shake,
            options=options,
            copies=copies(deck),
            save=save,
            pace=pace,
            language=language,
        ),
        plain,
        resume,
    )
