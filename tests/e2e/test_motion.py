"""Cards move as cards do, for whoever wants to see it; and nobody ever waits for them."""

from typing import TypedDict

import pytest
from playwright.async_api import expect

from browsers import Wishes
from devices import Device, Devices
from e2e.tables import ONES, begun, first, nothing, opposite, seated, two, with_bots
from piggery.table.wire import View
from servers import Server

PIGMAIDS = {"5": 15}  # a five, and five more is ten
MOVING: Wishes = {"reduced_motion": "no-preference"}
STILL: Wishes = {"reduced_motion": "reduce"}
# Every animation of a card has a name that says where the card goes. It is told, and stops where it begins.
RECORD = """
  globalThis.flights = [];
  const middleOf = (place) => {
    const { x = 0, y = 0, width = 0, height = 0 } = place?.getBoundingClientRect() ?? {};
    return [x + width / 2, y + height / 2];
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const started = animate.call(this, frames, how);
    if (!how.id) return started;
    started.pause();
    started.currentTime = started.effect.getComputedTiming().endTime;
    const end = middleOf(this);
    started.currentTime = 0;
    const begin = middleOf(this);
    const place = middleOf(document.querySelector(`[data-place="${how.id.split(" to ")[1]}"]`));
    flights.push({ name: how.id, begin, end, place, started });
    return started;
  };
"""
SHOUTS = """
  globalThis.shouted = false;
  new MutationObserver(() => (shouted ||= !!document.querySelector(".shout"))).observe(document, {
    childList: true, subtree: true,
  });
"""
GONE = "() => shouted && !document.querySelector('.shout')"
TOLD = "() => flights.map(({ started, ...told }) => told)"
ARRIVE = "() => flights.forEach(({ started }) => started.finish())"
COPIES = "body > span[aria-hidden]"


class Flight(TypedDict):
    name: str  # what becomes of the card, and where it goes
    begin: tuple[float, float]  # its middle when it sets out
    end: tuple[float, float]  # … and when it has arrived
    place: tuple[float, float]  # the middle of where it goes


async def flights(device: Device, name: str = "") -> list[Flight]:
    found: list[Flight] = await device.page.evaluate(TOLD)
    return [one for one in found if one["name"].startswith(name)]


async def recorded(devices: Devices, wishes: Wishes) -> Device:
    device = await devices.phone(**wishes)
    await device.page.add_init_script(RECORD + SHOUTS)
    return device


def ten(view: View) -> str:
    """Somebody who shouts “PIG 10!” when they can."""
    return next((choice.move for choice in view.moves if choice.value == 10), first(view))


async def lay(device: Device, link: str) -> None:
    """Somebody sits down and lays the first card of a game."""
    player = await (await seated(device, link)).turn()
    await player.lift(0)
    await player.tap(player.ways.first)


async def lose_a_pile(device: Device, link: str) -> None:
    """A five is laid, and by somebody else another one: the pile was shown, and is gone."""
    await lay(device, link)
    await device.page.wait_for_function(GONE)


async def test_a_won_pile_goes_to_the_seat_of_its_winner(devices: Devices, server: Server) -> None:
    device = await recorded(devices, MOVING)
    async with opposite(server, two(deck=PIGMAIDS), ten, begins=1) as (link, _):
        await lose_a_pile(device, link)
    pile = await flights(device, "won to seat 0")
    assert len(pile) == 2
    for one in pile:
        assert one["end"] == pytest.approx(one["place"], abs=1)


async def test_a_card_goes_from_the_hand_to_the_middle_and_another_is_drawn(devices: Devices, server: Server) -> None:
    device = await recorded(devices, MOVING)
    async with opposite(server, two(deck=PIGMAIDS), nothing, begins=1) as (link, _):
        await lay(device, link)
        await expect(device.at(".pile .card")).to_have_count(1)
    found = [one["name"] for one in await flights(device)]
    assert found == ["drawn to seat 0", *["dealt to hand"] * 3, "laid to middle", "dealt to hand"]


async def test_nothing_flies_once_it_has_arrived(devices: Devices, server: Server) -> None:
    device = await recorded(devices, MOVING)
    async with opposite(server, two(deck=PIGMAIDS), nothing, begins=1) as (link, _):
        await lay(device, link)
        await expect(device.at(".pile .card")).to_have_count(1)
        assert await device.at(COPIES).count() > 0
        await device.page.evaluate(ARRIVE)
        await expect(device.at(COPIES)).to_have_count(0)


async def test_a_card_sets_out_from_where_it_was_lifted(devices: Devices, server: Server) -> None:
    device = await recorded(devices, MOVING)
    async with opposite(server, two(deck=PIGMAIDS), nothing, begins=1) as (link, _):
        player = await (await seated(device, link)).turn()
        await player.lift(1)
        await device.page.evaluate(ARRIVE)
        await device.settle()
        box = await device.at(".hand .card").nth(1).bounding_box()
        await player.tap(player.ways.first)
        await expect(device.at(".pile .card")).to_have_count(1)
    (laid,) = await flights(device, "laid to middle")
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert laid["begin"] == pytest.approx(middle, abs=2)


async def test_nothing_flies_over_the_next_page(devices: Devices, server: Server) -> None:
    device = await recorded(devices, MOVING)
    async with opposite(server, two(deck=PIGMAIDS), nothing, begins=1) as (link, _):
        await lay(device, link)
        await expect(device.at(".pile .card")).to_have_count(1)
        assert await device.at(COPIES).count() > 0
        await device.tap(device.link("page.home"))
        await expect(device.game("pig10")).to_be_visible()
        await expect(device.at(COPIES)).to_have_count(0)


async def test_nothing_moves_for_whoever_asks_for_less_motion(devices: Devices, server: Server) -> None:
    device = await recorded(devices, STILL)
    async with opposite(server, two(deck=PIGMAIDS), ten, begins=1) as (link, _):
        await lose_a_pile(device, link)
    assert await flights(device) == []


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_card_can_be_tapped_while_it_is_dealt(devices: Devices, server: Server, game: str) -> None:
    device = await recorded(devices, MOVING)
    player = await begun(device, await with_bots(server, game=game, deck=ONES, pace=10_000))
    dealt = len(await flights(device, "dealt to hand"))
    assert dealt == await device.hand.count()
    await player.lift(dealt - 1)
