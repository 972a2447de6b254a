"""`piggery games`: what a server keeps, listed, taken out, put in elsewhere, thrown away."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from house import house
from messages import game_in
from piggery.cli.main import app
from piggery.core.record import load
from piggery.core.verify import verify
from piggery.errors import PiggeryError
from piggery.server.config import Config
from piggery.server.shelf import bring_in, export, rows, throw_away
from piggery.server.store import SQLiteStore
from piggery.words import say


async def a_store(folder: Path) -> tuple[Config, str, str]:
    """A table where one game is over and the next is on, and one that was only opened."""
    async with house(folder) as at_home:
        (host,) = await at_home.together(1, ("greedy",), deck={str(n): 1 for n in range(1, 11)} | {"0": 0})
        await host.to_the_end()
        await host.ask("start", first=0)
        await host.view(lambda view: game_in(view)["number"] == 2)
        opened = await at_home.open()
    return Config(store=str(folder / "tables.db")), host.last["table"]["code"], opened["code"]


async def test_tables_are_listed_with_their_games(tmp_path: Path) -> None:
    config, played, opened = await a_store(tmp_path)
    found = {code: games for code, _, _, games in await rows(config)}
    assert found == {played: 2, opened: 0}


async def test_what_is_exported_can_be_imported_elsewhere_entry_by_entry(tmp_path: Path) -> None:
    config, played, _ = await a_store(tmp_path)
    file, other = tmp_path / "tables.jsonl", Config(store=str(tmp_path / "other.db"))
    assert await export(config, [], file, tmp_path / "records") == 2
    assert file.stat().st_mode & 0o077 == 0
    assert await bring_in(other, file) == (2, 0)
    assert await bring_in(other, file) == (0, 2)
    logs = []
    for chosen in (config, other):
        store = SQLiteStore(chosen.path)
        await store.open()
        logs.append([(entry.n, entry.at, json.loads(entry.text)) for entry in await store.read(played)])
        await store.close()
    assert logs[0] == logs[1]


async def test_only_finished_games_are_written_as_records_and_they_can_be_verified(tmp_path: Path) -> None:
    config, played, _ = await a_store(tmp_path)
    await export(config, [played.lower()], tmp_path / "tables.jsonl", tmp_path / "records")
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == [f"{played}-1.json"]
    assert len(verify(load(files[0].read_text()))) == 3


async def test_a_deleted_table_is_gone_and_its_players_are_told(tmp_path: Path) -> None:
    async with house(tmp_path) as at_home:
        host, _ = await at_home.together()
        code = host.last["table"]["code"]
        assert await throw_away(Config(store=str(tmp_path / "tables.db")), [code, "222222"]) == [code]
        await at_home.lobby.sweep()
        assert await host.news("gone")
        assert code not in at_home.lobby.tables


@pytest.mark.parametrize(
    "change", [lambda text: text[:-30], lambda text: text.replace('"moved"', '"flew"', 1), lambda _: "7"]
)
async def test_a_broken_export_is_refused_and_brings_nothing_in(tmp_path: Path, change: object) -> None:
    config, played, _ = await a_store(tmp_path)
    file = tmp_path / "tables.jsonl"
    await export(config, [played], file, None)
    assert callable(change)
    file.write_text(change(file.read_text().strip()) + "\n")
    other = Config(store=str(tmp_path / "other.db"))
    with pytest.raises(PiggeryError, match="line 1 is not a table"):
        await bring_in(other, file)
    assert await rows(other) == []


async def test_a_card_changed_in_an_export_is_noticed(tmp_path: Path) -> None:
    config, played, _ = await a_store(tmp_path)
    file = tmp_path / "tables.jsonl"
    await export(config, [played], file, None)
    table = json.loads(file.read_text())
    dealt = next(event for _, event in table["entries"] if event["type"] == "started")
    cards = dealt["ply"].split()
    dealt["ply"] = " ".join([cards[0], cards[2], cards[1], *cards[3:]])
    file.write_text(json.dumps(table) + "\n")
    with pytest.raises(PiggeryError, match="line 1 is not a table"):
        await bring_in(Config(store=str(tmp_path / "other.db")), file)


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    import asyncio

    config, played, opened = asyncio.run(a_store(tmp_path))
    run = CliRunner().invoke
    listed = run(app, ["games", "list", "--store", config.store]).output
    assert f"{played}  opened" in listed
    assert "2 games" in listed
    out = run(app, ["games", "export", str(tmp_path / "out"), opened, "--store", config.store]).output
    assert out.startswith("1 table written")
    assert run(app, ["games", "delete", played, "--store", config.store]).output.startswith("1 table deleted")
    other = str(tmp_path / "other.db")
    imported = run(app, ["games", "import", str(tmp_path / "out"), "--store", other]).output
    assert imported == say("shelf.imported", n=1, old=0) + "\n"
    missing = run(app, ["games", "list", "--store", str(tmp_path / "nowhere" / "x.db")])
    assert isinstance(missing.exception, PiggeryError)
    assert not (tmp_path / "nowhere").exists()


async def test_whoever_waits_hears_of_every_table(tmp_path: Path) -> None:
    config, _, _ = await a_store(tmp_path)
    file, done = tmp_path / "tables.jsonl", list[int]()
    await rows(config, done.append)
    await export(config, [], file, None, done.append)
    await bring_in(Config(store=str(tmp_path / "other.db")), file, done.append)
    assert done == [1] * 6
