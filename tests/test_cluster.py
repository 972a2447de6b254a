"""Games on Ray: the same Summary as on threads, whoever plays them and whoever dies."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import ModuleType, SimpleNamespace

import pytest

import rays
from piggery.errors import BadOption
from piggery.games.contract import Value
from piggery.games.registry import game_type, game_types
from piggery.sim import cluster
from piggery.sim.cluster import AHEAD, BUNDLE, PACKAGE, PLAYING, Cluster, Reply, followed, played, source
from piggery.sim.play import BATCH, Simulation, Terms
from piggery.sim.report import run
from stops import SOURCE, Stopped, without_numba
from test_sim import ENDLESS, check_stopped
from worlds import total

Play = Callable[[Terms, int, int], Reply]
Job = Callable[[], Reply]
GAMES_PLAYED = 3 * BATCH + 7


def match(
    name: str = "pig10", bots: tuple[str, ...] = ("greedy", "random", "otto"), deck: int | None = None, **options: Value
) -> Simulation:
    return Simulation(game_type(name), bots, 3, deck, **options)


# Which source it is


@pytest.mark.process
def test_all_that_is_imported_to_play_is_part_of_the_source() -> None:
    script = "import sys, piggery.sim.play, piggery.sim.written; print(*sys.modules)"
    env = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, env=env)
    rooms = {(name + ".__init__").split(".")[1] for name in done.stdout.split() if name.partition(".")[0] == "piggery"}
    assert {"engine", "games", "sim"} < rooms <= PLAYING


def test_what_bots_have_learned_is_part_of_the_source() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in followed(game_type("pig10"))}
    assert {"games/pig10/weights.json", "games/pig10/rules.py", "engine/stack.py"} < names
    assert not any(name.startswith(("web/", "locale/")) or "/words/" in name for name in names)


# Without Ray


class Ray(ModuleType):
    """Ray as far as we use it, in one thread: a job is done when it is waited for, the last one first."""

    exceptions = SimpleNamespace(RayError=ZeroDivisionError)

    def __init__(self, cores: int = 2) -> None:
        super().__init__("ray")
        self.cores = cores
        self.most = 0  # jobs that waited at the same time
        self.cancelled = 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)} if self.cores else {}

    def remote(self, **_: object) -> Callable[[Play], SimpleNamespace]:
        return lambda job: SimpleNamespace(remote=lambda *given: lambda: job(*given))

    def wait(self, waiting: list[Job], timeout: float) -> tuple[list[Job], list[Job]]:
        self.most = max(self.most, len(waiting))
        return waiting[-1:], waiting[:-1]

    def get(self, jobs: list[Job]) -> list[tuple[object, ...]]:
        return [tuple(job()) for job in jobs]

    def cancel(self, job: object, force: bool) -> None:
        assert force
        self.cancelled += 1


@pytest.fixture
def reply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that count their games without playing them."""

    def counted(terms: Terms, first: int, games: int) -> Reply:
        summary = match().blank()
        summary.counts[0] = games
        return Reply(source(game_type("pig10")), True, summary)

    monkeypatch.setattr(cluster, "played", counted)


