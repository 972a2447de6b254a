"""Other browsers than Chromium, driven by what they understand themselves: WebDriver for WebKit, BiDi for Firefox.

Playwright drives neither as Debian ships them. What is found by XPath is clicked where it lies, as by a hand.
"""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final, Protocol, TypedDict

import httpx
from websockets.asyncio.client import ClientConnection, connect

from browsers import installed

PATIENCE = 120.0
POLL = 0.05
QUIET = {
    "services.settings.server": "data:,nothing",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
}  # a Firefox that asks nobody but the page's server
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver names one


class Window(Protocol):
    async def visit(self, url: str) -> None: ...

    async def run(self, expression: str) -> object: ...

    async def click(self, xpath: str) -> None: ...


Open = Callable[[Path], AbstractAsyncContextManager[Window]]


async def until(window: Window, expression: str) -> None:
    """Wait for it to be true."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while not await window.run(expression):
        assert asyncio.get_running_loop().time() < end, f"never: {expression}"
        await asyncio.sleep(POLL)


async def _line_of(stream: asyncio.StreamReader, pattern: str) -> str:
    """Wait for a program to say something."""
    async with asyncio.timeout(PATIENCE):
        while line := await stream.readline():
            if found := re.search(pattern, line.decode()):
                return found[1]
    raise AssertionError(f"it ended without saying {pattern}")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    await process.wait()


# WebKit


Found = TypedDict("Found", {"sessionId": str, "element-6066-11e4-a52e-4f735466cecf": str}, total=False)


class WebKit:
    def __init__(self, driver: httpx.AsyncClient) -> None:
        self.driver = driver
        self.session = ""

    async def begin(self) -> None:
        found = await self._ask("session", {"capabilities": {}})
        self.session = f"session/{found['sessionId']}/"

    async def _ask(self, path: str, ask: dict[str, object]) -> Found:
        answer: Found = (await self.driver.post(self.session + path, json=ask)).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    async def visit(self, url: str) -> None:
        await self._ask("url", {"url": url})

    async def run(self, expression: str) -> object:
        return await self._ask("execute/sync", {"script": f"return {expression}", "args": []})

    async def click(self, xpath: str) -> None:
        found = await self._ask("element", {"using": "xpath", "value": xpath})
        await self._ask(f"element/{found[ELEMENT]}/click", {})

    async def end(self) -> None:
        await self.driver.delete(self.session.rstrip("/"))


@asynccontextmanager
async def _display() -> AsyncIterator[str]:
    """A screen that nobody sees."""
    read, write = os.pipe()
    words = ["-displayfd", str(write), "-screen", "0", "1024x900x24", "-nolisten", "tcp"]
    quiet = subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec("Xvfb", *words, pass_fds=[write], stdout=quiet, stderr=quiet)
    os.close(write)
    try:
        with os.fdopen(read) as said:
            yield f":{(await asyncio.to_thread(said.readline)).strip()}"
    finally:
        await _end(process)


@asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[Window]:
    async with _display() as display:
        also = {"DISPLAY": display, "HOME": str(folder), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        port = str(_free_port())
        quiet = subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            "WebKitWebDriver", f"--port={port}", env={**os.environ, **also}, stdout=quiet, stderr=quiet
        )
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/", timeout=PATIENCE, trust_env=False) as at:
                await _answers(at)
                window = WebKit(at)
                await window.begin()
                yield window
                await window.end()
        finally:
            await _end(process)


async def _answers(driver: httpx.AsyncClient) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await driver.get("status")
                return
            except httpx.TransportError:
                await asyncio.sleep(POLL)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# Firefox


class Context(TypedDict):
    context: str


class Value(TypedDict, total=False):
    value: str


class Node(TypedDict):
    sharedId: str


class Reply(TypedDict, total=False):
    """What Firefox answers: each question has its own part of it."""

    contexts: list[Context]
    type: str
    result: Value
    nodes: list[Node]


class Firefox:
    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.last = 0
        self.context = ""

    async def begin(self) -> None:
        await self._ask("session.new", capabilities={})
        tree = await self._ask("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]

    async def _ask(self, method: str, **params: object) -> Reply:
        self.last += 1
        await self.line.send(json.dumps({"id": self.last, "method": method, "params": params}))
        while True:
            answer = json.loads(await self.line.recv())
            if answer.get("id") == self.last:
                assert answer["type"] == "success", answer
                result: Reply = answer["result"]
                return result

    async def visit(self, url: str) -> None:
        await self._ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    async def run(self, expression: str) -> object:
        found = await self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    async def click(self, xpath: str) -> None:
        where = {"type": "xpath", "value": xpath}
        first = f"document.evaluate({json.dumps(xpath)}, document, null, 9).singleNodeValue"
        await self.run(f'({first}.scrollIntoView({{ block: "center" }}), 0)')
        found = await self._ask("browsingContext.locateNodes", context=self.context, locator=where)
        place = {"type": "element", "element": {"sharedId": found["nodes"][0]["sharedId"]}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": place},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": "hand", "actions": steps}
        await self._ask("input.performActions", context=self.context, actions=[hand])


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Window]:
    quiet = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
    (folder / "user.js").write_text("\n".join(quiet), encoding="utf-8")
    words = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0", "about:blank"]
    process = await asyncio.create_subprocess_exec(
        "firefox-esr",
        *words,
        env={**os.environ, "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr
    try:
        address = await _line_of(process.stderr, r"(ws://\S+)")
        saying = asyncio.create_task(process.stderr.read())  # else it would stop when nobody listens
        async with connect(f"{address}/session", max_size=None, proxy=None) as line:
            window = Firefox(line)
            await window.begin()
            yield window
    finally:
        await _end(process)
    await saying


def _webkit_here() -> str | None:
    return shutil.which("WebKitWebDriver") if shutil.which("Xvfb") else None


ENGINES: dict[str, tuple[Open, str, Callable[[], str | None]]] = {
    "webkit": (webkit, "webkit2gtk-driver xvfb", _webkit_here),
    "firefox": (firefox, "firefox-esr", lambda: shutil.which("firefox-esr")),
}


def found(name: str) -> bool:
    """Whether there is such a browser, or one can be installed."""
    _, packages, here = ENGINES[name]
    return bool(installed(packages, here))
