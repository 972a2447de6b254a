"""The table in every state: gathering, settling who starts, playing, paused, broken, over."""

from typing import Unpack

from playwright.async_api import WebSocketRoute as Line
from playwright.async_api import expect

from devices import LOADING, Device
from e2e.fair import mistrusted
from e2e.player import Player
from e2e.round import pass_round
from e2e.scenes import SCENES, Scene, scene
from e2e.tables import ONES, QUICK, begun, finished, laying, nothing, play_on, with_bots
from messages import Settings

__all__ = ["SCENES"]  # once these here are among them
PIGMAIDS = {"5": 15}  # on a pigmaid a pigmaid can be played in three ways
LUCKY = {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3, "L": 15}
FAR_FROM_TEN = {"0": 5, "1": 15}


# Gathering


async def _furnished(device: Device) -> Device:
    """Whatever the lobby has to ask the server for is there: phones, and the levels of the bots."""
    await expect(device.button("page.phones")).to_be_visible()
    await expect(device.at(".sitting").first).to_be_visible()
    return device


@scene
async def lobby_host(at: Scene) -> Device:
    device = await at.device()
    await device.visit(await with_bots(at.server, seats=4))
    await expect(device.button("page.start")).to_be_visible()
    return await _furnished(device)


@scene
async def lobby_settings(at: Scene) -> Device:
    device = await at.device()
    await device.visit(await with_bots(at.server, game="truie", seats=4))
    for key in ("page.more_settings", "page.deck"):
        await device.tap(device.text(key))
    await expect(device.group("truie.name.D")).to_be_visible()
    return await _furnished(device)


@scene
async def lobby_stranger(at: Scene) -> Device:
    link = await with_bots(at.server, seats=4)
    device = await at.device()
    await device.visit(link.partition("#")[0])
    await expect(device.button("page.sit")).to_be_visible()
    return device


@scene
async def lobby_guest(at: Scene) -> Device:
    """Sitting there while the host is there, too."""
    link = await with_bots(at.server, seats=4)
    await (await at.device()).visit(link)
    device = await at.device()
    await device.visit(link.partition("#")[0])
    await device.tap(device.button("page.sit"))
    await expect(device.text("page.waiting_host")).to_be_visible()
    return device


@scene
async def race(at: Scene) -> Device:
    player, _ = await at.facing(starter="race")
    await expect(player.device.at(".race button")).to_have_count(10)
    return player.device


@scene
async def raced(at: Scene) -> Device:
    device = await race(at)
    for number in range(1, 11):
        await device.tap(device.page.get_by_role("button", name=str(number), exact=True))
    await expect(device.at(".race")).to_have_count(0)
    return device


@scene
async def vote(at: Scene) -> Device:
    player, _ = await at.facing(starter="vote")
    await expect(player.device.text("page.vote")).to_be_visible()
    return player.device


# Playing


@scene
async def waiting(at: Scene) -> Device:
    """It is somebody else's turn; whoever taps a card is told so."""
    player, _ = await at.facing(nothing)
    await player.tap(player.device.hand.first)
    await expect(player.device.toast).to_have_count(1)
    return player.device


@scene
async def pig10_lifted(at: Scene) -> Device:
    player, _ = await at.facing(deck=PIGMAIDS)
    await player.turn()
    await player.lift(0)
    await expect(player.ways).to_have_count(3)
    return player.device


@scene
async def pig10_pile(at: Scene) -> Device:
    player = await begun(await at.device(), await with_bots(at.server, deck=FAR_FROM_TEN))
    await player.play(4)
    await player.turn()
    await expect(player.device.at(".pile .card")).to_have_count(8)
    return player.device


@scene
async def pig10_eight(at: Scene) -> Device:
    return (await begun(await at.device(), await with_bots(at.server, bots=7))).device


@scene
async def truie_turn(at: Scene) -> Device:
    return (await begun(await at.device(), await with_bots(at.server, bots=3, game="truie"))).device


@scene
async def truie_six(at: Scene) -> Device:
    return (await begun(await at.device(), await with_bots(at.server, bots=5, game="truie"))).device


