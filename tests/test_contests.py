"""Who starts, among people at devices of their own: what a program, a slow line or a slip is worth in a race."""

import pytest

from house import Guest, House
from messages import game_in
from piggery.core.chance import starter
from piggery.table.contests import LAST, LEAST, SLIP, Taps

ADA, BEN, EVE = "ada", "ben", "eve"


def counted(taps: Taps, key: str, each: int, race: int = 1, start: int = 5_000) -> int:
    """What it is worth to tap ten times, so many milliseconds apart."""
    return [taps.tap(key, race, number, start + (number - 1) * each) for number in range(1, LAST + 1)][-1]


def test_nobody_is_faster_than_a_person_can_be() -> None:
    taps = Taps()
    assert [counted(taps, key, each) for key, each in ((ADA, 200), (BEN, 0), (EVE, 1))] == [1800, LEAST, LEAST]


@pytest.mark.parametrize("each", [0, 1, LEAST // 9])
def test_all_who_are_faster_than_a_person_are_equals(each: int) -> None:
    taps = Taps()
    assert counted(taps, ADA, each) == counted(taps, BEN, 0) == LEAST


def test_a_slip_is_a_slip_at_any_speed() -> None:
    taps = Taps()
    assert [taps.tap(EVE, 1, number, 0) for number in (1, 2, 4)] == [0, 0, SLIP]
    assert taps.tap(BEN, 1, LAST, 0) == SLIP


def test_counting_again_from_one_is_timed_from_there_and_no_faster() -> None:
    taps = Taps()
    taps.tap(ADA, 1, 1, 0)
    assert counted(taps, ADA, 100, start=9_000) == 900
    assert counted(taps, ADA, 0, race=2) == LEAST


async def taps(guest: Guest) -> None:
    """All ten in one go, as a program sends them."""
    for number in range(1, LAST + 1):
        await guest.ask("tap", number=number)


def lucky_for(seat: int, nonces: list[str]) -> bytes:
    """A secret of a deal that lets this one of two seats start."""
    secrets = (bytes([number]) * 32 for number in range(256))
    return next(secret for secret in secrets if starter(secret, nonces, [0, 1]) == seat)


@pytest.mark.parametrize("lucky", [0, 1])
async def test_two_programs_are_equals_and_chance_decides(at_home: House, lucky: int) -> None:
    at_home.lobby.luck.secret = lambda: lucky_for(lucky, ["", "oink"])
    opened = await at_home.open(starter="race", seats=2)
    host = await at_home.guest(opened["code"], opened["token"])
    guest = await at_home.seated(opened["code"])
    await host.ask("start")
    for one in (host, guest):
        await one.view(lambda view: view["table"]["phase"] == "starter")
    await taps(host)
    await host.view(lambda view: view["table"]["chairs"][0]["race"] == LEAST)
    await taps(guest)
    view = await host.view(lambda view: bool(view["table"]["game"]))
    assert [chair["race"] for chair in view["table"]["chairs"]] == [LEAST, LEAST]
    assert game_in(view)["turn"] == lucky
