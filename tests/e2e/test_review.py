"""The review of a game in the page: it grows, it is kept, and every part of it leads to the table at that move."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest_asyncio
from playwright.async_api import Locator, Route, expect

from devices import DESK, LOADING, Device, Devices
from e2e.records import BEHIND, SHORT, STEPS, TURNED, link_to, long, reviewed, until
from e2e.scenes import Scene
from e2e.tables import finished, with_bots
from e2e.test_offline import CUT, cut, prepared
from piggery.words import line
from servers import Server

MOVES = len(json.loads(SHORT)["plies"]) - 1
COMPILING = 300  # seconds


def slider(device: Device) -> Locator:
    return device.page.get_by_role("slider")


def verdicts(device: Device) -> Locator:
    return device.page.get_by_role("list", name=device.say("table.log")).locator(".verdict")


def points(device: Device) -> Locator:
    return device.at(".points button")


async def turned(device: Device) -> list[str]:
    """The plies of the turning points."""
    return [re.findall(r"Move (\d+)", text)[0] for text in await points(device).all_inner_texts()]


async def done(device: Device) -> None:
    await expect(device.text("replay.review_done")).to_be_attached(timeout=LOADING)


async def point_at(device: Device, across: float, down: float) -> None:
    """Somebody points at the picture, so far across and down."""
    graph = device.at(".graph")
    await graph.scroll_into_view_if_needed()
    box = await graph.bounding_box()
    assert box
    await graph.click(position={"x": across * box["width"], "y": down * box["height"]})


async def test_a_game_is_reviewed_and_a_turning_point_leads_to_the_table(at: Scene) -> None:
    device = await at.page(link_to(at.server).removeprefix(at.server.url))
    await device.tap(device.button("replay.review"))
    await done(device)
    assert device.page.url.endswith("&review")
    await expect(verdicts(device)).to_have_count(MOVES)
    lost = points(device).filter(has_text=device.say("replay.review_move", ply=TURNED))
    await device.tap(lost)
    await expect(slider(device)).to_have_value(str(TURNED))
    await expect(lost).to_have_attribute("aria-current", "step")
    worth = device.at(".said .verdict")
    await expect(worth).to_contain_text(device.say("review.blunder"))
    await expect(worth).to_contain_text("Better: a 3, “eight”.")
    assert await device.unsaid() == []


async def test_cards_given_away_in_a_lost_game_are_told_in_cards(at: Scene) -> None:
    device = await reviewed(await at.device(), at.server, BEHIND)
    await done(device)
    cards, four = line("units.cards"), line("unit.cards", n=4)
    better = line("review.call", card=line("pig10.card.8"), call=line("number.8"))
    last = verdicts(device).last
    await expect(last).to_contain_text(device.say("review.blunder"))
    await expect(last).to_contain_text(device.say("review.score_cost_exact", lost=four, move=better))
    await expect(verdicts(device).nth(-2)).to_contain_text(device.say("review.counted", units=cards))
    await device.tap(device.text("review.skill"))
    scored = device.say("review.scored", n=3, units=cards, lost=four)
    await expect(device.at(".seats li").nth(1)).to_contain_text(scored)
    await expect(device.at(".panel details")).to_contain_text(device.say("review.how", units=cards))
    assert await device.faults() == []


async def test_the_picture_leads_to_any_move(at: Scene) -> None:
    device = await reviewed(await at.device(), at.server)
    await done(device)
    await point_at(device, 0.96, 0.5)
    await expect(slider(device)).to_have_value(str(MOVES))
    await point_at(device, 0.14, 0.5)
    await expect(slider(device)).to_have_value("0")
    plies = await turned(device)
    heads = device.at(".graph .badge")
    await expect(heads).to_have_count(len(plies))
    for n, ply in enumerate(plies):
        await heads.nth(n).dispatch_event("click", await _middle(heads.nth(n)))
        await expect(slider(device)).to_have_value(ply)


async def _middle(what: Locator) -> dict[str, float | bool]:
    box = await what.bounding_box()
    assert box
    return {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2, "bubbles": True}


async def test_from_the_end_of_a_game_it_is_one_tap(at: Scene) -> None:
    device = await at.device()
    await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(device.link("replay.review"))
    await done(device)
    assert re.search(r"/t/\w+/1#review$", device.page.url)
    await expect(device.text("review.no_turning")).to_be_visible()
    await expect(verdicts(device)).to_have_count(6)
    await device.tap(device.button("replay.review_close"))
    await expect(verdicts(device)).to_have_count(0)
    await expect(device.button("replay.review")).to_be_visible()


async def test_what_was_found_is_there_again_at_once_and_in_another_language(at: Scene) -> None:
    device = await reviewed(await at.device(), at.server)
    await done(device)
    title = device.at(".graph title")
    await expect(title).to_have_text(device.say("review.graph", game="Pig 10"))
    await device.page.route("**/engine/**", lambda route: route.abort())
    await device.page.reload()
    await done(device)
    await expect(title).to_have_text(device.say("review.graph", game="Pig 10"))
    await expect(verdicts(device)).to_have_count(MOVES)
    await device.page.unroute("**/engine/**")
    await device.page.evaluate("localStorage['piggery.language'] = 'de'")
    await device.page.reload()
    device.language = "de"
    await done(device)
    await expect(title).to_have_text(device.say("review.graph", game="Pig 10"), timeout=LOADING)
    await expect(points(device).first).to_contain_text("Zug")


async def first_looks(device: Device) -> int:
    """How often the review has begun."""
    orders: list[dict[str, list[int]]] = await device.page.evaluate("window.orders")
    return sum(not order["sketched"] for order in orders)


async def test_the_graph_is_rough_at_first_and_turning_points_come_before_other_moves(at: Scene) -> None:
    device = await at.device()
    await device.page.add_init_script(STEPS)
    await reviewed(device, at.server, long())
    await until(device, ".graph .rough")
    await expect(device.text("review.graph_rough")).to_be_visible()
    await expect(device.text("replay.review_first")).to_be_visible()
    await until(device, ".points button")
    await expect(device.text("review.turning_so_far")).to_be_visible()
    await expect(device.at(".graph .rough").first).to_be_attached()
    await until(device, "ol .verdict")
    plies = await turned(device)
    judged = device.at("li").filter(has=device.at(".verdict")).locator(".number")
    assert await judged.first.inner_text() in plies
    assert await device.unsaid() == []


async def test_the_replay_is_used_while_the_review_grows_and_it_does_not_begin_again(at: Scene) -> None:
    device = await at.device()
    await device.page.add_init_script(STEPS)
    await reviewed(device, at.server, long())
    await until(device, ".points button")
    await device.page.keyboard.press("ArrowRight")
    await expect(slider(device)).to_have_value("1")
    await device.page.get_by_label(device.say("replay.view")).select_option("2")
    found = await turned(device)
    await device.tap(device.button("replay.review_close"))
    before = await device.page.evaluate("window.orders.length")
    await device.page.evaluate("window.goOn('.points button')")
    await device.page.wait_for_function("(before) => window.orders.length > before + 1", arg=before)  # nobody looks
    await device.tap(device.button("replay.review"))
    await expect(points(device).first).to_be_visible()
    await device.tap(device.at("header a").first)
    await expect(device.button("page.go")).to_be_visible()
    await device.page.go_back()
    await expect(points(device).first).to_be_visible()
    assert await turned(device) == found
    await until(device, "ol .verdict")
    assert await first_looks(device) == 1


# By a server


@pytest_asyncio.fixture(loop_scope="session")
async def thinking_server(built: None, tmp_path: Path) -> AsyncIterator[Server]:
    """A server that has compiled its searches."""
    started = Server(str(tmp_path / "tables.db"), tmp_path / "log", env={"PIGGERY_INTERPRETED": ""}).start()
    async with httpx.AsyncClient(base_url=started.url, timeout=COMPILING) as http:
        while not (await http.post("/api/answers", json={"type": "review", "record": SHORT})).json()["of"]:
            await asyncio.sleep(0.2)
    yield started
    started.stop()
    assert started.errors() == []


async def test_a_game_at_a_server_is_reviewed_by_the_server(devices: Devices, thinking_server: Server) -> None:
    device = await devices.phone()
    await device.page.add_init_script(STEPS)
    await finished(device, await with_bots(thinking_server, deck={"1": 6}))
    await device.tap(device.link("replay.review"))
    await done(device)
    await expect(verdicts(device)).to_have_count(6)
    assert await device.page.evaluate("window.orders") == []


async def test_a_server_that_too_many_ask_leaves_it_to_the_device(at: Scene) -> None:
    asked = list[str]()

    async def busy(route: Route) -> None:
        if "review" not in (route.request.post_data or ""):
            await route.fallback()
            return
        asked.append(route.request.url)
        await route.fulfill(status=429, json={"code": "limit.reviews", "values": {}})

    device = await at.device()
    await device.page.add_init_script(STEPS)
    await device.page.route("**/api/answers", busy)
    await finished(device, await with_bots(at.server, deck={"1": 6}))
    await device.tap(device.link("replay.review"))
    await until(device, ".graph .rough")
    await expect(device.text("replay.review_here")).to_be_visible()
    await until(device, ".cards")
    await expect(verdicts(device)).to_have_count(6)
    assert len(asked) == 1
    device.forgive("429")


# Troubles


async def test_an_engine_that_does_not_come_is_tried_again(at: Scene) -> None:
    device = await at.device()
    await device.page.route("**/engine/**", lambda route: route.abort())
    await reviewed(device, at.server)
    await expect(device.text("replay.review_failed")).to_be_visible()
    await device.page.unroute("**/engine/**")
    await device.tap(device.button("replay.try_again"))
    await done(device)
    device.forgive("ERR_FAILED", "Failed to fetch")


async def test_the_picture_has_names_beside_its_lines_where_there_is_room(at: Scene) -> None:
    device = await reviewed(await at.device(), at.server)
    await done(device)
    await expect(device.at('.graph svg[viewBox^="0 0 360 "]')).to_be_visible()
    await device.size(DESK)
    await expect(device.at('.graph svg[viewBox^="0 0 960 "]')).to_be_visible()


async def test_a_game_is_reviewed_without_a_network(devices: Devices, own_server: Server) -> None:
    device = await prepared(devices, own_server)
    await cut(device, own_server)
    await reviewed(device, own_server)
    await done(device)
    await device.tap(points(device).first)
    await expect(slider(device)).not_to_have_value("0")
    await device.page.reload()
    await done(device)
    device.forgive(*CUT)
