"""Take the pictures of the README: `python docs/pictures.py`. The same seed gives the same picture."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from piggery.engine.kernel import generator
from piggery.terminal.app import PiggeryApp
from piggery.terminal.local import LocalTable
from piggery.terminal.request import GameRequest

HERE = Path(__file__).parent
CELL = 12.2  # the width of a character in the picture
PICTURES = {
    "table-pig10": (
        GameRequest(game="pig10", names=["Ada"], players=4, cards="seed:20", first=0, pace=0),
        "enter enter right",
    ),
    "table-truie": (
        GameRequest(game="truie", names=["Ada"], players=3, cards="seed:8", first=0, pace=0),
        "enter right",
    ),
}


def without_blanks(match: re.Match[str]) -> str:
    """Text that starts further right, in place of blanks, which some viewers swallow."""
    blanks = CELL * match[5].count(";")
    x, length = float(match[1]) + blanks, float(match[3]) - blanks
    return f'x="{x:.1f}"{match[2]} textLength="{length:.1f}"{match[4]}>'


async def take(name: str) -> None:
    asked, keys = PICTURES[name]
    wanted = replace(asked, names=["Ada"], first=0, pace=0)
    local = LocalTable(wanted.record(), HERE / "picture.json")
    local.rng[:] = generator(1)
    app = PiggeryApp(wanted, local)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys.split():
            await pilot.pause(0.5)
            await pilot.press(key)
        await pilot.pause(0.5)
        picture = app.export_screenshot(title="Piggery")
    local.path.unlink()
    picture = re.sub(r'x="([\d.]+)"( y="[\d.]+") textLength="([\d.]+)"([^>]*)>((?:&#160;)+)', without_blanks, picture)
    picture = re.sub(r"@font-face\s*{[^}]*}\s*", "", picture)  # ask no other host for a font
    picture = re.sub(r"Fira Code", "DejaVu Sans Mono, Menlo, Consolas", picture)
    (HERE / f"{name}.svg").write_text(
        "\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    for name in PICTURES:
        asyncio.run(take(name))
