"""Every page and every state of the table, each as somebody sees it who has just come there."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Unpack

from playwright.async_api import expect

from devices import LOADING, Device, Devices
from e2e.player import Player
from e2e.puzzling import MONDAY, best_move, other_move, tried
from e2e.records import STEPS, long, reviewed, until
from e2e.tables import Choose, finished, first, opposite, seated, two, with_bots
from messages import Settings
from piggery.client import Player as Client
from piggery.games.contract import Options
from servers import Server


class Scene:
    """The means to get anywhere."""

    def __init__(self, devices: Devices, server: Server, stack: AsyncExitStack, language: str = "en") -> None:
        self.devices, self.server, self.stack, self.language = devices, server, stack, language

    async def device(self) -> Device:
        return await self.devices.phone(self.language)

    async def page(self, path: str) -> Device:
        return await (await self.device()).visit(self.server.url + path)

    async def facing(
        self, choose: Choose = first, begins: int = 0, **settings: Unpack[Settings]
    ) -> tuple[Player, Client]:
        """At a table with somebody else, who starts as soon as one sits."""
        opening = opposite(self.server, two(**settings), choose, begins)
        link, host = await self.stack.enter_async_context(opening)
        return await seated(await self.device(), link), host


Build = Callable[[Scene], Awaitable[Device]]
SCENES: dict[str, Build] = {}


def scene(build: Build) -> Build:
    SCENES[build.__name__] = build
    return build


@scene
async def home(at: Scene) -> Device:
    device = await at.page("/")
    await expect(device.button("page.go")).to_be_visible()
    return device


@scene
async def home_with_tables(at: Scene) -> Device:
    """With one's own tables, and tables of others that have room."""
    await with_bots(at.server, seats=4, sitting="all")
    device = await at.device()
    await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.visit(await with_bots(at.server, game="truie"))
    await expect(device.button("page.start")).to_be_visible()
    await device.tap(device.link("page.home"))
    await expect(device.text("page.your_tables")).to_be_visible()
    await expect(device.text("page.open_tables")).to_be_visible()
    await expect(device.link("page.past")).to_be_visible()
    return device


async def _new(at: Scene, game: str) -> Device:
    device = await at.page(f"/new/{game}")
    await device.tap(device.big("page.pass"))
    await expect(device.group("setup.names").get_by_role("textbox")).to_have_count(2)
    return device


@scene
async def new_pig10(at: Scene) -> Device:
    return await _new(at, "pig10")


@scene
async def new_truie(at: Scene) -> Device:
    return await _new(at, "truie")


async def _read(at: Scene, path: str, key: str) -> Device:
    device = await at.page(path)
    await expect(device.page.get_by_role("heading", level=2).first).to_be_visible()
    await expect(device.page.get_by_role("heading", level=1)).to_have_text(
        device.say(key, game=device.say(f"{path.rpartition('/')[2]}.title"))
    )
    return device


@scene
async def rules_pig10(at: Scene) -> Device:
    return await _read(at, "/rules/pig10", "rules.title")


@scene
async def rules_truie(at: Scene) -> Device:
    return await _read(at, "/rules/truie", "rules.title")


async def _lesson(at: Scene, game: str) -> Device:
    device = await at.page(f"/learn/{game}")
    await expect(device.hand.first).to_be_visible()
    return device


@scene
async def learn_pig10(at: Scene) -> Device:
    return await _lesson(at, "pig10")


@scene
async def learn_truie(at: Scene) -> Device:
    return await _lesson(at, "truie")


@scene
async def learn_shown(at: Scene) -> Device:
    """What is wanted has been shown, and a card is lifted."""
    device = await _lesson(at, "pig10")
    await device.tap(device.button("lesson.show"))
    await device.tap(device.at(".hand .point button").first)
    await expect(device.at(".hand .picked")).to_have_count(1)
    return device


async def _pad(at: Scene, part: str) -> Device:
    device = await at.page("/pad")
    await device.tap(device.group("pad.part").get_by_text(device.say(part), exact=True))
    return device


@scene
async def pad_truie(at: Scene) -> Device:
    device = await _pad(at, "truie.title")
    await device.tap(device.group("pad.keys").get_by_role("button").first)
    await expect(device.at(".entry .hand button")).to_have_count(1)
    return device


@scene
async def pad_pig10(at: Scene) -> Device:
    device = await _pad(at, "pig10.title")
    await device.tap(device.button("pad.next_game"))
    return device


@scene
async def pad_calls(at: Scene) -> Device:
    return await _pad(at, "pad.calls")


