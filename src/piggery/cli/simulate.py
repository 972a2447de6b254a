"""`piggery simulate`: bots play many games, and everything is counted."""

from typing import Annotated

import typer

from ..games.contract import Options
from ..sim.report import run
from .shared import LANGUAGE, Deck, GameName, Language, Players, Seed, commands, copies, listed, with_house_rules
from .shared import help_text as _

app = commands()


@app.command(help=_("cli.simulate"))
@with_house_rules
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", help=_("cli.games"))] = 100_000,
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "random",
    seed: Seed = 0,
    *,
    options: Options,
    deck: Deck = "",
    on: Annotated[str, typer.Option("--on", help=_("cli.on"))] = "cores",
    address: Annotated[str, typer.Option(help=_("cli.address"))] = "",
    language: Language = LANGUAGE,
) -> int:
    return run(
        game, players, games, bots=listed(bots), seed=seed, copies=copies(deck), options=options, language=language,
        on=on, address=address,
    )  # fmt: skip
