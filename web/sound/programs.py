"""The two Debian programs the sounds are made with, espeak-ng and lame, and how they are called."""

import shutil
import subprocess


def run(program: str, *arguments: str, given: bytes = b"") -> bytes:
    """What a program answers on its standard output; it must be there and it must succeed."""
    path = shutil.which(program)
    if path is None:
        raise SystemExit(f"{program} is missing: apt install espeak-ng lame")
    done = subprocess.run([path, *arguments], input=given, capture_output=True)
    if done.returncode:
        raise SystemExit(f"{program} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout
