"""The language of the command line: of help texts, and of what goes wrong."""

import sys
from itertools import pairwise

from ..words import LANGUAGES, preferred

LANGUAGE = preferred()  # of help texts; a command may be told another


def asked_language() -> str:
    """The language asked for on the command line, before any command has looked at it."""
    for flag, word in pairwise([*sys.argv, ""]):
        joined = flag.removeprefix("--language=").removeprefix("-l")
        for asked in (joined, word if flag in ("--language", "-l") else ""):
            if asked in LANGUAGES and asked != flag:
                return asked
    return LANGUAGE