async def lifting(at: Scene, card: str, copies: dict[str, int]) -> Player:
    """A turn with this card lifted; it is drawn for, if it was not dealt."""
    player = await begun(await at.device(), await with_bots(at.server, game="truie", deck=copies))
    while True:
        cards, playable = await player.cards(), await player.playable()
        if wanted := [n for n in playable if player.is_card(cards[n], "truie", card)]:
            await player.lift(wanted[0])
            return player
        told = await player.device.story.count()
        await player.draw()
        await player.heard(told)
        await player.turn()


@scene
async def truie_sum(at: Scene) -> Device:
    """A card is lifted that goes with others."""
    player = await lifting(at, "1", {"1": 15, "2": 15})
    await expect(player.ways.first).to_be_visible()
    return player.device


@scene
async def truie_dial(at: Scene) -> Device:
    player = await lifting(at, "L", LUCKY)
    await expect(player.device.group("page.dial").get_by_role("button")).to_have_count(10)
    return player.device


@scene
async def truie_lucky_sum(at: Scene) -> Device:
    """A lucky pig and another card are lifted: the clover of each sum is drawn, and called by its name."""
    player = await lifting(at, "L", LUCKY)
    lifted = [await card.get_attribute("aria-pressed") == "true" for card in await player.device.hand.all()]
    await player.lift(next(n for n in await player.playable() if not lifted[n]))
    sums = player.ways.filter(has=player.device.at(".sign"))
    await expect(sums.first).to_be_visible()
    await expect(sums.first).to_contain_text(player.device.say("page.lucky"))
    return player.device


@scene
async def truie_grunt(at: Scene) -> Device:
    player = await begun(await at.device(), await with_bots(at.server, game="truie", deck=ONES))
    await player.play(5)
    await expect(player.grunt_due).to_be_visible()
    return player.device


async def demanded(at: Scene, card: str, key: str) -> Device:
    player, host = await at.facing(laying(card), game="truie", deck={"1": 15, card: 15})
    await player.turn()
    me = host.latest.table.chairs[1].name if host.latest else ""
    demand = player.device.text(key, player=me, top=1)
    while not await demand.count():  # the other one had no such card yet
        await player.play()
        await player.turn()
    await expect(demand).to_be_visible()
    return player.device


@scene
async def truie_farmer(at: Scene) -> Device:
    return await demanded(at, "F", "table.farmer")


@scene
async def truie_hog(at: Scene) -> Device:
    return await demanded(at, "H", "table.hog")


@scene
async def truie_sheet(at: Scene) -> Device:
    """In the second round, with the score sheet open."""
    device = await at.device()
    link = await with_bots(at.server, game="truie", deck=ONES, options={"rounds": 2})
    player = await begun(device, link)
    await play_on(link, lambda view: bool(view.table.game and view.table.game.sheet and view.moves))
    await player.turn()
    if not await device.page.get_by_role("row").count():  # it comes out by itself when a round ends
        await device.tap(device.button("page.sheet"))
    await expect(device.page.get_by_role("row")).to_have_count(3)
    return device


@scene
async def emotes(at: Scene) -> Device:
    device = (await at.facing(nothing))[0].device
    await expect(device.hand.first).to_be_visible()
    await device.tap(device.button("page.emotes"))
    await device.tap(device.button("page.emote.bravo"))
    await expect(device.page.get_by_role("img", name=device.say("page.emote.bravo"))).to_be_visible()
    await device.tap(device.button("page.emotes"))
    await expect(device.group("page.emotes").get_by_role("button", disabled=False)).to_have_count(8)
    return device


@scene
async def deal_checked(at: Scene) -> Device:
    """The end of a game, and its deal has been checked on this device."""
    device = await at.device()
    await finished(device, await with_bots(at.server, deck=QUICK))
    await device.tap(device.button("page.check_deal"))
    await expect(device.text("page.deal_checked")).to_be_visible(timeout=LOADING)
    return device


@scene
async def seal_exchanged(at: Scene) -> Device:
    """The game has not the seal that this device saw."""
    return (await mistrusted(await at.device(), await with_bots(at.server, bots=3))).device


@scene
async def menu(at: Scene) -> Device:
    player, _ = await at.facing(nothing)
    await player.tap(player.device.button("page.menu"))
    await expect(player.device.page.get_by_role("dialog")).to_be_visible()
    return player.device


