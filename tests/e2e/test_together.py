"""Several browsers at one table of the server: friends, guests, those who watch, and who starts."""

import json
import re

import pytest
from playwright.async_api import expect

from browsers import NAME
from devices import Device, Devices
from e2e.player import Player
from e2e.scenes import Scene
from e2e.tables import begun, finished, nothing, opposite, seated, two, with_bots
from messages import News, line_of
from piggery.table.names import _words as words_of_names
from piggery.table.wire import Tap, Vote
from piggery.words import say
from servers import HOST, Server


async def invited(host: Device, guest: Device, server: Server, game: str) -> tuple[Player, Player]:
    """A table opened on its page, a friend who comes by its link, and a game that the host begins."""
    await host.visit(f"{server.url}/new/{game}")
    await host.tap(host.big("page.friends"))
    await host.tap(host.group("page.starter").get_by_text(host.say("page.starter.host"), exact=True))
    await expect(host.text("page.need_two")).to_be_visible()
    await guest.visit(host.page.url)
    await guest.tap(guest.button("page.sit"))
    await host.tap(host.button("page.start"))
    await Player(host).turn()
    return Player(host), Player(guest)


async def name_of(device: Device) -> str:
    """What the device says of its own place."""
    return (await device.at(".status .own").inner_text()).partition(":")[0].strip()


class Heard:
    """Everything that comes over a device's line."""

    def __init__(self, device: Device) -> None:
        self.news: list[News] = []
        device.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, text: str | bytes) -> None:
        self.news.append(json.loads(text))

    @property
    def views(self) -> list[News]:
        return [one for one in self.news if one["type"] == "view"]


async def test_the_invitation_is_a_link_a_picture_and_a_code(devices: Devices, server: Server) -> None:
    host, there = await devices.phone(), server.url.replace(HOST, NAME)
    await host.visit(f"{there}/new/pig10")
    await host.tap(host.big("page.friends"))
    link = host.page.get_by_role("textbox", name=host.say("page.invite"))
    await expect(link).to_have_value(re.compile(rf"^{there}/t/\w+$"))
    assert await link.input_value() == host.page.url
    code = host.page.url.rpartition("/")[2]
    await expect(host.at("p.code")).to_have_text(code)
    picture = host.page.get_by_role("img", name=host.say("page.qr"))
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(node) => node.complete && node.naturalWidth > 0")
    guest = await devices.phone()
    await guest.visit(there)
    await guest.page.get_by_label(guest.say("page.join"), exact=True).fill(f" {code[:3].lower()}-{code[3:]} ")
    await guest.tap(guest.button("page.go"))
    await expect(guest.button("page.sit")).to_be_visible()
    assert guest.page.url == host.page.url


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_two_browsers_play_and_a_reload_keeps_the_seat_and_the_hand(
    devices: Devices, server: Server, game: str
) -> None:
    host, guest = await invited(await devices.desk(), await devices.phone("de"), server, game)
    await host.take_turn()
    await guest.take_turn()
    await host.turn()
    name, hand = await name_of(guest.device), await guest.cards()
    await guest.device.page.reload()
    await expect(guest.device.hand).to_have_count(len(hand))
    assert (await name_of(guest.device), await guest.cards()) == (name, hand)
    for _ in range(2):
        await host.take_turn()
        await guest.take_turn()
    await expect(host.device.others).to_contain_text([name])


async def test_who_watches_sees_no_hand_and_is_sent_none(at: Scene) -> None:
    player, _ = await at.facing()
    watcher = await at.device()
    heard = Heard(watcher)
    await watcher.visit(player.device.page.url)
    await expect(watcher.text("page.watching")).to_be_visible()
    await expect(watcher.others).to_have_count(2)
    await player.play(2)
    await player.turn()
    await expect(watcher.story).to_have_count(await player.device.story.count())
    await expect(watcher.hand).to_have_count(0)
    await expect(watcher.button("page.sit")).to_have_count(0)
    assert len(heard.views) >= 3
    mine = [(view["hand"], view["moves"], view["mine"], view["why"]) for view in heard.views]
    assert mine == [([], [], [], {})] * len(mine)
    await expect(player.device.hand).to_have_count(3)


