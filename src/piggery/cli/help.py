"""Help in the reader's language: the words that Typer would say in English are said from the catalogues."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import typer
from typer._click.formatting import HelpFormatter
from typer.core import TyperGroup

from ..errors import BadOption
from ..words import either, say
from .language import LANGUAGE

if TYPE_CHECKING:
    from typer._click import Command, Context

HELP = "Show this message and exit."
HEADINGS = {"Arguments": "help.arguments", "Options": "help.options", "Commands": "help.commands"}
KINDS = {"int": "help.number", "float": "help.number", "str": "help.text", "path": "help.path"}
COMMAND = ("usage.command", "usage.command_near")  # that there is none, and what may have been meant
OPTION = ("usage.option", "usage.option_near")
_KIND = re.compile(r"<(?:list\[)?(int|float|str|path)]?(?: range)?>")


class SpokenHelp(HelpFormatter):
    """Writes help in our own words."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, say("help.usage", LANGUAGE) + " ")

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{say(HEADINGS[heading], LANGUAGE)}\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(_name(name), _about(about)) for name, about in rows], col_max, col_spacing)


def _name(text: str) -> str:
    """`--players <int>`, with our word for the kind of value."""
    return _KIND.sub(lambda kind: f"<{say(KINDS[kind[1]], LANGUAGE)}>", text)


def _about(text: str) -> str:
    """What a thing is for, and `[default: 3; required]` behind it."""
    if text == HELP:
        return say("help.help", LANGUAGE)
    text = text.replace("  [default: ", f"  [{say('help.default', LANGUAGE)} ")
    return re.sub(r"\brequired]$", f"{say('help.required', LANGUAGE)}]", text)


class SpokenContext(typer.Context):
    formatter_class = SpokenHelp


def spoken(command: "Command") -> "Command":
    """The command, with help in the reader's language."""
    command.context_class = SpokenContext
    return command


class Group(TyperGroup):
    """Commands whose help is in the reader's language, and a guess at what somebody meant to type."""

    context_class = SpokenContext

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"] if self.no_args_is_help else args)

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise unknown(args[0], list(self.commands))
        name, command, rest = super().resolve_command(ctx, args)
        return name, spoken(command) if command else None, rest


def unknown(text: str, known: Sequence[str], codes: tuple[str, str] = COMMAND) -> BadOption:
    """That there is no such command or option, and which ones look like it."""
    alone, near = codes
    found = alike(text, known)
    return BadOption(near, text=text, near=either(found)) if found else BadOption(alone, text=text)


def alike(text: str, known: Sequence[str]) -> list[str]:
    """Those of the names that somebody may have meant; the dashes of an option make nothing alike."""
    names = {name.lstrip("-"): name for name in known}
    return [names[near] for near in get_close_matches(text.lstrip("-"), names)]
