"""PostgreSQL crashes or freezes, or a disk is full, while people play: it is said, and play goes on afterwards."""

import asyncio
import json
import resource
import urllib.error
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cluster import Cluster
from pairs import PATIENCE, all_here, begun, ended, seen, two_servers
from servers import Server

pytestmark = pytest.mark.process


@pytest.fixture
async def servers(tmp_path: Path, postgres: str) -> AsyncIterator[list[Server]]:
    async with two_servers(tmp_path, postgres) as found:
        yield found


def ready(server: Server) -> tuple[int, list[str]]:
    try:
        answer, status = server.text("/readyz"), 200
    except urllib.error.HTTPError as error:
        answer, status = error.read().decode(), error.code
        error.close()
    return status, json.loads(answer)["failing"]


async def until_ready(server: Server, status: int) -> list[str]:
    async with asyncio.timeout(PATIENCE):
        while True:
            found, failing = await asyncio.to_thread(ready, server)
            if found == status:
                return failing


async def test_postgresql_crashes_and_is_started_again_and_every_chore_comes_back(
    servers: list[Server], database: Cluster
) -> None:
    pair = await begun(servers, 0)
    await pair.play(4)
    database.crash()
    try:
        for server in servers:
            assert await until_ready(server, 503)
    finally:
        database.start()
    for server in servers:
        assert await until_ready(server, 200) == []
    await pair.ben.__aexit__()  # who is here is told again, too
    await seen(pair.ada, lambda view: not view.table.chairs[1].here)
    await pair.ben._connect()
    await seen(pair.ada, all_here)
    await pair.play(8)
    await ended(pair)
    for server in servers:
        assert "Task exception was never retrieved" not in server.log.read_text()


async def test_postgresql_freezes_and_whoever_asks_is_told_so_until_it_goes_on(
    servers: list[Server], database: Cluster
) -> None:
    pair = await begun(servers, 0)
    await pair.play(4)
    with database.frozen():
        for server in servers:
            assert await until_ready(server, 503)
    for server in servers:
        assert await until_ready(server, 200) == []
    for player in pair.both:
        await seen(player, all_here)
    await pair.play(8)
    await ended(pair)


async def test_a_server_ends_when_told_to_though_postgresql_answers_nothing(
    servers: list[Server], database: Cluster
) -> None:
    pair = await begun(servers, 0)
    await pair.play(4)
    with database.frozen():
        await asyncio.to_thread(servers[0].stop)
    said = servers[0].log.read_text()
    assert '"event": "closed"' in said
    assert "shutdown failed" not in said


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no file can be kept from growing here")
async def test_a_full_disk_is_said_and_when_there_is_room_again_play_goes_on(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        assert server.process
        pair = await begun([server, server], 0)
        view = await seen(pair.ada, lambda view: bool(view.moves))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        assert await until_ready(server, 503) == ["store"]
        await pair.ada.play(view, view.moves[0].move)
        await seen(pair.ada, lambda view: bool(pair.ada.refusals))
        assert [refusal.code for refusal in pair.ada.refusals] == ["server.failed"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert await until_ready(server, 200) == []
        await pair.play(8)
        await ended(pair)
    finally:
        server.kill()
