"""What every command shares: the language of help texts, options that many have, and what is checked first."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import BadOption
from ..words import LANGUAGES, preferred, say

LANGUAGE = preferred()  # of help texts; a command may be told another


def help_text(key: str) -> str:
    return say(key, LANGUAGE)


_ = help_text

Language = Annotated[str, typer.Option("--language", "-l", help=_("cli.language"))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))]
Position = Annotated[str, typer.Argument(metavar="POSITION", help=_("cli.position"))]
File = Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.file"))]
Players = Annotated[int | None, typer.Option("--players", "-p", help=_("cli.players"))]
Seed = Annotated[int, typer.Option(help=_("cli.seed"))]
Rounds = Annotated[int | None, typer.Option(help=_("cli.rounds"))]
Lucky = Annotated[str | None, typer.Option(help=_("cli.lucky"))]
Grunting = Annotated[str | None, typer.Option(help=_("cli.grunting"))]
Deck = Annotated[str, typer.Option(help=_("cli.deck"))]
Store = Annotated[str, typer.Option(envvar="PIGGERY_STORE", show_envvar=False, help=_("cli.store"))]
AS_IT_IS = {"ignore_unknown_options": True}  # a move such as -5=3 is no option


def given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadOption("language", text=language, known=list(LANGUAGES))


def listed(text: str) -> list[str]:
    """`otto, luna` as names."""
    return [name.strip() for name in text.split(",")]


def number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise BadOption("option.number", text=text)
    return int(text)


def copies(deck: str) -> dict[str, int]:
    """`F=0,H=0` as numbers."""
    found = {}
    for part in filter(None, deck.split(",")):
        card, sign, text = part.partition("=")
        if not sign:
            raise BadOption("option.deck_text", text=part)
        found[card] = number(text)
    return found
