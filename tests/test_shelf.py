"""`piggery games`: what a server keeps, listed, taken out, put in elsewhere, thrown away."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands import fails, piggery
from house import house
from messages import game_in
from piggery.cli.main import app
from piggery.core.record import load
from piggery.core.verify import verify
from piggery.errors import BadOption, PiggeryError, system_line
from piggery.server.backup import back_up
from piggery.server.config import Config
from piggery.server.shelf import bring_in, export, rows, throw_away
from piggery.server.store import SQLiteStore
from piggery.words import say

GOLDEN = Path(__file__).parent / "golden"


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
    assert await export(config, [], file, tmp_path / "records") == (2, [])
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
    assert "verify.cards" in [found.key for found in verify(load(files[0].read_text()))]


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


DAMAGES = {
    "an entry that is not one": "UPDATE log SET entry = x'00ff' WHERE n = 2",
    "text where bytes should be": "UPDATE log SET entry = 'oink' WHERE n = 2",
    "an entry nested too deep": "UPDATE log SET entry = cast(printf('%.50000c', '[') AS BLOB) WHERE n = 2",
    "an entry that is missing": "DELETE FROM log WHERE n = 2",
    "no entry left": "DELETE FROM log WHERE n > 0",
    "an entry at no time": "UPDATE log SET at = 9007199254740991 WHERE n > 2",
    "an entry at some time": "UPDATE log SET at = 'soon' WHERE n = 2",
}


def changed(config: Config, question: str, **values: object) -> None:
    db = sqlite3.connect(config.path, isolation_level=None)
    db.execute(question, values)
    db.close()


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_table_is_listed_as_such_and_left_out_of_an_export(tmp_path: Path, damage: str) -> None:
    config, played, opened = await a_store(tmp_path)
    changed(config, f"{damage} AND code = :code", code=played)
    assert {row[0]: row[3] for row in await rows(config)} == {played: None, opened: 0}
    file = tmp_path / "tables.jsonl"
    assert await export(config, [], file, None) == (1, [played])
    assert await bring_in(Config(store=str(tmp_path / "other.db")), file) == (1, 0)


@pytest.mark.parametrize("date", [2**53 - 1, 2**63 - 1, -(2**63), "soon"])
async def test_a_date_that_no_calendar_has_is_listed_as_none(tmp_path: Path, date: int | str) -> None:
    config, played, _ = await a_store(tmp_path)
    changed(config, "UPDATE tables SET opened = :at, touched = :at WHERE code = :code", at=date, code=played)
    assert (played, "–", "–", 2) in await rows(config)


async def test_a_file_whose_pages_are_damaged_is_one_sentence(tmp_path: Path) -> None:
    config, _, _ = await a_store(tmp_path)
    with config.path.open("rb+") as file:
        file.seek(4096)
        file.write(b"oink" * 4096)
    with pytest.raises(OSError, match="the store failed") as failed:
        await rows(config)
    assert say(system_line(failed.value)) == f"{config.path}: the file is damaged"


def test_signs_that_steer_a_terminal_are_written_out(tmp_path: Path) -> None:
    config, played, _ = asyncio.run(a_store(tmp_path))
    changed(config, "UPDATE tables SET code = :new WHERE code = :code", new="\x1b[2J\u202e\n", code=played)
    listed = piggery("games", "list", "--store", config.store).stdout
    assert r"\x1b[2J\u202e\n  opened" in listed
    record = tmp_path / "record.json"
    record.write_text((GOLDEN / "pig10-two.json").read_text().replace('"pig10"', '"\\u001b[2J"', 1))
    assert r"\x1b[2J" in fails("replay", str(record))


def a_line(at: object, name: str = "Ada", *more: object) -> bytes:
    """An export of one table, where somebody sat down."""
    opened = {"type": "opened", "settings": {}, "host": "0"}
    sat = {"type": "sat", "seat": 0, "name": name}
    entries = [[at, event] for event in (opened, sat, *more)]
    return json.dumps({"piggery_table": 1, "code": "QXZ4BW", "entries": entries}).encode()


STRANGE = {
    "nested too deep": b"[" * 100_000 + b"]" * 100_000,
    "nested too deep where the entries are": a_line(1).replace(b'{"type"', b"[" * 100_000 + b'{"type"', 1),
    "bytes": b"\x80\xff\x00" * 1000,
    "a database": b"SQLite format 3\x00\xfe\xfe",
    "the last number of JavaScript": a_line(2**53 - 1),
    "the year 10000": a_line(253_402_300_800_000),
    "a yes for a date": a_line(True),
    "a name that steers a terminal": a_line(1, "\x1b[2J"),
    "half a sign": a_line(1, "\ud800"),
    "nothing that happened": b'{"piggery_table": 1, "code": "QXZ4BW", "entries": []}',
    "a request by a name that steers a terminal": a_line(
        1, "Ada", {"type": "asked", "seat": 0, "name": "\x1b[31mX", "key": "1"}
    ),
    "cards of which nothing is known": a_line(1, "Ada", {"type": "supplied", "cards": {"from": "moon"}}),
    "bots that nobody knows": a_line(1, "Ada", {"type": "left", "seat": 0, "bot": "nobody"}),
    "more taken back than was played": a_line(1, "Ada", {"type": "takenback", "ply": -5}),
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_what_is_no_export_is_one_sentence_and_brings_nothing_in(tmp_path: Path, text: bytes) -> None:
    file, store = tmp_path / "tables.jsonl", str(tmp_path / "other.db")
    file.write_bytes(text)
    assert fails("games", "import", str(file), "--store", store) == "line 1 is not a table"
    assert piggery("games", "list", "--store", store).stdout == ""


def test_what_is_an_export_comes_in(tmp_path: Path) -> None:
    """What the strange ones are changed from."""
    file = tmp_path / "tables.jsonl"
    file.write_bytes(a_line(253_402_300_799_999))
    store = str(tmp_path / "other.db")
    assert piggery("games", "import", str(file), "--store", store).returncode == 0
    assert "QXZ4BW  opened 9999-12-31 23:59" in piggery("games", "list", "--store", store).stdout


async def test_whoever_waits_hears_of_every_table(tmp_path: Path) -> None:
    config, _, _ = await a_store(tmp_path)
    file, done = tmp_path / "tables.jsonl", list[int]()
    await rows(config, done.append)
    await export(config, [], file, None, done.append)
    await bring_in(Config(store=str(tmp_path / "other.db")), file, done.append)
    assert done == [1] * 6


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
async def test_nothing_is_written_over_a_store_or_what_belongs_to_it(tmp_path: Path, end: str) -> None:
    config, played, opened = await a_store(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(f"{config.path}{end}")
    for out in (Path(f"{config.path}{end}"), link):
        for write in (lambda out: export(config, [], out, None), lambda out: back_up(config, out)):
            with pytest.raises(BadOption) as refused:
                await write(out)
            assert refused.value.code == "shelf.in_use"
    assert {code for code, *_ in await rows(config)} == {played, opened}


async def test_an_export_that_fails_leaves_the_older_one_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, _, _ = await a_store(tmp_path)
    file = tmp_path / "tables.jsonl"
    await export(config, [], file, None)
    before = file.read_bytes()

    async def fail(*asked: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(SQLiteStore, "read", fail)
    with pytest.raises(OSError, match="gone"):
        await export(config, [], file, None)
    assert file.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"tables.db", "tables.jsonl"}


async def test_a_table_with_a_name_that_is_too_long_does_not_come_in(tmp_path: Path) -> None:
    config, played, _ = await a_store(tmp_path)
    file = tmp_path / "tables.jsonl"
    await export(config, [played], file, None)
    table = json.loads(file.read_text())
    table["entries"].append([1, {"type": "named", "seat": 0, "name": "x" * 41}])
    file.write_text(json.dumps(table))
    with pytest.raises(PiggeryError):
        await bring_in(Config(store=str(tmp_path / "other.db")), file)
