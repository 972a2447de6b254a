"""Puzzles on the page: tried, explained, remembered; on the server, by the keyboard, and without any network."""

import pytest
from playwright.async_api import expect

from devices import Device, Devices
from e2e.puzzling import MONDAY, best_move, move_of, numbered, of_the_day, other_move, tried, way
from e2e.scenes import Scene
from e2e.test_offline import CUT, cut, prepared
from e2e.typist import Typist
from piggery.words import Line, say
from servers import Server


async def opened(device: Device, url: str, game: str, day: str = MONDAY) -> Device:
    await device.page.clock.set_fixed_time(day)
    await device.visit(f"{url}/puzzle/{game}")
    await expect(device.hand.first).to_be_visible()
    return device


def spoken(lines: list[Line], language: str = "en") -> str:
    return " ".join(say(Line(*line), language) for line in lines)


@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_wrong_try_is_explained_and_may_be_tried_again(at: Scene, game: str) -> None:
    device, found = await opened(await at.device(), at.server.url, game), of_the_day(game)
    status = device.at(".bubble").get_by_role("status")
    wrong = other_move(game)
    await tried(device, wrong)
    await expect(status).to_contain_text(device.say("puzzle.wrong"))
    await expect(status).to_contain_text(spoken(found.tries[wrong[1].move].lines).replace("-", "−"))
    await expect(device.button("puzzle.next")).to_have_count(0)
    await tried(device, best_move(game))
    await expect(status).to_contain_text(device.say("puzzle.right"))
    await expect(status).to_contain_text(spoken(found.tries[found.best].lines).replace("-", "−"))
    await expect(device.button("puzzle.next")).to_be_focused()
    assert await device.unsaid() == []


async def test_a_hint_comes_before_the_answer(at: Scene) -> None:
    device, found = await opened(await at.device(), at.server.url, "pig10"), of_the_day("pig10")
    status = device.at(".bubble").get_by_role("status")
    await device.tap(device.button("puzzle.hint"))
    await expect(status).to_have_text(spoken(found.hint))
    await device.tap(device.button("lesson.show"))
    await expect(status).to_have_text(spoken(found.tries[found.best].lines))
    await expect(device.at(".hand .point")).to_have_count(1)


async def test_what_is_solved_is_remembered_and_days_in_a_row_are_counted(at: Scene) -> None:
    device, found = await opened(await at.device(), at.server.url, "pig10"), of_the_day("pig10")
    total = sum(found.grades)
    await expect(device.text("puzzle.solved", n=0, all=total)).to_be_visible()
    await tried(device, best_move("pig10"))
    await expect(device.text("puzzle.streak", n=1)).to_be_visible()
    await device.tap(device.button("puzzle.next"))
    first = 2 if found.number == 1 else 1
    await expect(device.text("puzzle.number", n=first, all=total)).to_be_visible()
    await tried(device, move_of(numbered("pig10", first)))
    await opened(device, at.server.url, "pig10")
    await expect(device.text("puzzle.solved", n=2, all=total)).to_be_visible()
    await expect(device.at(".bubble")).to_contain_text(device.say("puzzle.solved_before"))
    await opened(device, at.server.url, "pig10", "2026-03-10T10:00:00")
    await expect(device.text("puzzle.streak", n=1)).to_be_visible()
    await opened(device, at.server.url, "pig10", "2026-03-12T10:00:00")
    await expect(device.text("puzzle.streak", n=1)).to_have_count(0)


async def test_a_grade_is_chosen(at: Scene) -> None:
    device, found = await opened(await at.device(), at.server.url, "truie"), of_the_day("truie")
    many = found.grades[3]
    await device.tap(device.button("puzzle.grade_solved", n=4, solved=0, all=many))
    await expect(
        device.page.get_by_role("img", name=device.say("puzzle.grade", n=4, all=5), exact=True)
    ).to_be_visible()
    number = sum(found.grades[:3]) + 1
    await expect(device.text("puzzle.number", n=number, all=sum(found.grades))).to_be_visible()


async def test_the_first_page_leads_to_the_puzzle_of_the_day_and_it_is_solved_with_the_keyboard(
    devices: Devices, server: Server
) -> None:
    device = await devices.desk()
    await device.page.clock.set_fixed_time(MONDAY)
    typist = Typist(device)
    await device.visit(server.url)
    await typist.tap(device.link("puzzle.title", game=device.say("pig10.title")))
    await expect(device.hand.first).to_be_visible()
    found, move = best_move("pig10")
    await device.hand.nth(found.frame.hands[0].index(move.cards[0])).focus()
    await device.page.keyboard.press("Enter")
    await way(device, move).focus()
    await device.page.keyboard.press("Enter")
    await expect(device.text("puzzle.right")).to_be_visible()
    await expect(device.button("puzzle.next")).to_be_focused()


async def test_puzzles_are_solved_without_a_network(devices: Devices, own_server: Server) -> None:
    device = await prepared(devices, own_server)
    await cut(device, own_server)
    for game in ("pig10", "truie"):
        await opened(device, own_server.url, game)
        await tried(device, best_move(game))
        await expect(device.text("puzzle.right")).to_be_visible()
    device.forgive(*CUT)
