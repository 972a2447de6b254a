"""Games begun under older rules play on by them: records, saved games, tables, pages and links of version 1 of truie.

The files in written_before/version_1/ were made by the program when those were its rules, and are never written again.
In each unfinished one Ada is to move after a hog, holds a 2 and a dung heap, and can hand the heap to Ben with the 2:
that was her last card, and she draws ten for it, where by today's rules the round would be over.
"""

import base64
import json
import shutil
import zlib
from pathlib import Path

import pytest

from piggery.core.record import Record, dump, final, load, replay
from piggery.core.verify import verify
from piggery.games.checks import older_options
from piggery.games.registry import game_type
from piggery.server.config import Config
from piggery.server.lobby import Lobby
from piggery.server.shelf import bring_in
from piggery.server.store import SQLiteStore
from piggery.table import door, events, wire
from piggery.table.decisions import Luck, Requester, decide, opening
from piggery.table.identity import key_of
from piggery.table.state import Table
from piggery.terminal.local import Keyboard, LocalTable
from test_browser import Tablet

FOLDER = Path(__file__).parent / "written_before" / "version_1"
TRUIE = game_type("truie")
LAST = "2>1"


def read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def drew_for_the_last_card(record: Record) -> bool:
    """Whether somebody drew for a hog after their last card, in the same round."""
    return any(
        ply.laid and ply.before.demand and ply.laid.due and not ply.laid.hands[ply.before.turn] and ply.draws  # type: ignore[attr-defined]
        for ply in replay(record)
    )


def test_an_older_record_says_by_which_rule_it_was_played() -> None:
    record = load(read("finished.json"))
    assert json.loads(read("finished.json"))["rules"] == 1
    assert record.options["last_card"] == "draws"
    assert TRUIE.over(final(record))
    assert drew_for_the_last_card(record)
    assert verify(record)


def test_written_again_it_is_of_todays_version_and_the_same_game() -> None:
    record = load(read("finished.json"))
    again = dump(record)
    assert json.loads(again)["rules"] == TRUIE.version
    assert load(again) == record


@pytest.mark.parametrize("name", ["truie-three", "truie-six-copy"])
def test_an_older_golden_game_goes_through_the_same_positions(name: str) -> None:
    record = load(read(f"{name}.json"))
    positions = [record.rules.position_text(ply.after) for ply in replay(record)]
    assert positions == read(f"{name}.txt").splitlines()


def test_a_link_of_version_1_is_read() -> None:
    packed = read("link.txt").strip()
    record = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS).decode()
    assert load(record) == load(read("finished.json"))


def drawn_ten(table: Table) -> None:
    state = table.current.state
    assert (TRUIE.rounds_over(state), state.held[0]) == (0, 10)


async def test_an_older_saved_game_is_gone_on_with(tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / "left.json", tmp_path / "left.json"))
    local = LocalTable(load(path.read_text(encoding="utf-8")), path)
    await local.play(0, LAST)
    drawn_ten(local.live.table)
    assert load(path.read_text(encoding="utf-8")).options["last_card"] == "draws"


async def test_an_older_table_is_gone_on_with(tmp_path: Path) -> None:
    config = Config(store=str(tmp_path / "new.db"))
    await bring_in(config, FOLDER / "tables.jsonl")
    ((code, token),) = json.loads(read("tokens.json")).items()
    lobby = Lobby(config, SQLiteStore(tmp_path / "new.db"))
    await lobby.open()
    try:
        live = await lobby.find(code)
        live.join(Keyboard(key_of(token)))
        assert live.table.settings.options == {"rounds": 2, "last_card": "draws"}
        await live.ask(key_of(token), wire.Play(ply=live.table.ply, move=LAST))
        drawn_ten(live.table)
    finally:
        await lobby.close()


async def test_the_older_log_of_a_page_is_gone_on_with() -> None:
    drawer = json.loads(read("device.json"))
    (code,) = drawer
    tablet = Tablet(drawer)
    await tablet.look(code, 0)
    await tablet.ask(code, type="play", ply=tablet.game["ply"], move=LAST)
    assert tablet.game["held"][0] == 10


async def test_a_table_opened_today_is_understood_by_todays_rules(tablet: Tablet) -> None:
    code = await tablet.gather({"settings": {"game": "truie", "pace": 0}, "people": ["Ada", "Ben"]})
    opened = json.loads(tablet.drawer[code][0][1])
    assert opened["rules"] == TRUIE.version
    assert "last_card" not in tablet.view["table"]["settings"]["options"]


def test_settings_that_were_changed_under_older_rules_hold_as_they_did() -> None:
    table = Table("QXZ4BW")
    for text in (
        '{"type":"opened","settings":{"game":"pig10"},"host":"x"}',
        '{"type":"changed","settings":{"game":"truie","options":{"rounds":2}}}',
    ):
        table.apply(events.load(text.encode()), 0)
    assert table.settings.options == {"rounds": 2, "last_card": "draws"}


def test_settings_that_are_changed_today_say_by_which_rules() -> None:
    table = Table("QXZ4BW")
    for event in opening(door.OpenTable(), "host", Luck()):
        table.apply(event, 0)
    (changed,) = decide(table, Requester("host", 0, True), wire.Set(wire.Settings(game="truie")), Luck(), 0)
    assert isinstance(changed, events.Changed)
    assert changed.rules == TRUIE.version
    table.apply(changed, 0)
    assert "last_card" not in table.settings.options


@pytest.fixture
def tablet() -> Tablet:
    return Tablet()


def test_what_an_older_version_says_itself_holds() -> None:
    assert older_options(TRUIE, 1, {"last_card": "ends"}) == {"last_card": "ends"}
    assert older_options(TRUIE, TRUIE.version, {"lucky": "copy"}) == {"lucky": "copy"}


@pytest.mark.parametrize("version", [0, 3, "1", True, 1.0, None])
def test_an_unknown_version_of_the_rules_is_refused(version: object) -> None:
    fields = json.loads(read("finished.json")) | {"rules": version}
    with pytest.raises(ValueError, match="rules version"):
        load(json.dumps(fields))
