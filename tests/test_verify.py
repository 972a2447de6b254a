"""What `verify` says of a fair deal: its seal, who stirred, who starts, and the cards that somebody saw."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from commands import fails, piggery
from piggery.core.chance import commitment, fair, starter
from piggery.core.game import Game, new_game
from piggery.core.record import Record, Settled, dump, load
from piggery.core.verify import NOTHING, Seen, verify
from piggery.engine.bags import cards_in
from piggery.errors import BadRecord, Refused
from piggery.table import door, events, wire
from piggery.table.decisions import Luck, Requester, begin, by_itself, decide, opening, raced
from piggery.table.events import Event
from piggery.table.state import Table
from piggery.table.upcoming import AutoAction
from piggery.words import say

SECRET = bytes(range(32))
SEAL = commitment(SECRET)
NAMES = ("Ada", "Ben", "Cleo")


def dealt(starter: Settled = "chance", first: int | None = None, nonces: Sequence[str] = ("oink", "", "")) -> Record:
    """A deal and one move."""
    record = new_game("pig10", NAMES, first, cards=fair(nonces, SECRET))
    game = Game(replace(record, starter=starter))
    game.deal()
    game.play(game.turn, game.moves()[0])
    return game.record


def other(record: Record) -> int:
    """A seat that does not start."""
    return (record.first + 1) % len(NAMES)


def told(record: Record, seen: Seen = NOTHING) -> list[str]:
    return [line.key for line in verify(record, seen)]


# Who starts


def by_the_book(among: int) -> int:
    """Who starts as docs/fairness.md describes it, written a second time; the nonces are oink and two empty ones."""
    seed = hmac.new(SECRET, b'["piggery-starter-1","oink","",""]', hashlib.sha256).digest()
    block = hashlib.sha256(seed + bytes(4)).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    return next(word for word in words if word < 2**32 // among * among) % among


def test_who_starts_is_the_one_that_is_documented() -> None:
    assert starter(SECRET, ["oink", "", ""], range(3)) == by_the_book(3)
    assert starter(SECRET, ["oink", "", ""], [0, 2]) == [0, 2][by_the_book(2)]


def test_chance_lets_somebody_start_as_the_seal_says() -> None:
    record = load(dump(dealt()))
    assert (record.starter, record.first) == ("chance", by_the_book(3))
    assert "verify.starter.chance" in told(record)


def test_a_starter_that_does_not_follow_from_the_seal_is_found_out() -> None:
    record = dealt()
    moved = dealt(first=other(record))
    with pytest.raises(BadRecord, match=f"{NAMES[moved.first]} started, but the secret gives {NAMES[record.first]}"):
        verify(moved)


@pytest.mark.parametrize("how", ["host", "race", "vote", "turn"])
def test_where_people_settle_who_starts_there_is_nothing_to_check(how: Settled) -> None:
    assert "verify.starter.settled" in told(load(dump(dealt(how, first=1))))


def test_equals_are_told_apart_by_the_seal() -> None:
    first = starter(SECRET, ["oink", "", ""], [0, 2])
    record = replace(dealt("vote", first=first), among=(0, 2))
    assert "verify.starter.chance" in told(load(dump(record)))
    with pytest.raises(BadRecord, match="but the secret gives"):
        verify(replace(dealt("vote", first=2 - first), among=(0, 2)))


def test_a_record_that_does_not_say_how_it_was_settled_is_read_and_that_is_said() -> None:
    record = dealt("", first=1)
    assert "starter" not in json.loads(dump(record))
    assert "verify.starter.unknown" in told(load(dump(record)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"starter": "luck"},
        {"starter": 1},
        {"starter": "vote", "among": [2, 1]},
        {"starter": "vote", "among": [0, 2]},
        {"starter": "vote", "among": [1, 3]},
        {"starter": "vote", "among": [True, 2]},
        {"starter": "vote", "among": "12"},
        {"starter": "host", "among": [1, 2]},
        {"among": [1, 2]},
    ],
)
def test_nonsense_about_who_starts_is_refused(wrong: dict[str, object]) -> None:
    fields = json.loads(dump(dealt("", first=1))) | wrong
    with pytest.raises(BadRecord, match="has the wrong form"):
        load(json.dumps(fields))


# How a table settles it


def gathered(starter: wire.Starter, bots: int = 0) -> Table:
    """Three at a table, the bots last, and how they settle it."""
    table, luck = Table("QXZ4BW"), Luck(secret=lambda: SECRET)
    chosen = wire.Settings(game="pig10", seats=3, starter=starter, own_names=True)
    happened(table, opening(door.OpenTable(chosen, name="Ada"), "key 0", luck))
    for _ in range(bots):
        happened(table, decide(table, Requester("key 0", 0, True), wire.Bot("greedy"), luck, 0))
    for seat in range(1 + bots, 3):
        sit = wire.Sit(name=NAMES[seat], nonce="oink")
        happened(table, decide(table, Requester(f"key {seat}", -1, False), sit, luck, 0))
    return table


def happened(table: Table, found: list[Event]) -> None:
    for event in found:
        table.apply(events.load(events.dump(event)), 0)


def asked(table: Table, seat: int, ask: wire.Start | wire.Vote) -> None:
    happened(table, decide(table, Requester(f"key {seat}", seat, seat == 0), ask, Luck(), 0))


def settled(table: Table) -> tuple[str, tuple[int, ...], str]:
    """How the record of the game says it was settled, among whom, and what `verify` says to it."""
    record = table.current.record
    return record.starter, record.among, next(key for key in told(record) if key.startswith("verify.starter"))


def test_a_table_where_chance_decides_says_so() -> None:
    table = gathered("chance")
    asked(table, 0, wire.Start())
    assert settled(table) == ("chance", (), "verify.starter.chance")


def test_a_table_where_the_host_names_somebody_says_so() -> None:
    table = gathered("host")
    asked(table, 0, wire.Start(first=2))
    assert settled(table) == ("host", (), "verify.starter.settled")


def test_somebody_alone_who_wants_to_start_does_so_by_their_own_choice() -> None:
    table = gathered("chance", bots=2)
    asked(table, 0, wire.Start(first=0))
    assert settled(table) == ("host", (), "verify.starter.settled")


def test_equals_of_a_vote_are_written_down_and_the_seal_decides() -> None:
    table = gathered("vote")
    asked(table, 0, wire.Start())
    for seat, choice in enumerate((1, 2, 0)):
        asked(table, seat, wire.Vote(choice))
    assert settled(table) == ("vote", (0, 1, 2), "verify.starter.chance")


def test_the_winner_of_a_vote_starts_and_chance_has_no_say() -> None:
    table = gathered("vote")
    asked(table, 0, wire.Start())
    for seat, choice in enumerate((2, 2, 0)):
        asked(table, seat, wire.Vote(choice))
    assert settled(table) == ("vote", (), "verify.starter.settled")
    assert table.current.record.first == 2


def test_equals_of_a_race_are_written_down_and_the_seal_decides() -> None:
    table = gathered("race")
    asked(table, 0, wire.Start())
    for seat, time in enumerate((900, 800, 800)):
        happened(table, raced(table, Requester(f"key {seat}", seat, False), time, 0))
    assert settled(table) == ("race", (1, 2), "verify.starter.chance")


def test_who_has_no_seat_any_more_has_not_counted() -> None:
    table = gathered("race")
    asked(table, 0, wire.Start())
    with pytest.raises(Refused) as refused:
        raced(table, Requester("key 9", -1, False), 900, 0)
    assert refused.value.code == "table.not_seated"


def test_a_race_that_nobody_finishes_is_left_to_chance() -> None:
    table = gathered("race")
    asked(table, 0, wire.Start())
    happened(table, by_itself(table, AutoAction("starter", -1, 0), Luck(), 0))
    assert settled(table) == ("chance", (), "verify.starter.chance")


def test_a_log_from_before_says_nothing_of_it() -> None:
    table = gathered("host")
    (started,) = begin(table, [1], 0, "host")
    assert isinstance(started, events.Started)
    happened(table, [events.Started(started.first, started.nonces, started.ply)])
    assert settled(table) == ("", (), "verify.starter.unknown")


# Who stirred


def test_who_stirred_is_told_by_name() -> None:
    (line,) = [line for line in verify(dealt(nonces=("oink", "", "moo"))) if line.key == "verify.stirred"]
    assert say(line) == "Helped shuffle: Ada and Cleo."


def test_the_same_nonce_twice_is_one_entry_of_the_log() -> None:
    table = gathered("chance")
    again = decide(table, Requester("key 1", 1, False), wire.Stir("oink"), Luck(), 0)
    other = decide(table, Requester("key 1", 1, False), wire.Stir("moo"), Luck(), 0)
    assert (again, other) == ([], [events.Stirred(1, "moo")])


def test_that_nobody_stirred_is_said() -> None:
    assert "verify.unstirred" in told(dealt(nonces=("", "", "")))


def test_a_deal_that_people_have_not_stirred_claims_no_stirring(home: Path) -> None:
    done = piggery("play", "pig10", "--plain", "--people", "0", "--players", "2")
    (kept,) = home.glob("*.json")
    assert done.returncode == 0
    assert "Nobody helped shuffle" in piggery("verify", str(kept)).stdout


def test_who_stirs_at_the_keyboard_settles_with_that_who_starts(home: Path) -> None:
    piggery(
        "play", "pig10", "--plain", "--shake", "--people", "1", "--players", "2", "--names", "Ada", typed="oink\nq\n"
    )
    (kept,) = home.glob("*.json")
    record = load(kept.read_text(encoding="utf-8"))
    assert record.cards["nonces"] == ["oink", ""]
    assert "Helped shuffle: Ada." in piggery("verify", str(kept)).stdout
    assert "verify.starter.chance" in told(record)


# Which seal


def test_a_seal_that_was_seen_is_compared() -> None:
    assert told(dealt(), Seen(seal=SEAL))[1] == "verify.seal"
    with pytest.raises(BadRecord, match="is not the one that was seen before the first card"):
        verify(dealt(), Seen(seal=commitment(bytes(32))))


def test_without_one_it_is_said_that_the_record_only_agrees_with_itself() -> None:
    line = verify(dealt())[1]
    assert line.key == "verify.commitment"
    assert "only shows that the record agrees with itself" in say(line)


def test_a_deal_without_a_seal_has_none_to_compare() -> None:
    with pytest.raises(BadRecord, match="no seal that could be compared"):
        verify(Game(new_game("pig10", NAMES, seed=1)).record, Seen(seal=SEAL))


@pytest.mark.parametrize("seal", [SEAL, SEAL.upper(), SEAL[:16], f"{SEAL[:16]}…"])
def test_the_command_takes_a_seal_as_a_screen_shows_it(tmp_path: Path, seal: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(dump(dealt()), encoding="utf-8")
    assert "matches the seal that was seen" in piggery("verify", str(file), "--seal", seal).stdout


@pytest.mark.parametrize(
    ("seal", "sentence"),
    [("ab" * 32, "is not the one that was seen"), (SEAL[:15], "at least its first 16"), ("oink" * 9, "is not a seal")],
)
def test_the_command_fails_with_another_seal_and_with_none_at_all(tmp_path: Path, seal: str, sentence: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(dump(dealt()), encoding="utf-8")
    assert sentence in fails("verify", str(file), "--seal", seal)


# What a player saw


def hand(record: Record, seat: int) -> list[str]:
    """What a seat held after the deal."""
    state = Game(replace(record, plies=record.plies[:1])).state
    return [record.rules.names[card] for card in cards_in(state.hands[seat])]


def test_the_hands_that_somebody_saw_must_be_those_of_the_record() -> None:
    record = dealt()
    mine = hand(record, 1)
    assert "verify.hands" in told(record, Seen(seat=1, hands=[(1, mine)]))
    for hands in ([(1, mine[1:])], [(1, mine), (9, mine)]):
        with pytest.raises(BadRecord, match="you saw other cards in your hand"):
            verify(record, Seen(seat=1, hands=hands))


def test_another_deal_from_the_same_seal_is_found_out_by_whoever_saw_their_hand() -> None:
    """A server that dealt other cards than the seal gives can write a faultless record; it is not of this game."""
    record, mine = dealt(nonces=("oink", "moo", "")), hand(dealt(nonces=("oink", "other", "")), 1)
    assert "verify.seal" in told(record, Seen(seal=SEAL))
    with pytest.raises(BadRecord, match="you saw other cards in your hand"):
        verify(record, Seen(seal=SEAL, seat=1, hands=[(1, mine)]))


def test_what_somebody_stirred_in_must_be_there() -> None:
    assert "verify.stirred" in told(dealt(), Seen(seat=0, nonce="oink"))
    with pytest.raises(BadRecord, match="your own part in the shuffle is missing"):
        verify(dealt(), Seen(seat=0, nonce="moo"))
