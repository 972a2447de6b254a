"""What hands do: lift a card, put it down, play it, drag it, take it back; and what is said to a hand that errs."""

from collections import Counter

import pytest
from playwright.async_api import Locator, expect

from devices import Device, Devices
from e2e.player import Player
from e2e.scenes import Scene
from e2e.scenes_table import LUCKY, PIGMAIDS, lifting
from e2e.tables import ONES, begun, laying, nothing, with_bots
from piggery.words import say
from servers import Server

STEPS = 8
ONE, TWO = say("number.1"), say("number.2")
SUMS = {
    "1 + 1 = 2": say("sum.plus", top=ONE, a=ONE, b=TWO),
    "2 − 1 = 1": say("sum.minus", top=TWO, a=ONE, b=ONE),
}


async def middle_of(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(device: Device, what: Locator, to: Locator) -> None:
    """With a mouse, or with a finger, once nothing moves any more."""
    await device.settle()
    start, end = await middle_of(what), await middle_of(to)
    if device.touch:
        await _drag_finger(device, start, end)
        return
    await device.page.mouse.move(*start)
    await device.page.mouse.down()
    await device.page.mouse.move(*end, steps=STEPS)
    await device.page.mouse.up()


async def _drag_finger(device: Device, start: tuple[float, float], end: tuple[float, float]) -> None:
    line = await device.page.context.new_cdp_session(device.page)

    async def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", start)
    for step in range(1, STEPS + 1):
        part = step / STEPS
        await touch("touchMove", (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    await touch("touchEnd")


async def nothing_changes(player: Player, told: int, cards: list[str]) -> None:
    assert await player.device.story.count() == told
    assert await player.cards() == cards
    await expect(player.device.at(".hand [aria-pressed=true]")).to_have_count(0)


# Tapping


async def test_a_second_tap_plays_a_card_that_can_be_played_in_one_way(at: Scene) -> None:
    player, _ = await at.facing(nothing, begins=1)
    await player.turn()
    told = await player.device.story.count()
    await player.lift(0)
    await expect(player.ways).to_have_count(1)
    await player.tap(player.device.hand.nth(0))
    await player.heard(told)
    await expect(player.device.at(".pile .card")).to_have_count(1)


async def test_a_second_tap_puts_down_a_card_that_can_be_played_in_several_ways(at: Scene) -> None:
    player, _ = await at.facing(deck=PIGMAIDS)
    await player.turn()
    await player.lift(1)
    await expect(player.ways).to_have_count(3)
    await player.tap(player.device.hand.nth(1))
    await expect(player.ways).to_have_count(0)
    await expect(player.device.hand.nth(1)).to_have_attribute("aria-pressed", "false")


async def test_escape_lowers_a_card(at: Scene) -> None:
    player, _ = await at.facing(nothing, begins=1)
    await player.turn()
    told, cards = await player.device.story.count(), await player.cards()
    await player.lift(2)
    await player.device.page.keyboard.press("Escape")
    await expect(player.ways).to_have_count(0)
    await nothing_changes(player, told, cards)


async def test_two_cards_make_a_sum(at: Scene) -> None:
    player = await lifting(at, "1", {"1": 15, "2": 15})
    device = player.device
    told = await device.story.count()
    await player.tap(device.at(".hand .friend").first)
    await expect(device.at(".hand [aria-pressed=true]")).to_have_count(2)
    await expect(player.ways).not_to_have_count(0)
    label = await player.ways.first.inner_text()
    await player.tap(player.ways.first)
    await player.heard(told)
    await expect(device.at(".story .mine").last).to_contain_text(SUMS[label])


async def test_a_lucky_pig_is_what_it_is_named(at: Scene) -> None:
    player = await lifting(at, "L", LUCKY)
    device = player.device
    told = await device.story.count()
    await player.tap(device.button("table.name", n=7))
    await player.heard(told)
    said = device.story.filter(has_text=device.say("story.lucky", player="|", value=7).partition("|")[2])
    await expect(said).to_have_count(1)


# Asking why


async def test_a_card_that_cannot_be_played_says_why(at: Scene) -> None:
    player, _ = await at.facing(laying("F"), game="truie", deck={"1": 15, "F": 15})
    await player.turn()
    while len(await player.playable()) == len(await player.cards()):  # the other one had no farmer yet
        await player.play()
        await player.turn()
    told, cards, playable = await player.device.story.count(), await player.cards(), await player.playable()
    idle = next(n for n in range(len(cards)) if n not in playable)
    await player.tap(player.device.hand.nth(idle))
    await expect(player.device.toast).to_have_text(player.device.say("why.farmer", top=1))
    await nothing_changes(player, told, cards)


async def test_a_card_says_whose_turn_it_is(at: Scene) -> None:
    player, host = await at.facing(nothing)
    await expect(player.device.hand).to_have_count(3)
    assert host.latest
    told, cards = await player.device.story.count(), await player.cards()
    await player.tap(player.device.hand.first)
    other = host.latest.table.chairs[0].name
    await expect(player.device.toast).to_have_text(player.device.say("page.not_turn", player=other))
    await nothing_changes(player, told, cards)


async def test_a_grunt_before_it_is_due_is_no_move(at: Scene) -> None:
    player, _ = await at.facing(nothing, begins=1, game="truie", deck=ONES)
    await player.turn()
    told, cards = await player.device.story.count(), await player.cards()
    await player.tap(player.device.button("table.grunt"))
    await expect(player.device.toast).to_have_text(player.device.say("table.no_grunt_due"))
    await nothing_changes(player, told, cards)


async def test_nothing_on_the_page_gives_a_grunt_away(at: Scene) -> None:
    player = await begun(await at.device(), await with_bots(at.server, game="truie", deck=ONES))
    await player.play(4)
    buttons = player.device.group("page.grunt")
    before = await buttons.inner_html()
    await player.play()
    await expect(player.grunt_due).to_have_count(1)
    assert await buttons.inner_html() == before
    await expect(player.mine).to_have_count(0)
    await expect(player.device.dock.get_by_role("timer")).to_have_count(0)
    await player.device.tap(player.device.hand.first)
    await expect(player.device.toast).to_have_count(0)
    await expect(player.grunt_due).to_have_count(1)


async def test_a_wrong_grunt_is_told(at: Scene) -> None:
    player = await begun(await at.device(), await with_bots(at.server, game="truie", deck=ONES))
    await player.play(5)
    await expect(player.grunt_due).to_be_visible()
    await player.tap(player.device.button("table.grunt"))
    wrong = player.device.say("story.wrong_grunt", player="|").partition("|")[0]
    await expect(player.device.story.filter(has_text=wrong)).to_have_count(1)


# Taking back


async def test_a_move_against_bots_can_be_taken_back(at: Scene) -> None:
    device = await at.page("/new/truie")
    await device.tap(device.big("page.play_now"))
    player = await Player(device).turn()
    told, cards = await device.story.all_inner_texts(), await player.cards()
    await player.play()
    await player.turn()
    assert await device.story.count() > len(told)
    await device.tap(device.button("page.take_back"))
    await expect(device.story).to_have_count(len(told))
    assert await player.cards() == cards
    await player.play()


# Dragging


@pytest.mark.parametrize("where", ["phone", "desk"])
async def test_a_card_dragged_to_the_middle_is_played(devices: Devices, server: Server, where: str) -> None:
    device = await (devices.phone() if where == "phone" else devices.desk())
    player = await begun(device, await with_bots(server, pace=10_000))
    told, cards = await device.story.count(), await player.cards()
    await drag(device, device.hand.nth(1), device.at("[data-field]"))
    await player.heard(told)
    await expect(device.at(".pile .card")).to_have_count(1)
    assert Counter([cards[0], cards[2]]) <= Counter(await player.cards())  # and one was drawn


async def test_a_card_with_several_ways_dragged_to_the_middle_asks_which(at: Scene) -> None:
    player, _ = await at.facing(deck=PIGMAIDS)
    await player.turn()
    told = await player.device.story.count()
    await drag(player.device, player.device.hand.nth(1), player.device.at("[data-field]"))
    await expect(player.ways).to_have_count(3)
    await expect(player.device.hand.nth(1)).to_have_attribute("aria-pressed", "true")
    assert await player.device.story.count() == told


async def test_a_card_dragged_nowhere_stays_in_the_hand(at: Scene) -> None:
    player, _ = await at.facing(nothing, begins=1)
    await player.turn()
    told, cards = await player.device.story.count(), await player.cards()
    await drag(player.device, player.device.hand.nth(1), player.device.page.get_by_role("heading", level=1))
    await nothing_changes(player, told, cards)


async def facing_with_a_heap(at: Scene) -> tuple[Player, int]:
    """A turn with a dung heap, a pig to pass it with, another to stay (heaps alone end a round); the heap's place."""
    for _ in range(5):
        player, _ = await at.facing(nothing, begins=1, game="truie", deck={"7": 15, "D": 15})
        cards = await (await player.turn()).cards()
        heaps = [n for n, name in enumerate(cards) if player.is_card(name, "truie", "D")]
        if 0 < len(heaps) < len(cards) - 1:
            return player, heaps[0]
    raise AssertionError("no heap was dealt")


async def test_a_dung_heap_dragged_to_somebody_is_handed_to_them(at: Scene) -> None:
    player, heap = await facing_with_a_heap(at)
    device = player.device
    told = await device.story.count()
    await drag(device, device.hand.nth(heap), device.others.first)
    await player.heard(told)
    await expect(device.hand).to_have_count(5)
    await expect(device.others.first).to_contain_text(device.say("table.held", n=8))
