"""`piggery moves`, `after`, `hint`: what may be done in a position, what comes of it, and what the coach says."""

from typing import Annotated

import typer

from ..bots import coach
from ..core import notation
from ..engine.kernel import generator
from ..errors import BadOption
from ..games.contract import Options
from ..words import say
from .shared import AS_IT_IS, LANGUAGE, Language, Position, _, commands, waiting, with_house_rules

app = commands()
STEPS = {"1": slice(0, 1), "2": slice(1, 2), "3": slice(2, 3), "all": slice(None)}


@app.command(help=_("cli.moves"), context_settings=AS_IT_IS)
@with_house_rules
def moves(position: Position, *, options: Options, language: Language = LANGUAGE) -> None:
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


@app.command(help=_("cli.hint"), context_settings=AS_IT_IS)
@with_house_rules
def hint(
    position: Position,
    step: Annotated[str, typer.Option(help=_("cli.step"))] = "all",
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    if step not in STEPS:
        raise BadOption("option.value", name="step", text=step, known=list(STEPS))
    rules, state = notation.parse_position(position, **options)
    names = [say("person.name", language, n=seat + 1) for seat in range(state.players)]
    with waiting("page.hint_thinking", language):
        advice = coach.hint(rules, state, generator(0), names)
    for lines in advice.steps[STEPS[step]]:
        print(" ".join(say(what, language) for what in lines))
