"""Phones let in: only whoever sits at this computer may say so, and then the network finds the server."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
import segno

from netspace import ADDRESSES, Machine, network, serving
from piggery.server import phones as phones_module
from piggery.server.addresses import leads_here, unlikely
from piggery.server.app import make_app
from piggery.server.config import Config
from piggery.server.lobby import Lobby
from piggery.server.phones import Phones
from piggery.server.store import SQLiteStore
from servers import Server

HOME = ("192.168.1.5", "10.8.0.2")
ME, PHONE = ("127.0.0.1", 5000), ("192.168.1.77", 5000)


class AtHome:
    """A server in memory, and the sockets it was told to listen at."""

    def __init__(self, folder: Path, config: Config) -> None:
        self.lobby = Lobby(config, SQLiteStore(folder / "tables.db"))
        self.phones = Phones(config)
        self.phones.listen, self.phones.stop = self.listen, self.stop
        self.app = make_app(self.lobby, phones=self.phones)
        self.listening, self.listened = False, 0

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        await asyncio.sleep(0)
        self.listening, self.listened = bool(sockets), self.listened + 1
        for one in sockets:
            one.close()

    def stop(self) -> None:
        self.listening = False

    def client(self, who: tuple[str, int] = ME, at: str = "http://localhost:8010") -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app, client=who), base_url=at)

    async def change(self, let_in: bool, **how: object) -> httpx.Response:
        async with self.client() as client:
            token = (await client.get("/api/phones")).json()["token"]
            return await client.post("/api/phones", json={"token": token, "open": let_in, **how})


def bound(address: str, port: int) -> socket.socket:
    return socket.socket()


@pytest_asyncio.fixture
async def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AtHome]:
    monkeypatch.setattr(phones_module, "addresses", lambda: list(HOME))
    monkeypatch.setattr(phones_module, "_bound", bound)
    found = AtHome(tmp_path, Config())
    await found.lobby.open()
    yield found
    await found.lobby.close()


async def opened(at_home: AtHome) -> str:
    async with at_home.client() as client:
        return str((await client.post("/api/tables", json={})).json()["code"])


async def test_phones_are_let_in_and_kept_out_again(at_home: AtHome) -> None:
    answer = (await at_home.change(True)).json()
    assert answer["addresses"] == [f"http://{address}:8010" for address in HOME]
    assert at_home.listening
    answer = (await at_home.change(False)).json()
    assert (answer["addresses"], at_home.listening) == ([], False)


async def test_a_qr_code_never_leads_to_this_computer_alone(at_home: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    code, made, make = await opened(at_home), list[str](), segno.make

    def noted(text: str, micro: bool) -> segno.QRCode:
        made.append(text)
        return make(text, micro=micro)

    monkeypatch.setattr(segno, "make", noted)
    path = f"/api/tables/{code}/qr.svg"
    async with at_home.client() as client:
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["code"], made) == (409, "phones.closed", [])
        await at_home.change(True)
        assert (await client.get(path)).status_code == 200
        await client.get(path, params={"address": f"http://{HOME[1]}:8010"})
        await client.get(path, params={"address": "http://elsewhere.example"})
    async with at_home.client(PHONE, f"http://{HOME[0]}:8010") as phone:
        await phone.get(path)
    first, second = (f"http://{address}:8010/t/{code}#sit" for address in HOME)
    assert made == [first, second, first, first]


@pytest.mark.parametrize(
    ("who", "at", "headers"),
    [
        (PHONE, "http://192.168.1.5:8010", {}),
        (PHONE, "http://localhost:8010", {}),
        (ME, "http://pigs.example.org", {}),
        (ME, "http://localhost:8010", {"x-forwarded-for": "203.0.113.7"}),
        (ME, "http://localhost:8010", {"forwarded": "for=203.0.113.7"}),
    ],
)
async def test_it_is_offered_only_at_this_computer(
    at_home: AtHome, who: tuple[str, int], at: str, headers: dict[str, str]
) -> None:
    async with at_home.client() as client:
        token = (await client.get("/api/phones")).json()["token"]
    async with at_home.client(who, at) as client:
        answer = (await client.get("/api/phones", headers=headers)).json()
        assert (answer["offered"], answer["token"], answer["addresses"]) == (False, "", [])
        change = await client.post("/api/phones", json={"token": token, "open": True}, headers=headers)
    assert (change.status_code, at_home.listening) == (403, False)


@pytest.mark.parametrize(
    ("config", "known"),
    [
        (Config(proxies="127.0.0.1"), []),
        (Config(origins=("https://p.example.org",)), []),
        (Config(public="https://p.example.org"), ["https://p.example.org"]),
        (Config("192.168.1.5"), [f"http://{address}:8010" for address in HOME]),
    ],
)
async def test_where_the_network_comes_in_anyway_it_is_not_offered_and_the_address_is_known(
    config: Config, known: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones_module, "addresses", lambda: list(HOME))
    found = AtHome(tmp_path, config)
    await found.lobby.open()
    async with found.client() as client:
        answer = (await client.get("/api/phones")).json()
        assert (answer["offered"], answer["token"], answer["addresses"]) == (False, "", known)
        code = (await client.post("/api/tables", json={})).json()["code"]
        assert (await client.get(f"/api/tables/{code}/qr.svg")).status_code == (200 if known else 409)
    await found.lobby.close()


async def test_a_token_is_good_once_and_pages_from_elsewhere_have_none(at_home: AtHome) -> None:
    async with at_home.client() as client:
        token = (await client.get("/api/phones")).json()["token"]
        ask = {"token": token, "open": True}
        away = await client.post("/api/phones", json=ask, headers={"origin": "https://elsewhere.example"})
        assert (away.status_code, at_home.listening) == (403, False)
        assert (await client.post("/api/phones", json=ask)).status_code == 200
        again = await client.post("/api/phones", json={"token": token, "open": False})
    assert (again.json()["code"], at_home.listening) == ("phones.not_here", True)


async def test_it_is_said_when_the_first_phone_has_come(at_home: AtHome) -> None:
    await at_home.change(True)
    async with at_home.client() as client, at_home.client(PHONE, f"http://{HOME[0]}:8010") as phone:
        assert not (await client.get("/api/phones")).json()["reached"]
        assert (await phone.get("/healthz")).status_code == 200
        assert (await client.get("/api/phones")).json()["reached"]


async def test_where_there_is_no_network_it_is_said(at_home: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones_module, "addresses", list)
    answer = await at_home.change(True)
    assert (answer.status_code, answer.json()["code"]) == (409, "phones.no_network")


async def test_two_who_let_phones_in_at_once_do_it_once(at_home: AtHome) -> None:
    answers = await asyncio.gather(at_home.change(True), at_home.change(True))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert at_home.listened == 1


async def test_only_addresses_of_networks_at_home_are_opened(at_home: AtHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones_module, "addresses", lambda: ["8.8.4.4", HOME[0]])
    assert (await at_home.change(True)).json()["addresses"] == [f"http://{HOME[0]}:8010"]


async def test_who_moves_to_another_network_has_to_let_phones_in_again(
    at_home: AtHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_home.change(True)
    monkeypatch.setattr(phones_module, "addresses", lambda: ["192.168.77.3"])
    async with at_home.client() as client:
        assert (await client.get("/api/phones")).json()["addresses"] == []
    assert not at_home.listening


def test_home_networks_come_before_those_of_programs() -> None:
    order = [("192.168.1.5", "wlan0"), ("10.0.0.3", "eth0"), ("100.64.0.9", "eth1"), ("172.17.0.1", "docker0")]
    assert sorted({*order}, key=lambda one: unlikely(*one)) == order
    assert [leads_here(address) for address in ("127.0.0.1", "169.254.3.4", "0.0.0.0", "192.168.1.5")] == [  # noqa: S104
        False, False, False, True,
    ]  # fmt: skip


@pytest.mark.process
def test_a_phone_finds_the_server_at_each_of_its_addresses_as_long_as_it_is_let_in(tmp_path: Path) -> None:
    with network() as (computer, phone), serving(computer, tmp_path) as server:
        links = [f"http://{address}:{server.port}" for address in ADDRESSES]
        _assert_refused(phone, links)
        _let(server, True)
        assert server.get("/api/phones")["addresses"] == links
        assert [json.loads(phone.ask(f"{link}/healthz")) for link in links] == [{"healthy": True}] * 2
        assert server.get("/api/phones")["reached"]
        _let(server, False)
        _assert_refused(phone, links)
        assert server.get("/healthz") == {"healthy": True}


def _let(server: Server, let_in: bool) -> None:
    server.post("/api/phones", {"token": server.get("/api/phones")["token"], "open": let_in})


def _assert_refused(phone: Machine, links: list[str]) -> None:
    for link in links:
        with pytest.raises(OSError, match="ConnectionRefusedError"):
            phone.ask(f"{link}/healthz")
