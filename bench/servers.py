"""Real server processes, for benchmarks and for tests that kill them."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

HOST = "127.0.0.1"
PATIENCE = 30.0


class Server:
    """`piggery serve` in a process of its own, without limits for this machine; it compiles nothing beside what is
    measured or tested."""

    def __init__(
        self, store: str, log: Path, port: int = 0, host: str = HOST, files: int = 0, source: str = "",
        env: Mapping[str, str] | None = None, first: str = "", starter: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.store, self.log, self.port, self.host, self.files = store, log, port, host, files
        self.path = os.pathsep.join(filter(None, [source, *sys.path]))  # the source of another checkout comes first
        self.env = env or {}
        self.first = first  # what Python does in that process before it is Piggery
        self.starter = starter  # a command that becomes that process, such as `nsenter`
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "Server":
        command = [
            *self.starter,
            sys.executable,
            *_piggery(self.files, self.first),
            "serve",
            "--host",
            self.host,
            "--port",
            str(self.port),
        ]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--trusted", HOST, "--store", self.store, "--language", "en"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": self.path, "PIGGERY_INTERPRETED": "1", **self.env},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "localhost:" in line, self.log.read_text()
        self.port = int(line.partition("localhost:")[2].split()[0])
        self._await_ready()
        return self

    def _await_ready(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.get("/readyz")
                return
            except OSError:
                assert time.monotonic() < end, self.log.read_text()
                time.sleep(0.02)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def get(self, path: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.text(path))
        return found

    def text(self, path: str, body: bytes = b"") -> str:
        """What is answered; to a POST if there is a body."""
        with urllib.request.urlopen(self.url + path, body or None, PATIENCE) as answer:
            return str(answer.read(), "utf-8")

    def post(self, path: str, wanted: dict[str, object]) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.text(path, json.dumps(wanted).encode()))
        return found

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process = self.process
        if process is None:
            return 0
        self.process = None
        process.send_signal(how)
        code = process.wait(PATIENCE)
        if process.stdout:
            process.stdout.close()
        return code

    def errors(self) -> list[str]:
        """What the log complains about."""
        return [line for line in self.log.read_text().splitlines() if '"level": "error"' in line or "Traceback" in line]


def _piggery(files: int, first: str) -> list[str]:
    """How Python is told to be Piggery; with so many open files and no more if it says how many."""
    if files:
        first = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files})); {first}"
    return (
        ["-c", f"{first}\nimport runpy; runpy.run_module('piggery', run_name='__main__')"]
        if first
        else ["-m", "piggery"]
    )
