"""Some seconds of a hostile hour, and what the benchmarks of load say of what they saw."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from attacks import BY_NAME
from collapse import gave_way
from crowd import Seen, address
from hostile import TABLES as OTHERS
from hostile import Told, hour, sums, wrong

SECONDS, TABLES = 2.0, 1


@pytest.mark.process
def test_while_fifty_addresses_are_hostile_others_play_on_and_the_log_says_nothing(tmp_path: Path) -> None:
    told = hour(tmp_path, SECONDS, tables=TABLES)
    assert told.complaints == []
    assert {line for line in told.log if not line.startswith("info: ")} == set()
    assert told.during.tables == TABLES
    assert told.during.moves
    assert len(told.during.took) == told.during.moves  # each was seen
    assert any(name.startswith("refusals_total") for name in told.figures)


def test_a_server_that_stands_still_or_complains_has_not_passed() -> None:
    well = Told(Seen(), Seen(OTHERS, 10 * OTHERS, 0, 0, 0.0, [0.01] * 10), Counter(), Counter(), [], {}, 0.1)
    assert wrong(well, 10.0) == []
    assert "moves were made" in wrong(replace(well, during=Seen(OTHERS, 3)), 10.0)[0]
    assert "at p99" in wrong(replace(well, during=replace(well.during, took=[0.2] * 10)), 10.0)[0]
    assert "warning: oink" in wrong(replace(well, log=Counter({"warning: oink": 1, "info: open": 1})), 10.0)[0]


def test_every_attack_has_a_name_of_its_own() -> None:
    assert {"junk", "hellos", "halves", "deaf"} < set(BY_NAME)


def test_every_far_table_has_an_address_of_its_own_on_this_machine() -> None:
    addresses = [address(number) for number in range(70_000)]
    assert len(set(addresses)) == len(addresses)
    assert all(max(map(int, one.split("."))) < 256 and one.startswith("127.") for one in addresses)


def test_what_gave_way_is_named() -> None:
    busy = {"servers": 0.95, "database": 0.0, "drivers": 0.3, "others": 0.1}
    assert "the core that a process has (servers 95 %, drivers 30 %, others 10 % of one)" in gave_way(busy, 1, 2)
    assert "the machine" in gave_way({**busy, "others": 0.8}, 2, 2)
    assert "the store" in gave_way(busy, 2, 2)


def test_several_drivers_are_added_up() -> None:
    seen = Seen(1, 2, 8, 0, 0.5, [0.1, 0.3]) + Seen(1, 2, 8, 1, 0.5, [0.2, 0.4])
    assert seen == Seen(2, 4, 16, 1, 1.0, [0.1, 0.3, 0.2, 0.4])
    assert seen.part(0.5) == 300
    assert seen.part(0.99) == 400
    assert Seen().part(0.99) == 0


def test_what_a_server_counted_is_read_but_for_what_is_zero() -> None:
    text = (
        '# HELP piggery_busy\npiggery_busy 0.0\npiggery_refusals_total{code="wire.shape"} 3.0\nprocess_open_fds 7.0\n'
    )
    assert sums(text) == {'refusals_total{code="wire.shape"}': 3}
