"""The HTTP door and the outermost layer: what is described holds, strangers get nowhere, too much is too much."""

import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import Protocol, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis.core.result import Ok
from starlette.routing import Route
from starlette.types import Message

from house import HERE, Guest, House, house
from messages import game_in
from piggery.server.app import make_app
from piggery.server.arrivals import room
from piggery.server.config import Config
from piggery.server.limits import Limits, place
from piggery.server.lobby import Lobby
from piggery.server.openapi import description
from piggery.server.site import PAGES
from piggery.server.store import SQLiteStore
from piggery.server.work import REQUEST, SENT_UNIT, Work, units
from piggery.table.buckets import Bucket, Buckets
from servers import Server


def described() -> dict[str, dict[str, object]]:
    return cast(dict[str, dict[str, object]], description()["paths"])


@pytest.mark.process
def test_the_door_does_what_its_description_says(tmp_path: Path) -> None:
    """Schemathesis asks for everything that is described, rightly and wrongly, of a real server."""
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
        assert len(operations) == sum(len(path) for path in described().values())
        for operation in operations:
            _ask_in_many_ways(operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
            with contextlib.suppress(Unsatisfiable):  # some cannot be asked for wrongly
                _ask_in_many_ways(operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    finally:
        server.stop()
    assert server.errors() == []


class Case(Protocol):
    """A request that schemathesis has thought of."""

    @property
    def body(self) -> object: ...

    def call_and_validate(self) -> object: ...


def _ask_in_many_ways(cases: SearchStrategy[Case]) -> None:
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=cases)
    def check(case: Case) -> None:
        assume(".0" not in json.dumps(case.body if isinstance(case.body, dict) else ""))  # 19.0 is no whole number here
        case.call_and_validate()

    check()


def test_every_route_is_described() -> None:
    app = make_app(Lobby(Config(), SQLiteStore(Path("never"))))
    routes = [route for route in app.app.routes if isinstance(route, Route)]
    paths = {route.path.replace(":int", "") for route in routes if route.path not in (*PAGES, "/{path:path}")}
    assert paths - {"/openapi.json"} == set(described())


def test_everything_that_is_described_is_there() -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(description())))
    assert named
    assert named <= set(json.loads(json.dumps(description()))["components"]["schemas"])


