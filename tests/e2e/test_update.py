"""A server that was updated: a device that was there before gets the new page, words and rules, all of them."""

import shutil
import sys
from pathlib import Path

import pytest
from playwright.async_api import expect

import piggery
from devices import LOADING, Devices
from servers import Server

SOURCE = Path(piggery.__file__).parent
OLD, NEW = "Card games with pigs and numbers.", "Games, quite new."


@pytest.fixture
def copy(tmp_path: Path, built: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program in a place of its own, where it can be changed."""
    shutil.copytree(SOURCE, tmp_path / "src" / "piggery")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "src"), *sys.path])
    return tmp_path / "src" / "piggery"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


async def test_page_words_and_rules_change_together(devices: Devices, copy: Path, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "x.db"), tmp_path / "log").start()
    try:
        device = await devices.phone(service_workers="allow")
        await device.visit(server.url)
        await expect(device.at(".offline")).to_contain_text(device.say("page.offline_ready"), timeout=LOADING)
        server.stop()
        change(copy / "locale" / "en.json", OLD, NEW)
        change(copy / "table" / "names.py", 'say(f"level.{level}")', '"Rosalind"')
        server.start()
        await device.page.reload()
        await expect(device.page.get_by_text(NEW)).to_be_visible()
        await expect(device.at(".offline")).to_contain_text(device.say("page.offline_ready"), timeout=LOADING)
        await device.page.context.set_offline(True)
        await device.visit(f"{server.url}/new/pig10")
        await device.tap(device.page.get_by_role("button", name=device.say("page.play_now")))
        await expect(device.page.get_by_text("Rosalind", exact=True)).to_be_visible()
        device.troubles.clear()  # the network was off
    finally:
        server.stop()
