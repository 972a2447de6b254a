"""Every command, and the module that it is in, which is imported when the command is run: so help comes at once."""

import io
import os
import sys
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup
from typer.exceptions import Abort, TyperException

from .. import __version__
from ..core.story import game_title
from ..errors import PiggeryError
from ..games.registry import game_types
from ..words import LANGUAGES, Line, both, line, say
from .shared import LANGUAGE, _

if TYPE_CHECKING:
    from typer._click import Command, Context

COMMANDS = {
    "moves": "positions", "after": "positions", "replay": "records", "verify": "records", "simulate": "sim",
    "play": "play", "serve": "serve", "arena": "arena", "dataset": "sim", "hint": "positions", "lab": "lab",
    "review": "records", "puzzle": "puzzle", "games": "games",
}  # fmt: skip


def loaded(name: str) -> "Command":
    """The command of this name, from its module."""
    return typer.main.get_group(import_module(f".{COMMANDS[name]}", __package__).app).commands[name]


class LazyGroup(TyperGroup):
    """Has every command's help, and loads the command that is asked for."""

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        name, _, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name else None, rest


ABOUT = say("cli.about", LANGUAGE, games=both(map(game_title, game_types())))
app = typer.Typer(
    name="piggery", cls=LazyGroup, help=ABOUT, add_completion=False, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


@app.callback(invoke_without_command=True)
def piggery(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help=_("cli.version"))] = False
) -> None:
    if version:
        print(f"piggery {__version__}")
    elif context.invoked_subcommand is None and sys.stdout.isatty():
        from .serve import serve

        context.invoke(serve, show=True)
    elif context.invoked_subcommand is None:
        print(context.get_help())


def _not_loaded() -> None:
    """Stands for a command in the help."""


for name in COMMANDS:
    app.command(name, help=_("cli.tables" if name == "games" else f"cli.{name}"))(_not_loaded)


def main() -> None:
    """Run a command. Whatever goes wrong on purpose is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a pipe that cannot say ★ still gets the rest
    try:
        code = app(standalone_mode=False)
    except PiggeryError as error:
        _fail(say(error.line, _spoken()))
    except TyperException as error:
        _fail(say(_usage(error), _spoken()))
    except OSError as error:
        key = "error.file" if error.filename else "error.system"
        _fail(say(key, _spoken(), path=error.filename, problem=error.strerror or str(error)))
    except (KeyboardInterrupt, EOFError, Abort):
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PIGGERY_DEBUG"):
            raise
        problem = f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
        _fail(say("error.internal", _spoken(), problem=problem), 1)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _usage(error: Exception) -> Line:
    """The mistake in the words of a command, in our own."""
    param = getattr(error, "param", None)
    name = param.opts[0] if param is not None and param.opts[0].startswith("-") else getattr(param, "metavar", None)
    if type(error).__name__ == "NoSuchOption":
        return line("error.usage.option", text=getattr(error, "option_name", ""))
    name = name or getattr(error, "option_name", None)
    if name:
        missing = type(error).__name__ == "MissingParameter"
        return line("error.usage.missing" if missing else "error.usage.value", text=name)
    return line("error.usage.words", text=" ".join(sys.argv[1:]))


def _spoken() -> str:
    """The language asked for on the command line, before any command has looked at it."""
    for flag, word in pairwise([*sys.argv, ""]):
        joined = flag.removeprefix("--language=").removeprefix("-l")
        for asked in (joined, word if flag in ("--language", "-l") else ""):
            if asked in LANGUAGES and asked != flag:
                return asked
    return LANGUAGE


def _fail(message: str, code: int = 2) -> None:
    print(f"piggery: {' '.join(message.splitlines())}", file=sys.stderr)
    sys.exit(code)