@scene
async def menu_rules(at: Scene) -> Device:
    device = await menu(at)
    await device.tap(device.button("key.rules"))
    await expect(device.text("rules.pig10.1")).to_be_visible()
    return device


@scene
async def watching(at: Scene) -> Device:
    player, _ = await at.facing(nothing)
    await expect(player.device.hand.first).to_be_visible()
    watcher = await at.device()
    await watcher.visit(player.device.page.url)
    await expect(watcher.text("page.full")).to_be_visible()
    return watcher


@scene
async def cover(at: Scene) -> Device:
    """Between two people at one device."""
    device = await at.device()
    people = await pass_round(device, at.server.url, "truie", ["Ada", "Ben", "Cleo"])
    await people.covered()
    return device


# Bots with faces, and hints


@scene
async def company(at: Scene) -> Device:
    """As many opponents as there can be, and one of them about to be changed."""
    device = await at.page("/new/pig10")
    for _ in range(4):
        await device.tap(device.group("page.opponents").get_by_role("button", name=device.say("page.more")))
    await device.tap(device.button("page.bot_level", player="Tilda"))
    await expect(device.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(8)
    return device


@scene
async def company_seven(at: Scene) -> Device:
    device = await company(at)
    await device.tap(device.button("page.close"))
    await expect(device.page.get_by_role("dialog")).to_have_count(0)
    return device


@scene
async def lobby_bot(at: Scene) -> Device:
    """A bot at the table is about to be changed."""
    device = await at.device()
    await device.visit(await with_bots(at.server, game="truie", seats=4))
    await device.tap(device.button("page.add_bot").first)
    await device.tap(device.button("page.bot_level", player="Bella"))
    await expect(device.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(6)
    return device


async def _hinted(at: Scene, steps: int, **settings: Unpack[Settings]) -> Device:
    """So many steps of a hint are told."""
    device = (await begun(await at.device(), await with_bots(at.server, bots=3, **settings))).device
    await device.tap(device.button("page.hint"))
    for _ in range(steps - 1):
        await device.tap(device.button("page.hint_more"))
    await expect(device.group("page.hint").get_by_text(device.say(f"page.hint.{steps}"))).to_be_visible()
    return device


@scene
async def hint_nudge(at: Scene) -> Device:
    return await _hinted(at, 1)


@scene
async def hint_idea(at: Scene) -> Device:
    return await _hinted(at, 2, takeback=True)


@scene
async def hint_move(at: Scene) -> Device:
    return await _hinted(at, 3, game="truie")


# The line


@scene
async def paused(at: Scene) -> Device:
    device = (await begun(await at.device(), await with_bots(at.server))).device
    await device.tap(device.button("page.menu"))
    await device.tap(device.button("page.pause"))
    await expect(device.banner).to_contain_text(device.say("page.paused"))
    return device


@scene
async def line_lost(at: Scene) -> Device:
    device = await at.device()
    lines: list[Line] = []

    def connect(line: Line) -> None:
        line.connect_to_server()
        lines.append(line)

    await device.page.route_web_socket("**/socket", connect)
    await begun(device, await with_bots(at.server))
    await device.page.route_web_socket("**/socket", lambda line: None)  # nobody answers any more
    await lines[0].close()
    await expect(device.banner).to_have_text(device.say("page.reconnecting"))
    return device


@scene
async def no_table(at: Scene) -> Device:
    device = await at.page("/t/QXZ4BW")
    await expect(device.text("page.no_table", code="QXZ4BW")).to_be_visible()
    return device


# The end


@scene
async def over_pig10(at: Scene) -> Device:
    device = await at.device()
    await finished(device, await with_bots(at.server, deck=QUICK))
    await device.tap(device.text("page.next_table"))
    await expect(device.group("page.seats")).to_be_visible()
    await expect(device.button("page.phones")).to_be_visible()
    return device


@scene
async def over_truie(at: Scene) -> Device:
    device = await at.device()
    link = await with_bots(at.server, bots=3, game="truie", options={"rounds": 2})
    await finished(device, link)
    await expect(device.page.get_by_role("row")).to_have_count(5)
    return device
