"""What was written before the rooms were moved still opens: records, saved games, tables and their databases.

The files in written_before/ were made by the program as it was then, and are never written again.
"""

import json
import shutil
from pathlib import Path

import pytest

from piggery.core.record import final, load
from piggery.core.verify import verify
from piggery.server.config import Config
from piggery.server.lobby import Lobby
from piggery.server.shelf import bring_in, rows
from piggery.server.store import SQLiteStore
from piggery.table import wire
from piggery.table.identity import key_of
from piggery.terminal.local import Keyboard, LocalTable, last_left
from test_browser import Tablet

FOLDER = Path(__file__).parent / "written_before"
TOKENS: dict[str, str] = json.loads((FOLDER / "tokens.json").read_text(encoding="utf-8"))
CODES = list(TOKENS)


@pytest.fixture
def old_tables(tmp_path: Path) -> Path:
    return Path(shutil.copy(FOLDER / "tables.db", tmp_path / "tables.db"))


@pytest.mark.parametrize("code", CODES)
async def test_a_table_of_an_old_database_goes_on(old_tables: Path, code: str) -> None:
    lobby = Lobby(Config(store=str(old_tables)), SQLiteStore(old_tables))
    await lobby.open()
    try:
        live, key = await lobby.find(code), key_of(TOKENS[code])
        live.timed = False
        live.join(Keyboard(key))
        table = live.table
        assert table.settings.react == 9  # it was called grunt
        if table.phase == "over":
            await live.ask(key, wire.Start(first=0))
        while table.current.turn != 0:
            await live.go_on()
        before = table.ply
        await live.ask(key, wire.Play(ply=before, move=table.current.moves()[0]))
        assert table.ply == before + 1
    finally:
        await lobby.close()


@pytest.mark.parametrize("name", ["pig10-deck.json", "truie-seed.json", "truie-fair.json"])
def test_an_old_record_replays_to_its_scores(name: str) -> None:
    record = load((FOLDER / name).read_text(encoding="utf-8"))
    assert record.rules.over(final(record))
    assert verify(record)


async def test_the_log_of_an_old_page_goes_on_in_a_new_one() -> None:
    drawer = json.loads((FOLDER / "device.json").read_text(encoding="utf-8"))
    (code,) = drawer
    tablet = Tablet(drawer)
    await tablet.look(code, 0)
    view = await tablet.look(code, tablet.game["turn"])
    assert view["table"]["settings"]["react"] == 9  # it was called grunt
    before = tablet.game["ply"]
    await tablet.play(code)
    assert tablet.game["ply"] == before + 1


@pytest.mark.parametrize("folder", ["piggery", "Piggery"])
def test_games_are_found_where_they_were_kept(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems spelled it with a capital."""
    monkeypatch.delenv("PIGGERY_HOME")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **how: tmp_path / name)
    (tmp_path / folder).mkdir()
    shutil.copy(FOLDER / "truie-left.json", tmp_path / folder / "left.json")
    found = last_left(typed=False)
    assert found
    assert found[0].samefile(tmp_path / folder / "left.json")


async def test_an_old_export_is_brought_in(tmp_path: Path) -> None:
    config = Config(store=str(tmp_path / "new.db"))
    assert await bring_in(config, FOLDER / "tables.jsonl") == (len(CODES), 0)
    assert sorted(row[0] for row in await rows(config)) == sorted(CODES)


async def test_an_old_export_is_brought_into_postgresql(postgres: str) -> None:
    config = Config(store=postgres)
    assert await bring_in(config, FOLDER / "tables.jsonl") == (len(CODES), 0)
    assert {row[0] for row in await rows(config)} >= set(CODES)


@pytest.mark.parametrize("name", ["pig10-left.json", "truie-left.json"])
async def test_an_old_saved_game_is_gone_on_with(tmp_path: Path, name: str) -> None:
    path = Path(shutil.copy(FOLDER / name, tmp_path / name))
    record = load(path.read_text(encoding="utf-8"))
    assert verify(record)
    local = LocalTable(record, path)
    while local.state.turn != 0:
        await local.bot_play()
    await local.play(0, local.game.moves()[0])
    kept = load(path.read_text(encoding="utf-8"))
    assert kept.plies[: len(record.plies)] == record.plies
    assert len(kept.plies) > len(record.plies)