@pytest.mark.parametrize("cores", [1, 3, 100])
@pytest.mark.parametrize("games", [1, BATCH, BATCH + 1, 7 * BATCH, 1234 * BATCH + 5])
def test_jobs_are_the_batches_of_threads(games: int, cores: int) -> None:
    jobs = list(cluster._jobs(games, cores))
    assert [first for first, _ in jobs] == [sum(n for _, n in jobs[:at]) // BATCH for at in range(len(jobs))]
    assert sum(n for _, n in jobs) == games
    assert max(n for _, n in jobs) <= BUNDLE * BATCH
    assert all(n % BATCH == 0 for _, n in jobs[:-1])


@pytest.mark.parametrize("name", game_types())
def test_a_job_is_so_many_batches(name: str) -> None:
    games = match(name)
    reply = played(games.terms, 3, BATCH + 20)
    assert reply.summary == games.batch(3, BATCH)[0] + games.batch(4, 20)[0]
    assert reply.source == source(games.rules)


def test_a_job_knows_the_deck_and_the_options() -> None:
    games = match("truie", ("random",) * 2, deck=game_type("truie").standard - 1 * 16**11, rounds=1, lucky="copy")
    assert played(games.terms, 0, 30).summary == games.batch(0, 30)[0]


def test_a_worker_without_numba_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = played(match().terms, 0, 15)
    with without_numba(monkeypatch):
        slow = played(match().terms, 0, 15)
        workers = Cluster(Ray())
        assert total(workers.batches(match(), 15)) == fast.summary
    assert (slow.fast, slow.summary) == (False, fast.summary)
    assert workers.interpreted


@pytest.mark.usefixtures("reply")
def test_only_so_many_jobs_are_in_flight() -> None:
    ray = Ray(cores=3)
    assert sum(batch.games for batch in Cluster(ray).batches(match(), 1000 * BATCH)) == 1000 * BATCH
    assert ray.most == AHEAD * 3
    assert ray.cancelled == 0


@pytest.mark.usefixtures("reply")
def test_a_cluster_that_grows_gets_more_to_do() -> None:
    ray = Ray(cores=0)
    batches = Cluster(ray).batches(match(), 2000 * BATCH)
    next(batches)
    assert ray.most == AHEAD
    ray.cores = 4
    assert sum(batch.games for batch in batches) > 0
    assert ray.most == AHEAD * 4


@pytest.mark.usefixtures("reply")
def test_stopped_what_waits_is_cancelled_and_what_was_counted_is_kept() -> None:
    ray, stop = Ray(), Event()
    batches = Cluster(ray).batches(match(), 1000 * BATCH, stop)
    assert next(batches).games == BUNDLE * BATCH
    stop.set()
    assert list(batches) == []
    assert ray.cancelled == AHEAD * 2 - 1


def test_a_worker_with_another_source_is_refused_and_the_rest_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray()
    monkeypatch.setattr(cluster, "played", lambda *_: Reply("0.0.9 abc", True, match().blank()))
    with pytest.raises(BadOption, match=r"a process has a different Piggery: here .*, there 0\.0\.9 abc"):
        list(Cluster(ray).batches(match(), 100 * BATCH))
    assert ray.cancelled == AHEAD * 2 - 1


def test_what_goes_wrong_on_a_worker_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "played", lambda *_: 1 // 0)
    with pytest.raises(BadOption, match="Ray gave up: integer division or modulo by zero"):
        list(Cluster(Ray()).batches(match(), 100 * BATCH))


def test_no_games_cannot_be_played_on_ray() -> None:
    with pytest.raises(BadOption, match="games cannot be played"):
        Cluster(Ray()).batches(match(), 0)


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_nobody_at_an_address_is_said_at_once(form: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        address = form.format(taken.getsockname()[1])
        with pytest.raises(BadOption, match=f"no Ray cluster answers at {address}"):
            cluster._knock(address)


@pytest.mark.parametrize("address", ["auto", "local"])
def test_an_address_without_a_door_is_left_to_ray(address: str) -> None:
    cluster._knock(address)


def without_ray(folder: Path, text: str, *words: str) -> str:
    (folder / "ray.py").write_text(text, encoding="utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(SOURCE)])}
    command = [sys.executable, "-m", "piggery", "simulate", "pig10", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.process
@pytest.mark.parametrize("module", ["raise ImportError", ""])
def test_without_ray_it_is_said_how_to_get_it(module: str, tmp_path: Path) -> None:
    told = without_ray(tmp_path, module, "--on", "ray")
    assert told == "piggery: --on ray needs an extra: pip install 'piggery[ray]'\n"


@pytest.mark.process
def test_places_that_there_are_not_are_refused(tmp_path: Path) -> None:
    mars = without_ray(tmp_path, "", "--on", "mars")
    assert mars == "piggery: “mars” is not a place to play; choose from cores, ray\n"
    alone = without_ray(tmp_path, "", "--address", "127.0.0.1:6379")
    assert alone == "piggery: --address only works with --on ray\n"


# With Ray


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with rays.head() as found:
        yield found


COUNTING = f"""
import json, sys
from piggery.games.registry import game_type, game_types
from piggery.sim import cluster
from piggery.sim.play import Simulation
from piggery.sim.report import run

def counts():
    with cluster.cluster() as workers:
        assert workers.cores == 2
        match = Simulation(game_type("pig10"), ["random", "greedy"], 3)
        return sum(workers.batches(match, {GAMES_PLAYED}), match.blank()).counts
"""

KILLED = """
import os, pathlib, signal, threading
where = pathlib.Path(sys.argv[1])

def wounded(terms, first, games, play=cluster.played):
    "The third batch tells who plays it, and waits to be killed; whoever comes after plays it."
    told = where / "pid"
    if first == 2 and not told.exists():
        part = where / "part"
        part.write_text(str(os.getpid()))
        part.rename(told)
        signal.pause()
    return play(terms, first, games)

def murder():
    while not (where / "pid").exists():
        gone.wait(0.05)
    os.kill(int((where / "pid").read_text()), signal.SIGKILL)

gone = threading.Event()
cluster.played = wounded
killer = threading.Thread(target=murder, daemon=True)
killer.start()
found = counts()
killer.join()
print(json.dumps(found))
"""


def run_on_ray(address: str, script: str, *words: str) -> list[int]:
    env = rays.env(PYTHONPATH=str(SOURCE), RAY_ADDRESS=address)
    command = [rays.python(), "-c", COUNTING + script, *words]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    counts: list[int] = json.loads(done.stdout.splitlines()[-1])
    return counts


@pytest.mark.process
def test_ray_counts_what_threads_count(address: str) -> None:
    counted = run_on_ray(address, "print(json.dumps(counts()))")
    assert counted == total(match(bots=("random", "greedy")).batches(GAMES_PLAYED)).counts


@pytest.mark.process
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(address: str, tmp_path: Path) -> None:
    counted = run_on_ray(address, KILLED, str(tmp_path))
    assert (tmp_path / "pid").exists()
    assert counted == total(match(bots=("random", "greedy")).batches(GAMES_PLAYED)).counts


@pytest.mark.process
def test_ctrl_c_keeps_what_ray_counted(address: str) -> None:
    stopped = Stopped(*ENDLESS, "--on", "ray", "--address", address, python=rays.python(), **rays.TOKEN)
    check_stopped(*stopped.press())


@pytest.mark.process
def test_without_an_address_ray_runs_on_this_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "pig10", "--games", str(BATCH + 7), "--bots", "greedy,random", "--on", "ray"]
    env = rays.env(PYTHONPATH=str(SOURCE), PYTHONIOENCODING="utf-8", COLUMNS="80")
    command = [rays.python(), "-m", "piggery", *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "On Ray, with " in done.stderr
    assert run(Simulation(game_type("pig10"), ["greedy", "random"]), BATCH + 7, "en") == 0
    assert done.stdout == capsys.readouterr().out