async def test_a_player_is_sent_the_hand_of_nobody_else(at: Scene) -> None:
    player, _ = await at.facing(game="truie")
    heard = Heard(player.device)
    await player.device.page.reload()
    await player.play(3)
    games = [view["table"]["game"] for view in heard.views if view["table"]["game"]]
    assert len(games) >= 3
    for game in games:
        assert game["board"].get("hands", []) == []
        keys = [key for told in game["story"] for key, _ in told["lines"]]
        assert "story.draws_cards" not in keys


async def test_emotes_arrive(devices: Devices, server: Server) -> None:
    host, guest = await invited(await devices.desk(), await devices.phone("fr"), server, "pig10")
    await host.tap(host.device.button("page.emotes"))
    await host.tap(host.device.button("page.emote.bravo"))
    shown = guest.device.page.get_by_role("img", name=guest.device.say("page.emote.bravo"))
    await expect(shown).to_be_visible()
    await expect(shown).to_have_count(0)  # it goes away by itself


async def test_the_return_link_takes_the_seat_to_another_device_and_leaves_no_token_in_the_address(
    devices: Devices, server: Server
) -> None:
    async with opposite(server, two(), begins=1) as (link, _):
        first = await (await seated(await devices.phone(), link)).turn()
        await first.tap(first.device.button("page.menu"))
        back = await first.device.page.get_by_role("textbox", name=first.device.say("page.return_link")).input_value()
        assert back.startswith(f"{link}#")
        second = Player(await (await devices.desk()).visit(back))
        await second.turn()
        assert await second.cards() == await first.cards()
        assert second.device.page.url == link
        await second.device.page.reload()
        told = await first.device.story.count()
        await second.play()
        await first.heard(told)


def made_up(language: str) -> set[str]:
    """Every name that can be made up in a language."""
    known = words_of_names(language)
    return {
        known["pattern"].format(animal=animal, adjective=adjective[gender])
        for animal, gender in known["animals"]
        for adjective in known["adjectives"]
    }


async def test_a_friend_is_told_the_story_in_french(devices: Devices, server: Server) -> None:
    async with opposite(server, two()) as (link, host):
        player = await seated(await devices.desk("fr-CH"), link)
        await player.play(2)
        await player.turn()
        assert await name_of(player.device) in made_up("fr")
        assert host.latest
        assert host.latest.table.game
        told = await player.device.at(".story").inner_text()
        lines = [line for ply in host.latest.table.game.story if ply.seat >= 0 for line in ply.lines]
        sentences = [say(line_of(line), "fr") for line in lines if "draw" not in line.key]
        assert len(sentences) >= 4
        assert [sentence for sentence in sentences if sentence not in told] == []


# Who starts


async def race_on(device: Device, numbers: list[int]) -> None:
    await expect(device.at(".race button")).to_have_count(10)
    for number in numbers:
        await device.tap(device.page.get_by_role("button", name=str(number), exact=True))


async def test_the_counting_race_can_be_tapped_through(at: Scene) -> None:
    player, host = await at.facing(starter="race")
    await race_on(player.device, list(range(1, 11)))
    await expect(player.device.at(".race")).to_have_count(0)
    await host.ask(Tap(number=3))  # a slip: two who are quick are equals, and chance decides
    await player.play()
    assert host.latest
    quickest = host.latest.table.chairs[1].name
    await expect(player.device.story.nth(1)).to_contain_text(quickest)


async def test_a_wrong_number_ends_the_race_for_one(at: Scene) -> None:
    player, host = await at.facing(starter="race")
    await race_on(player.device, [7])
    await expect(
        player.device.page.get_by_role("listitem").filter(has_text=player.device.say("page.race_slip"))
    ).to_have_count(1)
    await expect(player.device.at(".race")).to_have_count(0)
    for number in range(1, 11):
        await host.ask(Tap(number=number))
    await player.play()


