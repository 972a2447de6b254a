"""Tokens and codes. A token is a seat's only key: it is shown once, and kept here as a hash."""

import hashlib
import secrets

LETTERS = "23456789BCDFGHJKLMNPQRSTVWXZ"  # nothing that looks like another, and no vowels, so no words
LENGTH = 6
SHORTEST = 32  # letters of a token, wherever it comes from


def fresh_token() -> str:
    return secrets.token_urlsafe(24)


def key_of(token: str) -> str:
    """The hash that is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def fresh_code() -> str:
    """The name of a table, short enough to be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def tidy_code(code: str) -> str:
    """A code as it was meant: capitals, no spaces or dashes; empty when it cannot be one."""
    tidy = code.upper().replace(" ", "").replace("-", "")
    return tidy if len(tidy) == LENGTH and all(letter in LETTERS for letter in tidy) else ""
