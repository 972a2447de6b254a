"""Several people pass one device round: nobody sees another's cards, and the right one is called."""

import json

import pytest
import pytest_asyncio
from playwright.async_api import expect

from devices import Device, Devices
from e2e.round import People, pass_round
from servers import Server

NAMES = ["Ada", "Ben", "Cleo"]
# Every hand that was ever drawn on the screen since, and whose it was.
WATCH = """() => {
  const look = () => {
    const hand = document.querySelector(".hand");
    if (hand) shownHands.add(hand.dataset.place);
  };
  globalThis.shownHands = new Set();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def people(devices: Devices, server: Server) -> People:
    return await pass_round(await devices.phone(), server.url, "truie", NAMES)


async def everything(device: Device) -> str:
    """All that stands in the page, seen or not, and all that is read out."""
    text: str = await device.page.evaluate("document.body.textContent")
    return text + await device.at("body").aria_snapshot()


async def shows_no_hand(people: People) -> None:
    device = people.device
    await expect(people.cover).to_be_visible()
    await expect(device.hand).to_have_count(0)
    await expect(device.at(".hand")).to_have_count(0)
    await expect(device.story).to_have_count(0)


async def test_the_cover_names_who_is_next_and_shows_no_card(people: People) -> None:
    name = await people.next()
    await people.draw()
    after = NAMES[(NAMES.index(name) + 1) % 3]
    assert await people.covered() == after
    await shows_no_hand(people)
    for other in NAMES:
        await expect(people.i_am(other)).to_have_count(1 if other == after else 0)
    await people.take(after)
    await expect(people.device.hand).to_have_count(7)


async def test_the_cover_does_not_tell_which_card_was_drawn(people: People) -> None:
    name = await people.next()
    await people.draw()
    await people.covered()
    drawn = people.device.say("story.draws_cards", player=name, cards="|").partition("|")[0]
    assert drawn not in await everything(people.device)


async def test_who_takes_the_device_never_sees_the_cards_of_the_one_before(people: People) -> None:
    name = await people.next()
    await people.draw()
    after = await people.covered()
    await people.device.page.evaluate(WATCH)
    await people.take(after)
    await expect(people.device.hand).to_have_count(7)
    assert after != name
    assert await people.device.page.evaluate("[...shownHands]") == [f"seat {NAMES.index(after)}"]


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_three_people_play_several_turns_in_order(devices: Devices, server: Server, game: str) -> None:
    people = await pass_round(await devices.phone(), server.url, game, NAMES)
    order = await people.play_turns(9)
    start = NAMES.index(order[0])
    assert order == [NAMES[(start + n) % 3] for n in range(9)]


async def test_a_move_taken_back_from_the_cover_gives_the_device_back(people: People) -> None:
    name = await people.next()
    hand = await people.cards()
    await people.draw()
    assert await people.covered() != name
    await people.tap(people.device.button("page.take_back"))
    await expect(people.i_am(name)).to_be_visible()
    await shows_no_hand(people)
    await people.take(name)
    assert await people.cards() == hand


async def test_a_reload_comes_back_covered_and_loses_nothing(people: People) -> None:
    await people.play_turns(2)
    name = await people.next()
    hand = await people.cards()
    await people.device.page.reload()
    assert await people.covered() == name
    await shows_no_hand(people)
    await people.take(name)
    assert await people.cards() == hand
    await people.play_turns(2)


async def settling(devices: Devices, server: Server, how: str) -> People:
    """People who have said how it is settled who starts, and see the cover."""
    device = await devices.phone()
    await device.visit(f"{server.url}/new/pig10")
    await device.page.evaluate("(names) => localStorage.setItem('piggery.names', names)", json.dumps(NAMES))
    await device.page.reload()
    await device.tap(device.big("page.pass"))
    await device.tap(device.at("form").get_by_text(device.say(f"page.starter.{how}"), exact=True))
    await device.tap(device.at("form").get_by_role("button", name=device.say("page.start"), exact=True))
    return People(device, NAMES)


async def test_who_starts_is_settled_by_a_race_in_turn(devices: Devices, server: Server) -> None:
    people = await settling(devices, server, "race")
    numbers = people.device.at(".race").get_by_role("button")
    for name, count in zip(NAMES, (10, 1, 1), strict=True):
        await people.tap(people.i_am(name))
        await expect(numbers).to_have_count(10)
        for n in range(count):
            await people.tap(numbers.get_by_text(str(n + 1 if count == 10 else 7), exact=True))
    await expect(people.cover.get_by_text(people.device.say("page.race_slip"))).to_have_count(2)
    assert await people.next() == NAMES[0]


async def test_who_starts_is_settled_by_a_vote_that_nobody_sees(devices: Devices, server: Server) -> None:
    people = await settling(devices, server, "vote")
    for name in NAMES:
        await people.tap(people.i_am(name))
        choices = people.device.at(".starter").get_by_role("button")
        await expect(choices).to_contain_text(NAMES)
        await people.tap(choices.nth(1))
    assert await people.next() == NAMES[1]


async def test_every_house_rule_and_the_deck_can_be_chosen_round_one_device(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(f"{server.url}/new/truie")
    await device.tap(device.big("page.pass"))
    for key in ("page.more_settings", "page.deck"):
        await device.tap(device.text(key))
    for key in ("page.rounds", "page.grunting", "page.lucky", "page.last_card"):
        await expect(device.group(key)).to_be_visible()
    await device.tap(device.group("page.lucky").get_by_role("button").last)
    farmers = device.group("truie.name.F")
    fewer = farmers.get_by_role("button", name=device.say("page.fewer"))
    while await fewer.is_enabled():
        await device.tap(fewer)
    await expect(farmers.get_by_role("status")).to_have_text("0")
    await device.tap(device.at("form").get_by_role("button", name=device.say("page.start"), exact=True))
    await device.tap(device.at(".cover button.main"))
    dealt, farmers_left_out = 2 * 7 + 1, 5
    await expect(device.at(".middle")).to_contain_text(device.say("table.stock", n=72 - dealt - farmers_left_out))


async def test_the_number_of_people_is_chosen_before_the_game_starts(devices: Devices, server: Server) -> None:
    device = await devices.phone()
    await device.visit(f"{server.url}/new/pig10")
    await device.tap(device.big("page.pass"))
    more = f"{device.say('setup.people')}: {device.say('page.more')}"
    await device.tap(device.page.get_by_role("button", name=more, exact=True))
    await expect(device.group("setup.names").get_by_role("textbox")).to_have_count(3)
    for n, name in enumerate(NAMES):
        await device.page.get_by_label(device.say("page.player", n=n + 1), exact=True).fill(name)
    await device.tap(device.at("form").get_by_role("button", name=device.say("page.start"), exact=True))
    assert await People(device, NAMES).next() in NAMES
