"""run.py on machines that lack things, played with commands that only pretend to run."""

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


class Machine:
    """Commands that go well, but for those that contain one of `missing`; what was run is written down."""

    def __init__(self, *missing: str) -> None:
        self.missing = missing
        self.ran: list[str] = []

    def __call__(self, command: list[str]) -> bool:
        text = " ".join(command)
        self.ran.append(text)
        if " venv " in f" {text} " and not any(word in text for word in self.missing):
            (Path(command[-1]) / "bin").mkdir(parents=True)
            (Path(command[-1]) / "bin" / "python").touch()
        return not any(word in text for word in self.missing)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "venv_python", lambda: tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    return module


def on(run: ModuleType, machine: Machine, monkeypatch: pytest.MonkeyPatch, parts: list[str]) -> str:
    monkeypatch.setattr(run, "quiet", machine)
    python: str = run.set_up(parts)
    return python


def test_a_bare_machine_gets_uv_and_everything_through_it(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine("-m uv --version")
    on(run, machine, monkeypatch, ["base", "fast"])
    assert any(ran.endswith("pip install --quiet uv") for ran in machine.ran)
    assert sum("-m uv pip install" in ran for ran in machine.ran) == 3


def test_without_uv_pip_does_it(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine("-m uv", "install --quiet uv")
    on(run, machine, monkeypatch, ["base", "fast"])
    assert "There is no uv here: using pip." in capsys.readouterr().out
    assert sum("-m pip install --quiet -" in ran for ran in machine.ran) == 3


def test_where_uv_fails_pip_tries(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine("uv pip")
    on(run, machine, monkeypatch, ["base"])
    assert any("-m pip install --quiet -r" in ran for ran in machine.ran)


def test_without_numba_it_says_so_and_goes_on(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on(run, Machine("fast.txt"), monkeypatch, ["base", "fast"])
    assert "Numba cannot be installed here: everything will run interpreted" in capsys.readouterr().out


def test_a_second_run_does_nothing(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    first = on(run, Machine(), monkeypatch, ["base", "fast"])
    machine = Machine()
    assert on(run, machine, monkeypatch, ["base", "fast"]) == first
    assert machine.ran == []


def test_after_the_tests_were_set_up_playing_needs_nothing_more(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(run, Machine(), monkeypatch, ["base", "fast", "dev"])
    machine = Machine()
    on(run, machine, monkeypatch, ["base", "fast"])
    assert machine.ran == []


def test_a_python_without_venv_gets_one_plain_sentence(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(run.SetUpError, match="install its venv package"):
        on(run, Machine("-m venv"), monkeypatch, ["base"])


def test_no_connection_is_said_and_tried_again_next_time(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(run.SetUpError, match="Is there a connection"):
        on(run, Machine("install"), monkeypatch, ["base"])
    machine = Machine()
    on(run, machine, monkeypatch, ["base"])
    assert any("base.txt" in ran for ran in machine.ran)


def test_an_old_python_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10))
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match=r"Piggery needs Python 3\.11 or later"):
        exec(compile(source, "run.py", "exec"), {"__name__": "run", "__file__": "run.py"})  # noqa: S102


# The checks and the tests, side by side


def python(script: str) -> list[str]:
    return [sys.executable, "-c", script]


@pytest.mark.process
def test_what_goes_on_at_once_is_not_mixed(run: ModuleType, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    slow = python("import time; print('a', flush=True); time.sleep(0.5); print('b')")
    assert run.Lanes([[("One", slow), ("Two", python("print('c')"))], [("Three", python("print('d')"))]]).run() == 0
    said = capfdbinary.readouterr().out.decode().split("\n")
    assert said[:7] == ["One …", "a", "b", "Two …", "c", "Three …", "d"]


@pytest.mark.process
def test_what_fails_first_is_named_and_ends_the_rest(
    run: ModuleType, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    ready, ended = tmp_path / "ready", tmp_path / "ended"
    waiting = (
        "import pathlib, signal, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored\n"
        f"try: pathlib.Path({str(ready)!r}).touch(); time.sleep(600)\n"
        f"except KeyboardInterrupt: pathlib.Path({str(ended)!r}).touch()\n"
    )
    wrong = python(
        f"import pathlib, time\nwhile not pathlib.Path({str(ready)!r}).exists(): time.sleep(0.01)\n"
        "print('alas'); exit(3)"
    )
    assert run.Lanes([[("Wrong", wrong), ("Never", python(""))], [("Waiting", python(waiting))]]).run() == 3
    said = capfdbinary.readouterr().out.decode()
    assert "alas\nWrong: FAILED" in said
    assert "Never" not in said
    assert ended.exists()


@pytest.mark.parametrize(
    ("words", "checks", "asked"),
    [
        ([], 5, "-n"),
        (["--full"], 5, "--full"),
        (["quick"], 3, "not browser and not database and not process"),
        (["web"], 2, "tests/e2e"),
    ],
)
def test_which_checks_go_with_which_tests(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], checks: int, asked: str
) -> None:
    found: list[list[tuple[str, list[str]]]] = []

    class Lanes:
        def __init__(self, rows: list[list[tuple[str, list[str]]]]) -> None:
            found.extend(rows)

        def run(self) -> int:
            return 7

    monkeypatch.setattr(run, "Lanes", Lanes)
    monkeypatch.setattr(run.os, "environ", {})
    assert run.test("python", words) == 7
    assert (len(found[0]), len(found[1])) == (checks, 1)
    assert asked in found[1][0][1]


def test_files_are_tested_alone(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(run, "hand_over", lambda command, folder: ran.append(command))
    monkeypatch.setattr(run.os, "environ", {})
    run.test("python", ["tests/test_run.py", "-x"])
    assert ran == [["python", "-m", "pytest", "tests/test_run.py", "-x"]]


# What it starts


AS_SET_UP = """
import sys, run
run.set_up, run.build_web = lambda parts: sys.executable, lambda python, needed: None
sys.exit(run.main())
"""


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="WINDOWS HAS NO EXEC: there it waits for what it started")
def test_whoever_stops_it_stops_the_server_that_it_started(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--store", str(tmp_path / "tables.db")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]), "PIGGERY_INTERPRETED": "1"}
    with subprocess.Popen(
        [*python(AS_SET_UP), *words],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        try:
            found = re.search(r"localhost:(\d+)", process.stdout.readline())
            assert found
            socket.create_connection(("127.0.0.1", int(found[1]))).close()
            process.terminate()
            process.wait(60)
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", int(found[1])))
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_it_becomes_what_it_starts_and_says_how_it_was_called(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(run, "set_up", lambda parts: "python")
    monkeypatch.setattr(run, "build_web", lambda python, needed: None)
    monkeypatch.setattr(run, "hand_over", lambda command, folder=None: started.append(command))
    monkeypatch.setattr(run.os, "environ", {})
    for words in ([], ["play", "pig10"], ["bench", "--quick"]):
        monkeypatch.setattr(sys, "argv", ["run.py", *words])
        run.main()
    assert started == [
        ["python", "-m", "piggery", "serve", "--open"],
        ["python", "-m", "piggery", "play", "pig10"],
        ["python", "bench/speed.py", "--quick"],
    ]
    assert run.os.environ["PIGGERY_COMMAND"].endswith(" run.py")
