"""A real browser, for tests of the page and for benchmarks: a Chromium is found, or installed when root."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict, Unpack

from playwright.async_api import Browser, BrowserContext, async_playwright

CHOSEN = "PIGGERY_BROWSER"
PROGRAMS = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
OWN = ("headless_shell", "chrome-headless-shell", "chrome", "Chromium", "Google Chrome for Testing")  # Playwright's
PACKAGE = "chromium-headless-shell"
MISSING = f"NO BROWSER IS HERE: install Chromium, or name one in {CHOSEN}"
LIMIT = 300.0  # seconds for one apt-get
TRIES = 2  # somebody else may be installing something
WIDTH, HEIGHT = 360, 640
NAME = "piggery.test"  # a name for this machine that is no secure context: as in a network at home


class Wishes(TypedDict, total=False):
    """What may be otherwise in a browser."""

    service_workers: Literal["allow", "block"]
    reduced_motion: Literal["no-preference", "reduce"]
    bypass_csp: bool


class NoBrowser(RuntimeError):
    """There is no browser, and none could be installed."""


@cache
def find() -> str | None:
    """The program of a Chromium: the one that is named, on the path, Playwright's own, or Debian's."""
    return _here() or (None if CHOSEN in os.environ else installed(PACKAGE, _here))


def installed(packages: str, here: Callable[[], str | None]) -> str | None:
    """Where `here` finds what it looks for, once these packages of Debian are installed; nothing, if they cannot be."""
    found = here()
    if found or not _root() or not shutil.which("apt-get"):
        return found
    with _alone():
        for _ in range(TRIES):
            found = here()
            if found:
                break
            _install(packages.split())
        return found or here()


def _here() -> str | None:
    named = os.environ.get(CHOSEN)
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, PROGRAMS)), None) or _own()


def _own() -> str | None:
    """What `playwright install chromium` has left on this disk."""
    names = {name + end for name in OWN for end in ("", ".exe")}
    found = [path for path in _store().glob("chromium*/**/*") if path.name in names and path.is_file()]
    order = [name.partition(".")[0] for name in OWN]
    return str(min(found, key=lambda path: order.index(path.stem))) if found else None


def _store() -> Path:
    """Where Playwright keeps its browsers."""
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen:
        return Path(chosen)
    usual = {"darwin": "Library/Caches", "win32": "AppData/Local"}.get(sys.platform, ".cache")
    return Path.home() / usual / "ms-playwright"


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _install(packages: list[str]) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = subprocess.DEVNULL
    for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        command = ["apt-get", "-qq", "-o", f"DPkg::Lock::Timeout={LIMIT:.0f}", *words]
        try:
            subprocess.run(command, check=False, env=env, stdout=quiet, stderr=quiet, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return


@contextmanager
def _alone() -> Iterator[None]:
    """One process after the other: the second finds what the first has installed."""
    import fcntl  # only where there is apt-get

    with (Path(tempfile.gettempdir()) / "piggery-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@asynccontextmanager
async def browser(program: str | None = None) -> AsyncIterator[Browser]:
    """A browser without a window, that ends with the block; the one that is found if none is named."""
    program = program or find()
    if not program:
        raise NoBrowser(MISSING)
    async with async_playwright() as playwright:
        words = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        words += ["--no-sandbox"] if _root() else []  # Chromium's sandbox refuses to work for root
        opened = await playwright.chromium.launch(executable_path=program, args=words)
        try:
            yield opened
        finally:
            await opened.close()


async def phone(browser: Browser, language: str = "en", **wishes: Unpack[Wishes]) -> BrowserContext:
    """A small phone that has never been here."""
    return await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        locale=language,
        **wishes,
    )