async def test_every_answer_has_the_headers_that_keep_a_browser_safe(at_home: House) -> None:
    for path in ("/", "/t/QXZ4BW", "/api/tables", "/nothing/here", "/assets/page.js"):
        headers = (await at_home.http.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "'unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


async def test_what_a_visitor_types_never_comes_back_in_a_page(at_home: House) -> None:
    for path in ("/t/<script>alert(1)</script>", "/nothing/<script>", "/api/tables/<script>"):
        answer = await at_home.http.get(path)
        assert "<script>alert" not in answer.text
        assert "text/html" not in answer.headers["content-type"] or path.startswith("/t/")


async def test_a_page_from_elsewhere_can_neither_open_a_table_nor_connect(at_home: House) -> None:
    evil = {"origin": "http://evil.test"}
    answer = await at_home.http.post("/api/tables", json={}, headers=evil)
    assert (answer.status_code, answer.json()["code"]) == (403, "server.origin")
    for origin in ("http://evil.test", "null", "http://[broken"):
        assert await Guest(at_home.app, origin=origin).connect() == "websocket.close"
    guest = Guest(at_home.app, origin=HERE)
    assert await guest.connect() == "websocket.accept"
    await guest.hang_up()


async def test_an_origin_may_be_allowed(tmp_path: Path) -> None:
    async with house(tmp_path, origins=("https://club.test",)) as at_home:
        guest = Guest(at_home.app, origin="https://club.test")
        assert await guest.connect() == "websocket.accept"
        await guest.hang_up()


async def test_too_many_tables_requests_and_connections_are_refused(tmp_path: Path) -> None:
    limits = Limits(table_burst=2, tables=0, request_burst=8, requests=0, connections=2)
    async with house(tmp_path, limits) as at_home:
        codes = [(await at_home.http.post("/api/tables", json={})).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        answers = [(await at_home.http.get("/api/tables")).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]
        for path in ("/", "/assets/page.js", "/api/words/fr", "/healthz"):  # a class may load the page all the same
            assert (await at_home.http.get(path)).status_code == 200
        guests = [Guest(at_home.app) for _ in range(3)]
        for guest in guests:
            assert await guest.connect() == "websocket.accept"
        assert (await guests[2].news())["code"] == "limit.connections"
        assert await guests[2].news() == {"type": "websocket.close", "code": 1013}
        stranger = Guest(at_home.app, address="10.9.9.9")
        assert await stranger.connect() == "websocket.accept"
        for guest in (*guests[:2], stranger):
            await guest.hang_up()
        assert at_home.app.connected == {}


async def test_with_few_files_an_address_has_only_half_of_them(tmp_path: Path) -> None:
    config = Config(files=100, limits=Limits(connections=600))
    assert make_app(Lobby(config, SQLiteStore(tmp_path / "never.db"))).most == room(100) // 2 < 20


async def test_too_many_messages_are_refused_and_then_the_line_is_closed(tmp_path: Path) -> None:
    limits = Limits(messages=0, message_burst=3, strikes=4)
    async with house(tmp_path, limits) as at_home:
        guest = Guest(at_home.app)
        await guest.connect()
        for _ in range(9):
            await guest.ask("leave")
        codes = [(await guest.news())["code"] for _ in range(8)]
        assert codes == ["wire.hello"] * 3 + ["limit.messages"] * 5
        assert await guest.news() == {"type": "websocket.close", "code": 1008}


async def test_bots_without_a_moment_of_thought_are_for_trusted_addresses(tmp_path: Path) -> None:
    async with house(tmp_path, Limits()) as at_home:
        opened = await at_home.open(pace=0)
        host = await at_home.guest(opened["code"], opened["token"])
        assert host.last["table"]["settings"]["pace"] == 100
        await host.ask("set", settings={**host.last["table"]["settings"], "pace": 0, "seats": 3})
        view = await host.view(lambda view: view["table"]["settings"]["seats"] == 3)
        assert view["table"]["settings"]["pace"] == 100


async def test_a_body_too_long_is_refused(at_home: House) -> None:
    answer = await at_home.http.post("/api/tables", content=b'{"name":"' + b"x" * 9000 + b'"}')
    assert (answer.status_code, answer.json()["code"]) == (413, "wire.long")


async def test_a_slow_reader_is_never_waited_for_and_gets_the_newest_view(at_home: House) -> None:
    host, guest = await at_home.together()
    slow = await at_home.guest(host.last["table"]["code"])
    slow.gate.clear()
    for n in range(1, 9):
        player = host if n % 2 else guest
        await player.play()
        for one in (host, guest):
            await one.view(lambda view, n=n: game_in(view)["ply"] == n + 1)  # type: ignore[misc]
    slow.gate.set()
    plies = [game_in(await slow.view())["ply"] for _ in range(2)]
    assert plies == [2, 9]  # the one that was on its way, and then the newest


async def test_a_line_that_takes_nothing_is_dropped(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from piggery.server import app, sockets

    monkeypatch.setattr(app, "SWEEP", 0.01)
    monkeypatch.setattr(sockets, "STUCK", 0.02)
    opened = await at_home.open()
    stuck = Guest(at_home.app)
    await stuck.connect()
    stuck.gate.clear()
    await stuck.ask("hello", table=opened["code"])
    await asyncio.wait_for(stuck.task, 5)
    assert at_home.app.counts.dropped == 1
    assert not at_home.live(opened["code"]).readers


async def test_figures_health_and_readiness(at_home: House) -> None:
    await at_home.together()
    figures = (await at_home.http.get("/metrics")).text
    assert "piggery_connections 2.0" in figures
    assert "piggery_tables 1.0" in figures
    assert "piggery_views_total" in figures
    assert (await at_home.http.get("/healthz")).json() == {"healthy": True}
    assert (await at_home.http.get("/readyz")).json() == {"ready": True, "failing": []}
    at_home.lobby.ready = False
    assert (await at_home.http.get("/readyz")).status_code == 503
    at_home.lobby.ready = True


async def test_a_failure_inside_is_one_word_to_the_client(at_home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> list[bytes]:
        raise RuntimeError("the hand of seat 2 is 4,9,9")

    monkeypatch.setattr(at_home.lobby, "listing", broken)
    answer: Message = {}

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answer.update(message)

    scope = {
        "type": "http", "method": "GET", "path": "/api/tables", "headers": [], "query_string": b"",
        "http_version": "1.1", "client": ("127.0.0.1", 1), "scheme": "http", "server": ("pigs.test", 80),
        "root_path": "",
    }  # fmt: skip
    with pytest.raises(RuntimeError):  # the web server logs it
        await at_home.app(scope, receive, send)
    assert answer["status"] == 500
    assert json.loads(answer["body"]) == {"code": "server.failed", "values": {"text": ""}}


def test_an_ipv6_network_counts_as_one_place() -> None:
    assert place("2001:db8:1:2:3::4") == place("2001:db8:1:2:ffff::") != place("2001:db8:1:3::1")
    assert place("192.0.2.7") == "192.0.2.7"
    assert place("testclient") == "testclient"


def test_a_bucket_fills_again_with_time() -> None:
    bucket = Bucket(0.0, 2)
    assert [bucket.take(0.0, 1, 2) for _ in range(3)] == [True, True, False]
    assert bucket.take(1.0, 1, 2)
    assert not bucket.take(1.5, 1, 2)


PAGE_FILES = 94  # requests of a first visit: the page, what it keeps, the engine


@pytest.mark.parametrize("seconds", [60, 900], ids=["in a minute", "in a quarter of an hour"])
def test_a_school_behind_one_address_passes(seconds: int) -> None:
    """300 children load everything, open 80 tables, look at the list, and see the code of their table as a picture."""
    now, limits = [0.0], Limits()
    tables = Buckets(limits.tables, limits.table_burst, lambda: now[0])
    requests = Buckets(limits.requests, limits.request_burst, lambda: now[0])
    work, pages = (Work(share, lambda: now[0]).purse("192.0.2.7") for share in (limits.work, limits.pages))
    for child in range(300):
        now[0] = seconds * child / 300
        waits = [pages.pay(REQUEST + 100_000 / SENT_UNIT) for _ in range(PAGE_FILES)]
        for path in ("/api/tables", "/api/tables/QXZ4BW", "/api/tables/QXZ4BW/qr.svg"):
            assert requests.take("192.0.2.7")
            waits.append(work.pay(units(path)))
        if child < 80:
            assert requests.take("192.0.2.7")
            assert tables.take("192.0.2.7")
        assert max(waits) < 1
    assert min(limits.connections, limits.arrivals) >= 2 * 300  # some have two pages open


def test_a_class_that_looks_back_at_its_games_passes() -> None:
    """Each child asks for a review and twice for more, all within a quarter of an hour."""
    now, limits = [0.0], Limits()
    answers = Buckets(limits.answers, limits.answer_burst, lambda: now[0])
    for question in range(900):
        now[0] = 900 * question / 900
        assert answers.take("192.0.2.7")


def test_buckets_that_are_full_are_forgotten() -> None:
    now = [0.0]
    buckets = Buckets(1.0, 2, lambda: now[0])
    for n in range(10_001):
        buckets.take(f"10.0.{n // 256}.{n % 256}")
    now[0] = 100.0
    buckets.take("192.168.0.1")
    assert len(buckets.buckets) == 1
