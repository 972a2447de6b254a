"""Real processes: killed in the middle of games, two on one database, stopped politely, started wrongly."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cluster import children
from kills import run
from piggery.client import Player, open_table, state_of
from piggery.engine.compiled import available
from piggery.table.wire import Settings, Start
from servers import HOST, Server
from test_store import emptied

pytestmark = pytest.mark.process


async def test_a_killed_server_has_lost_nothing_it_has_told(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        finished, plies = await run(4, [server], seed=2)
    finally:
        server.kill()
    assert finished >= 4
    assert plies > 50
    assert server.errors() == []


async def test_two_processes_on_one_database_serve_the_same_tables_and_either_may_die(
    tmp_path: Path, postgres: str
) -> None:
    await emptied(postgres)
    servers = [Server(postgres, tmp_path / f"log{n}").start() for n in range(2)]
    try:
        finished, plies = await run(3, servers, seed=3)
    finally:
        for server in servers:
            server.kill()
    assert finished >= 3
    assert plies > 50
    assert [error for server in servers for error in server.errors()] == []


async def test_when_the_process_that_moves_the_bots_dies_another_does(tmp_path: Path, postgres: str) -> None:
    await emptied(postgres)
    first, second = [Server(postgres, tmp_path / f"log{n}").start() for n in range(2)]
    try:
        opened = await open_table(first.url, Settings(seats=3, pace=100), ["greedy", "greedy"])
        link = f"/t/{opened.code}"
        async with Player(first.url + link, opened.token) as host, Player(second.url + link, opened.token) as elsewhere:
            await host.ask(Start())
            async for view in elsewhere.views():
                if view.moves:
                    break
            first.kill()
            await elsewhere.play(view, view.moves[0].move)
            async for view in elsewhere.views():
                if view.moves:
                    await elsewhere.play(view, view.moves[0].move)
                if view.table.game and view.table.game.ply > 12:
                    break
            assert state_of(view).held[0] == 3
    finally:
        first.kill()
        second.kill()


async def test_a_server_told_to_stop_closes_every_line_and_keeps_everything(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    opened = await open_table(server.url, Settings(seats=2, pace=0), ["greedy"])
    async with connect(f"ws://{HOST}:{server.port}/socket", compression=None) as line:
        await line.send(json.dumps({"type": "hello", "table": opened.code, "token": opened.token}))
        await line.send('{"type":"start"}')
        async for text in line:
            view = json.loads(text)
            if view["moves"]:
                break
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        with pytest.raises(ConnectionClosed) as closed:
            await _listen(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        await stopping
    server.start()
    async with Player(f"{server.url}/t/{opened.code}", opened.token) as again:
        async for after in again.views():
            assert after.hand == view["hand"]
            break
    server.stop()
    log = (tmp_path / "log").read_text()
    assert server.errors() == []
    assert opened.token not in log
    for line_of_log in log.splitlines():
        assert json.loads(line_of_log)["event"] in ("open", "interpreted", "closed")


@pytest.mark.skipif(not available(), reason="Numba is not installed: nothing is compiled")
def test_after_a_kill_nobody_compiles_for_a_server_that_is_gone(tmp_path: Path) -> None:
    """Whoever compiles has the server's standard output, too: it ends when both have."""
    compiling = {"PIGGERY_INTERPRETED": "", "PIGGERY_CACHE": str(tmp_path / "cache")}
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", env=compiling).start()
    process = server.process
    assert process
    assert process.stdout
    compilers: list[int] = []
    while not compilers:
        compilers = [child for child, command in children(process.pid).items() if "piggery.bots.warm" in command]
    process.kill()
    try:
        process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.kill(compilers[0], signal.SIGKILL)
        raise


async def _listen(line: ClientConnection) -> None:
    while True:
        await line.recv()


def piggery(*words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "piggery", *words]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, env=env, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--store", "mysql://x"], "kind of store"),
        (["--store", "postgresql://pig:s3cr3t@127.0.0.1:1/none"], "cannot be reached"),
        (["--store", "postgresql://u:s3cr3t/pw@127.0.0.1/x"], "cannot be reached"),
        (["--host", "203.0.113.7", "--port", "1"], "cannot listen"),
        (["--proxy", "nginx.local"], "address of a proxy"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(words: list[str], said: str) -> None:
    code, out, complaint = piggery("serve", *words)
    assert (code, out) == (2, "")
    assert said in complaint
    assert len(complaint.splitlines()) == 1
    assert "s3cr3t" not in complaint


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        code, _, complaint = piggery("serve", "--port", "0", "--store", server.store)
    finally:
        server.stop()
    assert code == 2
    assert "another server" in complaint


def test_on_a_local_network_the_address_is_shown_as_a_picture(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "piggery", "serve", "--lan", "--port", "0", "--store", str(tmp_path / "x.db")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(12)]
        process.terminate()
    assert re.search(r"http://[\w.]+:\d+", lines[0])
    assert any("█" in line for line in lines[2:])
