"""Somebody sets the date, or another process has another one: what waits, waits as long as was said, and no longer."""

import pytest

from piggery.table import wire
from piggery.table.events import Moved, load
from test_proofs import World
from test_table_machine import Guest as Reader

HOUR, PACE, WAIT = 3_600_000, 700, 30
JUMPS = pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forward"])


async def with_a_bots_turn() -> World:
    """Ada, who is the host, has begun a game; the bot has the turn."""
    world = await World(pace=PACE).loaded()
    live = world.lives[0]
    live.timed = False  # `go_on` is called here, and does what is due
    live.join(Reader("host", 0))
    await live.ask("host", wire.Start(1))
    return world


def made(world: World) -> int:
    return sum(isinstance(load(entry.text), Moved) for entry in world.store.log)


@JUMPS
async def test_a_bot_moves_in_time_whatever_happens_to_the_date(jump: int) -> None:
    world = await with_a_bots_turn()
    world.dates[0] += jump
    world.lives[0].changed()
    world.steady += PACE - 1
    await world.lives[0].go_on()
    assert made(world) == 0
    world.steady += 1
    await world.lives[0].go_on()
    assert made(world) == 1


@JUMPS
async def test_the_clock_of_a_turn_runs_as_long_as_was_said(jump: int) -> None:
    world = await World(clock=20).loaded()
    live = world.lives[0]
    live.timed = False
    live.join(Reader("host", 0))
    await live.ask("host", wire.Start(0))
    world.dates[0] += jump
    live.changed()
    for milliseconds, moves in ((19_999, 0), (1, 1)):
        world.steady += milliseconds
        await live.go_on()
        assert made(world) == moves


@JUMPS
async def test_somebody_who_is_away_is_waited_for_as_long_as_was_said(jump: int) -> None:
    world = await World(wait=WAIT).loaded()
    live = world.lives[0]
    live.timed = False
    ada = Reader("host", 0)
    live.join(ada)
    live.join(Reader("ben", 0))
    await live.ask("host", wire.Remove(1))
    await live.ask("ben", wire.Sit(1))
    live.presence_changed()
    await live.ask("host", wire.Start(0))
    live.leave(ada)
    world.dates[0] += jump
    for milliseconds, stand_in in ((1000 * WAIT - 1, False), (1, True)):
        world.steady += milliseconds
        await live.go_on()
        assert bool(live.table.chairs[0].stand_in) == stand_in


async def test_what_was_stored_with_a_date_in_the_future_is_waited_for_once() -> None:
    world = await with_a_bots_turn()
    late = world.process(0)
    world.dates[0] -= HOUR
    await late.load()
    late.timed = False
    late.join(Reader("host", 0))
    assert late.upcoming
    assert late.upcoming.at == world.steady + PACE
    world.steady += PACE
    await late.go_on()
    assert made(world) == 1


async def test_what_was_stored_long_ago_is_not_waited_for_again() -> None:
    world = await with_a_bots_turn()
    world.dates[0] += PACE // 2
    soon = world.process(0)
    await soon.load()
    soon.join(Reader("host", 0))
    assert soon.upcoming
    assert soon.upcoming.at == world.steady + PACE - PACE // 2
    world.dates[0] += HOUR
    now = world.process(0)
    await now.load()
    now.join(Reader("host", 0))
    assert now.upcoming
    assert now.upcoming.at <= world.steady


async def test_a_process_whose_date_is_ahead_leaves_time_at_a_table_that_another_one_serves() -> None:
    world = await with_a_bots_turn()
    world.dates[0] += HOUR
    late = world.process(0)
    await late.load(served=True)
    late.join(Reader("host", 0))
    assert late.upcoming
    assert late.upcoming.at == world.steady + PACE
