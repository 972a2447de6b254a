"""A few moves in WebKit and in Firefox: the same page, another browser under it."""

from pathlib import Path

import pytest

from e2e.engines import ENGINES, Window, found, until
from piggery.words import say
from servers import Server

BEFORE = """(() => {
  localStorage["piggery.language"] = "en";
  localStorage["piggery.prefs"] = JSON.stringify({ pace: 20, volume: 0 });
  localStorage["piggery.names"] = JSON.stringify(["Ada", "Ben"]);
})()"""
LISTEN = """(() => {
  globalThis.troubles = [];
  addEventListener("error", (event) => troubles.push(event.message));
  addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => troubles.push(event.violatedDirective));
})()"""
TOLD = "document.querySelectorAll('.story li').length"
MINE = "!!document.querySelector('.dock .status.mine')"
COVERED = "!!document.querySelector('.cover button')"
CARD = "//ul[contains(@class,'hand')]//button[not(contains(@class,'idle'))]"
WAYS = "//*[contains(@class,'dock')]//*[@role='group' and contains(@class,'ways')]//button[not(@disabled)]"
FRIEND = "//ul[contains(@class,'hand')]//button[contains(@class,'friend')]"


def saying(key: str) -> str:
    return f"//button[starts-with(normalize-space(), '{say(key)}')]"


def there(xpath: str) -> str:
    return f'document.evaluate("count({xpath})", document, null, 1).numberValue > 0'


async def arrived(window: Window, server: Server, game: str) -> None:
    """Somebody at the page of a game."""
    await window.visit(server.url)
    await window.run(BEFORE)
    await window.visit(f"{server.url}/new/{game}")
    await window.run(LISTEN)
    await until(window, there(saying("page.play_now")))


async def move(window: Window) -> None:
    if not await window.run(there(CARD)):
        await window.click(f"{saying('table.draw')} | {saying('table.draw_ten')}")
        return
    await window.click(CARD)
    await until(window, f"{there(WAYS)} || {there(FRIEND)}")
    if not await window.run(there(WAYS)):
        await window.click(FRIEND)
    await window.click(WAYS)


def needs(name: str) -> None:
    if not found(name):
        pytest.skip(f"THERE IS NO {name.upper()} HERE, and none can be installed. Nothing is tested in it")


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("game", ["pig10", "truie"])
async def test_a_few_moves_alone(server: Server, tmp_path: Path, game: str, name: str) -> None:
    needs(name)
    async with ENGINES[name][0](tmp_path) as window:
        await arrived(window, server, game)
        await window.click(saying("page.play_now"))
        for _ in range(3):
            await until(window, MINE)
            told = await window.run(TOLD)
            await move(window)
            await until(window, f"{TOLD} !== {told}")
        assert await window.run("troubles") == []


@pytest.mark.parametrize("name", ENGINES)
async def test_the_rules_run_in_the_browser_itself(server: Server, tmp_path: Path, name: str) -> None:
    needs(name)
    async with ENGINES[name][0](tmp_path) as window:
        await arrived(window, server, "pig10")
        await window.click(saying("page.pass"))
        await window.click(f"//form{saying('page.start')}")
        people = set[object]()
        for _ in range(3):
            await until(window, f"{COVERED} || {MINE}")
            if await window.run(COVERED):
                await window.click("//*[contains(@class,'cover')]//button")
                await until(window, f"{MINE} && !{COVERED}")
            people.add(await window.run("document.querySelector('.dock .status b').textContent"))
            await move(window)
            await until(window, COVERED)
        assert people == {say("table.turn", player="Ada"), say("table.turn", player="Ben")}
        assert await window.run("troubles") == []
