"""Mistakes in the words of a command, said in our own words instead of Typer's."""

import sys
from typing import TYPE_CHECKING, TypedDict

from ..words import Line, line
from .help import OPTION, unknown

if TYPE_CHECKING:
    from typer._click import Command
    from typer.core import TyperArgument, TyperOption
    from typer.exceptions import TyperException


class ValueProblem(TypedDict, total=False):
    """What Pydantic, which reads the values for Typer, says of one."""

    type: str
    input: object


def usage(error: "TyperException") -> Line:
    """The mistake that Typer found, known by the name of its kind: the classes are not public."""
    kind, option = type(error).__name__, getattr(error, "option_name", "")
    param: TyperOption | TyperArgument | None = getattr(error, "param", None)
    if kind == "NoSuchOption":
        return unknown(option, _options(error), OPTION).line
    if kind == "BadOptionUsage":
        joined = any(word.startswith(f"{option}=") for word in sys.argv)
        return line("error.usage.no_value" if joined else "error.usage.needs_value", text=option)
    if param is None:
        return _words(_options(error))
    if kind == "MissingParameter":
        return line("error.usage.missing", text=_name(param))
    return _value(error, param)


def _options(error: "TyperException") -> list[str]:
    """The options of the command in whose words the mistake is."""
    command: Command | None = getattr(getattr(error, "ctx", None), "command", None)
    return [name for param in command.params for name in param.opts if name.startswith("-")] if command else []


def _words(options: list[str]) -> Line:
    """Words that cannot be read; where a move such as -5=3 is no option, an option may be among them."""
    strange = [word.partition("=")[0] for word in sys.argv[1:] if word.startswith("--")]
    wrong = next((word for word in strange if options and word not in options), "")
    return unknown(wrong, options, OPTION).line if wrong else line("error.usage.words", text=" ".join(sys.argv[1:]))


def _name(param: "TyperOption | TyperArgument") -> str:
    return param.opts[0] if param.opts[0].startswith("-") else param.metavar or param.opts[0]


def _value(error: Exception, param: "TyperOption | TyperArgument") -> Line:
    """Why a value is refused."""
    found: list[ValueProblem] = getattr(error.__cause__, "errors", list)()
    problem = found[0] if found else ValueProblem()
    said = {"text": _name(param), "value": problem.get("input", ""), "least": param.min, "most": param.max}
    kind = problem.get("type", "")
    if kind.endswith("_than_equal"):
        return line("error.usage.between" if param.max is not None else "error.usage.least", **said)
    if kind.startswith("int"):
        return line("error.usage.whole", **said)
    return line("error.usage.number" if kind.startswith(("float", "finite")) else "error.usage.value", **said)
