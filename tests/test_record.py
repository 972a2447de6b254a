"""Records: written, read, and refused at the first thing that is wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

import pytest

from piggery.core.game import Game
from piggery.core.record import Record, Seat, dump, final, load, sheet
from piggery.errors import BadOption, BadRecord, PiggeryError
from piggery.games.checks import scores
from piggery.games.contract import Options
from piggery.games.registry import game_type
from piggery.terminal.local import last_left
from piggery.terminal.saves import new_path, read, save

GOLDEN = Path(__file__).parent / "golden"
SEAT = "a name has 1 to 40 printable characters, and a seat has a name and a player"


class Written(TypedDict, total=False):
    piggery: int
    options: Options
    deck: dict[str, int]
    first: int
    scores: list[int]
    plies: list[str]


def golden(name: str = "pig10-two") -> Written:
    fields: Written = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return fields


def refused(fields: object) -> str:
    with pytest.raises(PiggeryError) as caught:
        load(json.dumps(fields))
    return str(caught.value)


def test_a_record_is_one_json_object_that_says_everything() -> None:
    fields = golden("truie-three")
    assert list(fields) == [
        "piggery", "game", "rules", "options", "deck", "seats", "first", "cards", "scores", "plies",
    ]  # fmt: skip
    assert fields["piggery"] == 1
    assert fields["options"] == {"rounds": 2, "lucky": "wild", "grunting": "call", "last_card": "ends"}
    assert fields["plies"][0].startswith("- ")


def test_a_truncated_record_is_refused_saying_where() -> None:
    text = (GOLDEN / "pig10-two.json").read_text(encoding="utf-8")
    for end in range(0, len(text) - 2, 97):
        with pytest.raises(BadRecord, match=r"line \d+, column \d+: this is not complete JSON"):
            load(text[:end])


def test_an_edited_move_is_refused_at_its_ply() -> None:
    fields = golden()
    fields["plies"][7] = "9=3 1"
    assert refused(fields).startswith("ply 7, “9=3 1”: ")


def test_an_edited_card_is_refused_at_its_ply() -> None:
    fields = golden()
    fields["plies"][0] = "- 10 10 10 10 10 10"
    assert refused(fields) == "ply 0, “- 10 10 10 10 10 10”: card 10 is not in the draw pile"


def test_a_ply_left_out_is_refused_at_the_first_that_does_not_follow() -> None:
    fields = golden()
    del fields["plies"][3]
    assert refused(fields).startswith("ply ")


def test_a_ply_after_the_end_is_refused() -> None:
    fields = golden()
    fields["plies"].append("4=4")
    assert refused(fields) == "ply 81, “4=4”: the game is over"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"piggery": True}, "record format “True” is not known; this is format 1"),
        ({"piggery": 2}, "record format “2” is not known; this is format 1"),
        ({"game": "poker"}, "“poker” is not a game"),
        ({"game": ["pig10"]}, "“pig10” is not a game"),
        ({"rules": 9}, "rules version “9” is not known; this is version 1"),
        ({"options": {"rounds": 3}}, "pig10 has no options, so no “rounds”"),
        ({"options": []}, "“options” has the wrong form"),
        ({"deck": {"F": 3}}, "“F” is not a card"),
        ({"deck": {"4": 16}}, "“16” copies of card 4; there can be 0 to 15"),
        ({"deck": {"4": True}}, "“True” copies of card 4; there can be 0 to 15"),
        ({"first": 2}, "“2” is not a seat that can start; seats go from 0 to 1"),
        ({"first": "0"}, "“0” is not a seat that can start; seats go from 0 to 1"),
        ({"seats": []}, "“0” is not a possible number of players; from 2 to 8 can play"),
        ({"seats": [{"name": "", "player": "person"}] * 2}, SEAT),
        ({"seats": [{"name": "x" * 41, "player": "person"}] * 2}, SEAT),
        ({"seats": [{"name": "\x1b[31mEve", "player": "person"}] * 2}, SEAT),
        ({"seats": [{"name": 3, "player": "person"}] * 2}, SEAT),
        ({"seats": ["Ada", "Ben"]}, SEAT),
        ({"seats": 2}, "“seats” has the wrong form"),
        ({"cards": "fair"}, "“cards” does not say where the cards came from"),
        ({"cards": {"from": "heaven"}}, "“cards” does not say where the cards came from"),
        ({"cards": {"from": "fair"}}, "“cards” does not say where the cards came from"),
        ({"cards": {"from": "seed", "seed": "1", "secret": "00"}}, "“cards” does not say where the cards came from"),
        ({"cards": {"from": "deck", "order": ["x"]}}, "“x” is not a card"),
        ({"plies": []}, "the scores written down are not those of the game"),
        ({"plies": "none"}, "“plies” has the wrong form"),
        ({"plies": [1]}, "“plies” has the wrong form"),
        ({"date": 3}, "“date” has the wrong form"),
        ({"scores": [1, 2]}, "the scores written down are not those of the game"),
        ({"colour": "pink"}, "“colour” does not belong in a record"),
    ],
)
def test_what_is_wrong_is_said(change: dict[str, object], sentence: str) -> None:
    assert refused({**golden(), **change}) == sentence


def test_what_is_missing_is_said() -> None:
    fields = golden()
    del fields["first"]
    assert refused(fields) == "“first” is missing"


@pytest.mark.parametrize("text", ["[]", "3", "null", '"pig10"'])
def test_other_json_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord, match="a record is a JSON object"):
        load(text)


def test_a_key_that_is_there_twice_is_refused() -> None:
    with pytest.raises(BadRecord, match="“first” appears twice"):
        load(json.dumps(golden())[:-1] + ', "first": 0}')


def test_a_number_without_end_is_no_record() -> None:
    with pytest.raises(BadRecord, match="not complete JSON"):
        load('{"piggery": ' + "1" * 5000 + "}")


def test_a_file_that_starts_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "notepad.json"
    path.write_text("\ufeff" + json.dumps(golden()), encoding="utf-8")
    assert read(path).rules.name == "pig10"


def test_json_nested_without_end_is_no_record() -> None:
    with pytest.raises(BadRecord):
        load("[" * 100_000)


def test_a_binary_file_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="this file is not text"):
        read(path)


def test_a_game_with_real_cards_can_be_written_down() -> None:
    record = Record(
        rules=game_type("pig10"),
        seats=(Seat("Ada"), Seat("Grandpa")),
        first=1,
        deck=game_type("pig10").standard,
        options={},
        cards={"from": "typed"},
        plies=("- 5 7 9 4 4 10", "9=9 1", "10=19 3"),
    )
    again = load(dump(record))
    assert again == record
    assert scores(again.rules, final(again)) == [0, 2]


def test_a_draw_that_was_broken_off_goes_on_later() -> None:
    text = dump(Game(load(json.dumps({**golden(), "scores": None, "plies": []}))).record)
    fields = json.loads(text)
    first = golden()["plies"][0].split(" ")
    fields["plies"] = [" ".join(first[:3]), " ".join(["-", *first[3:]])]
    assert final(load(json.dumps(fields))).turn == golden()["first"]


def test_a_sheet_has_the_points_of_every_round() -> None:
    record = load((GOLDEN / "truie-three.json").read_text(encoding="utf-8"))
    rounds = sheet(record)
    assert len(rounds) == 2
    assert [sum(points) for points in zip(*rounds, strict=True)] == golden("truie-three")["scores"]


def unfinished() -> Record:
    fields = golden()
    del fields["scores"]
    fields["plies"] = fields["plies"][:5]
    return load(json.dumps(fields))


def test_a_saved_game_is_found_again_and_a_finished_one_is_not(home: Path) -> None:
    assert last_left(typed=True) is None
    save(load(json.dumps(golden())), home / "over.json")
    assert last_left(typed=True) is None
    save(unfinished(), home / "left.json")
    assert last_left(typed=False) == (home / "left.json", unfinished())


def test_a_file_that_cannot_be_read_is_passed_over(home: Path) -> None:
    save(unfinished(), home / "left.json")
    (home / "broken.json").write_text("{", encoding="utf-8")
    strange = unfinished()
    save(replace(strange, seats=(Seat("Ada"), Seat("Hal", "skynet"))), home / "strange.json")
    found = last_left(typed=False)
    assert found
    assert found[0].name == "left.json"


def test_a_save_that_fails_leaves_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "left.json"
    save(unfinished(), path)
    before = path.read_text(encoding="utf-8")

    def full(*args: object, **kwargs: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="disk full"):
        save(load(json.dumps(golden())), path)
    assert path.read_text(encoding="utf-8") == before


def test_a_game_with_real_cards_is_gone_on_with_only_where_they_can_be_typed(home: Path) -> None:
    save(replace(unfinished(), cards={"from": "typed"}), home / "real.json")
    assert last_left(typed=False) is None
    assert last_left(typed=True)


def test_two_games_of_one_moment_get_two_names(home: Path) -> None:
    first = new_path(unfinished())
    save(unfinished(), first)
    assert new_path(unfinished()) != first


def test_a_game_that_cannot_be_dealt_is_refused() -> None:
    fields = {**golden(), "deck": dict.fromkeys(golden()["deck"], 0), "plies": []}
    del fields["scores"]
    with pytest.raises(BadOption, match="a deck of 0 cards is too small: 6 are dealt"):
        load(json.dumps(fields))
