"""`piggery moves`, `piggery after`: what may be done in a position, and what comes of it."""

from typing import Annotated

import typer

from ..core import notation
from ..games.contract import Options
from .shared import AS_IT_IS, LANGUAGE, Language, Position, commands, with_house_rules
from .shared import help_text as _

app = commands()


@app.command(help=_("cli.moves"), context_settings=AS_IT_IS)
@with_house_rules
def moves(
    position: Position,
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    for move in notation.moves(position, **options):
        print(move)


@app.command(help=_("cli.after"), context_settings=AS_IT_IS)
@with_house_rules
def after(
    position: Position,
    move: Annotated[str, typer.Argument(metavar="MOVE", help=_("cli.move"))],
    draws: Annotated[list[str] | None, typer.Argument(metavar="CARD", help=_("cli.draws"))] = None,
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    print(notation.after(position, move, draws or (), **options))
