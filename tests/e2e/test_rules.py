"""The rules, where they are read: on their page, with notes where they are ours, and in short at a table."""

import pytest
from playwright.async_api import Locator, expect

from devices import Device
from e2e.scenes import Scene
from e2e.tables import begun, with_bots


async def in_the_menu(device: Device) -> Locator:
    """The rules in short, as the menu of a table has them."""
    await device.tap(device.button("page.menu"))
    await device.tap(device.button("key.rules"))
    rules = device.page.get_by_role("dialog").get_by_role("listitem")
    await expect(rules.first).to_be_visible()
    return rules


async def test_the_rules_at_a_table_say_what_holds_there(at: Scene) -> None:
    device = await at.device()
    link = await with_bots(at.server, game="truie", options={"lucky": "copy", "rounds": 2})
    await begun(device, link)
    rules = await in_the_menu(device)
    await expect(rules.filter(has_text="laid alone, it always has the number on top")).to_have_count(1)
    await expect(rules.last).to_have_text(device.say("rules.truie.12", n=device.say("number.2")))


async def test_the_rules_before_a_game_follow_from_the_settings(at: Scene) -> None:
    device = await at.device()
    await device.visit(await with_bots(at.server, game="truie", deck={"1": 15}))
    rules = await in_the_menu(device)
    await expect(rules.filter(has_text="lucky pig")).to_have_count(0)
    assert await device.unsaid() == []


@pytest.mark.parametrize(("game", "house_rules"), [("pig10", []), ("truie", ["lucky", "grunting", "last_card"])])
async def test_where_a_rule_is_a_ruling_a_note_says_so(at: Scene, game: str, house_rules: list[str]) -> None:
    device = await at.page(f"/rules/{game}")
    notes = device.page.get_by_role("note")
    await expect(notes.first).to_have_text(f"{device.say('guide.note')} {device.say('guide.notes')}")
    await expect(notes.filter(has_text="leaflet")).to_have_count(await notes.count())
    for option in house_rules:
        await expect(notes.filter(has_text=f"“{device.say(f'page.{option}')}”")).to_have_count(1)
    assert await device.unsaid() == []
