"""`piggery hint`: what the coach says about a position."""

from typing import Annotated

import typer

from ..errors import BadOption
from ..games.contract import Options
from ..words import say
from .shared import LANGUAGE, Language, Position, check_language
from .shared import help_text as _

STEPS = {"1": slice(0, 1), "2": slice(1, 2), "3": slice(2, 3), "all": slice(None)}


def hint(
    position: Position,
    step: Annotated[str, typer.Option(help=_("cli.step"))] = "all",
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    from ..bots.coach import hint
    from ..core.notation import parse_position
    from ..engine.kernel import generator

    check_language(language)
    if step not in STEPS:
        raise BadOption("option.value", name="step", text=step, known=list(STEPS))
    rules, state = parse_position(position, **options)
    names = [say("person.name", language, n=seat + 1) for seat in range(state.players)]
    for lines in hint(rules, state, generator(0), names).steps[STEPS[step]]:
        print(" ".join(say(what, language) for what in lines))
