"""One contract for all who hold a game in play: a server, a device in the browser, a keyboard in the terminal."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from piggery.browser import Device, token_of
from piggery.core.game import new_game
from piggery.core.record import Record, Seat, load
from piggery.core.verify import verify
from piggery.errors import OutOfTurn, PiggeryError
from piggery.games.contract import Options
from piggery.server.config import Config
from piggery.server.lobby import Lobby
from piggery.server.store import SQLiteStore
from piggery.table import door, wire
from piggery.table.host import Live
from piggery.table.identity import key_of
from piggery.table.ports import ALL
from piggery.table.state import Entry
from piggery.terminal.local import Keyboard, LocalTable, seat_key

GAMES = ["pig10", "truie"]
PEOPLE_MOVES = 400  # more than any of these games has


class Authority(Protocol):
    """Somebody at seat 0 and a greedy bot at seat 1; seat 0 starts."""

    live: Live
    key: str

    async def begin(self, game: str) -> None: ...

    async def reopen(self) -> None:
        """All is forgotten but what was stored."""

    async def stored(self) -> list[str]:
        """Everything that was stored, as text."""

    def break_store(self) -> None:
        """From now on nothing can be stored."""


class OnServer:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "tables.db"

    async def _open(self) -> None:
        self.lobby = Lobby(Config(store=str(self.path)), SQLiteStore(self.path))
        await self.lobby.open()

    async def begin(self, game: str) -> None:
        await self._open()
        settings = wire.Settings(game=game, seats=2, starter="host", pace=0, options=short(game))
        self.live, token = await self.lobby.open_table(door.OpenTable(settings, ["greedy"]))
        self.key = key_of(token)
        self.live.timed = False
        self.live.join(Keyboard(self.key))
        await self.live.ask(self.key, wire.Start(first=0))

    async def reopen(self) -> None:
        code = self.live.table.code
        await self.lobby.close()
        await self._open()
        self.live = await self.lobby.find(code)
        self.live.timed = False
        self.live.join(Keyboard(self.key))

    async def stored(self) -> list[str]:
        return [entry.text.decode() for entry in await self.lobby.store.read(self.live.table.code)]

    def break_store(self) -> None:
        self.live.store = Broken()


class OnDevice:
    def __init__(self, folder: Path) -> None:
        self.logs: dict[str, list[tuple[int, str]]] = {}
        self.device = self._device()

    def _device(self) -> Device:
        return Device(self._append, self._read, lambda code, news: None)

    async def _append(self, code: str, n: int, at: int, entries: str) -> bool:
        log = self.logs.setdefault(code, [])
        if n != len(log) + 1:
            return False
        log += [(at, text) for text in json.loads(entries)]
        return True

    async def _read(self, code: str) -> str:
        return json.dumps(self.logs.get(code, []))

    async def begin(self, game: str) -> None:
        settings = {"game": game, "pace": 0, "options": short(game)}
        asked = {"settings": settings, "people": ["Ada"], "bots": ["greedy"]}
        good, self.code = json.loads(await self.device.gather(json.dumps(asked)))
        assert good
        self._found()

    def _found(self) -> None:
        self.live = self.device.tables[self.code]
        self.live.timed = False
        self.key = key_of(token_of(self.code, 0))

    async def reopen(self) -> None:
        self.device = self._device()
        await self.device.ask(
            self.code, json.dumps({"type": "hello", "table": self.code, "token": token_of(self.code, 0)})
        )
        self._found()

    async def stored(self) -> list[str]:
        return [text for _, text in self.logs[self.code]]

    def break_store(self) -> None:
        self.live.store = Broken()


class AtKeyboard:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "game.json"
        self.key = seat_key(0)

    async def begin(self, game: str) -> None:
        record = new_game(game, [Seat("Ada"), Seat("Otto", "greedy")])
        self._sit(replace(record, options=record.options | short(game)))
        await self.local.deal()

    def _sit(self, record: Record) -> None:
        self.local = LocalTable(record, self.path)
        self.live = self.local.live

    async def reopen(self) -> None:
        self._sit(load(self.path.read_text(encoding="utf-8")))

    async def stored(self) -> list[str]:
        return [self.path.read_text(encoding="utf-8")]

    def break_store(self) -> None:
        self.local.store.path = self.path.parent / "gone" / "game.json"


class Broken:
    async def append(self, code: str, n: int, at: int, texts: Sequence[bytes]) -> None:
        raise OSError("disk full")

    async def read(self, code: str, after: int = 0, most: int = ALL) -> list[Entry]:
        return []

    async def show(self, code: str, listing: bytes | None) -> None: ...


def short(game: str) -> Options:
    return {"rounds": 2} if game == "truie" else {}


@pytest.fixture(params=[OnServer, OnDevice, AtKeyboard])
async def authority(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Authority]:
    found: Authority = request.param(tmp_path)
    yield found
    if isinstance(found, OnServer):
        await found.lobby.close()


async def play(authority: Authority, move: str = "", ply: int | None = None) -> None:
    table = authority.live.table
    text = move or table.current.moves()[0]
    await authority.live.ask(authority.key, wire.Play(ply=table.ply if ply is None else ply, move=text))


async def until_mine(authority: Authority) -> None:
    """The bot moves as long as it is its turn."""
    while authority.live.table.phase == "play" and authority.live.table.current.turn != 0:
        await authority.live.go_on()


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_is_stored_with_the_cards_it_draws(authority: Authority, game: str) -> None:
    await authority.begin(game)
    await until_mine(authority)
    before = authority.live.table.ply
    await play(authority)
    assert authority.live.table.ply == before + 1
    made = authority.live.table.current.record.plies[-1]
    assert json.dumps(made)[1:-1] in (await authority.stored())[-1]


@pytest.mark.parametrize(
    ("move", "ply", "code"), [("99=99", None, "move"), ("0=7", None, "illegal"), ("", 0, "table.stale")]
)
async def test_a_refusal_changes_nothing(authority: Authority, move: str, ply: int | None, code: str) -> None:
    await authority.begin("pig10")
    await until_mine(authority)
    table, stored = authority.live.table, await authority.stored()
    state, n = table.current.state.copy(), table.n
    with pytest.raises(PiggeryError) as refused:
        await play(authority, move, ply)
    assert refused.value.code == code
    assert (table.current.state, table.n) == (state, n)
    assert await authority.stored() == stored


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_that_cannot_be_stored_is_not_made(authority: Authority, game: str) -> None:
    await authority.begin(game)
    await until_mine(authority)
    state, stored = authority.live.table.current.state.copy(), await authority.stored()
    authority.break_store()
    with pytest.raises(OSError, match=r"disk full|No such file"):
        await play(authority)
    assert authority.live.table.current.state == state
    assert await authority.stored() == stored


@pytest.mark.parametrize("game", GAMES)
async def test_what_was_stored_opens_where_it_was_and_goes_on(authority: Authority, game: str) -> None:
    await authority.begin(game)
    for _ in range(4):
        await until_mine(authority)
        await play(authority)
    state = authority.live.table.current.state
    await authority.reopen()
    assert authority.live.table.current.state == state
    await until_mine(authority)
    await play(authority)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_leads_to_a_record_that_can_be_verified(authority: Authority, game: str) -> None:
    await authority.begin(game)
    for _ in range(PEOPLE_MOVES):
        await until_mine(authority)
        if authority.live.table.phase != "play":
            break
        await play(authority)
    record = authority.live.table.current.record
    assert record.rules.over(authority.live.table.current.state)
    assert "verify.cards" in [line.key for line in verify(record)]


async def test_nobody_moves_for_the_bot(authority: Authority) -> None:
    await authority.begin("pig10")
    await until_mine(authority)
    await play(authority)
    assert authority.live.table.current.turn == 1
    n = authority.live.table.n
    with pytest.raises(OutOfTurn):
        await play(authority)
    assert authority.live.table.n == n
