"""Pictures of every page and scene, for somebody to look at one by one.

python tests/e2e/gallery.py FOLDER                    all of them, in the language with the longest words
python tests/e2e/gallery.py FOLDER home new_truie     some of them
python tests/e2e/gallery.py FOLDER --language fr

At each size, in the light and in the dark; and a sheet for each scene, with all its pictures on it.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Literal

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "bench")]

from playwright.async_api import Browser  # noqa: E402

from browsers import browser  # noqa: E402
from devices import SIZES, Device, Devices  # noqa: E402
from e2e.scenes import Scene  # noqa: E402
from e2e.scenes_hands import SCENES  # noqa: E402
from servers import Server  # noqa: E402

LONGEST = "de"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHEET = 2100  # pixels across
ROW = 560  # pixels that a picture on a sheet is high


async def pictures(device: Device, folder: Path) -> list[Path]:
    """The scene at each size, and the whole page where it is longer than the screen."""
    found = []
    for scheme in SCHEMES:
        await device.colours(scheme)
        for name, size in SIZES.items():
            await device.size(size)
            await device.settle()
            found.append(folder / f"{name}-{scheme}.png")
            await device.page.screenshot(path=found[-1])
    return found


async def sheet(opened: Browser, found: list[Path], to: Path) -> None:
    page = await opened.new_page(viewport={"width": SHEET, "height": ROW})
    pictures = "".join(f'<img src="{path.resolve().as_uri()}" style="height:{ROW}px;margin:4px">' for path in found)
    there = to.with_suffix(".html")
    there.write_text(f'<body style="margin:0;background:#888">{pictures}')
    await page.goto(there.resolve().as_uri())
    await page.screenshot(path=to, full_page=True)
    await page.close()
    there.unlink()


async def take(opened: Browser, server: Server, name: str, language: str, to: Path) -> None:
    folder = to / name
    folder.mkdir(parents=True, exist_ok=True)
    devices = Devices(opened)
    async with AsyncExitStack() as stack:
        at = Scene(devices, server, stack, language)
        found = await pictures(await SCENES[name](at), folder)
    await devices.close()
    await sheet(opened, found, to / f"{name}.png")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(SCENES))
    parser.add_argument("--language", default=LONGEST)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        server = Server(str(Path(name) / "tables.db"), Path(name) / "log").start()
        try:
            async with browser() as opened:
                for scene in asked.scenes or SCENES:
                    print(scene, flush=True)
                    await take(opened, server, scene, asked.language, asked.folder)
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
