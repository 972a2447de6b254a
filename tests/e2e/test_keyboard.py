"""The keyboard alone: from the first page to the end of a game, and a round of truie with a grunt."""

import pytest
from playwright.async_api import expect

from devices import ZOOMED, Devices
from e2e.round import pass_round
from e2e.scenes import Scene
from e2e.scenes_hands import SCENES
from e2e.tables import ONES, nothing, opposite, two, with_bots
from e2e.typist import Typist
from servers import Server

BEHIND = """() => {
  const here = document.activeElement;
  const { x, y, width, height } = here.getBoundingClientRect();
  const seen = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]
    .map(([across, down]) => document.elementFromPoint(x + across * width, y + down * height))
    .some((hit) => hit && (here.contains(hit) || hit.contains(here)));
  return seen || here === document.body ? [] : [`${here.tagName} ${here.ariaLabel || here.textContent.trim()}`];
}"""


async def begun(typist: Typist, link: str) -> Typist:
    await typist.device.visit(link)
    await typist.tap(typist.device.button("page.start"))
    await typist.turn()
    return typist


async def test_a_game_is_played_from_the_first_page_to_the_end_with_the_keyboard(
    devices: Devices, server: Server
) -> None:
    device = await devices.desk()
    typist = Typist(device)
    await device.visit(server.url)
    await typist.tap(device.game("pig10"))
    await typist.tap(device.big("page.play_now"))
    await typist.turn()
    assert await typist.play_out() == 20
    await typist.go(typist.over)


async def test_a_round_of_truie_with_its_grunts_is_played_with_the_keyboard(devices: Devices, server: Server) -> None:
    device = await devices.desk()
    link = await with_bots(server, game="truie", deck=ONES, options={"rounds": 1})
    typist = await begun(Typist(device), link)
    assert await typist.play_out() == 9  # seven cards and two grunts
    told = await device.at(".story").inner_text()
    name = (await device.page.get_by_role("row").nth(1).inner_text()).partition("\t")[0].strip("★ ")
    assert device.say("story.grunt", player=name, n=2) in told
    assert device.say("story.grunt", player=name, n=1) in told


async def test_the_focus_is_never_lost_after_a_move(devices: Devices, server: Server) -> None:
    typist = await begun(Typist(await devices.desk()), await with_bots(server, bots=3))
    await typist.play(4)
    assert typist.lost == []


async def test_escape_lowers_a_card_and_the_focus_stays_on_it(devices: Devices, server: Server) -> None:
    device = await devices.desk()
    typist = await begun(Typist(device), await with_bots(server))
    await typist.lift(1)
    await typist.press("Escape")
    await expect(device.at(".hand [aria-pressed=true]")).to_have_count(0)
    assert await typist.is_at(device.hand.nth(1))


async def test_the_arrows_go_round_the_hand(devices: Devices, server: Server) -> None:
    device = await devices.desk()
    typist = await begun(Typist(device), await with_bots(server))
    await typist.go(device.hand.first)
    for n in (2, 1, 0):
        await typist.press("ArrowLeft")
        assert await typist.is_at(device.hand.nth(n))
    await typist.press("ArrowRight")
    assert await typist.is_at(device.hand.nth(1))


async def test_the_menu_opens_closes_with_escape_and_gives_the_focus_back(devices: Devices, server: Server) -> None:
    device = await devices.desk()
    typist = await begun(Typist(device), await with_bots(server))
    await typist.tap(device.button("page.menu"))
    dialog = device.page.get_by_role("dialog")
    await expect(dialog).to_be_visible()
    for _ in range(12):
        await typist.press("Tab")
        inside = await dialog.evaluate(
            "(node) => node.contains(document.activeElement) || document.activeElement === document.body"
        )
        assert inside, await typist.focus()
    await typist.press("Escape")
    await expect(dialog).to_have_count(0)
    assert await typist.is_at(device.button("page.menu"))


async def test_behind_the_cover_nothing_takes_the_focus(at: Scene) -> None:
    device = await at.device()
    people = await pass_round(device, at.server.url, "pig10", ["Ada", "Ben"])
    await people.next()
    await people.choose()
    await people.covered()
    assert await people.cover.get_by_role("button").first.evaluate("(node) => node === document.activeElement")
    for _ in range(6):
        await device.page.keyboard.press("Tab")
        assert await people.cover.evaluate(
            "(node) => node.contains(document.activeElement) || document.activeElement === document.body"
        )


async def test_a_friend_sits_down_with_the_keyboard(at: Scene) -> None:
    async with opposite(at.server, two(), nothing, begins=1) as (link, _):
        typist = Typist(await at.devices.desk())
        await typist.device.visit(link)
        await typist.tap(typist.device.button("page.sit"))
        await typist.play()


@pytest.mark.parametrize("name", ["lobby_host", "lobby_settings", "over_pig10"])
async def test_what_has_the_focus_is_never_behind_something(at: Scene, name: str) -> None:
    device = await SCENES[name](at)
    await device.size(ZOOMED)
    await device.settle()
    hidden = []
    for _ in range(40):
        await device.page.keyboard.press("Tab")
        hidden += await device.page.evaluate(BEHIND)
    assert hidden == []