async def test_the_best_pig_starts(devices: Devices, server: Server) -> None:
    async with opposite(server, two(starter="vote"), nothing) as (link, host):
        player = await seated(await devices.phone(), link)
        await expect(player.device.text("page.vote")).to_be_visible()
        assert host.latest
        me = host.latest.table.chairs[1].name
        await player.tap(player.device.page.get_by_role("button", name=me))
        await expect(player.device.page.get_by_role("button", name=me)).to_have_attribute("aria-pressed", "true")
        await host.ask(Vote(seat=1))
        await player.turn()


# The host


async def test_the_host_pauses_and_goes_on(devices: Devices, server: Server) -> None:
    host, guest = await invited(await devices.desk(), await devices.phone("de"), server, "pig10")
    await host.take_turn()
    await guest.turn()
    await host.tap(host.device.button("page.menu"))
    await host.tap(host.device.button("page.pause"))
    await expect(guest.device.banner).to_have_text(guest.device.say("page.paused"))
    assert await guest.playable() == []
    await guest.tap(guest.device.hand.first)
    await expect(guest.device.toast).to_have_text(guest.device.say("page.paused"))
    await host.tap(host.device.button("score.go_on").first)
    await expect(guest.device.banner).to_be_hidden()
    await guest.take_turn()
    await host.turn()


async def test_a_bot_plays_on_for_a_guest_who_leaves(devices: Devices, server: Server) -> None:
    host, guest = await invited(await devices.desk(), await devices.phone(), server, "pig10")
    await guest.tap(guest.device.button("page.menu"))
    await guest.tap(guest.device.button("page.leave"))
    await expect(guest.device.page).to_have_url(f"{server.url}/")
    await host.play(3)


async def test_who_comes_during_a_game_asks_and_everybody_is_told(devices: Devices, server: Server) -> None:
    """By keyboard, too: whoever plays says no, then yes; on the page of each it is said in their language."""
    link = await with_bots(server, bots=2)
    player = await begun(await devices.desk(), link)
    late, device = await devices.phone("fr"), player.device
    await late.visit(link.partition("#")[0])
    await late.tap(late.button("page.ask_in"))
    await expect(late.text("page.asking")).to_be_visible()
    no = device.button("page.no")
    await no.focus()
    await device.page.keyboard.press("Enter")
    await expect(late.toast).to_have_text(late.say("page.not_let_in"))
    await expect(device.at(".request")).to_have_count(0)
    await late.tap(late.button("page.ask_in"))
    await expect(device.at("[aria-live]")).to_contain_text([device.say("page.requested", player="|").partition("|")[2]])
    await device.button("page.yes").focus()
    await device.page.keyboard.press("Enter")
    await expect(late.hand).to_have_count(3)
    told = device.at(".story .seat")
    name = await name_of(late)
    await expect(told).to_have_count(1)
    await expect(told).to_contain_text(name)
    await expect(device.toast).to_contain_text([name])


async def test_who_has_left_by_mistake_comes_back_to_the_same_cards(devices: Devices, server: Server) -> None:
    host, guest = await invited(await devices.desk(), await devices.phone(), server, "pig10")
    link, cards = guest.device.page.url, await guest.cards()
    await guest.tap(guest.device.button("page.menu"))
    await guest.tap(guest.device.button("page.leave"))
    await expect(host.device.at(".story .seat")).to_have_count(1)
    await guest.device.visit(link)
    await guest.tap(guest.device.button("page.sit"))
    await expect(guest.device.hand).to_have_count(len(cards))
    assert await guest.cards() == cards
    await expect(host.device.at(".story .seat")).to_have_count(2)


async def test_the_next_game_begins_with_one_tap_and_so_does_the_other_game(at: Scene) -> None:
    device = await at.device()
    player = await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(device.button("score.again"))
    await player.turn()
    await device.visit(at.server.url)
    await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(device.button("page.other_game", game=device.say("truie.title")))
    await player.turn()
    await expect(device.page.get_by_role("heading", level=1)).to_have_text(device.say("truie.title"))
    await expect(device.hand).to_have_count(7)