@scene
async def games_none(at: Scene) -> Device:
    device = await at.page("/games")
    await expect(device.text("page.no_past")).to_be_visible()
    return device


@scene
async def games(at: Scene) -> Device:
    device = await at.device()
    await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(device.link("page.home"))
    await device.tap(device.link("page.past"))
    await expect(device.page.get_by_role("listitem")).to_have_count(1)
    return device


@scene
async def settings(at: Scene) -> Device:
    device = await at.page("/settings")
    await expect(device.group("page.pace")).to_be_visible()
    return device


@scene
async def nothing_here(at: Scene) -> Device:
    device = await at.page("/new/chess")
    await expect(device.text("page.nothing")).to_be_visible()
    return device


@scene
async def not_loaded(at: Scene) -> Device:
    """A part of the page does not come."""
    device = await at.page("/")
    await device.page.route("**/assets/Settings*.js", lambda route: route.abort())
    await device.tap(device.link("page.settings"))
    await expect(device.text("page.not_loaded")).to_be_visible()
    device.forgive("ERR_FAILED")
    return device


async def _replay(at: Scene, game: str, options: Options) -> Device:
    device = await at.device()
    player = await finished(device, await with_bots(at.server, bots=3, game=game, options=options))
    await device.tap(player.over)
    await expect(device.page.get_by_role("slider")).to_be_visible()
    return device


@scene
async def replay_pig10(at: Scene) -> Device:
    """In the middle of it, seen from a seat."""
    device = await _replay(at, "pig10", {})
    for _ in range(3):
        await device.tap(device.button("replay.forward"))
    return device


@scene
async def replay_truie(at: Scene) -> Device:
    """Every hand open."""
    device = await _replay(at, "truie", {"rounds": 1})
    view = device.page.get_by_role("combobox", name=device.say("replay.view"))
    await view.select_option(device.say("replay.view_all"))
    await device.tap(device.button("replay.last"))
    return device


@scene
async def replay_open(at: Scene) -> Device:
    device = await at.page("/replay")
    await expect(device.text("replay.open_file")).to_be_visible()
    return device


@scene
async def replay_trouble(at: Scene) -> Device:
    device = await at.page("/replay#g=oink")
    await expect(device.page.get_by_role("alert")).to_be_visible()
    return device


@scene
async def review(at: Scene) -> Device:
    """A game that is reviewed, at its turning point, with everything open."""
    device = await reviewed(await at.device(), at.server)
    await expect(device.text("replay.review_done")).to_be_attached(timeout=LOADING)
    await device.tap(device.at(".points button").first)
    await device.tap(device.text("review.skill"))
    return device


@scene
async def review_going(at: Scene) -> Device:
    """It takes its time; turning points are there, and a part of the graph is rough."""
    device = await at.device()
    await device.page.add_init_script(STEPS)
    await reviewed(device, at.server, long())
    await until(device, ".points button")
    await device.tap(device.button("replay.forward"))
    return device


@scene
async def review_failed(at: Scene) -> Device:
    """The engine does not come."""
    device = await at.device()
    await device.page.route("**/engine/**", lambda route: route.abort())
    await reviewed(device, at.server)
    await expect(device.page.get_by_role("alert")).to_be_visible()
    device.forgive("ERR_FAILED", "Failed to fetch")
    return device


async def _puzzle(at: Scene, game: str, hint: bool = False) -> Device:
    device = await at.device()
    await device.page.clock.set_fixed_time(MONDAY)
    await device.visit(f"{at.server.url}/puzzle/{game}")
    await expect(device.hand.first).to_be_visible()
    if hint:
        await device.tap(device.button("puzzle.hint"))
    return device


@scene
async def puzzle_pig10(at: Scene) -> Device:
    return await _puzzle(at, "pig10")


@scene
async def puzzle_truie(at: Scene) -> Device:
    """A hint was given."""
    return await _puzzle(at, "truie", hint=True)


@scene
async def puzzle_shown(at: Scene) -> Device:
    """The answer was asked for."""
    device = await _puzzle(at, "pig10", hint=True)
    await device.tap(device.button("lesson.show"))
    await expect(device.at(".hand .point")).to_have_count(1)
    return device


@scene
async def puzzle_wrong(at: Scene) -> Device:
    device = await _puzzle(at, "pig10")
    await tried(device, other_move("pig10"))
    await expect(device.text("puzzle.wrong")).to_be_visible()
    return device


@scene
async def puzzle_right(at: Scene) -> Device:
    device = await _puzzle(at, "pig10")
    await tried(device, best_move("pig10"))
    await expect(device.text("puzzle.right")).to_be_visible()
    return device
