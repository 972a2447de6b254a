"""`piggery replay`, `piggery verify`: a recorded game in words, and whether it was dealt fairly."""

from typing import Annotated

import typer

from ..core.record import replay as plies
from ..core.story import ALL, game_title, scores_lines, tell
from ..core.verify import verify as verified
from ..terminal.saves import read
from ..words import say
from .shared import LANGUAGE, File, Language, check_seat, commands
from .shared import help_text as _

app = commands()


@app.command(help=_("cli.replay"))
def replay(
    file: File,
    seat: Annotated[int | None, typer.Option(help=_("cli.seat_view"))] = None,
    language: Language = LANGUAGE,
) -> None:
    record = read(file)
    check_seat(record, seat)
    print(say("replay.head", language, game=game_title(record.rules.name), players=record.names))
    state = record.start()
    for ply in plies(record):
        told = " ".join(say(what, language) for what in tell(record, ply, ALL if seat is None else seat))
        print(say("replay.ply", language, ply=ply.number, told=told))
        state = ply.after
    for what in scores_lines(record, state):
        print(say(what, language))


@app.command(help=_("cli.verify"))
def verify(file: File, language: Language = LANGUAGE) -> None:
    for what in verified(read(file)):
        print(say(what, language))
