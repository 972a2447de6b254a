"""Set Piggery up in .venv and start it, on a machine that has only Python 3.11 or later.

python3 run.py              open Piggery in the browser
python3 run.py play         play in the terminal
python3 run.py test         run every check and test
python3 run.py test quick   the fast checks: no browser, no database, no other process
python3 run.py test web     the web client: its checks, its parts, and the tests in a browser
python3 run.py test FILE …  just these tests, with whatever pytest understands
python3 run.py bench        measure
python3 run.py COMMAND …    any other command of piggery, such as `simulate pig10`
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

sys.dont_write_bytecode = True
if sys.version_info < (3, 11):  # before anything that an older Python cannot read
    sys.exit("Piggery needs Python 3.11 or later; this is %s." % sys.version.split()[0])

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))
import hatch_build  # noqa: E402

VENV = ROOT / ".venv"
PINS = ROOT / "requirements"
PATIENCE = 20  # seconds for what is stopped to clean up


def main() -> int:
    words = sys.argv[1:]
    if words[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    testing = words[:1] in (["test"], ["bench"])
    page = words[:1] in ([], ["serve"]) or (testing and words[1:2] != ["quick"])
    try:
        python = set_up(["base", "fast", "dev"] if testing else ["base", "fast"])
        build_web(python, needed=page)
    except SetUpError as error:
        return fail(str(error))
    if words[:1] == ["test"]:
        return test(python, words[1:])
    if words[:1] == ["bench"]:
        return hand_over([python, "bench/speed.py", *words[1:]], ROOT)
    os.environ["PIGGERY_COMMAND"] = f"{'py' if os.name == 'nt' else 'python3'} {sys.argv[0]}"
    return hand_over([python, "-m", "piggery", *(words or ["serve", "--open"])])


class SetUpError(Exception):
    """Said to the person, in one sentence."""


def set_up(parts: list[str]) -> str:
    """Make .venv as the pins say, unless it is so already; return its Python."""
    python = venv_python()
    stamp = VENV / "piggery-stamp"
    wanted = fingerprint(parts)
    have = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    if wanted in have and python.exists():
        return str(python)
    if not python.exists():
        make_venv()
    install = installer(python)
    for part in parts:
        say(f"Installing what Piggery needs ({part}) …")
        done = install(["-r", str(PINS / f"{part}.txt")])
        if not done and part == "fast":
            say("Numba cannot be installed here: everything will run interpreted, with the same results but slower.")
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
    """The web client is rebuilt when its source has changed; what needs none goes on without."""
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
    """A function that installs: with uv where there is one, with pip where not."""
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
    say("There is no uv here: using pip.")
    return []


FORMAT = ("Checking the formatting", ["-m", "ruff", "format", "--check", "--quiet", "."])
LINT = ("Looking for mistakes", ["-m", "ruff", "check", "--quiet", "."])
TYPES = ("Checking the types", ["-m", "mypy"])
WEB = ("Checking the web client", ["hatch_build.py", "npm", "run", "--silent", "check"])
PARTS = ("Testing its parts", ["hatch_build.py", "npm", "run", "--silent", "test"])
CHECKS = {"": [FORMAT, LINT, TYPES, WEB, PARTS], "quick": [FORMAT, LINT, TYPES], "web": [WEB, PARTS]}
QUICK = ["--ignore=tests/e2e", "-m", "not browser and not database and not process"]
WHICH = {"": [], "quick": QUICK, "web": ["tests/e2e"]}
SPARE = 2  # tests at a time, beside one for each core: many wait for a browser or for another process


def test(python: str, words: list[str]) -> int:
    """Some tests, as pytest is told; or the checks one by one and the tests beside them. What fails first ends all."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes would compile the same modules
    os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")
    part = words[0] if words[:1] in (["quick"], ["web"]) else ""
    if part == "quick":
        os.environ["PIGGERY_QUICK"] = "1"  # fewer examples of the same laws
    more = words[1:] if part else words
    if any(not word.startswith("-") for word in more):
        return hand_over([python, "-m", "pytest", *WHICH[part], *more], ROOT)
    cores = os.cpu_count() or 1
    workers = ["-n", str(cores + SPARE), "--dist", "worksteal"]
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    tests = ("Running the tests", ["-m", "pytest", *workers, *colour, *WHICH[part], *more])
    return Lanes([[(name, [python, *words]) for name, words in lane] for lane in (CHECKS[part], [tests])]).run()


class Lanes:
    """Commands in several rows at once, each row one command after the other; what they print is not mixed."""

    def __init__(self, rows: list[list[tuple[str, list[str]]]]) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.rows = [[Step(*step, Path(self.folder.name)) for step in row] for row in rows]
        self.steps = [step for row in self.rows for step in row]

    def run(self) -> int:
        """Until all have ended, or one has failed; its exit code."""
        ended = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        try:
            return self._watched()
        except KeyboardInterrupt:
            return 130
        finally:
            for step in self.steps:
                step.stop()
            self.folder.cleanup()
            signal.signal(signal.SIGTERM, ended)

    def _watched(self) -> int:
        shown = 0
        while shown < len(self.steps):
            for row in self.rows:
                going = next((step for step in row if not step.done), None)
                if going and not going.process:
                    going.start()
            wrong = next((step for step in self.steps if step.code), None)
            if wrong:
                wrong.show()
                say(f"{wrong.name}: FAILED after {wrong.seconds:.0f} s")
                return wrong.code
            done = self.steps[shown].done
            self.steps[shown].show()
            if done:
                shown += 1
            else:
                time.sleep(0.05)
        say("; ".join(f"{step.name}: {step.seconds:.0f} s" for step in self.steps))
        return 0


class Step:
    """A command whose output waits in a file until it is its turn to be shown."""

    def __init__(self, name: str, command: list[str], folder: Path) -> None:
        self.name, self.command, self.said = name, command, folder / name
        self.process: subprocess.Popen[bytes] | None = None
        self.shown = -1
        self.began = self.seconds = 0.0

    def start(self) -> None:
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.began = time.monotonic()
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                start_new_session=os.name != "nt",  # to be stopped with its children
            )  # fmt: skip

    @property
    def done(self) -> bool:
        if self.process is None or self.process.poll() is None:
            return False
        self.seconds = self.seconds or time.monotonic() - self.began
        return True

    @property
    def code(self) -> int:
        return self.process.returncode if self.process and self.done else 0

    def show(self) -> None:
        """What has come since the last time."""
        if self.shown < 0:
            say(f"{self.name} …")
            self.shown = 0
        if not self.process:
            return
        with self.said.open("rb") as said:
            said.seek(self.shown)
            text = said.read()
        self.shown += len(text)
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()

    def stop(self) -> None:
        """With everything it started: asked first, then made to."""
        if self.process is None or self.done:
            return
        if os.name == "nt":
            quiet(["taskkill", "/T", "/F", "/PID", str(self.process.pid)])
        else:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            if os.name != "nt":
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()


def hand_over(command: list[str], folder: Path | None = None) -> int:
    """Become the command, so that whoever stops this stops that. Windows cannot: there it waits for the command."""
    os.chdir(folder or ".")
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606
    with subprocess.Popen(command) as process:
        while True:
            with suppress(KeyboardInterrupt):  # the command hears Ctrl-C, too, and knows how to end
                return process.wait()


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
