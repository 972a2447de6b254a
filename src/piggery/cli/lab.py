"""`piggery lab`: a question asked of many games."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ..core.story import game_title
from ..errors import BadOption, Malformed
from ..games.contract import Options
from ..games.registry import game_type, game_types, usual_game
from ..lab import questions
from ..lab.answer import Inquiry, LabQuestion, Side
from ..lab.report import games_for, investigate, plan_of
from ..lab.style import FORMATS
from ..sim.stopping import STOPPED
from ..words import line, say
from .shared import (
    A_NUMBER,
    LANGUAGE,
    Deck,
    Language,
    Seed,
    _,
    check_new_folder,
    commands,
    copies,
    games_in,
    listed,
    number,
    with_house_rules,
)

app = commands()
FOLDER = Path("piggery-lab")
MANY = 20  # numbers of players, more than any game takes


@app.command(help=_("cli.lab"))
@with_house_rules
def lab(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help=_("cli.lab_question"))] = "",
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))] = "",
    games: Annotated[str, typer.Option("--games", "-n", metavar=A_NUMBER, help=_("cli.lab_games"))] = "",
    seed: Seed = 0,
    players: Annotated[str, typer.Option("--players", "-p", help=_("cli.lab_players"))] = "",
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.lab_bots"))] = "",
    a: Annotated[str, typer.Option("--a", help=_("cli.lab_a"))] = "",
    b: Annotated[str, typer.Option("--b", help=_("cli.lab_b"))] = "",
    seconds: Annotated[float, typer.Option(min=1, max=600, help=_("cli.lab_seconds"))] = 12,
    *,
    options: Options,
    deck: Deck = "",
    out: Annotated[Path, typer.Option(callback=check_new_folder, help=_("cli.lab_out"))] = FOLDER,
    format: Annotated[str, typer.Option(help=_("cli.lab_format"))] = "svg",
    language: Language = LANGUAGE,
) -> int:
    if not question:
        _list(language)
        return 0
    wanted = Inquiry(
        question, game, games_in(games) if games else 0, seed, players=_players(players),
        bots=tuple(filter(None, listed(bots))), copies=copies(deck), options=options, a=_side(a), b=_side(b),
        seconds=seconds,
    )  # fmt: skip
    return _ask(wanted, not games, out, format, language)


def _list(language: str) -> None:
    print(say("lab.list", language))
    for name, question in questions.QUESTIONS.items():
        print("  " + say("lab.item", language, name=name, about=line(question.about)))


def _ask(wanted: Inquiry, usual: bool, folder: Path, format: str, language: str) -> int:
    """Ask one game, or all; `usual` is how many games it takes where nobody said."""
    asked, game = questions.question(wanted.question), wanted.game
    if format not in FORMATS:
        raise BadOption("option.value", name="format", text=format, known=list(FORMATS))
    if wanted.question == "compare" and not (game and (wanted.a.text or wanted.b.text)):
        raise BadOption("lab.compare", game=game or usual_game())
    names = [game_type(game).name] if game else list(game_types())
    asks = [
        replace(wanted, game=one, games=games_for(wanted.question, one) if usual else wanted.games) for one in names
    ]
    for ask in _sensible(asks, asked, language):
        if not investigate(ask, asked, folder, format, language):
            return STOPPED
    return 0


def _sensible(asks: list[Inquiry], question: LabQuestion, language: str) -> list[Inquiry]:
    """Those that can be asked; says which game is left out, and raises where none is left."""
    refused = {}
    for ask in asks:
        try:
            plan_of(ask, question).check()
        except Malformed as error:
            refused[ask.game] = error
    if len(refused) == len(asks):
        raise refused[asks[-1].game]
    for name, why in refused.items():
        print(say("lab.left_out", language, game=game_title(name), why=why.line))
    return [ask for ask in asks if ask.game not in refused]


def _side(text: str) -> Side:
    """`players=3 bots=luna,otto deck=5=0`, and house rules."""
    words = {}
    for word in text.split():
        name, sign, value = word.partition("=")
        if not sign or not value:
            raise BadOption("lab.setting", text=word)
        words[name] = value
    players, bots, deck = (words.pop(name, "") for name in ("players", "bots", "deck"))
    options = {name: number(value) if value.isdecimal() else value for name, value in words.items()}
    seats = number(players) if players else 0
    return Side(" ".join(text.split()), seats, tuple(filter(None, bots.split(","))), copies(deck), options)


def _players(text: str) -> tuple[int, ...]:
    """`4`, `2,4,6` or `2-6`."""
    found: list[int] = []
    for part in filter(None, text.split(",")):
        low, dash, high = part.partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()) or number(high or low) < number(low):
            raise BadOption("lab.players_text", text=text)
        found += range(number(low), min(number(high or low), number(low) + MANY) + 1)
    return tuple(sorted(set(found)))
