"""Shared by the commands: options that many have, and how they are read."""

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from errno import EISDIR, ENOTDIR
from functools import wraps
from pathlib import Path
from typing import Annotated, ParamSpec, TypeVar
from unicodedata import category

import typer

from ..errors import BadOption
from ..games.contract import Value
from ..games.registry import game_types
from ..words import LANGUAGES, catalogue, either, say
from .help import Group
from .language import LANGUAGE as LANGUAGE

P = ParamSpec("P")
R = TypeVar("R")


def _(key: str) -> str:
    """A help text; where it speaks of the games, with their names."""
    return say(key, LANGUAGE, games=either(game_types()))


def commands(help: str = "", no_args_is_help: bool = False, cls: type[Group] = Group) -> typer.Typer:
    """A place for commands to be in."""
    return typer.Typer(
        help=help, no_args_is_help=no_args_is_help, cls=cls, add_completion=False, rich_markup_mode=None,
        options_metavar=say("help.some_options", LANGUAGE), subcommand_metavar=say("help.a_command", LANGUAGE),
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip


@contextmanager
def waiting(key: str, language: str) -> Iterator[None]:
    """A word for whoever waits at a terminal; it is gone when the wait is over."""
    shown = sys.stderr.isatty()
    if shown:
        print(say(key, language), end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print(end="\r\033[K", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """The text, with signs that would steer a terminal written out: a file may come from anybody."""
    return "".join(sign if sign.isprintable() or category(sign) == "Zs" else ascii(sign)[1:-1] for sign in text)


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise BadOption("language", text=language, known=list(LANGUAGES))
    return language


def check_folder(path: Path | None) -> Path | None:
    """Raise unless the folder that something is to be written into is there."""
    if path and not path.parent.is_dir():
        raise BadOption("folder", path=path.parent)
    return path


def check_new_folder(path: Path | None) -> Path | None:
    """Raise unless files can be written into this folder, which may be new."""
    check_folder(path)
    if path and path.exists() and not path.is_dir():
        raise NotADirectoryError(ENOTDIR, "", str(path))
    return path


def check_store(store: str) -> str:
    """Raise unless tables can be kept there; a database is asked later."""
    if store and "://" not in store:
        check_folder(Path(store))
        if Path(store).is_dir():
            raise IsADirectoryError(EISDIR, "", store)
    return store


Language = Annotated[str, typer.Option("--language", "-l", callback=check_language, help=_("cli.language"))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=_("cli.game"))]
Position = Annotated[str, typer.Argument(metavar="POSITION", help=_("cli.position"))]
File = Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.file"))]
Players = Annotated[int | None, typer.Option("--players", "-p", help=_("cli.players"))]
Seed = Annotated[int, typer.Option(help=_("cli.seed"))]
Deck = Annotated[str, typer.Option(help=_("cli.deck"))]
A_NUMBER = f"<{_('help.number')}>"  # stands for a number in the help, where it may also be 1e6
Games = Annotated[str, typer.Option("--games", "-n", metavar=A_NUMBER, help=_("cli.games"))]
Store = Annotated[
    str, typer.Option(envvar="PIGGERY_STORE", show_envvar=False, callback=check_store, help=_("cli.store"))
]
MOST_GAMES = 10**12  # their numbers must fit into those of the kernels
AS_IT_IS = {"ignore_unknown_options": True}  # a move such as -5=3 is no option


HOUSE_RULES = "options"  # the parameter that stands for the house rules of all games


def with_house_rules(command: Callable[P, R]) -> Callable[P, R]:
    """The command with an option for each house rule of any game, in place of its parameter `options`."""
    rules: dict[str, list[Value]] = {}
    for name, values in (rule for game in game_types().values() for rule in game.options.items()):
        rules.setdefault(name, []).extend(values)
    parameters = []
    for one in inspect.signature(command, eval_str=True).parameters.values():
        parameters += [_option(*rule) for rule in rules.items()] if one.name == HOUSE_RULES else [one]

    @wraps(command)
    def called(*words: P.args, **given: P.kwargs) -> R:
        asked = {name: value for name in rules if (value := given.pop(name, None)) is not None}
        given[HOUSE_RULES] = {name: _read(value, rules[name]) for name, value in asked.items()}
        return command(*words, **given)

    called.__annotations__ = {one.name: one.annotation for one in parameters}
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return called


def _read(value: object, known: Sequence[Value]) -> object:
    """One of these values; where games use a name for numbers and for words, a number as it was typed."""
    return next((one for one in known if str(one) == value), value)


def flag(name: str) -> str:
    """How a house rule is typed: `--last-card`."""
    return f"--{name.replace('_', '-')}"


def _option(name: str, values: Sequence[Value]) -> inspect.Parameter:
    """A house rule as an option: a number or a word, as its values are."""
    known = f"cli.{name}" in catalogue(LANGUAGE)
    help = _(f"cli.{name}") if known else say("cli.house_rule", LANGUAGE, values=[str(value) for value in values])
    option = typer.Option(flag(name), help=help)
    annotation = (
        Annotated[int | None, option] if all(isinstance(one, int) for one in values) else Annotated[str | None, option]
    )
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def listed(text: str) -> list[str]:
    """`otto, luna` as names."""
    return [name.strip() for name in text.split(",")]


def count(text: str, option: str, least: int) -> int:
    """How many, as `games_in` reads it, for an option with a smallest number of its own."""
    found = _decimal(text)
    if not least <= found <= MOST_GAMES or found % 1:
        raise BadOption("usage.between", text=option, value=text, least=least, most="1e12")
    return int(found)


def _decimal(text: str) -> Decimal:
    try:
        found = Decimal(text)
        if not found.is_finite():
            raise InvalidOperation
    except InvalidOperation as error:
        raise BadOption("option.number", text=text) from error
    return found


def games_in(text: str) -> int:
    """How many games: `1000`, or `1e6` for a million."""
    games = _decimal(text)
    if games > MOST_GAMES:
        raise BadOption("option.many_games", text=text, most="1e12")
    if games < 1 or games % 1:
        raise BadOption("option.games", text=text)
    return int(games)


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
