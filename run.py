"""Set Piggery up in .venv and start it, on a machine that has only Python 3.11 or later.

python3 run.py              open Piggery in the browser
python3 run.py play         play in the terminal
python3 run.py test         run every check and test
python3 run.py bench        measure
python3 run.py COMMAND …    any other command of piggery, such as `simulate pig10`
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

sys.dont_write_bytecode = True
if sys.version_info < (3, 11):  # before anything that an older Python cannot read
    sys.exit("Piggery needs Python 3.11 or later; this is %s." % sys.version.split()[0])

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
import hatch_build  # noqa: E402

VENV = ROOT / ".venv"
PINS = ROOT / "requirements"


def main() -> int:
    words = sys.argv[1:]
    if words[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    testing = words[:1] in (["test"], ["bench"])
    try:
        python = set_up(["base", "fast", "dev"] if testing else ["base", "fast"])
        build_web(python, needed=testing or words[:1] in ([], ["serve"]))
    except SetUpError as error:
        return fail(str(error))
    if words[:1] == ["test"]:
        return test(python, words[1:])
    if words[:1] == ["bench"]:
        return run([python, "bench/speed.py", *words[1:]], ROOT)
    os.environ["PIGGERY_COMMAND"] = f"{'py' if os.name == 'nt' else 'python3'} {sys.argv[0]}"
    return run([python, "-m", "piggery", *(words or ["serve", "--open"])])


class SetUpError(Exception):
    """Said to the person, in one sentence."""


def set_up(parts: list[str]) -> str:
    """Make .venv as the pins say, unless it is so already; return its Python."""
    python = venv_python()
    stamp = VENV / "piggery-stamp"
    wanted = fingerprint(parts)
    have = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    if wanted in have:
        return str(python)
    if not python.exists():
        make_venv()
    install = installer(python)
    for part in parts:
        say(f"Installing what Piggery needs ({part}) …")
        done = install(["-r", str(PINS / f"{part}.txt")])
        if not done and part == "fast":
            say("Numba cannot be had here: everything will run interpreted, with the same results but slower.")
            say("(To try again another time, delete the folder .venv.)")
        elif not done:
            raise SetUpError("The packages could not be installed. Is there a connection to a package registry?")
    os.environ["PIGGERY_NO_WEB"] = "1"  # it is built afterwards, so that what goes wrong can be said
    if not install(["--no-deps", "--no-build-isolation", "-e", str(ROOT)]):
        raise SetUpError("Piggery itself could not be installed into .venv.")
    also = [fingerprint(["base", "fast"])] if len(parts) == 3 else []
    stamp.write_text(" ".join([wanted, *also]), encoding="utf-8")
    return str(python)


def build_web(python: str, needed: bool) -> None:
    """The web client is built anew when its source has changed; what needs none goes on without."""
    if not needed or hatch_build.up_to_date():
        return
    say("Building the web client …")
    install = installer(Path(python))
    install(["-r", str(PINS / "web.txt")])
    if not hatch_build.find_node():
        install(["-r", str(PINS / "node.txt")])
    done = subprocess.run(
        [python, str(ROOT / "hatch_build.py")], stderr=subprocess.PIPE, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        raise SetUpError(f"{done.stderr.strip()}\nThe web client cannot be built; in the terminal: python3 run.py play")


def fingerprint(parts: list[str]) -> str:
    """Changes when anything that decides what is installed changes."""
    digest = hashlib.sha256(f"{sys.version} {ROOT} {parts}".encode())
    for path in [ROOT / "pyproject.toml", *(PINS / f"{part}.txt" for part in parts)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_venv() -> None:
    say("Making a place for Piggery's packages in .venv …")
    uv = shutil.which("uv")
    if uv and quiet([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]):
        return
    if not quiet([sys.executable, "-m", "venv", str(VENV)]):
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetUpError(
            "This Python cannot make virtual environments: install its venv package "
            "(on Debian and Ubuntu: apt install python3-venv) and try again."
        )


def installer(python: Path) -> Callable[[list[str]], bool]:
    """A function that installs: with uv where it can be had, with pip where not."""
    uv = uv_command(python)

    def install(what: list[str]) -> bool:
        if uv and quiet([*uv, "pip", "install", "--quiet", "--python", str(python), *what]):
            return True
        if not quiet([str(python), "-m", "pip", "--version"]):
            quiet([str(python), "-m", "ensurepip"])
        return quiet([str(python), "-m", "pip", "install", "--quiet", *what])

    return install


def uv_command(python: Path) -> list[str]:
    uv = shutil.which("uv")
    if uv:
        return [uv]
    inside = [str(python), "-m", "uv"]
    if quiet([*inside, "--version"]) or quiet([str(python), "-m", "pip", "install", "--quiet", "uv"]):
        return inside
    say("uv cannot be had here: using pip.")
    return []


def test(python: str, words: list[str]) -> int:
    """Formatting, lint, types, then the tests; the first that fails ends it."""
    web = str(ROOT / "hatch_build.py")
    steps = [
        ("Checking the formatting", ["-m", "ruff", "format", "--check", "--quiet", "."]),
        ("Looking for mistakes", ["-m", "ruff", "check", "--quiet", "."]),
        ("Checking the types", ["-m", "mypy"]),
        ("Checking the web client", [web, "npm", "run", "--silent", "check"]),
        ("Testing its parts", [web, "npm", "run", "--silent", "test"]),
        ("Running the tests", ["-m", "pytest", *(words or ["-n", "2"])]),
    ]
    for name, command in steps:
        say(f"{name} …")
        code = run([python, *command], ROOT)
        if code:
            return code
    return 0


def run(command: list[str], folder: Path | None = None) -> int:
    try:
        return subprocess.run(command, cwd=folder).returncode
    except KeyboardInterrupt:
        return 130


def quiet(command: list[str]) -> bool:
    """Run a command; whether it went well. What it says of a failure is shown in the end by the caller."""
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode and os.environ.get("PIGGERY_VERBOSE"):
        print(done.stderr, file=sys.stderr)
    return done.returncode == 0


def say(words: str) -> None:
    print(words, flush=True)


def fail(words: str) -> int:
    print(words, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
