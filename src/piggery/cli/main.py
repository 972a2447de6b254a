"""Every command, and the module that it is in, which is imported when the command is run: so help comes at once."""

import io
import os
import re
import sys
from importlib import import_module
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import Abort, TyperException

from .. import __version__
from ..core.story import game_title
from ..errors import PiggeryError, system_line
from ..games.registry import game_types
from ..words import both, say
from .help import Group, spoken
from .language import LANGUAGE, asked_language
from .mistakes import usage
from .shared import _, commands, printable

if TYPE_CHECKING:
    from typer._click import Command, Context

COMMANDS = {
    "moves": "positions", "after": "positions", "replay": "records", "verify": "records", "simulate": "sim",
    "play": "play", "serve": "serve", "arena": "arena", "dataset": "sim", "hint": "positions", "lab": "lab",
    "review": "records", "puzzle": "puzzle", "games": "games",
}  # fmt: skip
BELOW_ZERO = re.compile(r"^(--[\w-]+=)?−([\d.]+)$")


def loaded(name: str) -> "Command":
    """The command of this name, from its module. Whoever runs it is told when it has to compile something."""
    from ..engine.compiled import when_compiling

    when_compiling(_compiling)
    return typer.main.get_group(import_module(f".{COMMANDS[name]}", __package__).app).commands[name]


def _compiling() -> None:
    """Whoever has to wait is told why, by one process for all that it started."""
    if parent_process() is None:
        print(say("simulate.compiling", asked_language()), file=sys.stderr, flush=True)


class LazyGroup(Group):
    """Has every command's help, and loads the command that is asked for."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """A number below zero may be typed as we print it."""
        return super().parse_args(ctx, [BELOW_ZERO.sub(r"\1-\2", word) for word in args])

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        name, _, rest = super().resolve_command(ctx, args)
        return name, spoken(loaded(name)) if name else None, rest


app = commands(say("cli.about", LANGUAGE, games=both(map(game_title, game_types()))), cls=LazyGroup)


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
            stream.reconfigure(errors="replace")  # a pipe that cannot say ☘ still gets the rest
    try:
        code = app(standalone_mode=False)
    except PiggeryError as error:
        _fail(say(error.line, asked_language()))
    except TyperException as error:
        _fail(say(usage(error), asked_language()))
    except OSError as error:
        _fail(say(system_line(error), asked_language()))
    except (KeyboardInterrupt, EOFError, Abort):
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PIGGERY_DEBUG"):
            raise
        problem = f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
        _fail(say("error.internal", asked_language(), problem=problem), 1)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int = 2) -> None:
    print(f"piggery: {printable(' '.join(message.splitlines()))}", file=sys.stderr)
    sys.exit(code)
